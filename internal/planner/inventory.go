package planner

import (
	"fmt"
	"maps"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// GlobalSet is the cluster set of every hub that selects all clusters.
const GlobalSet = "global"

// inventory collects what the placement can use. The clusters of a kind that it does not see are counted
// with what was skipped in the fleet.
func (r *Request) inventory(now time.Time) (placement.Inventory, []manifest.SkippedKind, Findings) {
	found := r.twins()
	inv, only := r.Manifests.Inventory, r.clusterKind()
	others := skipped(only, r.Manifests.Skipped, inv.Clusters, r.Clusters)
	inv.Clusters = append(seen(only, inv.Clusters), seen(only, r.Clusters)...)
	inv.Sets = slices.Concat(inv.Sets, r.ClusterSets)
	inv.Bindings = slices.Concat(inv.Bindings, r.Bindings)
	inv.Scores = slices.Concat(inv.Scores, r.Scores)
	inv.Targets = slices.Concat(inv.Targets, r.Targets)
	inv.Decisions = slices.Concat(inv.Decisions, r.PlacementDecisions)
	inv.Now = now
	if r.given() {
		inv.Decisions = slices.DeleteFunc(inv.Decisions, func(d placement.PlacementDecision) bool {
			return r.is(d.Namespace, d.Placement)
		})
	}
	if len(r.PreviousDecisions) > 0 {
		own := placement.PlacementDecision{Namespace: r.Namespace, Placement: r.Name}
		for _, d := range r.PreviousDecisions {
			own.Clusters = append(own.Clusters, d.ClusterName)
		}
		inv.Decisions = append(inv.Decisions, own)
	}
	if len(inv.Sets) == 0 {
		inv.Sets = impliedSets(inv.Clusters)
	}
	if r.Namespace == "" {
		inv.Bindings = bindAll(inv.Sets)
	}
	if len(inv.Clusters)+len(inv.Targets) == 0 && r.OnUnsatisfied != UnsatisfiedAccept {
		found = append(found, r.emptyFleet(others))
	}
	return inv, others, found
}

// emptyFleet is the error of a fleet without clusters.
func (r *Request) emptyFleet(skipped []manifest.SkippedKind) Finding {
	detail := noClusters(skipped) + fmt.Sprintf(" To plan with no clusters, set on_unsatisfied = %q.", UnsatisfiedAccept)
	at := "clusters"
	if r.Clusters == nil {
		at = "manifests"
	}
	return failure(at, "The fleet has no clusters", detail)
}

// noClusters is the message of a fleet without clusters, with the objects that it has.
func noClusters(skipped []manifest.SkippedKind) string {
	text := "There is no cluster to choose from."
	for _, kind := range skipped[:min(len(skipped), excerpt.Items)] {
		text += excerpt.Sentence(fmt.Sprintf(" Skipped %s of kind %s", excerpt.Count(kind.Count, "object"), excerpt.Text(kind.Kind)) +
			kind.DidYouMean())
	}
	if more := len(skipped) - excerpt.Items; more > 0 {
		text += fmt.Sprintf(" Skipped %s.", excerpt.Count(more, "more kind"))
	}
	return text
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

// AllClusters is the set that every hub has for all clusters.
func AllClusters() placement.ClusterSet {
	return placement.ClusterSet{Name: GlobalSet, SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}
}

// bindAll binds every set for a placement without a namespace.
func bindAll(sets []placement.ClusterSet) []placement.Binding {
	bindings := make([]placement.Binding, len(sets))
	for i := range sets {
		bindings[i] = placement.Binding{Name: sets[i].Name}
	}
	return bindings
}
