// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

// MemoryKey is the key of the private state that has the memory of a placement on a hub.
const MemoryKey = "hub"

const (
	// lossReads is how often decisions that drop clusters are read, and lossStill is how long they have not changed when they are an
	// answer: a hub writes one PlacementDecision or binding after the other.
	lossReads = 5
	lossStill = time.Second
)

// hubRefresh reads a placement from its hub.
type hubRefresh struct {
	hubPlacement
	found   *managed.Existing[Placement]
	decided *decisions.Decided
	seen    hubdecision.Observation
}

// Decided reads what the hub has decided about a placement that was read there. Decisions that drop accepted clusters do not
// change the state: the next plan accepts them.
func Decided(
	ctx context.Context, o *hubresource.Operation[Placement], found *managed.Existing[Placement], resp *resource.ReadResponse,
) (map[string]any, diag.Diagnostics) {
	config := found.Prior.Config
	p := &hubRefresh{hubPlacement: hubPlacement{Operation: o, config: &config}, found: found}
	diags := p.recall(ctx)
	if diags.HasError() {
		return nil, diags
	}
	err := p.readDecisions(ctx)
	if err == nil && p.decided == nil {
		resp.State.RemoveResource(ctx)
		return nil, diags
	}
	var outputs map[string]any
	var more planner.Findings
	if err == nil {
		diags.Append(undeclaredSince(o.What, found)...)
		outputs, more, err = p.outputs(ctx)
	}
	if err != nil {
		return nil, append(diags, hubresource.HubError(o.What, err))
	}
	diags.Append(placementconfig.Findings(append(p.findings(), more...))...)
	return outputs, append(diags, framework.Note(ctx, resp.Private, MemoryKey, p.memory)...)
}

// recall reads the memory of the placement.
func (p *hubPlacement) recall(ctx context.Context) diag.Diagnostics {
	noted, diags := p.Private.GetKey(ctx, MemoryKey)
	if memory := framework.ReadNote[hubdecision.Memory](noted); noted != nil && memory != nil {
		p.memory, p.hadDecided, p.policyChanged = *memory, memory.HasDecided, memory.Written != nil
		p.hadPending = memory.Pending != nil
	}
	return diags
}

// readDecisions reads the decisions. Decisions that drop clusters are read until they no longer change.
func (p *hubRefresh) readDecisions(ctx context.Context) (err error) {
	if p.last, err = placementconfig.ReadPriorState(ctx, p.Reading, p.State); err != nil {
		return err
	}
	was := p.config.Request
	view := p.Client.Shared
	for read := 1; ; read++ {
		before := p.decided
		if p.decided, err = view.Decided(ctx, p.found.Of); err != nil || p.decided == nil {
			return err
		}
		view = p.Client.Live
		p.config.Placement = p.decided.Placement
		p.policyChanged = p.policyChanged || !hubdecision.SameNumber(&p.config.Request, &was)
		memory, seen := p.memory.Observe(p.accepted(), p.decided, p.Now())
		isStill := before != nil && hubdecision.SameDecisions(before, p.decided)
		if len(seen.Lost) > 0 && !isStill && read == lossReads {
			// They are never twice the same: the hub is still writing.
			memory, seen = p.memory.Observe(p.accepted(), &decisions.Decided{}, p.Now())
		}
		if p.found.IsImported || len(seen.Lost) == 0 || isStill {
			p.memory, p.seen = memory, seen
			return nil
		}
		select {
		case <-time.After(lossStill):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// accepted are the clusters of the decisions in the state.
func (p *hubPlacement) accepted() []string {
	if p.last == nil {
		return nil
	}
	return p.last.Predecessor(false).Clusters
}

// outputs are the decisions that the state gets from the hub. If the accepted ones stay, it gets the moves from them: a plan that
// only refreshes shows nothing else.
func (p *hubRefresh) outputs(ctx context.Context) (outputs map[string]any, found planner.Findings, err error) {
	if p.seen.IsComplete || !p.hadDecided {
		p.memory.Unsatisfied = hubdecision.UnsatisfiedReason(p.decided)
	}
	if p.found.IsImported || p.seen.IsAdopted() {
		outputs, err = p.adopted(ctx)
		if err == nil && p.seen.Late {
			found, err = p.late(ctx)
		}
		return outputs, found, err
	}
	moves := diff.Changes{}
	switch {
	case len(p.seen.Lost) > 0:
		if p.memory.Pending, err = p.pending(ctx); err != nil {
			return nil, nil, err
		}
		moves = p.memory.Pending.Changes
	case !p.hadPending:
		return map[string]any{}, nil, nil
	}
	return map[string]any{"moves": planner.MovesOf(moves)}, nil, nil
}

// adopted are the outputs of decisions that drop no accepted cluster.
func (p *hubRefresh) adopted(ctx context.Context) (map[string]any, error) {
	moves := diff.Changes{}
	hasMoved := p.last != nil && !p.found.IsImported && p.hasMoved()
	if hasMoved && (p.hadDecided || len(p.accepted()) > 0) {
		var err error
		if moves, err = p.moves(ctx, p.decided); err != nil {
			return nil, err
		}
	}
	results, err := p.decidedOutputs(ctx, p.decided, moves)
	if err == nil && !hasMoved && !p.hadPending && p.last != nil && !p.last.Plain["moves"].IsNull() {
		results["moves"] = p.last.Computed["moves"]
	}
	return results, err
}

// hasMoved reports whether the decisions of the hub have other clusters than the accepted ones, or the same in other groups.
func (p *hubRefresh) hasMoved() bool {
	return !hubdecision.SameClusters(p.accepted(), p.decided.Names()) ||
		len(hubdecision.Regroups(p.last.Predecessor(p.policyChanged), p.decided)) > 0
}

// pending are the decisions as a plan may accept them.
func (p *hubRefresh) pending(ctx context.Context) (*hubdecision.Pending, error) {
	moves, err := p.moves(ctx, p.decided)
	if err != nil {
		return nil, err
	}
	config, err := p.detailedConfig(ctx, p.decided)
	if err != nil {
		return nil, err
	}
	return &hubdecision.Pending{
		Outputs: *hubdecision.OutputsOf(&config.Request, p.decided, nil, &config.Details), Lost: p.seen.Lost, Changes: moves,
	}, nil
}

// moves are the moves from the accepted decisions to those of the hub. Their reasons need the fleet of the hub.
func (p *hubPlacement) moves(ctx context.Context, decided *decisions.Decided) (diff.Changes, error) {
	config, hasFleet, err := p.withFleet(ctx, decided)
	if err != nil {
		return diff.Changes{}, err
	}
	return hubdecision.Moves(ctx, &config.Request, p.last.Predecessor(p.policyChanged), decided, hasFleet), ctx.Err()
}

// withFleet is the configuration of what the hub has decided, with the fleet of the hub if the credentials may list it.
func (p *hubPlacement) withFleet(
	ctx context.Context, decided *decisions.Decided,
) (config *placementconfig.Config, hasFleet bool, err error) {
	of := *p.config
	of.Placement, of.Now = decided.Placement, p.Now().UTC()
	err = of.ListHub(ctx, p.Hub)
	if err != nil && providerdata.LacksFleet(err) {
		return &of, false, nil
	}
	return &of, err == nil, err
}

// late are the findings about a change that the hub has not decided as far as its decisions show.
func (p *hubRefresh) late(ctx context.Context) (planner.Findings, error) {
	config, hasFleet, err := p.withFleet(ctx, p.decided)
	if err != nil || !hasFleet {
		return nil, err
	}
	prediction, err := hubdecision.Predict(ctx, &config.Request, p.decided)
	if err != nil {
		// Nothing can be predicted, so that nothing is known.
		return nil, ctx.Err()
	}
	found := p.memory.Written.NotDecided(&p.config.Request, p.decided, prediction)
	if len(found) == 0 {
		p.memory.Written = nil
	}
	return found, nil
}

// findings are the warnings about what the hub has decided.
func (p *hubRefresh) findings() planner.Findings {
	refreshed := hubdecision.Refreshed{
		HasDecided: p.hadDecided, Keeps: !p.found.IsImported && !p.seen.IsComplete && len(p.accepted()) > 0,
		Loses: len(p.seen.Lost) > 0,
	}
	return refreshed.Warnings(&p.config.Request, p.decided)
}
