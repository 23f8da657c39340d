// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Outputs are what Terraform gets of a simulation. They grow with what changes, and not with the fleet or the placements.
type Outputs struct {
	// The answers to the steps, in their order.
	Results []Result `json:"results"`
}

// LiveOutputs are the outputs of a simulation that may be of a hub.
type LiveOutputs struct {
	Outputs
	// The placements of the hub that are not simulated, by name, and why.
	Skipped map[string]string `json:"skipped"`
}

// Result is the answer to one step, compared with the step before.
type Result struct {
	// What the step does: a phrase for each edit, such as `taint eu-1 with maintenance:NoSchedule`.
	Edits []string `json:"edits,omitempty"`
	// The placements that move, by name or `namespace/name`.
	Moves map[string]planner.Moves `json:"moves"`
	// The placements that are not satisfied after the step, by name.
	Unsatisfied map[string]Unsatisfied `json:"unsatisfied"`
	// The evictions of the step that the hub of KubeFleet does not execute.
	BlockedEvictions []BlockedEviction `json:"blockedEvictions,omitempty"`
	// The placements whose new spec a hub of KubeFleet refuses: they must be deleted and created again, without the workload in
	// between.
	Replaced []string `json:"replaced"`
	// How many placements do not move.
	Unchanged int `json:"unchanged"`
	// The fleet as a whole, then its `failure_domains`, before and after the step: at most 25, those that change most.
	Domains []Spread `json:"domains"`
	// How many there are.
	DomainCount int `json:"domainCount"`
}

// BlockedEviction is a placement, by full name, the clusters that it is not evicted from, and why not.
type BlockedEviction struct {
	// The name of the placement.
	Placement string `json:"placement"`
	// The clusters that keep the placement.
	ClusterNames []string `json:"clusterNames"`
	// The disruption budget that blocks them, and how many clusters are available.
	Reason string `json:"reason"`
}

// Unsatisfied is why a placement is not satisfied.
type Unsatisfied struct {
	// What was chosen, what is wanted, and why the other clusters were not chosen.
	Reason string `json:"reason"`
	// Whether the placement was not satisfied before the step either.
	Before bool `json:"before"`
}

// resultOf is the answer to a step as an output.
func resultOf(ctx context.Context, step *Step) Result {
	result := Result{
		Edits: step.Edits, Moves: map[string]planner.Moves{}, Unsatisfied: map[string]Unsatisfied{}, Replaced: []string{},
		BlockedEvictions: append([]BlockedEviction{}, step.Blocked...),
	}
	for i := range step.Outcomes {
		o := &step.Outcomes[i]
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
		result := resultOf(ctx, &steps[i])
		result.Domains, result.DomainCount = domains.spreadOf(ctx, prior, &steps[i])
		outputs.Results[i], prior = result, steps[i].World
	}
	return outputs
}

// Question are the placements that are asked about, and the time.
type Question struct {
	// An object with `name`, `namespace`, one of `ocm`, `kubefleet` and `hybrid`, `decision_strategy`, `previous_decisions` and
	// `demand`; or a resource or data source `multicluster_placement`, of which only these are used. Decisions of this name on a hub
	// are its earlier ones. Defaults to all placements.
	Placement *Given `json:"placement,omitempty"`
	// Several such placements, each with a name of its own. Defaults to all placements.
	Placements []Given `json:"placements,omitzero"`
	// Only the placements of the manifests or of the hub with this scheduler: `ocm`, `kubefleet` or `hybrid`. Defaults to all.
	Scheduler placement.Dialect `json:"scheduler,omitempty"`
	Instant
}

// Instant is when the placements are decided.
type Instant struct {
	// The time of the decisions, or of the first step (RFC 3339). Use `plantimestamp()`; `timestamp()` is unknown until apply.
	// Defaults to the time of the plan.
	// ---
	// Zero means no particular time.
	Now time.Time `json:"now,omitempty"`
}

// Arguments are what a simulation is asked, beside the fleet.
type Arguments struct {
	Question
	// A list of steps, each a list of edits, such as `[[{ lose = { clusters = ["eu-1"] } }]]`. After the edits of a step every
	// placement is decided, on the decisions of the step before. An edit that changes nothing is an error; on a hub a warning.
	Steps [][]edit.Edit `json:"steps"`
	// What `domains` of the results and the picture of `explain` divide the fleet by: regions, for example. Defaults to the fleet as
	// a whole.
	FailureDomains FailureDomains `json:"failureDomains,omitzero"`
	// The ClusterResourcePlacementDisruptionBudgets that bound evictions, such as `[multicluster_disruption_budget.web]`. One
	// replaces that of the same name in the manifests or on the hub.
	DisruptionBudgets []kubefleet.DisruptionBudget `json:"disruptionBudgets,omitzero"`
}

// Given is a placement that is given as a value, with its earlier decisions.
//
// Example for guides/reference-simulation#placement:
//
//	{
//	  name = "web"
//	  ocm  = { number_of_clusters = 2 }
//	}
type Given struct {
	planner.Placement
	planner.Prior
	// What the workload takes of each chosen cluster, by resource, at most 16: quantities such as `{ cpu = "4", memory = "16Gi" }`.
	// The placements are decided in their order, each with what those before it leave. A cluster with less is rejected; of others
	// the scheduler sees the rest. There is what is `available` and what the placements of the simulation already take, or without
	// `available`, what is `allocatable`. No scheduler of a hub knows demands. Defaults to nothing.
	Demand placement.Resources `json:"demand,omitempty"`
}
