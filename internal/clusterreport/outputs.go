// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport

import (
	"encoding/json"
	"time"

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
	// The clusters, at most 10.
	ClusterNames []string `json:"clusterNames"`
	// Placements that may be missing there, by `name` or `namespace/name`, at most 10. Defaults to none.
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
	// One for each of `cluster_names`.
	// ---
	// They are in the order of the names in the question.
	Reports []Report `json:"reports"`
}

// LiveOutputs are outputs that may be of a hub.
type LiveOutputs struct {
	Outputs
	// The placements of the hub that cannot be predicted, and why.
	Skipped map[string]string `json:"skipped"`
}

// Report is what there is to know of a cluster.
type Report struct {
	// The cluster.
	ClusterName string `json:"clusterName"`
	// At most 25: those of `placement_names`, then those that a drain hurts most.
	Placements []Placement `json:"placements"`
	// How many there are.
	PlacementCount int `json:"placementCount"`
	// The edits that drain this cluster alone.
	// ---
	// It is empty if nothing is on the cluster.
	Drain []string `json:"drain"`
	// How many placements leave.
	LeavingCount int `json:"leavingCount"`
	// How many of these are not satisfied then.
	UnsatisfiedCount int `json:"unsatisfiedCount"`
	// What is not known of `consumers`.
	NotRead []string `json:"notRead"`
	// Those of `placement_names` that are missing.
	Absent []Absence `json:"absent"`
}

// Placement is a placement that is on a cluster, and what a drain does to it.
type Placement struct {
	// The full name.
	Placement string `json:"placement"`
	// Null if all that match are chosen.
	Rank int `json:"rank,omitempty"`
	// Null without one.
	Score json.Number `json:"score,omitempty"`
	// Why it is here.
	Reason string `json:"reason"`
	// When a hub of KubeFleet has chosen the cluster (RFC 3339). Null where no hub records it.
	Since time.Time `json:"since,omitzero"`
	// Whether a drain moves it.
	Leaves bool `json:"leaves"`
	// Where to.
	Joined simulate.Names `json:"joined"`
	// Whether it is satisfied then.
	Satisfied bool `json:"satisfied"`
	// Why it stays, or is not satisfied.
	// ---
	// It is empty if the placement leaves and is satisfied.
	DrainReason string `json:"drainReason,omitempty"`
	// What becomes of what follows it on the hub if it leaves. Null without a hub.
	Consumers string `json:"consumers,omitempty"`
}

// Absence is why a placement is not on a cluster.
type Absence struct {
	// The full name.
	Placement string `json:"placement"`
	// The stage that ruled the cluster out. Null for a cluster of another kind.
	// ---
	// It is that of the report of the placement.
	Stage string `json:"stage,omitempty"`
	// Why.
	Reason string `json:"reason"`
	// What brings it, checked by deciding again. Null if nothing is known to.
	NearestChange string `json:"nearestChange,omitempty"`
}
