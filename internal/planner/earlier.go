package planner

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// earlierDecisions are the placement's own decisions from before the pass: those that it is given, else those that the
// manifests have of it. It returns nil if nothing tells what was decided before, and an empty list if nothing was.
func (r *Request) earlierDecisions(inv *placement.Inventory) []PreviousDecision {
	if r.given() {
		return r.ofClusters(inv, r.PreviousDecisions)
	}
	var earlier []PreviousDecision
	found := false
	switch {
	case r.KubeFleet != nil:
		earlier, found = r.earlierBindings(inv.ResourceBindings)
	case r.Hybrid != nil:
		for i := range r.Manifests.PlacementRules {
			if rule := &r.Manifests.PlacementRules[i]; r.is(rule.Namespace, rule.Name) && len(rule.Decisions) > 0 {
				earlier, found = append(earlier, namedDecisions(rule.Decisions)...), true
			}
		}
		earlier = r.ofClusters(inv, earlier)
	default:
		for i := range inv.Decisions {
			if d := &inv.Decisions[i]; r.is(d.Namespace, d.Placement) {
				earlier, found = append(earlier, namedDecisions(d.Clusters)...), true
			}
		}
	}
	switch {
	case !found:
		return r.PreviousDecisions
	case earlier == nil:
		return []PreviousDecision{}
	}
	known := make(map[string]bool, len(earlier))
	return slices.DeleteFunc(earlier, func(d PreviousDecision) bool {
		twice := known[d.ClusterName]
		known[d.ClusterName] = true
		return twice
	})
}

// ofClusters are decisions of a hybrid placement rule in which the key of a cluster is its name: a hub may have the cluster in a namespace
// of its name. Another target of this namespace and name keeps its key.
func (r *Request) ofClusters(inv *placement.Inventory, decisions []PreviousDecision) []PreviousDecision {
	if r.Hybrid == nil || len(decisions) == 0 {
		return decisions
	}
	targets := make(map[string]bool, len(inv.Targets))
	for i := range inv.Targets {
		targets[inv.Targets[i].Key()] = true
	}
	of := slices.Clone(decisions)
	for i := range of {
		if name, ok := placement.NameOfKey(of[i].ClusterName); ok && !targets[of[i].ClusterName] {
			of[i].ClusterName = name
		}
	}
	return of
}

// earlierBindings are the decisions that the placement's bindings on the hub stand for. It also reports whether there are
// bindings at all.
func (r *Request) earlierBindings(
	bindings []placement.ResourceBinding,
) (earlier []PreviousDecision, found bool) {
	snapshot := r.snapshot(bindings).Name
	for i := range bindings {
		b := &bindings[i]
		if !r.is(b.Namespace, b.Placement) {
			continue
		}
		found = true
		if !b.Live() {
			continue
		}
		d := PreviousDecision{
			ClusterName: b.TargetCluster, Reason: b.ClusterDecision.Reason,
			Binding: &PreviousBinding{State: b.State, Policy: noPolicy},
		}
		if b.PolicySnapshot == snapshot {
			d.Binding.Policy = r.policy()
		}
		if score := b.ClusterDecision.ClusterScore; score != nil {
			d.Score, d.Binding.TopologySpreadScore = float64(score.AffinityScore), &score.TopologySpreadScore
		}
		earlier = append(earlier, d)
	}
	return earlier, found
}

// namedDecisions are decisions of which only the clusters are known.
func namedDecisions(clusters []string) []PreviousDecision {
	decisions := make([]PreviousDecision, len(clusters))
	for i, name := range clusters {
		decisions[i] = PreviousDecision{ClusterName: name}
	}
	return decisions
}

// clusterNames are the clusters of decisions.
func clusterNames(decisions []PreviousDecision) []string {
	names := make([]string, len(decisions))
	for i := range decisions {
		names[i] = decisions[i].ClusterName
	}
	return names
}
