// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

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
