package planner

import (
	"cmp"
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
	inv.Sets = r.sets(inv.Clusters)
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
	if len(inv.Clusters)+len(inv.Targets) == 0 && cmp.Or(r.OnUnsatisfied, UnsatisfiedError) == UnsatisfiedError {
		found = append(found, r.emptyFleet())
	}
	return inv, others, found
}

// emptyFleet is the error of a fleet without clusters. Other values of OnUnsatisfied allow it: see [Request.unsatisfied].
func (r *Request) emptyFleet() Finding {
	text := r.emptyFleetText() + fmt.Sprintf(" To plan with no clusters, set on_unsatisfied = %q.", UnsatisfiedAccept)
	switch {
	case r.Clusters != nil:
		return failure("clusters", emptyFleetTitle, text)
	case r.Manifests.FromHub:
		return failure(string(r.Dialect()), "The hub has no clusters", text)
	}
	return failure("manifests", emptyFleetTitle, text)
}

// emptyFleetText says that there are no clusters, and what there is instead.
func (r *Request) emptyFleetText() string {
	only := r.clusterKind()
	if r.Clusters == nil && r.Manifests.FromHub {
		return noClustersOnHub(only)
	}
	return noClusters(skipped(only, r.Manifests.Skipped, r.Manifests.Clusters, r.Clusters))
}

const emptyFleetTitle = "The fleet has no clusters"

// noClustersOnHub is the message of a hub without clusters of the only kind that is seen; empty is all kinds.
func noClustersOnHub(only placement.ClusterKind) string {
	if only == "" {
		return "There is no cluster to choose from: the hub has neither ManagedClusters nor MemberClusters."
	}
	return fmt.Sprintf("There is no cluster to choose from: the hub has no %ss.", only)
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
