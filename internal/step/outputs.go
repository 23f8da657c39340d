// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import "time"

// Outputs are what Terraform gets of a pass. Every cluster is in exactly one of the maps.
type Outputs struct {
	// ToApply are the clusters that get the revision now.
	ToApply map[string]ClusterProgress `json:"toApply"`
	// InProgress are the clusters that got the revision earlier and are not finished.
	InProgress map[string]ClusterProgress `json:"inProgress"`
	// Succeeded are the clusters on which the revision is complete, and those that are skipped.
	Succeeded map[string]ClusterProgress `json:"succeeded"`
	// TimedOut are the clusters that were given up.
	TimedOut map[string]ClusterProgress `json:"timedOut"`
	// Removed are the clusters that lose the workload now.
	Removed map[string]ClusterProgress `json:"removed"`
	// Waiting are the clusters to which nothing happens now.
	Waiting map[string]ClusterProgress `json:"waiting"`
	// Breached says that too many clusters failed, so that nothing new starts, and BreachReason says how many.
	Breached     bool   `json:"breached"`
	BreachReason string `json:"breachReason,omitempty"`
	// NextChange is the earliest time at which the outputs can change without a change to the request; zero if there is none.
	NextChange time.Time `json:"nextChange"`
	Waves      []Wave    `json:"waves"`
}

// ClusterProgress is how far a cluster is.
type ClusterProgress struct {
	// Wave is the position of the cluster's wave.
	Wave int `json:"wave"`
	// Status is the state of the workload; empty for a cluster without the workload.
	Status Status `json:"status,omitempty"`
	// Reason has no period.
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
