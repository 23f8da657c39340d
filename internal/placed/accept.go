// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// isLimitUnknown reports whether a part of what decides about pending decisions is not known yet.
func (p *operation) isLimitUnknown() bool {
	return p.isUnknown("max_moves") || p.isUnknown("on_unsatisfied")
}

// accept accepts the decisions of the hub that drop clusters, or refuses them. That depends on the memory of the refresh alone,
// so that a plan during apply accepts the same.
func (p *operation) accept(ctx context.Context, on *managed.Planned, planned *plannedChange) (findings planner.Findings) {
	if !p.Exists() || p.priorDecisions == nil || planned.replaces {
		p.memory.Pending = nil
		return nil
	}
	change, pending := p.limited(), p.memory.Pending
	if pending != nil {
		if p.isLimitUnknown() {
			return nil
		}
		findings = pending.Accept(change, len(p.accepted()), p.follows(ctx, on, pending))
	}
	if !planned.changes && !findings.HasError() {
		findings = append(findings, hubdecision.RefuseUnsatisfied(change, p.memory.Unsatisfied, pending != nil)...)
	}
	return findings
}

// follows says what becomes of what follows the decisions of the hub that drop clusters.
func (p *operation) follows(ctx context.Context, on *managed.Planned, pending *hubdecision.Pending) (text string) {
	if on == nil {
		return ""
	}
	nameOf := func(c diff.Change) string { return c.ClusterName }
	decided, err := p.Client.Shared.Decided(ctx, on.Reference)
	if err == nil && decided != nil {
		text, err = p.Client.Consequences(ctx, decided, &consumers.Move{
			Left: lists.Map(pending.Changes.Left, nameOf), Joined: lists.Map(pending.Changes.Joined, nameOf), IsPast: true,
		})
	}
	if err != nil {
		return "What follows these decisions is not known: " + excerpt.Sentence(err.Error())
	}
	return text
}

// remember keeps the memory of the placement for the next refresh.
func (p *operation) remember(planned *plannedChange) {
	if !p.IsKnownHub() || p.priorDecisions == nil && planned.prior.Decided == nil || planned.replaces {
		return
	}
	next := p.memory
	if !p.isLimitUnknown() {
		var written *hubdecision.Written
		if planned.changes && planned.forecast != nil {
			accepted := p.accepted()
			switch {
			case p.memory.Pending != nil:
				accepted = p.memory.Pending.ClusterNames()
			case p.priorDecisions == nil:
				// The placement is taken over with its decisions.
				accepted = planned.prior.Clusters
			}
			written = planned.forecast.Change(accepted, planned.prior, p.Now())
		}
		next = p.memory.Plan(written)
	}
	p.Notes.Keep(MemoryKey, next)
}

// awaited are the outputs of what the hub has decided when the apply waited for it. Decisions that are not complete, or that drop
// more clusters than allowed, do not replace the accepted ones: the next plan reports them.
func (p *operation) awaited(ctx context.Context, decided *decisions.Decided) (map[string]any, planner.Findings) {
	moves := diff.Changes{}
	if p.priorDecisions != nil {
		var err error
		p.policyChanged = p.forecast != nil
		if moves, err = p.moves(ctx, decided); err != nil {
			return nil, p.failed(err)
		}
		if findings := hubdecision.AcceptAwaited(p.limited(), decided, moves, p.accepted(), p.priorHub, p.forecast); len(findings) > 0 {
			return p.keptOutputs(ctx, findings)
		}
	}
	outputs, err := p.decidedOutputs(ctx, decided, moves)
	if err != nil {
		return nil, p.failed(err)
	}
	return outputs, nil
}

// keptOutputs are the outputs of the state, with the labels and claims that are asked for now.
func (p *operation) keptOutputs(ctx context.Context, findings planner.Findings) (map[string]any, planner.Findings) {
	outputs := p.priorDecisions.outputs
	if p.hasNewDetails() {
		byCluster, err := p.writtenDetails(ctx)
		if err != nil {
			return nil, append(findings, p.failed(err)...)
		}
		outputs["decisions_by_cluster"] = byCluster
	}
	return outputs, findings
}
