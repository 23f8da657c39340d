package planner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
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
		errs = validateClusters(r.Clusters, r.clusterKind(), kindKnown)
	}
	errs = append(errs, duplicates("previous_decisions", "cluster_name", len(r.PreviousDecisions), func(i int) string {
		return r.PreviousDecisions[i].ClusterName
	})...)
	for i := range r.ClusterSets {
		errs = append(errs, ValidateClusterSet(&r.ClusterSets[i], field.NewPath("cluster_sets").Index(i))...)
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

// ValidateClusterSet checks a cluster set that is given as a value. A hub ignores the selector of a set that does not select by
// labels; here it is a mistake.
func ValidateClusterSet(s *placement.ClusterSet, at *field.Path) field.ErrorList {
	errs := s.Validate(at.Child("name"), at)
	if s.LabelSelector != nil && (s.SelectorType == "" || s.SelectorType == placement.ExclusiveClusterSetLabel) {
		errs = append(errs, field.Forbidden(at.Child("label_selector"),
			`a set of this selector_type does not use it; to select by labels, set selector_type = "LabelSelector"`))
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

// validateClusters checks clusters that are given as values to those who see only one kind, or all. Two of one name are a
// mistake if they are of one kind, or if both are seen. If the kind is unknown, this is not checked.
func validateClusters(clusters []placement.Cluster, only placement.ClusterKind, kindKnown func(int) bool) field.ErrorList {
	var validator placement.Validator
	var errs, repeated field.ErrorList
	first := make(map[identity]int, len(clusters))
	for i := range clusters {
		cluster := &clusters[i]
		if !kindKnown(i) {
			continue
		}
		errs = append(errs, ValidateCluster(&validator, cluster, only, field.NewPath("clusters").Index(i))...)
		id := identityOf(only, cluster)
		earlier, known := first[id]
		switch {
		case cluster.Name == "":
		case !known:
			first[id] = i
		default:
			detail := fmt.Sprintf("clusters[%d] already has this name", earlier)
			if other := clusters[earlier].Kind; cluster.Kind != "" && other != "" && cluster.Kind != other {
				detail += fmt.Sprintf(", as a %s; set kind to choose from one kind of cluster", other)
			}
			repeated = append(repeated, &field.Error{
				Type: field.ErrorTypeDuplicate, Field: fmt.Sprintf("clusters[%d].name", i), BadValue: cluster.Name, Detail: detail,
			})
		}
	}
	return append(errs, repeated...)
}

// ValidateClusters checks clusters that are given as values for a dialect.
func ValidateClusters(clusters []placement.Cluster, dialect placement.Dialect) field.ErrorList {
	return ValidateKnownClusters(clusters, dialect, func(int) bool { return true })
}

// ValidateKnownClusters is ValidateClusters for clusters that may be unknown in parts. KindKnown reports whether the kind of a
// cluster is known already.
func ValidateKnownClusters(clusters []placement.Cluster, dialect placement.Dialect, kindKnown func(cluster int) bool) field.ErrorList {
	return validateClusters(clusters, kindOfDialect[dialect], kindKnown)
}

// ValidateCluster checks a cluster as the hub of its kind does. One without a kind is checked as the kind that is asked for,
// or as a ManagedCluster.
func ValidateCluster(validator *placement.Validator, c *placement.Cluster, only placement.ClusterKind, at *field.Path) field.ErrorList {
	switch cmp.Or(c.Kind, only, placement.ManagedCluster) {
	case placement.ManagedCluster:
		return append(validator.Cluster(c, ClusterPaths(at)), validateAgent(c.Agent, at.Child("agent"))...)
	case placement.MemberCluster:
		return append(validator.MemberCluster(c, ClusterPaths(at)), validateAgent(c.Agent, at.Child("agent"))...)
	}
	return field.ErrorList{excerpt.NotSupported(at.Child("kind"), c.Kind, placement.ClusterKinds)}
}

var conditionStatuses = []metav1.ConditionStatus{metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown}

// validateAgent checks the conditions of an agent: a cluster whose agent has another status is silently not chosen.
func validateAgent(agent *placement.MemberAgent, at *field.Path) field.ErrorList {
	if agent == nil {
		return nil
	}
	var errs field.ErrorList
	for name, condition := range map[string]placement.AgentCondition{"joined": agent.Joined, "healthy": agent.Healthy} {
		if status := metav1.ConditionStatus(condition.Status); status != "" && !slices.Contains(conditionStatuses, status) {
			errs = append(errs, excerpt.NotSupported(at.Child(name, "status"), status, conditionStatuses))
		}
	}
	slices.SortFunc(errs, func(a, b *field.Error) int { return cmp.Compare(a.Field, b.Field) })
	return errs
}

// ClusterPaths are where a cluster that is given as a value has its fields; at is nil for a configuration that is one.
func ClusterPaths(at *field.Path) placement.ClusterPaths {
	return placement.ClusterPaths{
		Name: at.Child("name"), Labels: at.Child("labels"), Claims: at.Child("claims"), Taints: at.Child("taints"),
	}
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
