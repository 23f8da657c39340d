// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Outputs are what Terraform has of a placement.
type Outputs struct {
	// Report has every cluster. Without it, the chosen clusters and the counted reasons are shown. With it, of the other fields
	// only Moves, Ways and ToCreate are used.
	Report *placement.Report
	// Ways are the ways to satisfy the placement, the cheapest first, and ToCreate the offered clusters that it uses.
	Ways, ToCreate []string
	// Moves are those of the last pass that changed the decisions.
	Moves planner.Moves

	// Placement is the name of the placement, behind its namespace and a slash if it has one.
	Placement string
	Dialect   placement.Dialect
	// Decisions are the chosen clusters, the best first. They are nil if nothing is decided yet.
	Decisions []planner.Decision
	// Groups are the names of the groups of the decisions, by index. A group can have no name.
	Groups           []string
	Satisfied        bool
	Conditions       []placement.Condition
	RejectionSummary map[string]int
	NextChange       time.Time
}

// report is the report, or as much of one as the other outputs have.
func (o *Outputs) report() *placement.Report {
	if o.Report != nil {
		return o.Report
	}
	r := &placement.Report{
		Placement: o.Placement, Dialect: o.Dialect, Satisfied: o.Satisfied, Conditions: o.Conditions, NextChange: o.NextChange,
	}
	for i, name := range o.Groups {
		r.PlacementDecisions = append(r.PlacementDecisions, placement.ReportedPlacementDecision{GroupIndex: i, GroupName: name})
	}
	for i := range o.Decisions {
		d := &o.Decisions[i]
		r.Clusters = append(r.Clusters, placement.ReportedCluster{
			Name: d.ClusterName, Stage: placement.StageDecided, Score: d.Score, Group: &d.Group, Reason: d.Reason,
		})
	}
	for _, reason := range slices.Sorted(maps.Keys(o.RejectionSummary)) {
		r.Summary = append(r.Summary, placement.ReasonCount{Reason: reason, Count: o.RejectionSummary[reason]})
	}
	slices.SortStableFunc(r.Summary, func(a, b placement.ReasonCount) int { return cmp.Compare(b.Count, a.Count) })
	return r
}

// undecided reports whether there is nothing to show yet.
func (o *Outputs) undecided() bool { return o.Report == nil && o.Decisions == nil }
