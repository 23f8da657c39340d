package manifest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// The dialects that have a kind of cluster.
const (
	dialectOCM       = "ocm"
	dialectKubeFleet = "kubefleet"
)

// The kinds of a cluster.
const (
	managedClusterKind = string(placement.ManagedCluster)
	memberClusterKind  = string(placement.MemberCluster)
)

// clusterGroups are the API groups of the kinds of a cluster.
var clusterGroups = map[placement.ClusterKind]string{
	placement.ManagedCluster: ocmGroup, placement.MemberCluster: fleetClusterGroup,
}

// GroupKind is a kind of cluster with its group, as SkippedKind has it.
func GroupKind(kind placement.ClusterKind) string { return string(kind) + "." + clusterGroups[kind] }

// clusterWriters make the object of a cluster, by dialect.
var clusterWriters = map[string]func(*placement.Validator, *placement.Cluster) (any, error){
	dialectOCM:       managedClusterOf,
	dialectKubeFleet: memberClusterOf,
}

// WriteClusters writes the clusters as YAML, a document each: ManagedClusters for the dialect "ocm", MemberClusters for
// "kubefleet". ReadFleet reads them as they were, but for Kind, which is not empty any more, for Object, which is not looked
// at, and these fields of a MemberCluster: Namespaces are sorted, a KubernetesVersion is the property k8s.io/k8s-version, and an Agent that is
// nil becomes one that is joined, healthy and was last heard of at the end of the year 9999, so that the cluster is
// eligible at any time.
//
// An object has what decides, and nothing besides: what a hub of KubeFleet asks for in a MemberCluster, the identity
// and the reasons and times of its status, is not there. What the kind has no field for, or refuses, is an error that
// names the cluster and the field and wraps a *field.Error; so is a cluster that is being deleted, because nobody knows
// since when.
func WriteClusters(clusters []placement.Cluster, dialect string) (string, error) {
	objectOf, ok := clusterWriters[dialect]
	if !ok {
		return "", field.NotSupported(field.NewPath("dialect"), dialect, []string{dialectKubeFleet, dialectOCM})
	}
	var validator placement.Validator
	seen := make(map[string]bool, len(clusters))
	texts := make([]string, len(clusters))
	for i := range clusters {
		c := &clusters[i]
		object, err := objectOf(&validator, c)
		if err == nil && seen[c.Name] {
			err = field.Duplicate(field.NewPath("name"), c.Name)
		}
		if err != nil {
			return "", fmt.Errorf("cluster %s, %w", excerpt.Quote(c.Name), err)
		}
		seen[c.Name] = true
		if texts[i], err = writeYAML(object); err != nil {
			return "", fmt.Errorf("cluster %s: %w", excerpt.Quote(c.Name), err)
		}
	}
	return strings.Join(texts, "---\n"), nil
}

// clusterPaths are the paths of a cluster's own fields.
var clusterPaths = placement.ClusterPaths{
	Name: field.NewPath("name"), Labels: field.NewPath("labels"), Claims: field.NewPath("claims"),
	Taints: field.NewPath("taints"),
}

// unholdable are fields of a cluster, each with whether it is set.
type unholdable []struct {
	field string
	set   bool
}

// check is the first mistake of those that a kind refuses, or of the fields that it does not have.
func (u unholdable) check(c *placement.Cluster, kind string, refused field.ErrorList) error {
	if c.Kind != "" && string(c.Kind) != kind {
		return field.Invalid(field.NewPath("kind"), c.Kind, "it cannot be written as a "+kind)
	}
	if c.Deleting {
		return field.Invalid(field.NewPath("deleting"), true, "since when is not known")
	}
	for _, f := range u {
		if f.set {
			return noField(field.NewPath(f.field), kind)
		}
	}
	return firstOf(refused)
}

func managedClusterOf(validator *placement.Validator, c *placement.Cluster) (any, error) {
	err := unholdable{
		{"available", len(c.Available) > 0},
		{"properties", len(c.Properties) > 0},
		{"agent", c.Agent != nil},
		{"namespacesCollected", c.NamespacesCollected},
		{"namespaces", c.Namespaces != nil},
	}.check(c, managedClusterKind, validator.Cluster(c, clusterPaths))
	var o managedClusterObject
	o.Metadata = metadata{Name: c.Name, Labels: c.Labels, Annotations: c.Annotations}
	o.Spec.Taints = c.Taints
	for _, name := range slices.Sorted(maps.Keys(c.Claims)) {
		o.Status.ClusterClaims = append(o.Status.ClusterClaims, clusterClaim{Name: name, Value: c.Claims[name]})
	}
	o.Status.Allocatable, o.Status.Capacity = c.Allocatable, c.Capacity
	o.Status.Version.Kubernetes = c.KubernetesVersion
	return struct {
		header
		managedClusterObject
	}{header{ocmGroup + "/v1", managedClusterKind}, o}, err
}
