package provider

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// held is what on_exceeded = "keep" makes of a pass: the earlier decisions stay. Only a cluster that is no longer in the fleet
// leaves, and its place goes to the clusters that the pass chose, in its order, as long as there are no more clusters than
// the pass chose. What is kept has the score and the reason that it had; everything else is what the pass found.
func held(pass *placement.Result, earlier []previousDecision) placement.Result {
	reasons := make(map[string]string, len(pass.Decisions)+len(pass.NotPicked)+len(pass.Rejected))
	for e := range pass.Explain {
		reasons[e.Cluster] = e.Reason
	}
	result := *pass
	result.Decisions, result.NotPicked, result.Rejected = nil, nil, nil
	result.Groups, result.Slices = nil, nil
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
			c.Words = reasons[c.Cluster]
			result.Decisions = append(result.Decisions, placement.Decision{Candidate: c})
		default:
			c.Words = `on_exceeded = "keep" holds it back: ` + reasons[c.Cluster]
			result.NotPicked = append(result.NotPicked, c)
		}
	}
	for _, c := range pass.NotPicked {
		if !isHeld[c.Cluster] {
			c.Words = reasons[c.Cluster]
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
func holdsBack(pass *placement.Result, earlier []previousDecision) bool {
	result := held(pass, earlier)
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
func keptCandidate(pass *placement.Result, d *previousDecision) placement.Candidate {
	score := d.Score
	if pass.Dialect == placement.DialectHybrid {
		score *= 100 // The ratings of a hybrid decision are in hundredths.
	}
	return placement.Candidate{
		Cluster: d.ClusterName, Score: int64(math.Round(score)), Words: cmp.Or(d.Reason, "the cluster was chosen before"),
		Scores: make([]placement.ScoreLine, len(pass.Prioritizers)),
	}
}

// hold makes the earlier decisions stay. The conditions stay as well, if they are known, unless a place could not be filled.
func (d *decided) hold(ctx context.Context, c *placementConfig, earlier []previousDecision, last *memory) error {
	bindings := d.bindings
	d.result = held(&d.result, earlier)
	d.bindings = make(map[string]*previousBinding, len(d.result.Decisions))
	for i := range d.result.Decisions {
		name := d.result.Decisions[i].Cluster
		d.bindings[name] = bindings[name]
	}
	for i := range earlier {
		if _, kept := d.bindings[earlier[i].ClusterName]; kept {
			d.bindings[earlier[i].ClusterName] = c.withDefaults(earlier[i].Binding)
		}
	}
	if last != nil && len(d.result.Decisions) >= len(earlier) {
		d.result.Satisfied, d.result.Conditions = last.Satisfied, last.Conditions
	}
	misconfigured, err := match.Group(ctx, &d.result, c.DecisionStrategy.GroupStrategy, c.Name, c.Namespace, d.cluster(c))
	if misconfigured != nil {
		return misconfigured
	}
	return err
}

// cluster finds a decided cluster for the decision groups. Another target of hybrid has nothing but labels; of a cluster and a
// target of one name the rule's deployer type tells which is meant.
func (d *decided) cluster(c *placementConfig) func(name string) *placement.Cluster {
	ofTargets := c.Hybrid != nil && c.Hybrid.DeployerType != "" && c.Hybrid.DeployerType != hybrid.DeployerKubernetes
	byName := make(map[string]*placement.Cluster, len(d.inventory.Clusters)+len(d.inventory.Targets))
	for i := range d.inventory.Clusters {
		byName[d.inventory.Clusters[i].Name] = &d.inventory.Clusters[i]
	}
	for i := range d.inventory.Targets {
		t := &d.inventory.Targets[i]
		if byName[t.Key()] == nil || ofTargets {
			byName[t.Key()] = &placement.Cluster{Name: t.Key(), Labels: t.Labels}
		}
	}
	return func(name string) *placement.Cluster { return byName[name] }
}
