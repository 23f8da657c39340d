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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

const (
	// lossReads is how often decisions that drop clusters are read, and lossStill is how long they have not changed when they are an
	// answer: a hub writes one PlacementDecision or binding after the other.
	lossReads = 5
	lossStill = time.Second
)

// refreshed is a placement that is read from its hub.
type refreshed struct {
	operation
	found   *managed.Existing[Config]
	decided *decisions.Decided
	seen    hubdecision.Observation
}

// refresh reads what the hub has decided about a placement that was read there. Decisions that drop accepted clusters do not
// change the state: the next plan accepts them.
func refresh(
	ctx context.Context, o *managed.Operation[Config], existing *managed.Existing[Config],
) *managed.Outcome {
	config, out := *existing.Prior, &managed.Outcome{}
	p, err := newOperation(o, &config)
	r := &refreshed{operation: *p, found: existing}
	if err == nil {
		err = r.readDecisions(ctx)
	}
	if out.IsGone = err == nil && r.decided == nil; out.IsGone {
		return out
	}
	var outputs map[string]any
	var more planner.Findings
	if err == nil {
		out.Add(r.undeclaredSince())
		outputs, more, err = r.outputs(ctx)
	}
	if err != nil {
		out.Add(r.failed(err))
		return out
	}
	out.Add(append(r.warnings(), more...))
	o.Notes.Keep(MemoryKey, r.memory)
	o.Notes.Keep(RecordKey, r.record(ctx))
	if expected := r.agreed(); expected != nil {
		outputs[ExpectedOutput] = expected
	}
	out.Outputs = outputs
	return out
}

// undeclaredSince is the warning about fields that the state does not set.
func (r *refreshed) undeclaredSince() planner.Findings {
	if r.found.IsImported {
		return nil
	}
	set, err := apply(nil, r.found.Prior)
	if err != nil {
		return r.failed(err)
	}
	return r.undeclared(r.found.Reference, r.found.Object, set)
}

// readDecisions reads the decisions. Decisions that drop clusters are read until they no longer change.
func (r *refreshed) readDecisions(ctx context.Context) (err error) {
	prior, view := r.config.Request, r.Client.Shared
	for read := 1; ; read++ {
		priorRead := r.decided
		if r.decided, err = view.Decided(ctx, r.found.Reference); err != nil || r.decided == nil {
			return err
		}
		view = r.Client.Live
		r.config.Placement = r.decided.Placement
		r.policyChanged = r.policyChanged || !hubdecision.SameNumber(&r.config.Request, &prior)
		memory, seen := r.memory.Observe(r.accepted(), r.decided, r.Now())
		isStill := priorRead != nil && hubdecision.SameDecisions(priorRead, r.decided)
		if len(seen.Lost) > 0 && !isStill && read == lossReads {
			// They are never twice the same: the hub is still writing.
			memory, seen = r.memory.Observe(r.accepted(), &decisions.Decided{}, r.Now())
		}
		if r.found.IsImported || len(seen.Lost) == 0 || isStill {
			r.memory, r.seen = memory, seen
			return nil
		}
		if err := hub.Pause(ctx, lossStill); err != nil {
			return err
		}
	}
}

// outputs are the decisions that the state gets from the hub. If the accepted ones stay, it gets the moves from them: a plan that
// only refreshes shows nothing else.
func (r *refreshed) outputs(ctx context.Context) (outputs map[string]any, findings planner.Findings, err error) {
	if r.seen.IsComplete || !r.hadDecided {
		r.memory.Unsatisfied = hubdecision.UnsatisfiedReason(r.decided)
	}
	if r.found.IsImported || r.seen.IsAdopted() {
		outputs, err = r.adopted(ctx)
		if err == nil && r.seen.Late {
			findings, err = r.late(ctx)
		}
		return outputs, findings, err
	}
	moves := diff.Changes{}
	switch {
	case len(r.seen.Lost) > 0:
		if r.memory.Pending, err = r.pending(ctx); err != nil {
			return nil, nil, err
		}
		moves = r.memory.Pending.Changes
	case !r.hadPending:
		return map[string]any{}, nil, nil
	}
	return map[string]any{"moves": planner.MovesOf(moves)}, nil, nil
}

// adopted are the outputs of decisions that drop no accepted cluster.
func (r *refreshed) adopted(ctx context.Context) (map[string]any, error) {
	moves := diff.Changes{}
	hasMoved := r.priorDecisions != nil && !r.found.IsImported && r.hasMoved()
	if hasMoved && (r.hadDecided || len(r.accepted()) > 0) {
		var err error
		if moves, err = r.moves(ctx, r.decided); err != nil {
			return nil, err
		}
	}
	outputs, err := r.decidedOutputs(ctx, r.decided, moves)
	if err == nil && !hasMoved && !r.hadPending && r.priorDecisions != nil && r.priorDecisions.outputs["moves"] != nil {
		outputs["moves"] = r.priorDecisions.outputs["moves"]
	}
	return outputs, err
}

// hasMoved reports whether the decisions of the hub have other clusters than the accepted ones, or the same in other groups.
func (r *refreshed) hasMoved() bool {
	return !hubdecision.SameClusters(r.accepted(), r.decided.Names()) ||
		len(hubdecision.Regroups(r.priorDecisions.Predecessor(r.policyChanged), r.decided)) > 0
}

// pending are the decisions as a plan may accept them.
func (r *refreshed) pending(ctx context.Context) (*hubdecision.Pending, error) {
	moves, err := r.moves(ctx, r.decided)
	if err != nil {
		return nil, err
	}
	request, err := r.detailed(ctx, &r.decided.Placement)
	if err != nil {
		return nil, err
	}
	return &hubdecision.Pending{
		Outputs: *hubdecision.OutputsOf(request, r.decided, nil, &r.config.Details), Lost: r.seen.Lost, Changes: moves,
	}, nil
}

// late are the findings about a change that the hub has not decided as far as its decisions show.
func (r *refreshed) late(ctx context.Context) (planner.Findings, error) {
	request, hasFleet, err := r.withFleet(ctx, r.decided)
	if err != nil || !hasFleet {
		return nil, err
	}
	prediction, err := hubdecision.Predict(ctx, request, r.decided)
	if err != nil {
		// Nothing can be predicted, so that nothing is known.
		return nil, ctx.Err()
	}
	findings := r.memory.Written.NotDecided(&r.config.Request, r.decided, prediction)
	if len(findings) == 0 {
		r.memory.Written = nil
	}
	return findings, nil
}

// warnings are those about what the hub has decided.
func (r *refreshed) warnings() planner.Findings {
	seen := hubdecision.Refreshed{
		HasDecided: r.hadDecided, Keeps: !r.found.IsImported && !r.seen.IsComplete && len(r.accepted()) > 0,
		Loses: len(r.seen.Lost) > 0,
	}
	return seen.Warnings(&r.config.Request, r.decided)
}
