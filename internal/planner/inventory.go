package planner

import (
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// inventory collects what the placement can use. The clusters of a kind that it does not see are counted
// with what was skipped in the fleet.
func (r *Request) inventory(now time.Time) (placement.Inventory, []manifest.SkippedKind, Findings) {
	found := r.twins(r.clusterKind(), r.Hybrid != nil)
	inv, only := r.Manifests.Inventory, r.clusterKind()
	others := skipped(only, r.Manifests.Skipped, inv.Clusters, r.Clusters)
	inv.Clusters = append(seen(only, inv.Clusters), seen(only, r.Clusters)...)
	inv.Sets = setsOf(slices.Concat(inv.Sets, r.ClusterSets), inv.Clusters)
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
