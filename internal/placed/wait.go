// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"context"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
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

// Before notes what the hub has decided so far if the apply waits for its decisions.
func (p *operation) Before(ctx context.Context, planned *managed.Planned) planner.Findings {
	p.memory.Pending, p.isPlanned = p.memory.Accepted, p.IsPlanned("satisfied")
	p.waits = !p.isPlanned && p.Object.WaitForDecisions && !planned.IsSame()
	if !p.waits || planned.UID == "" && !planned.Adopt {
		return nil
	}
	var err error
	if p.priorHub, err = p.baseline(ctx, planned.Reference, false, p.Client.Live); err != nil {
		return p.failed(err)
	}
	return nil
}

// After reads what the hub has decided, unless the outputs were planned. After an error the state is that of before, even if the
// hub has the placement: the next apply continues.
func (p *operation) After(
	limited, ctx context.Context, planned *managed.Planned, written *hub.Object,
) (map[string]any, planner.Findings) {
	outputs, findings := p.afterWrite(limited, ctx, planned, written)
	// What was recorded is the hub before the write.
	p.Notes.Keep(RecordKey, nil)
	if outputs != nil && !p.IsPlanned(ExpectedOutput) {
		outputs[ExpectedOutput] = nil
	}
	return outputs, findings
}

func (p *operation) afterWrite(
	limited, ctx context.Context, planned *managed.Planned, written *hub.Object,
) (map[string]any, planner.Findings) {
	if p.isPlanned {
		if p.priorDecisions == nil || !p.hasNewDetails() {
			return map[string]any{}, nil
		}
		byCluster, err := p.writtenDetails(ctx)
		if err != nil {
			return nil, p.failed(err)
		}
		return map[string]any{"decisions_by_cluster": byCluster}, nil
	}
	if p.waits {
		// The plan has shown the findings.
		p.forecast, _ = p.predict(limited, p.priorHub, written)
	}
	decided, findings := p.decided(limited, ctx, planned.Desired)
	if findings.HasError() {
		return nil, findings
	}
	outputs, more := p.awaited(ctx, decided)
	return outputs, append(findings, more...)
}

// decided reads what the hub has decided, when it has decided the change if that is waited for. Limited is the context with the
// timeout.
func (p *operation) decided(limited, ctx context.Context, desired *hub.Desired) (*decisions.Decided, planner.Findings) {
	request := &planner.Transition{Request: &p.config.Request}
	var prior *decisions.Decided
	start := time.Now()
	since := start
	for pause := FirstDecisionPoll; ; pause = min(pause*5/4, lastDecisionPoll) {
		isLate := limited.Err() != nil && ctx.Err() == nil
		now, err := p.Client.Live.Decided(ctx, desired.Reference)
		switch {
		case ctx.Err() != nil:
			return nil, planner.Findings{{Title: p.What + " was written, and the wait for its decisions was interrupted",
				Text: "The hub has the change. The state keeps what it had, so that the next apply continues."}}
		case err != nil:
			return nil, p.failed(err)
		case now == nil:
			return nil, p.failed(hub.GoneError(desired.Reference))
		case !p.waits && (hasFirst(now) || time.Since(start) >= p.Hub.FirstDecision || limited.Err() != nil):
			return now, hubdecision.Undecided(request.Request, now)
		}
		if prior == nil || !hubdecision.SameDecisions(now, prior) {
			prior, since = now, time.Now()
		}
		if p.waits && (isLate || hubdecision.IsDone(now, p.forecast, p.priorHub, time.Since(since) >= decisionStill)) {
			return now, hubdecision.Awaited(request, now, p.forecast, isLate)
		}
		_ = hub.Pause(limited, pause)
	}
}

// hasFirst reports whether a hub has decided a placement that was created, or does not schedule it.
func hasFirst(d *decisions.Decided) bool {
	return d.Scheduled && !d.Writing && (d.Current == nil || *d.Current) || d.Placement.Unscheduled != ""
}
