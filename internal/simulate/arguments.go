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
	// Placement and Placements are given as values. Without either they are those that the manifests or the hub have.
	Placement  *Given  `json:"placement,omitempty"`
	Placements []Given `json:"placements,omitzero"`
	// Scheduler is that of the placements of the manifests or of the hub which are asked about; empty is all.
	Scheduler placement.Dialect `json:"scheduler,omitempty"`
	Instant
}

// Instant is when the placements are decided.
type Instant struct {
	// Now is the time of the decisions, or of the first step. Zero means no particular time.
	Now time.Time `json:"now,omitempty"`
}

// Arguments are what a simulation is asked, beside the fleet.
type Arguments struct {
	Question
	// Steps are lists of edits, each on the decisions of the one before.
	Steps [][]edit.Edit `json:"steps"`
	// FailureDomains divide the fleet in the results.
	FailureDomains FailureDomains `json:"failureDomains,omitzero"`
	// DisruptionBudgets bound evictions, beside those of the manifests or of the hub, of which they replace those of their names.
	DisruptionBudgets []kubefleet.DisruptionBudget `json:"disruptionBudgets,omitzero"`
}

// Given is a placement that is given as a value, with its earlier decisions.
type Given struct {
	planner.Placement
	planner.Prior
	// Demand is what the placement takes of each chosen cluster.
	Demand placement.Resources `json:"demand,omitempty"`
}
