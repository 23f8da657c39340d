package provider

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// earlierDecisions are the placement's own decisions from before the pass: those that it is given, else those that the
// manifests have of it. It returns nil if nothing tells what was decided before, and an empty list if nothing was.
func (c *placementConfig) earlierDecisions(inv *placement.Inventory, fleet *manifest.Fleet) []previousDecision {
	if c.knowsItsDecisions() {
		return c.PreviousDecisions
	}
	var earlier []previousDecision
	found := false
	switch {
	case c.KubeFleet != nil:
		earlier, found = c.earlierBindings(inv.ResourceBindings, fleet)
	case c.Hybrid != nil:
		for i := range fleet.PlacementRules {
			if rule := &fleet.PlacementRules[i]; c.is(rule.Namespace, rule.Name) && len(rule.Decisions) > 0 {
				earlier, found = append(earlier, namedDecisions(rule.Decisions)...), true
			}
		}
	default:
		for i := range inv.Decisions {
			if d := &inv.Decisions[i]; c.is(d.Namespace, d.Placement) {
				earlier, found = append(earlier, namedDecisions(d.Clusters)...), true
			}
		}
	}
	switch {
	case !found:
		return c.PreviousDecisions
	case earlier == nil:
		return []previousDecision{}
	}
	known := make(map[string]bool, len(earlier))
	return slices.DeleteFunc(earlier, func(d previousDecision) bool {
		twice := known[d.ClusterName]
		known[d.ClusterName] = true
		return twice
	})
}

// earlierBindings are the decisions that the placement's bindings on the hub stand for. It also reports whether there are
// bindings at all.
func (c *placementConfig) earlierBindings(
	bindings []placement.ResourceBinding, fleet *manifest.Fleet,
) (earlier []previousDecision, found bool) {
	snapshot := c.snapshot(bindings, fleet).Name
	for i := range bindings {
		b := &bindings[i]
		if !c.is(b.Namespace, b.Placement) {
			continue
		}
		found = true
		if !b.Live() {
			continue
		}
		d := previousDecision{
			ClusterName: b.TargetCluster, Reason: b.ClusterDecision.Reason,
			Binding: &previousBinding{State: b.State, Policy: noPolicy},
		}
		if b.PolicySnapshot == snapshot {
			d.Binding.Policy = c.policy()
		}
		if score := b.ClusterDecision.ClusterScore; score != nil {
			d.Score, d.Binding.TopologySpreadScore = float64(score.AffinityScore), &score.TopologySpreadScore
		}
		earlier = append(earlier, d)
	}
	return earlier, found
}

// namedDecisions are decisions of which only the clusters are known.
func namedDecisions(clusters []string) []previousDecision {
	decisions := make([]previousDecision, len(clusters))
	for i, name := range clusters {
		decisions[i] = previousDecision{ClusterName: name}
	}
	return decisions
}

// clusterNames are the clusters of decisions.
func clusterNames(decisions []previousDecision) []string {
	names := make([]string, len(decisions))
	for i := range decisions {
		names[i] = decisions[i].ClusterName
	}
	return names
}
