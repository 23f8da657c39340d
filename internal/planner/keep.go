package planner

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// kept is what on_exceeded = "keep" makes of a pass: the earlier decisions stay. Only a cluster that is no longer in the fleet
// leaves, and its place goes to the clusters that the pass chose, in its order, as long as there are no more clusters than
// the pass chose. What is kept has the score and the reason that it had; everything else is what the pass found.
func kept(pass *placement.Result, earlier []PreviousDecision) placement.Result {
	reasons := make(map[string]string, len(pass.Decisions)+len(pass.NotPicked)+len(pass.Rejected))
	for e := range pass.Explain {
		reasons[e.Cluster] = e.Reason
	}
	result := *pass
	result.Decisions, result.NotPicked, result.Rejected = nil, nil, nil
	result.Groups, result.PlacementDecisions = nil, nil
	isHeld := make(map[string]bool, len(earlier))
	for i := range earlier {
		if d := &earlier[i]; inFleet(reasons, d.ClusterName) {
			isHeld[d.ClusterName] = true
			result.Decisions = append(result.Decisions, placement.Decision{Candidate: keptCandidate(pass, d)})
		}
	}
	free := min(len(earlier), len(pass.Decisions)) - len(result.Decisions)
	for i := range pass.Decisions {
		c := pass.Decisions[i].Candidate
		switch {
		case isHeld[c.Cluster]:
			continue
		case free > 0:
			free--
			c.Reason = reasons[c.Cluster]
			result.Decisions = append(result.Decisions, placement.Decision{Candidate: c})
		default:
			c.Reason, c.HeldBack = `on_exceeded = "keep" holds it back: `+reasons[c.Cluster], true
			result.NotPicked = append(result.NotPicked, c)
		}
	}
	for _, c := range pass.NotPicked {
		if !isHeld[c.Cluster] {
			c.Reason = reasons[c.Cluster]
			result.NotPicked = append(result.NotPicked, c)
		}
	}
	for _, r := range pass.Rejected {
		if !isHeld[r.Cluster] {
			result.Rejected = append(result.Rejected, r)
		}
	}
	return result
}

// holdsBack reports whether keeping the earlier decisions makes a difference: it does not if only clusters leave that are no
// longer in the fleet.
func holdsBack(pass *placement.Result, earlier []PreviousDecision) bool {
	result := kept(pass, earlier)
	chosen := make(map[string]bool, len(pass.Decisions))
	for i := range pass.Decisions {
		chosen[pass.Decisions[i].Cluster] = true
	}
	return len(result.Decisions) != len(pass.Decisions) || slices.ContainsFunc(result.Decisions, func(d placement.Decision) bool {
		return !chosen[d.Cluster]
	})
}

// inFleet reports whether a pass has a reason for the cluster: it has one for every cluster of the fleet.
func inFleet(reasons map[string]string, cluster string) bool {
	_, ok := reasons[cluster]
	return ok
}

// keptCandidate is a decision that is kept, without the scores that made it.
func keptCandidate(pass *placement.Result, d *PreviousDecision) placement.Candidate {
	score := d.Score
	if pass.Dialect == placement.DialectHybrid {
		score *= 100 // The ratings of a hybrid decision are in hundredths.
	}
	return placement.Candidate{
		Cluster: d.ClusterName, Score: int64(math.Round(score)), Reason: cmp.Or(d.Reason, "the cluster was chosen before"),
		Scores: make([]placement.ScoreLine, len(pass.Prioritizers)),
	}
}

// keep makes the earlier decisions stay. The conditions stay as well, if they are known, unless a place could not be filled.
func (a *Answer) keep(ctx context.Context, r *Request, earlier []PreviousDecision, last *State) error {
	bindings := a.Bindings
	a.Result = kept(&a.Result, earlier)
	a.Bindings = make(map[string]*PreviousBinding, len(a.Result.Decisions))
	for i := range a.Result.Decisions {
		name := a.Result.Decisions[i].Cluster
		a.Bindings[name] = bindings[name]
	}
	for i := range earlier {
		if _, kept := a.Bindings[earlier[i].ClusterName]; kept {
			a.Bindings[earlier[i].ClusterName] = r.withDefaults(earlier[i].Binding)
		}
	}
	if last != nil && len(a.Result.Decisions) >= len(earlier) {
		if !last.Satisfied || !a.Result.Satisfied {
			a.Result.Conditions = last.Conditions
		}
		a.Result.Satisfied = last.Satisfied
	}
	misconfigured, err := match.Group(ctx, &a.Result, r.DecisionStrategy.GroupStrategy, r.Name, r.Namespace, a.cluster())
	if misconfigured != nil {
		return misconfigured
	}
	return err
}

// targetObjects are the objects of the targets that a hybrid placement rule chooses from, by their keys.
func (r *Request) targetObjects(inv *placement.Inventory) map[string]TargetObject {
	if r.Hybrid == nil {
		return nil
	}
	objects := make(map[string]TargetObject, len(inv.Clusters)+len(inv.Targets))
	for i := range inv.Clusters {
		objects[inv.Clusters[i].Name] = TargetObject{Kind: cmp.Or(string(inv.Clusters[i].Kind), placement.TargetCluster)}
	}
	for i := range inv.Targets {
		t := &inv.Targets[i]
		if _, ofCluster := objects[t.Key()]; !ofCluster || !r.Hybrid.DeployerType.HasClusters() {
			objects[t.Key()] = TargetObject{Kind: t.Kind, Namespace: t.Namespace}
		}
	}
	return objects
}

// cluster finds a chosen cluster by name.
func (a *Answer) cluster() func(name string) *placement.Cluster {
	return a.request.clusters(&a.inventory)
}

// clusters finds a cluster of an inventory by name. Another target of hybrid has nothing but labels; of a cluster and a target of one
// name the rule's deployer type says which is meant.
func (r *Request) clusters(inv *placement.Inventory) func(name string) *placement.Cluster {
	ofTargets := r.Hybrid != nil && !r.Hybrid.DeployerType.HasClusters()
	byName := make(map[string]*placement.Cluster, len(inv.Clusters)+len(inv.Targets))
	for i := range inv.Clusters {
		byName[inv.Clusters[i].Name] = &inv.Clusters[i]
	}
	for i := range inv.Targets {
		t := &inv.Targets[i]
		if byName[t.Key()] == nil || ofTargets {
			byName[t.Key()] = &placement.Cluster{Name: t.Key(), Labels: t.Labels}
		}
	}
	return func(name string) *placement.Cluster { return byName[name] }
}
