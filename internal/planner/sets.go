package planner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// GlobalSet is the cluster set of every hub that selects all clusters.
const GlobalSet = "global"

// AllClusters is the set that every hub has for all clusters.
func AllClusters() placement.ClusterSet {
	return placement.ClusterSet{Name: GlobalSet, SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}
}

// setsOf are the cluster sets of a fleet: those that it comes with, and those that its hub has besides. A controller of the hub
// keeps the set global in existence, so every fleet has it, unless it comes with a set of this name. A fleet that comes without
// any set also has those that its clusters name in their labels.
//
// A set is open to a placement by its binding. A hub binds no set by itself, not even global: a placement with a namespace gets
// the bindings that are given and no more. A placement without a namespace has no bindings, so every set of the fleet is open to
// it: see bindAll. That includes global, whether the fleet comes with it, as the manifests of a hub do, or not: the same fleet,
// described in two ways, must not have two answers, and a set that is added to a fleet for one placement must not take clusters
// away from another. So the sets of a fleet restrict nothing, as on a hub; ocm.cluster_sets does. A warning says so where it makes
// a difference: see outsideSets.
func setsOf(given []placement.ClusterSet, clusters []placement.Cluster) []placement.ClusterSet {
	if len(given) == 0 {
		return impliedSets(clusters)
	}
	if hasGlobal(given) {
		return given
	}
	return append(slices.Clip(given), AllClusters())
}

// sets are the cluster sets that a placement of the fleet can name. A hub with a placement in a namespace has no others than those
// that it lists: they are open by their bindings alone.
func (r *Request) sets(clusters []placement.Cluster) []placement.ClusterSet {
	given := slices.Concat(r.Manifests.Sets, r.ClusterSets)
	if r.Manifests.FromHub && r.Namespace != "" {
		return given
	}
	return setsOf(given, clusters)
}

func hasGlobal(sets []placement.ClusterSet) bool {
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

// bindAll binds every set for a placement without a namespace.
func bindAll(sets []placement.ClusterSet) []placement.Binding {
	bindings := make([]placement.Binding, len(sets))
	for i := range sets {
		bindings[i] = placement.Binding{Name: sets[i].Name}
	}
	return bindings
}

// outsideSets warns about clusters that are chosen although they are in no set that the fleet comes with: only the set global,
// which it has besides, has them.
func (r *Request) outsideSets(ctx context.Context, inv *placement.Inventory, result *placement.Result) (Findings, error) {
	given := slices.Concat(r.Manifests.Sets, r.ClusterSets)
	if r.OCM == nil || r.Namespace != "" || len(r.OCM.ClusterSets) > 0 || len(given) == 0 || hasGlobal(given) {
		return nil, nil
	}
	var members ocm.Membership
	for i := range given {
		if err := members.Add(&given[i]); err != nil {
			return nil, err
		}
	}
	chosen := make(map[string]bool, len(result.Decisions))
	for i := range result.Decisions {
		chosen[result.Decisions[i].Cluster] = true
	}
	outside, first := 0, ""
	for i := range inv.Clusters {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		if c := &inv.Clusters[i]; chosen[c.Name] && !members.Contains(c.Labels) {
			if outside++; outside == 1 || c.Name < first {
				first = c.Name
			}
		}
	}
	if outside == 0 {
		return nil, nil
	}
	return Findings{warning("ocm", r.Title("chooses clusters outside of the cluster sets of the fleet"), fmt.Sprintf(
		"%s in none of the cluster sets %s, such as %s. Every fleet also has the cluster set %s of all clusters, and all sets are "+
			"open to a placement that has no namespace and names no set. To choose from some sets only, set cluster_sets in ocm; to "+
			"choose from all clusters, set it to [%[4]q].",
		excerpt.Count(outside, "chosen cluster")+verb(outside), list(setNames(given)), excerpt.Quote(first), GlobalSet))}, nil
}

func verb(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}

// setNames are the names of cluster sets, sorted.
func setNames(sets []placement.ClusterSet) []string {
	names := make([]string, len(sets))
	for i := range sets {
		names[i] = sets[i].Name
	}
	slices.Sort(names)
	return slices.Compact(names)
}
