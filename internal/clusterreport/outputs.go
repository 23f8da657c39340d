// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// maxNames bounds the clusters and the placements that are asked about: each cluster is drained, and each placement is decided
// many times. Shown is how many placements of a cluster the outputs list.
const (
	maxNames = 10
	shown    = 25
)

// Subject is what is asked about.
type Subject struct {
	// ClusterNames are the clusters, and PlacementNames the full names of placements that may not be on them.
	ClusterNames   []string `json:"clusterNames"`
	PlacementNames []string `json:"placementNames,omitempty"`
}

// Validate finds what the names alone show.
func (s *Subject) Validate() (errs field.ErrorList) {
	if s.ClusterNames != nil && len(s.ClusterNames) == 0 {
		errs = append(errs, field.Required(field.NewPath("clusterNames"), "the list is empty; name at least one cluster"))
	}
	if n := len(s.ClusterNames); n > maxNames {
		errs = append(errs, field.TooMany(field.NewPath("clusterNames"), n, maxNames))
	}
	if n := len(s.PlacementNames); n > maxNames {
		errs = append(errs, field.TooMany(field.NewPath("placementNames"), n, maxNames))
	}
	return errs
}

// Outputs are what Terraform gets of an answer. They do not grow with the fleet or its placements.
type Outputs struct {
	// Reports are those of the clusters, in the order of their names in the question.
	Reports []Report `json:"reports"`
}

// LiveOutputs are outputs that may be of a hub.
type LiveOutputs struct {
	Outputs
	// Skipped are the placements of the hub that are not asked about, by full name, with the reason.
	Skipped map[string]string `json:"skipped"`
}

// Report is what there is to know of a cluster.
type Report struct {
	ClusterName string `json:"clusterName"`
	// Placements are the first of those that are on the cluster, and PlacementCount is how many are.
	Placements     []Placement `json:"placements"`
	PlacementCount int         `json:"placementCount"`
	// Drain are the edits of a simulation that drain the cluster; it is empty if nothing is on it. LeavingCount placements leave,
	// and UnsatisfiedCount of these are not satisfied then.
	Drain            []string `json:"drain"`
	LeavingCount     int      `json:"leavingCount"`
	UnsatisfiedCount int      `json:"unsatisfiedCount"`
	// NotRead says what is not known of the consumers.
	NotRead []string `json:"notRead"`
	// Absent are the placements that are asked about and that are not on the cluster.
	Absent []Absence `json:"absent"`
}

// Placement is a placement that is on a cluster, and what a drain does to it.
type Placement struct {
	Placement string `json:"placement"`
	// Rank is 0 where the order of the decisions does not matter. Score is empty if the scheduler computes none.
	Rank   int         `json:"rank,omitempty"`
	Score  json.Number `json:"score,omitempty"`
	Reason string      `json:"reason"`
	Leaves bool        `json:"leaves"`
	// Joined are the clusters that take over.
	Joined    simulate.Names `json:"joined"`
	Satisfied bool           `json:"satisfied"`
	// DrainReason says why the placement stays, or why it is not satisfied; empty if it leaves and is satisfied.
	DrainReason string `json:"drainReason,omitempty"`
	// Consumers says what becomes of what follows the placement if it leaves; empty if it is not of a hub.
	Consumers string `json:"consumers,omitempty"`
}

// Absence is why a placement is not on a cluster.
type Absence struct {
	Placement string `json:"placement"`
	// Stage is that of the report of the placement; empty if the scheduler does not look at the cluster.
	Stage  string `json:"stage,omitempty"`
	Reason string `json:"reason"`
	// NearestChange is a change with which the cluster is chosen; empty if none is known.
	NearestChange string `json:"nearestChange,omitempty"`
}
