// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package render

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Outputs are what Terraform has of a placement.
type Outputs struct {
	// Report has every cluster. Without it, the chosen clusters and the counted reasons are shown. With it, of the other fields
	// only Moves, Ways and ToCreate are used.
	Report *placement.Report
	// Ways are the ways to satisfy the placement, the cheapest first, and ToCreate the offered clusters that it uses.
	Ways, ToCreate []string
	// Moves are those of the last pass that changed the decisions.
	Moves Moves

	// Placement is the name of the placement, behind its namespace and a slash if it has one.
	Placement string
	Dialect   placement.Dialect
	// Decisions are the chosen clusters, the best first. They are nil if nothing is decided yet.
	Decisions []Decision
	// Groups are the names of the groups of the decisions, by index. A group can have no name.
	Groups           []string
	Satisfied        bool
	Conditions       []placement.Condition
	RejectionSummary map[string]int
	NextChange       time.Time
}

// Decision is a chosen cluster.
type Decision struct {
	Cluster string
	Score   json.Number
	Group   int
	Reason  string
}

// Moves are the clusters that joined and left the decisions, how many stayed, and which of these changed their group.
type Moves struct {
	Joined, Left []Move
	Stayed       int
	Regrouped    []Regroup
}

// Move is a cluster that joined or left, and why.
type Move struct {
	Cluster, Reason string
}

// Regroup is a cluster that changed its group, and why.
type Regroup struct {
	Cluster, From, To, Reason string
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
			Name: d.Cluster, Stage: placement.StageDecided, Score: d.Score, Group: &d.Group, Reason: d.Reason,
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
