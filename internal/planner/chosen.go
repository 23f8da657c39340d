// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Outputs are the outputs of the answer.
func (a *Answer) Outputs(d *Details) (*Outputs, error) {
	result := &a.Result
	outputs := &Outputs{
		dialect:          result.Dialect,
		Decisions:        a.Decisions(),
		Groups:           GroupsOf(result.Groups),
		Satisfied:        result.Satisfied,
		Shortfall:        a.Shortfall,
		RejectionSummary: map[string]int{},
		SkippedKinds:     make(map[string]int, len(a.Skipped)),
		Moves:            MovesOf(a.Moves),
		NextChange:       result.NextChange,
	}
	outputs.DecisionsByCluster = a.ByCluster(outputs.Decisions, d)
	if !result.Satisfied {
		outputs.Conditions = placement.Shown(result.Conditions)
	}
	for _, reason := range result.Summary() {
		outputs.RejectionSummary[reason.Reason] = reason.Count
	}
	for _, kind := range a.Skipped {
		outputs.SkippedKinds[kind.Kind] = kind.Count
	}
	var err error
	if d.WithReport {
		outputs.Report, err = a.Report()
	}
	return outputs, err
}

// OfferedOutputs are the outputs of the answer with the offers.
func (a *Answer) OfferedOutputs(d *Details) (*OfferedOutputs, error) {
	outputs, err := a.Outputs(d)
	if err != nil {
		return nil, err
	}
	return &OfferedOutputs{*outputs, append([]string{}, a.toCreate...), nil}, nil
}

// Report is the whole report as JSON.
func (a *Answer) Report() (string, error) {
	report := a.Result.Report()
	report.Placement = a.Placement
	text, err := json.Marshal(report)
	return string(text), err
}

// ByCluster are decisions by the names of their clusters, with the labels and claims that are asked for.
func (a *Answer) ByCluster(decisions []Decision, d *Details) map[string]ChosenCluster {
	return a.request.byCluster(decisions, d, &a.inventory)
}

// ByCluster are decisions of a hub by the names of their clusters, with the labels and claims that the fleet of the hub has.
func (r *Request) ByCluster(decisions []Decision, details *Details) map[string]ChosenCluster {
	inventory := r.Manifests.Inventory
	inventory.Clusters = fleet.Seen(r.clusterKind(), inventory.Clusters)
	return r.byCluster(decisions, details, &inventory)
}

// Decisions are the chosen clusters as an output. Where no score can matter, their order is that of the names, and the reason is
// the same for all of them and in every pass: a plan would show a change in every one although nothing moves.
func (a *Answer) Decisions() []Decision {
	decisions := make([]Decision, 0, len(a.Result.Decisions))
	isRanked, isScored := a.request.IsScored(len(a.Result.NotPicked) > 0), a.request.IsScored(true)
	find := func(string) *placement.Cluster { return nil }
	if a.request.dialect().targets {
		find = a.request.clusters(&a.inventory)
	}
	for e := range a.Result.Explain {
		if e.Stage != placement.StageDecided {
			break
		}
		d := Decision{ClusterName: e.Cluster, Reason: e.Reason, Binding: a.Bindings[e.Cluster]}
		if target := find(e.Cluster); target != nil {
			d.Kind = cmp.Or(string(target.Kind), placement.TargetCluster)
			d.Namespace, _ = placement.ParseTargetKey(target.Name)
		}
		if isScored {
			d.Score = json.Number(a.Result.FormatScore(e.Candidate.Score))
		}
		if !isRanked && e.Candidate.Reason == "" {
			d.Reason = a.request.allMatch()
		}
		decisions = append(decisions, d)
	}
	if !isRanked {
		slices.SortFunc(decisions, func(a, b Decision) int { return strings.Compare(a.ClusterName, b.ClusterName) })
	}
	return decisions
}

// IsScored reports whether the scores of the decisions matter. HasChoice says that not every cluster that passes the filters is
// chosen. The bindings of a PickN keep the scores, and a smaller number of clusters removes the lowest. KubeFleet publishes a
// score of 0 with every cluster of a PickAll, and what a binding has of an earlier PickN.
func (r *Request) IsScored(hasChoice bool) bool {
	if r.KubeFleet != nil {
		return r.KubeFleet.PlacementType == kubefleet.PickN
	}
	return hasChoice
}

// Remember makes the clusters that stay chosen keep what the last outputs have of them: the score and the reason with which they
// were chosen, and their position. Terraform compares lists of one length by position, so a cluster that joins takes the position
// of one that leaves. A cluster whose binding is another one was chosen anew, and so were all if another scheduler chose them.
// What the last outputs have no score of gets one when the placement moves.
func (o *Outputs) Remember(last *State, decisions []Decision) {
	if pass, err := diff.DecodePass(last.Pass); err == nil && pass.Dialect() != o.dialect {
		return
	}
	prior := lists.Index(decisions, func(d Decision) string { return d.ClusterName })
	var joined []Decision
	stayed, moves := make(map[string]Decision, len(o.Decisions)), len(o.Moves.Joined)+len(o.Moves.Left) > 0
	for i := range o.Decisions {
		now := &o.Decisions[i]
		switch priorDecision := prior[now.ClusterName]; {
		case priorDecision == nil:
			joined = append(joined, *now)
		case moves && priorDecision.Score == "":
			stayed[now.ClusterName] = *now
		default:
			stayed[now.ClusterName] = now.remember(priorDecision)
		}
	}
	o.Decisions = make([]Decision, 0, len(o.Decisions))
	for i := range decisions {
		name := decisions[i].ClusterName
		if d, stays := stayed[name]; stays {
			o.Decisions = append(o.Decisions, d)
			delete(stayed, name)
		} else if len(joined) > 0 && prior[name] == &decisions[i] {
			o.Decisions, joined = append(o.Decisions, joined[0]), joined[1:]
		}
	}
	o.Decisions = append(o.Decisions, joined...)
}

// remember is a decision with the score and the reason of the same cluster before, unless its binding is another one.
func (d *Decision) remember(prior *Decision) Decision {
	remembered := *d
	if d.Binding.equal(prior.Binding) {
		remembered.Score, remembered.Reason = prior.Score, prior.Reason
	}
	return remembered
}

// equal reports whether two bindings are of the same policy, with the same scores.
func (b *PreviousBinding) equal(other *PreviousBinding) bool {
	if b == nil || other == nil {
		return b == other
	}
	spread, otherSpread := b.TopologySpreadScore, other.TopologySpreadScore
	return b.Policy == other.Policy && (spread == nil) == (otherSpread == nil) && (spread == nil || *spread == *otherSpread)
}

// AbsentDetails warns about the labels and claims that the outputs are to have and that no cluster has. An interruption ends it
// without findings.
func (a *Answer) AbsentDetails(ctx context.Context, d *Details) Findings {
	return a.request.lint().AbsentDetails(ctx, &a.inventory, d.WithLabels, d.WithClaims)
}
