package planner

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Validate finds what the arguments alone show, and what is accepted but has no effect. The paths are those of the arguments.
// Exactly one dialect is set. kindKnown reports whether the kind of a cluster, or of all with -1, is known already.
func (r *Request) Validate(kindKnown func(cluster int) bool) field.ErrorList {
	errs := r.validateFleet(kindKnown)
	dialect := field.NewPath(string(r.Dialect()))
	switch {
	case r.OCM != nil:
		errs = append(errs, below(dialect, r.OCM.Validate())...)
	case r.KubeFleet != nil:
		req := kubefleet.Placement{Name: r.Name, Spec: *r.KubeFleet}
		errs = append(errs, below(dialect, req.Validate())...)
		for _, err := range errs {
			// The name is beside the policy.
			err.Field = strings.TrimPrefix(err.Field, dialect.Child("metadata").String()+".")
		}
	case r.Hybrid != nil:
		errs = append(errs, below(dialect, r.Hybrid.Validate())...)
		errs = append(errs, duplicates("targets", "name", len(r.Targets), func(i int) string {
			if r.Targets[i].Name == "" {
				return ""
			}
			return r.Targets[i].Kind + " " + r.Targets[i].Key()
		})...)
	}
	errs = append(errs, r.ValidateObjectSpec()...)
	return append(errs, r.DecisionStrategy.Validate(field.NewPath("decisionStrategy"))...)
}

// Warnings find what is accepted but has no effect. The paths are those of the arguments. Exactly one dialect is set. A fleet may
// have what another dialect uses: placements of several dialects share it.
func (r *Request) Warnings() field.ErrorList {
	var warnings field.ErrorList
	if r.OCM != nil {
		warnings = below(field.NewPath(string(placement.DialectOCM)), r.OCM.Warnings())
	}
	warnings = append(append(warnings, r.ObjectWarnings()...), below(field.NewPath("strategy"), r.Strategy.BudgetWarnings())...)
	return append(warnings, r.DecisionStrategy.Warnings(field.NewPath("decisionStrategy"))...)
}

// ValidateNames finds the mistakes in what does not depend on the dialect.
func (r *Request) ValidateNames() field.ErrorList {
	errs := placement.ValidateName(r.Name, field.NewPath("name"))
	if r.Namespace != "" {
		errs = append(errs, placement.ValidateName(r.Namespace, field.NewPath("namespace"))...)
	}
	return append(errs, validateOneOf("on_unsatisfied", r.OnUnsatisfied, UnsatisfiedError, UnsatisfiedWarn, UnsatisfiedAccept)...)
}

// below puts the paths of mistakes below another path.
func below(root *field.Path, errs field.ErrorList) field.ErrorList {
	for _, err := range errs {
		err.Field = root.String() + "." + err.Field
	}
	return errs
}

// validateFleet checks the parts of the fleet that are given as values.
func (r *Request) validateFleet(kindKnown func(cluster int) bool) field.ErrorList {
	errs := r.validateKind()
	if len(errs) == 0 && kindKnown(-1) {
		errs = fleet.ValidateKnownClusters(r.Clusters, r.clusterKind(), kindKnown)
	}
	errs = append(errs, duplicates("previous_decisions", "cluster_name", len(r.PreviousDecisions), func(i int) string {
		return r.PreviousDecisions[i].ClusterName
	})...)
	for i := range r.ClusterSets {
		errs = append(errs, fleet.ValidateClusterSet(&r.ClusterSets[i], field.NewPath("cluster_sets").Index(i))...)
	}
	errs = append(errs, duplicates("cluster_sets", "name", len(r.ClusterSets), func(i int) string { return r.ClusterSets[i].Name })...)
	errs = append(errs, duplicates("cluster_set_bindings", "name", len(r.Bindings), func(i int) string {
		return joined(r.Bindings[i].Namespace, r.Bindings[i].Name)
	})...)
	errs = append(errs, duplicates("scores", "name", len(r.Scores), func(i int) string {
		return joined(r.Scores[i].Cluster, r.Scores[i].Name)
	})...)
	for i := range r.Bindings {
		at := field.NewPath("cluster_set_bindings").Index(i)
		errs = append(errs, validateNames(at, "name", r.Bindings[i].Name, "namespace", r.Bindings[i].Namespace)...)
	}
	for i := range r.PreviousDecisions {
		at := field.NewPath("previous_decisions").Index(i).Child("binding", "state")
		if b := r.PreviousDecisions[i].Binding; b != nil && b.State != "" && !slices.Contains(bindingStates, b.State) {
			errs = append(errs, excerpt.NotSupported(at, b.State, bindingStates))
		}
	}
	for i := range r.Scores {
		at := field.NewPath("scores").Index(i)
		errs = append(errs, validateNames(at, "cluster", r.Scores[i].Cluster, "name", r.Scores[i].Name)...)
		errs = append(errs, r.Scores[i].Validate(at.Child("scores"))...)
	}
	return errs
}

var bindingStates = []placement.BindingState{placement.BindingScheduled, placement.BindingBound, placement.BindingUnscheduled}

// joined identifies an object in a namespace. It is empty if a name is missing, which is another mistake.
func joined(namespace, name string) string {
	if namespace == "" || name == "" {
		return ""
	}
	return namespace + "/" + name
}

// validateNames checks attributes that are names of objects, given as attribute and value. An empty name is one that is missing.
func validateNames(at *field.Path, names ...string) field.ErrorList {
	var errs field.ErrorList
	for pair := range slices.Chunk(names, 2) {
		if pair[1] == "" {
			errs = append(errs, field.Required(at.Child(pair[0]), "the name must not be empty"))
			continue
		}
		errs = append(errs, placement.ValidateName(pair[1], at.Child(pair[0]))...)
	}
	return errs
}

// validateKind checks the kind of cluster that is asked for. Only a hybrid placement rule has a choice.
func (r *Request) validateKind() field.ErrorList {
	at := field.NewPath("kind")
	switch {
	case r.Kind == "":
		return nil
	case r.Hybrid == nil:
		return field.ErrorList{field.Invalid(at, r.Kind, fmt.Sprintf("only %s supports it; %s always chooses from clusters of kind %s",
			placement.DialectHybrid, r.Dialect(), r.clusterKind()))}
	case !slices.Contains(placement.ClusterKinds, r.Kind):
		return field.ErrorList{excerpt.NotSupported(at, r.Kind, placement.ClusterKinds)}
	}
	return nil
}

// duplicates finds the elements of a list whose name an earlier one has. A name that is empty is another mistake.
func duplicates(list, attribute string, size int, name func(int) string) field.ErrorList {
	var errs field.ErrorList
	names := make(map[string]int, size)
	for i := range size {
		first, known := names[name(i)]
		switch {
		case name(i) == "":
		case known:
			errs = append(errs, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: fmt.Sprintf("%s[%d].%s", list, i, attribute), BadValue: name(i),
				Detail: fmt.Sprintf("%s[%d] already has this name", list, first),
			})
		default:
			names[name(i)] = i
		}
	}
	return errs
}

// validateOneOf checks an optional attribute with few values. The framework's validator would repeat any text.
func validateOneOf(attribute, value string, allowed ...string) field.ErrorList {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return field.ErrorList{excerpt.NotSupported(field.NewPath(attribute), value, allowed)}
}
