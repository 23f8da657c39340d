// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package hubobject describes the objects of a hub: their kinds, what a configuration sets in an object of each kind, and how
// that is compared with what the hub has. It does no I/O.
package hubobject

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// Kind is a kind of objects of a hub. Kinds are compared by pointer.
type Kind struct {
	schema.GroupKind
	// Plural is the name of the resource, as in the name of the CRD.
	Plural string
	// Product installs the CRD.
	Product string
	// IsNamespaced says whether an object has a namespace.
	IsNamespaced bool
	// InClusterNamespace says that the namespace is that of a ManagedCluster, which the hub makes when the cluster is accepted.
	InClusterNamespace bool
	// Preferred is the API version that is read and written if the hub serves it; empty is the newest.
	Preferred string
	// Served is the API version of a kind that the hub itself has named; empty for the others.
	Served string
	// Defaults has the values that the CRD sets where an object sets none, by path below the spec. Those of the items of lists are
	// not among them: most lists are atomic, and one whose items lack a default is in conflict with the same list of another
	// manager.
	Defaults map[string]any
}

// products are what installs the CRDs of a group.
var products = map[string]string{
	api.OCMGroup: "Open Cluster Management", api.WorkGroup: "Open Cluster Management", api.AddOnGroup: "Open Cluster Management",
	api.FleetClusterGroup: "KubeFleet", api.FleetPlacementGroup: "KubeFleet",
	api.HybridGroup:    "the hybrid application operator",
	api.InventoryGroup: "a cluster manager with the Cluster Inventory API",
	"":                 "Kubernetes",
}

// newKind completes a kind with what follows from its group and name.
func newKind(kind Kind) *Kind {
	plural, _ := meta.UnsafeGuessKindToResource(kind.WithVersion(""))
	kind.Plural, kind.Product = plural.Resource, products[kind.Group]
	return &kind
}

// fleetKind is a kind of KubeFleet's objects without a namespace.
func fleetKind(kind string) *Kind {
	return newKind(Kind{GroupKind: schema.GroupKind{Group: api.FleetPlacementGroup, Kind: kind}})
}

// namespacedKind is a kind of objects in namespaces.
func namespacedKind(group, kind string) *Kind {
	return newKind(Kind{GroupKind: schema.GroupKind{Group: group, Kind: kind}, IsNamespaced: true})
}

// ServedKind is a kind that the hub itself has named.
func ServedKind(kind *resources.Kind) *Kind {
	return &Kind{
		GroupKind: schema.GroupKind{Group: kind.Group, Kind: kind.Kind}, Plural: kind.Plural, IsNamespaced: kind.Namespaced,
		Served: kind.Version,
	}
}

// String is the name of the kind's CRD, such as managedclusters.cluster.open-cluster-management.io.
// A kind of the core group has no suffix.
func (k *Kind) String() string { return strings.TrimSuffix(k.Plural+"."+k.Group, ".") }

// ClusterKind is the kind of cluster that the objects are; empty for a kind that is no cluster.
func (k *Kind) ClusterKind() placement.ClusterKind {
	if kind := placement.ClusterKind(k.Kind); slices.Contains(placement.ClusterKinds, kind) {
		return kind
	}
	return ""
}

// IsIn reports whether objects of the kind are in a namespace or, without one, in none.
func (k *Kind) IsIn(namespace string) bool { return k.IsNamespaced == (namespace != "") }

// Versions are the API versions in which the kind is read and written, the preferred one first.
func (k *Kind) Versions() []string {
	versions := api.VersionsOf(k.GroupKind.String())
	if len(versions) == 0 {
		versions = []string{"v1", "v1beta1"}
	}
	if k.Preferred == "" {
		return versions
	}
	return append([]string{k.Preferred}, slices.DeleteFunc(versions, func(v string) bool { return v == k.Preferred })...)
}

// FleetKinds are the kinds of a fleet, in the order in which their objects are listed.
var FleetKinds = []*Kind{
	ManagedCluster, ManagedClusterSet, ManagedClusterSetBinding, AddOnPlacementScore, PlacementDecision,
	MemberCluster, ClusterResourceBinding, ResourceBinding, DisruptionBudget, ClusterResourcePlacement, ResourcePlacement,
	Deployer, PlacementRule,
}

// The kinds of clusters that belong to no scheduler. They are only read.
var (
	ClusterProfile = namespacedKind(api.InventoryGroup, api.ClusterProfileKind)
	Secret         = namespacedKind("", api.SecretKind)
)

// DeliveryKinds are the kinds that bring objects to clusters, or change them on the way.
var DeliveryKinds = []*Kind{ManifestWork, ClusterResourceOverride, ResourceOverride}

// ManagedClusterAddOn is a kind whose status says how far a workload is. It is read only.
var ManagedClusterAddOn = newKind(Kind{
	GroupKind: schema.GroupKind{Group: api.AddOnGroup, Kind: "ManagedClusterAddOn"}, IsNamespaced: true, Preferred: "v1alpha1",
})

// The kinds that schedulers and operators write, which are read only.
var (
	PlacementDecision               = namespacedKind(api.OCMGroup, "PlacementDecision")
	ClusterResourceBinding          = fleetKind("ClusterResourceBinding")
	ResourceBinding                 = namespacedKind(api.FleetPlacementGroup, "ResourceBinding")
	ClusterSchedulingPolicySnapshot = fleetKind("ClusterSchedulingPolicySnapshot")
	SchedulingPolicySnapshot        = namespacedKind(api.FleetPlacementGroup, "SchedulingPolicySnapshot")
	clusterResourceSnapshot         = fleetKind("ClusterResourceSnapshot")
	resourceSnapshot                = namespacedKind(api.FleetPlacementGroup, "ResourceSnapshot")
	Deployer                        = namespacedKind(api.HybridGroup, "Deployer")
)
