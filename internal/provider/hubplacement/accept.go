// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// isLimitUnknown reports whether a part of what decides about pending decisions is not known yet.
func (p *hubPlacement) isLimitUnknown() bool {
	return p.Reader.IsUnknown(tfvalue.Root("max_moves")) || p.Reader.IsUnknown(tfvalue.Root("on_unsatisfied"))
}

// accept accepts the decisions of the hub that drop clusters, or refuses them. It depends on the memory of the refresh alone, so
// that a plan during apply accepts the same.
func (p *hubPlacement) accept(planned *plannedChange) diag.Diagnostics {
	if !p.Exists() || p.last == nil || planned.replaces {
		p.memory.Pending = nil
		return nil
	}
	change := planner.Change{Request: &p.config.Request, Limit: p.config.Limit}
	pending := p.memory.Pending
	if pending != nil && p.isLimitUnknown() {
		return nil
	}
	var found planner.Findings
	if pending != nil {
		found = pending.Accept(&change, len(p.accepted()))
	}
	if !planned.changes && !found.HasError() {
		found = append(found, hubdecision.RefuseUnsatisfied(&change, p.memory.Unsatisfied, pending != nil)...)
	}
	return placementconfig.Findings(found)
}

// remember keeps the memory of the placement for the next refresh.
func (p *hubPlacement) remember(ctx context.Context, planned *plannedChange, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	if !p.IsKnownHub() || p.last == nil && planned.before.Decided == nil || planned.replaces || resp.Private == nil {
		return nil
	}
	next := p.memory
	if !p.isLimitUnknown() {
		var written *hubdecision.Written
		if planned.changes && planned.forecast != nil {
			accepted := p.accepted()
			switch {
			case p.memory.Pending != nil:
				accepted = p.memory.Pending.ClusterNames()
			case p.last == nil:
				// The placement is taken over with its decisions.
				accepted = planned.before.Clusters
			}
			written = planned.forecast.Change(accepted, planned.before, p.Now())
		}
		next = p.memory.Plan(written)
	}
	return framework.Note(ctx, resp.Private, MemoryKey, next)
}

// awaited are the outputs of what the hub has decided when the apply waited for it. Decisions that are not complete, or that drop
// more clusters than allowed, do not replace the accepted ones: the next plan reports them.
func (p *hubPlacement) awaited(
	ctx context.Context, decided *decisions.Decided,
) (map[string]any, diag.Diagnostics) {
	moves := diff.Changes{}
	if p.last != nil {
		var err error
		p.policyChanged = p.wait.forecast != nil
		if moves, err = p.moves(ctx, decided); err != nil {
			return nil, diag.Diagnostics{hubresource.HubError(p.What, err)}
		}
		change := planner.Change{Request: &p.config.Request, Limit: p.config.Limit}
		if found := hubdecision.AcceptAwaited(&change, decided, moves, p.accepted(), p.wait.before, p.wait.forecast); len(found) > 0 {
			return p.keptOutputs(ctx, placementconfig.Findings(found))
		}
	}
	outputs, err := p.decidedOutputs(ctx, decided, moves)
	if err != nil {
		return nil, diag.Diagnostics{hubresource.HubError(p.What, err)}
	}
	return outputs, nil
}

// keptOutputs are the outputs of the state, with the labels and claims that are asked for now.
func (p *hubPlacement) keptOutputs(ctx context.Context, diags diag.Diagnostics) (map[string]any, diag.Diagnostics) {
	outputs := p.last.Computed
	if p.hasNewDetails() {
		byCluster, err := p.detailed(ctx)
		if err != nil {
			return nil, append(diags, hubresource.HubError(p.What, err))
		}
		outputs["decisions_by_cluster"] = byCluster
	}
	return outputs, diags
}
