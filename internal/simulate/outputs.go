// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Outputs are what Terraform gets of a simulation. They grow with what changes, and not with the fleet or the placements.
type Outputs struct {
	// Results are the answers to the steps, in their order.
	Results []Result `json:"results"`
}

// LiveOutputs are the outputs of a simulation that may be of a hub.
type LiveOutputs struct {
	Outputs
	// Skipped are the placements of the hub that are not simulated, by full name, with the reason.
	Skipped map[string]string `json:"skipped"`
}

// Result is the answer to one step, compared with the step before.
type Result struct {
	// Edits are what the step does, a phrase for each edit.
	Edits []string `json:"edits,omitempty"`
	// Moves are the moves of the placements that move, by full name.
	Moves map[string]planner.Moves `json:"moves"`
	// Unsatisfied are the placements that are not satisfied, by full name.
	Unsatisfied map[string]Unsatisfied `json:"unsatisfied"`
	// BlockedEvictions are the evictions of the step that the hub does not execute.
	BlockedEvictions []BlockedEviction `json:"blockedEvictions,omitempty"`
	// Replaced are the placements with a new spec that a hub accepts only from a new placement, by full name.
	Replaced []string `json:"replaced"`
	// Unchanged is how many placements do not move.
	Unchanged int `json:"unchanged"`
	// Domains are the fleet as a whole and then its failure domains, those that change most, and DomainCount is how many there are.
	Domains     []Spread `json:"domains"`
	DomainCount int      `json:"domainCount"`
}

// BlockedEviction is a placement, by full name, the clusters that it is not evicted from, and why not.
type BlockedEviction struct {
	Placement    string   `json:"placement"`
	ClusterNames []string `json:"clusterNames"`
	Reason       string   `json:"reason"`
}

// Unsatisfied is why a placement is not satisfied.
type Unsatisfied struct {
	Reason string `json:"reason"`
	// Before says that the placement was not satisfied before the step either.
	Before bool `json:"before"`
}

// resultOf is the answer to a step as an output.
func resultOf(ctx context.Context, outcomes []world.Outcome) Result {
	result := Result{Moves: map[string]planner.Moves{}, Unsatisfied: map[string]Unsatisfied{}, Replaced: []string{}}
	for i := range outcomes {
		o := &outcomes[i]
		moves := o.Moves()
		if planner.Moved(&moves) {
			result.Moves[o.Placement()] = planner.MovesOf(moves)
		} else {
			result.Unchanged++
		}
		if !o.Satisfied() {
			result.Unsatisfied[o.Placement()] = Unsatisfied{WhyUnsatisfied(ctx, o), !o.WasSatisfied()}
		}
		if o.Replaced() {
			result.Replaced = append(result.Replaced, o.Placement())
		}
	}
	return result
}

// OutputsOf are the answers to steps as outputs, with the failure domains of the world before them and after each.
func OutputsOf(ctx context.Context, prior world.World, steps []Step, domains *FailureDomains) Outputs {
	outputs := Outputs{Results: make([]Result, len(steps))}
	for i := range steps {
		result := resultOf(ctx, steps[i].Outcomes)
		result.Edits = steps[i].Edits
		result.BlockedEvictions = append([]BlockedEviction{}, steps[i].Blocked...)
		result.Domains, result.DomainCount = domains.spreadOf(ctx, prior, &steps[i])
		outputs.Results[i], prior = result, steps[i].World
	}
	return outputs
}
