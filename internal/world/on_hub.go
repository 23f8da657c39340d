// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package world

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Skipped is a placement of a hub whose decisions cannot be predicted.
type Skipped struct {
	// Name is the full name, and Why is a sentence that begins in lower case.
	Name, Why string
	// IsScheduled says that the hub schedules the placement, so that its decisions can change.
	IsScheduled bool
}

// OnHub are the placements of a hub whose decisions can be predicted, and the others. A placement rule chooses from clusters of a
// kind.
func OnHub(all []*decisions.Decided, kind placement.ClusterKind) (placements []Placement, skipped []Skipped) {
	for _, decided := range all {
		request := planner.Request{Placement: decided.Placement}
		if err := request.Predictable(decided); err != nil {
			skipped = append(skipped, Skipped{request.FullName(), excerpt.Sentence(err.Error()), request.Unscheduled == ""})
			continue
		}
		p := Placement{Placement: decided.Placement, Decided: decided}
		if p.Hybrid != nil {
			p.Kind = kind
		}
		placements = append(placements, p)
	}
	return placements, skipped
}
