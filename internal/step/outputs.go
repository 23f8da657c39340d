// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import "time"

// Outputs are what Terraform gets of a pass. Every cluster is in exactly one of the maps.
type Outputs struct {
	// The clusters that get the change now, by name, for `for_each`.
	ToApply map[string]ClusterProgress `json:"toApply"`
	// The clusters that got the change earlier and are not finished, by name.
	InProgress map[string]ClusterProgress `json:"inProgress"`
	// The clusters on which the change is complete, and those with the status `Skip`, by name.
	Succeeded map[string]ClusterProgress `json:"succeeded"`
	// The clusters that were given up after `progress_deadline`, by name.
	TimedOut map[string]ClusterProgress `json:"timedOut"`
	// The clusters that are no longer chosen and lose the workload now, by name.
	Removed map[string]ClusterProgress `json:"removed"`
	// The clusters to which nothing happens now, by name.
	Waiting map[string]ClusterProgress `json:"waiting"`
	// Whether more clusters failed than `max_failures` allows. Nothing new starts then. KubeFleet has no such limit.
	Breached bool `json:"breached"`
	// How many clusters failed. Null if `breached` is false.
	BreachReason string `json:"breachReason,omitempty"`
	// The earliest time at which the result can change with the same arguments (RFC 3339). Null if there is none.
	NextChange time.Time `json:"nextChange"`
	// The order in which the strategy goes through the clusters if all of them succeed.
	Waves []Wave `json:"waves"`
}

// ClusterProgress is how far a cluster is.
type ClusterProgress struct {
	// The position of the cluster's wave in `waves`, from 0.
	Wave int `json:"wave"`
	// The state of the workload after the step. Null if the cluster does not have the workload.
	Status Status `json:"status,omitempty"`
	// Why the cluster is here. The text may change in any release.
	// ---
	// It has no period.
	Reason string `json:"reason"`
}

// Outputs are the outputs of a result.
func (r *Result) Outputs() *Outputs {
	outputs := &Outputs{
		ToApply: map[string]ClusterProgress{}, InProgress: map[string]ClusterProgress{}, Succeeded: map[string]ClusterProgress{},
		TimedOut: map[string]ClusterProgress{}, Removed: map[string]ClusterProgress{}, Waiting: map[string]ClusterProgress{},
		Breached: r.Breach != "", BreachReason: r.Breach, NextChange: r.NextChange, Waves: r.Waves,
	}
	byOutcome := map[Outcome]map[string]ClusterProgress{
		Starts: outputs.ToApply, Continues: outputs.InProgress, Finished: outputs.Succeeded,
		TimedOut: outputs.TimedOut, Leaves: outputs.Removed, Waits: outputs.Waiting,
	}
	for i := range r.Clusters {
		c := &r.Clusters[i]
		byOutcome[c.Outcome][c.Name] = c.ClusterProgress
	}
	return outputs
}
