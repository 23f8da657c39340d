// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// GlobalSet is the cluster set of every hub that selects all clusters.
const GlobalSet = "global"

// AllClusters is the set that every hub has for all clusters.
func AllClusters() placement.ClusterSet {
	return placement.ClusterSet{Name: GlobalSet, SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}
}

// SetsOf are the cluster sets of a fleet: those that it comes with, and those that its hub has besides. A controller of the hub
// keeps the set global in existence, so every fleet has it, unless it comes with a set of this name. A fleet that comes without
// any set also has those that its clusters name in their labels.
//
// A set is open to a placement by its binding. A hub binds no set by itself, not even global: a placement with a namespace gets
// the bindings that are given and no more. A placement without a namespace has no bindings, so every set of the fleet is open to
// it: see BindAll. That includes global, whether the fleet comes with it, as the manifests of a hub do, or not: the same fleet,
// described in two ways, must not have two answers, and a set that is added to a fleet for one placement must not take clusters
// away from another. So the sets of a fleet restrict nothing, as on a hub; ocm.cluster_sets does. A warning says so where it
// makes a difference: see outsideSets.
func SetsOf(given []placement.ClusterSet, clusters []placement.Cluster) []placement.ClusterSet {
	if len(given) == 0 {
		return impliedSets(clusters)
	}
	if HasGlobal(given) {
		return given
	}
	return append(slices.Clip(given), AllClusters())
}

// Sets are the cluster sets that a placement of the fleet can name. A hub with a placement in a namespace has no others than
// those that it lists: they are open by their bindings alone.
func (f *Fleet) Sets(namespace string, clusters []placement.Cluster) []placement.ClusterSet {
	given := f.GivenSets()
	if f.Manifests.FromHub && namespace != "" {
		return given
	}
	return SetsOf(given, clusters)
}

// NamedSets are the cluster sets of a fleet of objects, with those that only the labels of its clusters name. A hub has no others
// than those that it lists. The list is shared.
func NamedSets(fleet *inventory.Fleet) []placement.ClusterSet {
	if fleet.FromHub {
		return fleet.Sets
	}
	return SetsOf(fleet.Sets, Seen(placement.ManagedCluster, fleet.Clusters))
}

// GivenSets are the cluster sets that the fleet comes with.
func (f *Fleet) GivenSets() []placement.ClusterSet {
	return slices.Concat(f.Manifests.Sets, f.ClusterSets)
}

// SetNames are the names of cluster sets, sorted.
func SetNames(sets []placement.ClusterSet) []string {
	names := lists.Map(sets, func(c placement.ClusterSet) string { return c.Name })
	slices.Sort(names)
	return slices.Compact(names)
}

// HasGlobal reports whether one of the cluster sets is the set global.
func HasGlobal(sets []placement.ClusterSet) bool {
	return slices.ContainsFunc(sets, func(set placement.ClusterSet) bool { return set.Name == GlobalSet })
}

// impliedSets are the sets of a fleet that comes without any: those that the clusters name in their labels, and the
// set that every hub has for all clusters.
func impliedSets(clusters []placement.Cluster) []placement.ClusterSet {
	names := map[string]bool{}
	for i := range clusters {
		if name := clusters[i].Labels[placement.ClusterSetLabel]; name != "" && name != GlobalSet {
			names[name] = true
		}
	}
	sets := []placement.ClusterSet{AllClusters()}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		sets = append(sets, placement.ClusterSet{Name: name, SelectorType: placement.ExclusiveClusterSetLabel})
	}
	return sets
}

// BindAll binds every set for a placement without a namespace.
func BindAll(sets []placement.ClusterSet) []placement.Binding {
	return lists.Map(sets, func(c placement.ClusterSet) placement.Binding { return placement.Binding{Name: c.Name} })
}
