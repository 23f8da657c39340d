// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// The waits for the decisions of a hub.
const (
	// FirstDecisionPoll and lastDecisionPoll are the shortest and the longest wait between two reads.
	FirstDecisionPoll = 250 * time.Millisecond
	lastDecisionPoll  = 2 * time.Second
	// FirstDecision is how long an apply that creates a placement waits for its first decisions if nothing else is asked for: its
	// outputs are unknown in the plan anyway, and decisions that only the next refresh reads are changes outside of Terraform.
	FirstDecision = 5 * time.Second
	// decisionStill is how long the decisions of Open Cluster Management have not changed when they are final.
	decisionStill = 2 * time.Second
)

// decisionWait is what an apply waits for: that the hub decides a change.
type decisionWait struct {
	before   hubdecision.Baseline
	forecast *hubdecision.Forecast
}

// Before notes what the hub has decided so far if the apply waits for its decisions.
func (p *hubPlacement) Before(ctx context.Context, planned *managed.Planned, plan tftypes.Value) (diags diag.Diagnostics) {
	p.memory.Pending = p.memory.Accepted
	_, p.isPlanned = framework.BoolOf(plan, "satisfied")
	if p.waits = !p.isPlanned && p.Object.WaitForDecisions && !planned.IsSame(); p.waits {
		p.wait.before, diags = p.stateBefore(ctx, planned.Change)
	}
	return diags
}

// After reads what the hub has decided, unless the outputs were planned. After an error the state is that of before, even if the
// hub has the placement: the next apply continues.
func (p *hubPlacement) After(
	limited, ctx context.Context, planned *managed.Planned, written *hub.Object,
) (map[string]any, diag.Diagnostics) {
	if p.isPlanned {
		if p.last == nil || !p.hasNewDetails() {
			return nil, nil
		}
		byCluster, err := p.detailed(ctx)
		if err != nil {
			return nil, diag.Diagnostics{hubresource.HubError(p.What, err)}
		}
		return map[string]any{"decisions_by_cluster": byCluster}, nil
	}
	if p.waits {
		// The plan has shown the findings.
		p.wait.forecast, _ = p.forecast(limited, p.wait.before, written)
	}
	decided, diags := p.decided(limited, ctx, planned.Change)
	if diags.HasError() {
		return nil, diags
	}
	outputs, more := p.awaited(ctx, decided)
	return outputs, append(diags, more...)
}

// stateBefore is what the hub has of the placement before a change.
func (p *hubPlacement) stateBefore(
	ctx context.Context, change *hub.Change,
) (before hubdecision.Baseline, diags diag.Diagnostics) {
	if change.UID == "" && !change.Adopt {
		return before, nil
	}
	before, err := p.hubState(ctx, change.Reference, false, p.Client.Live)
	if err != nil {
		return before, diag.Diagnostics{hubresource.HubError(p.What, err)}
	}
	return before, nil
}

// decided reads what the hub has decided, when it has decided the change if that is waited for. Limited is the context with the
// timeout.
func (p *hubPlacement) decided(
	limited, ctx context.Context, change *hub.Change,
) (*decisions.Decided, diag.Diagnostics) {
	plan := planner.Change{Request: &p.config.Request}
	var last *decisions.Decided
	start := time.Now()
	since := start
	for pause := FirstDecisionPoll; ; pause = min(pause*5/4, lastDecisionPoll) {
		isLate := limited.Err() != nil && ctx.Err() == nil
		now, err := p.Client.Live.Decided(ctx, change.Reference)
		switch {
		case ctx.Err() != nil:
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic(p.What+" was written, and the wait for its decisions was interrupted",
				"The hub has the change. The state keeps what it had, so that the next apply continues.")}
		case err != nil:
			return nil, diag.Diagnostics{hubresource.HubError(p.What, err)}
		case now == nil:
			return nil, diag.Diagnostics{hubresource.HubError(p.What, hub.GoneError(change.Reference))}
		case !p.waits && (hasFirst(now) || time.Since(start) >= p.Hub.FirstDecision || limited.Err() != nil):
			return now, placementconfig.Findings(hubdecision.Undecided(plan.Request, now))
		}
		if last == nil || !hubdecision.SameDecisions(now, last) {
			last, since = now, time.Now()
		}
		if p.waits && (isLate || hubdecision.IsDone(now, p.wait.forecast, p.wait.before, time.Since(since) >= decisionStill)) {
			return now, placementconfig.Findings(hubdecision.Awaited(&plan, now, p.wait.forecast, isLate))
		}
		select {
		case <-time.After(pause):
		case <-limited.Done():
		}
	}
}

// hasFirst reports whether a hub has decided a placement that was created, or is not going to.
func hasFirst(d *decisions.Decided) bool {
	return d.Scheduled && !d.Writing && (d.Current == nil || *d.Current) || d.Placement.Unscheduled != ""
}
