package provider

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// validate checks what the configuration alone shows.
func (c *placementConfig) validate(r *tfvalue.Reader) {
	r.Check(nil, c, validateObjectName(c.Name, field.NewPath("name")))
	if c.Namespace != "" {
		r.Check(nil, c, validateObjectName(c.Namespace, field.NewPath("namespace")))
	}
	r.Check(nil, c, validateOneOf("on_unsatisfied", c.OnUnsatisfied, unsatisfiedError, unsatisfiedWarn, unsatisfiedAccept))
	if !c.validateDialects(r) {
		return
	}
	c.validateFleet(r)
	if c.OCM != nil {
		r.Check(tfvalue.Root(dialectOCM), c.OCM, c.OCM.Validate())
		r.Warn(tfvalue.Root(dialectOCM), c.OCM, c.OCM.Warnings())
	}
	if c.KubeFleet != nil {
		req := kubefleet.Placement{Name: c.Name, Spec: *c.KubeFleet}
		r.Check(tfvalue.Root(dialectKubeFleet), c.KubeFleet, req.Validate())
	}
	if c.Hybrid != nil {
		c.validateHybrid(r)
	}
	r.Check(nil, c, c.DecisionStrategy.Validate(field.NewPath("decisionStrategy")))
	r.Warn(nil, c, c.DecisionStrategy.Warnings(field.NewPath("decisionStrategy")))
}

// validateDialects wants exactly one dialect, and reports whether it is known which: it decides what a right cluster is. One
// that is unknown may turn out to be null, as where a module passes on what it was given.
func (c *placementConfig) validateDialects(r *tfvalue.Reader) bool {
	isSet := map[string]bool{
		dialectOCM: c.OCM != nil, dialectKubeFleet: c.KubeFleet != nil, dialectHybrid: c.Hybrid != nil,
	}
	unknown, several := false, false
	var first string
	for _, dialect := range dialects {
		switch {
		case !isSet[dialect]:
			unknown = unknown || r.IsUnknown(tfvalue.Root(dialect))
		case first == "":
			first = dialect
		default:
			several = true
			r.Add(tfvalue.Mistake{
				At: tfvalue.Root(dialect), Summary: "Two dialects",
				Message: fmt.Sprintf("%s is set too; a placement is decided by one scheduler: remove one of them", first),
			})
		}
	}
	if first == "" && !unknown {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Root(dialects[0]), Summary: "Missing dialect",
			Message: "nothing says how to decide; set one of " + strings.Join(dialects, ", "),
		})
	}
	return first != "" && !several
}

// validateFleet checks the parts of the fleet that are given as values.
func (c *placementConfig) validateFleet(r *tfvalue.Reader) {
	kind := c.validateKind()
	r.Check(nil, c, kind)
	if len(kind) == 0 && !r.IsUnknown(tfvalue.Root("kind")) {
		r.Check(nil, c, validateClusters(c.Clusters, c.clusterKind(), func(i int) bool {
			return !r.IsUnknown(tfvalue.Root("clusters").Index(i).Attribute("kind"))
		}))
	}
	r.Check(nil, c, duplicates("previous_decisions", "cluster_name", len(c.PreviousDecisions), func(i int) string {
		return c.PreviousDecisions[i].ClusterName
	}))
	for i := range c.ClusterSets {
		at := field.NewPath("cluster_sets").Index(i)
		r.Check(nil, c, c.ClusterSets[i].Validate(at.Child("name"), at))
	}
	for i := range c.Scores {
		r.Check(nil, c, c.Scores[i].Validate(field.NewPath("scores").Index(i).Child("scores")))
	}
}

// validateKind checks the kind of cluster that is asked for. Only a hybrid placement rule has a choice.
func (c *placementConfig) validateKind() field.ErrorList {
	at := field.NewPath("kind")
	switch {
	case c.Kind == "":
		return nil
	case c.Hybrid == nil:
		return field.ErrorList{field.Invalid(at, c.Kind, fmt.Sprintf("it is for %s; %s always chooses from clusters of kind %s",
			dialectHybrid, c.dialect(), c.clusterKind()))}
	case !slices.Contains(placement.ClusterKinds, c.Kind):
		return field.ErrorList{field.NotSupported(at, c.Kind, placement.ClusterKinds)}
	}
	return nil
}

// validateClusters checks clusters that are given as values to those who see only one kind, or all. Two of one name are a
// mistake if they are of one kind, or if both are seen. Where the kind is not known yet, nobody knows what is right.
func validateClusters(clusters []placement.Cluster, only placement.ClusterKind, kindKnown func(int) bool) field.ErrorList {
	var validator placement.Validator
	var errs, repeated field.ErrorList
	first := make(map[identity]int, len(clusters))
	for i := range clusters {
		cluster := &clusters[i]
		if !kindKnown(i) {
			continue
		}
		errs = append(errs, validateCluster(&validator, cluster, only, field.NewPath("clusters").Index(i))...)
		id := identityOf(only, cluster)
		earlier, known := first[id]
		switch {
		case cluster.Name == "":
		case !known:
			first[id] = i
		default:
			detail := fmt.Sprintf("clusters[%d] has this name already", earlier)
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

// always says that a kind is known.
func always(int) bool { return true }

// validateCluster checks a cluster as the hub of its kind does. One without a kind is checked as the kind that is asked for,
// or as a ManagedCluster.
func validateCluster(validator *placement.Validator, c *placement.Cluster, only placement.ClusterKind, at *field.Path) field.ErrorList {
	switch cmp.Or(c.Kind, only, placement.ManagedCluster) {
	case placement.ManagedCluster:
		return validator.Cluster(c, clusterPaths(at))
	case placement.MemberCluster:
		return validator.MemberCluster(c, clusterPaths(at))
	}
	return field.ErrorList{field.NotSupported(at.Child("kind"), c.Kind, placement.ClusterKinds)}
}

// clusterPaths are where a cluster that is given as a value has its fields; at is nil for a configuration that is one.
func clusterPaths(at *field.Path) placement.ClusterPaths {
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
				Detail: fmt.Sprintf("%s[%d] has this name already", list, first),
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
	return field.ErrorList{field.NotSupported(field.NewPath(attribute), value, allowed)}
}

func validateObjectName(name string, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, message := range apivalidation.NameIsDNSSubdomain(name, false) {
		errs = append(errs, field.Invalid(at, name, message))
	}
	return errs
}
