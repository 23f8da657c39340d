package hubplacement

import (
	"context"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
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

// write makes the hub have the placement, and the state what the hub has decided. Prior is null for a placement that is created.
// After an error the state is that of before, even if the hub has the placement: the next apply continues. Private is the planned
// private state; nil for a placement that is created.
func (s *Store) write(
	ctx context.Context, config, plan, prior tftypes.Value, private framework.PrivateData, into *tfsdk.State,
) diag.Diagnostics {
	p, diags := s.read(ctx, config, prior)
	if diags.HasError() {
		return diags
	}
	if private != nil {
		diags = p.recall(ctx, private)
		p.memory.Pending = p.memory.Accepted
	}
	change, found := Kind.Plan(ctx, s.Target, p.prior, &p.config.Placement, &p.arguments.Arguments, p.what)
	if found.HasError() {
		return append(diags, placementconfig.Findings(found)...)
	}
	limited, cancel := p.arguments.Timeouts.ForWrite(ctx, change.Change)
	defer cancel()
	_, isPlanned := framework.BoolOf(plan, "satisfied")
	waits := !isPlanned && p.arguments.WaitForDecisions && !change.IsSame()
	var wait decisionWait
	if waits {
		if wait.before, diags = p.stateBefore(limited, change.Change); diags.HasError() {
			return diags
		}
	}
	written, found := change.Write(limited)
	if diags = placementconfig.Findings(found); diags.HasError() {
		return diags
	}
	if waits {
		// The plan has shown the findings.
		wait.forecast, _ = p.forecast(limited, wait.before, written)
	}
	var err error
	outputs := map[string]any{hubresource.HubUID: s.HubUID, hubresource.UID: string(written.UID())}
	switch {
	case !isPlanned:
		decided, more := p.decided(limited, ctx, change.Change, waits, &wait)
		if diags.Append(more...); diags.HasError() {
			return diags
		}
		of, more := p.awaited(ctx, decided, &wait)
		if diags.Append(more...); diags.HasError() {
			return diags
		}
		maps.Copy(outputs, of)
	case p.last != nil && p.hasNewDetails():
		outputs["decisions_by_cluster"], err = p.detailed(ctx)
	}
	if err != nil {
		return append(diags, hubresource.HubError(p.what, err))
	}
	if into.Raw, err = framework.Fill(ctx, plan, outputs); err != nil {
		diags.AddError("The state cannot be written", err.Error())
	}
	return diags
}

// decisionWait is what an apply waits for: that the hub decides a change.
type decisionWait struct {
	before   hubdecision.Baseline
	forecast *hubdecision.Forecast
}

// stateBefore is what the hub has of the placement before a change.
func (p *hubPlacement) stateBefore(
	ctx context.Context, change *hub.Change,
) (before hubdecision.Baseline, diags diag.Diagnostics) {
	if change.UID == "" && !change.Adopt {
		return before, nil
	}
	before, err := p.hubState(ctx, change.Reference, false, p.Client.Decided)
	if err != nil {
		return before, diag.Diagnostics{hubresource.HubError(p.what, err)}
	}
	return before, nil
}

// decided reads what the hub has decided, when it has decided the change if that is waited for. Limited is the context with the
// timeout.
func (p *hubPlacement) decided(
	limited, ctx context.Context, change *hub.Change, waits bool, wait *decisionWait,
) (*manifest.Decided, diag.Diagnostics) {
	plan := planner.Change{Request: &p.config.Request}
	var last *manifest.Decided
	start := time.Now()
	since := start
	for pause := FirstDecisionPoll; ; pause = min(pause*5/4, lastDecisionPoll) {
		isLate := limited.Err() != nil && ctx.Err() == nil
		now, err := p.Client.Decided(ctx, change.Kind, change.Namespace, change.Name)
		switch {
		case ctx.Err() != nil:
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic(p.what+" was written, and the wait for its decisions was interrupted",
				"The hub has the change. The state keeps what it had, so that the next apply continues.")}
		case err != nil:
			return nil, diag.Diagnostics{hubresource.HubError(p.what, err)}
		case now == nil:
			return nil, diag.Diagnostics{hubresource.HubError(p.what, hub.GoneError(change.Reference))}
		case !waits && (hasFirst(now) || time.Since(start) >= p.Hub.FirstDecision || limited.Err() != nil):
			return now, placementconfig.Findings(hubdecision.Undecided(plan.Request, now))
		}
		if last == nil || !hubdecision.SameDecisions(now, last) {
			last, since = now, time.Now()
		}
		if waits && (isLate || hubdecision.IsDone(now, wait.forecast, wait.before, time.Since(since) >= decisionStill)) {
			return now, placementconfig.Findings(hubdecision.Awaited(&plan, now, wait.forecast, isLate))
		}
		select {
		case <-time.After(pause):
		case <-limited.Done():
		}
	}
}

// hasFirst reports whether a hub has decided a placement that was created, or is not going to.
func hasFirst(d *manifest.Decided) bool {
	return d.Scheduled && !d.Writing && (d.Current == nil || *d.Current) || d.Placement.Unscheduled != ""
}
