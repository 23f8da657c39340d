package manifest

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// versions are those that upstream has or had of each kind that is read. In another version a field may mean something else.
var versions = map[string][]string{
	ocmPlacementKind + "." + OCMGroup:      {"v1beta1", "v1alpha1"},
	"ManagedCluster." + OCMGroup:           {"v1"},
	"ManagedClusterSet." + OCMGroup:        {"v1beta2", "v1beta1", "v1alpha1"},
	"ManagedClusterSetBinding." + OCMGroup: {"v1beta2", "v1beta1", "v1alpha1"},
	"AddOnPlacementScore." + OCMGroup:      {"v1alpha1"},
	"PlacementDecision." + OCMGroup:        {"v1beta1", "v1alpha1"},

	clusterPlacementKind + "." + FleetPlacementGroup:   {"v1", "v1beta1"},
	namespacePlacementKind + "." + FleetPlacementGroup: {"v1", "v1beta1"},
	"MemberCluster." + FleetClusterGroup:               {"v1", "v1beta1"},
	"ClusterResourceBinding." + FleetPlacementGroup:    {"v1", "v1beta1"},
	"ResourceBinding." + FleetPlacementGroup:           {"v1", "v1beta1"},

	"ClusterSchedulingPolicySnapshot." + FleetPlacementGroup: {"v1", "v1beta1"},
	"SchedulingPolicySnapshot." + FleetPlacementGroup:        {"v1", "v1beta1"},

	replicaSetKind + "." + workGroup:                {"v1alpha1"},
	addOnKind + "." + addOnGroup:                    {"v1alpha1"},
	clusterStagesKind + "." + FleetPlacementGroup:   {"v1", "v1beta1"},
	namespaceStagesKind + "." + FleetPlacementGroup: {"v1", "v1beta1"},

	placementRuleKind + "." + HybridGroup: {"v1alpha1"},
	placementRuleKind + "." + rhacmGroup:  {"v1"},
	placementRuleKind + "." + appGroup:    {"v1alpha1"},
	placementRuleKind + "." + mcmGroup:    {"v1beta1", "v1alpha1"},
	"Deployer." + HybridGroup:             {"v1alpha1"},
}

// checkVersion refuses a version that a kind, as groupKind returns it, never had.
func (h header) checkVersion(kind string) error {
	group, version, _ := strings.Cut(h.APIVersion, "/")
	known := versions[kind]
	if slices.Contains(known, version) {
		return nil
	}
	allowed := make([]string, len(known))
	for i := range known {
		allowed[i] = group + "/" + known[i]
	}
	// No version is nearer than another.
	return &field.Error{
		Type: field.ErrorTypeNotSupported, Field: "apiVersion", BadValue: h.APIVersion, Detail: excerpt.OneOf("", allowed),
	}
}

// didYouMean suggests one of the known kinds, in the form of groupKind, for one that was found: of the same name in another
// group, or of a similar name in the same group.
func didYouMean(found string, known ...string) string {
	kind, group, _ := strings.Cut(found, ".")
	for _, candidate := range known {
		name, of, _ := strings.Cut(candidate, ".")
		if found != candidate && (strings.EqualFold(kind, name) || group == of && excerpt.Nearest(kind, []string{name}) != "") {
			return "; did you mean " + excerpt.Quote(candidate) + "?"
		}
	}
	return ""
}

// DidYouMean suggests a kind of cluster for a kind whose group or name is misspelt; it is empty for any other.
func (k SkippedKind) DidYouMean() string {
	kinds := make([]string, len(placement.ClusterKinds))
	for i, kind := range placement.ClusterKinds {
		kinds[i] = GroupKind(kind)
	}
	return didYouMean(k.Kind, kinds...)
}
