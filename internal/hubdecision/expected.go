// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Expected is what a plan that changes a placement says of the decision of the hub.
type Expected struct {
	// The clusters that the hub is expected to choose, by name.
	Clusters []string `json:"clusters"`
	// Groups are nil if all clusters are in one.
	planner.Groups
	// Which clusters join and leave, and why, compared with before.
	Moves planner.Moves `json:"moves"`
	// Whether the hub is expected to find as many clusters as required.
	Satisfied bool `json:"satisfied"`
	// Whether the hub decides so if nothing else changes. If not, `uncertainty` says what counts.
	Certain bool `json:"certain"`
	// What may change the decision: other placements, what is measured of clusters, or the time. Null if `certain`.
	Uncertainty string `json:"uncertainty,omitempty"`
	// With `consumers = true` in `hub`: what leaves with the first 10 clusters.
	// ---
	// It is nil if that is not kept.
	Consumers map[string]string `json:"consumers,omitzero"`
	// Whether the hub has chosen these clusters with its first decision after the change. Null until then.
	Agrees *bool `json:"agrees,omitempty"`
}

// Expected is what a plan says of the decision.
func (e *Expectation) Expected() *Expected {
	result := &e.answer.Result
	x := &Expected{
		Clusters: append([]string{}, e.ClusterNames...), Moves: planner.MovesOf(e.moves()), Satisfied: result.Satisfied,
		Uncertainty: e.uncertainty(),
	}
	slices.Sort(x.Clusters)
	x.Certain = x.Uncertainty == ""
	if e.groups != nil && len(result.Groups) > 1 {
		x.Groups = planner.GroupsOf(result.Groups)
	}
	if e.Recorded != nil {
		x.Consumers = map[string]string{}
		left, _ := e.Moving()
		slices.Sort(left)
		for _, name := range left[:min(len(left), excerpt.Items)] {
			x.Consumers[name] = e.Recorded[name]
		}
	}
	return x
}

// Otherwise is the warning that the plan as a whole makes the hub choose other clusters, as the forecast has them. What names the
// placement in sentences.
func (x *Expected) Otherwise(what string, forecast *Forecast) planner.Findings {
	if forecast == nil || SameClusters(x.Clusters, forecast.ClusterNames) {
		return nil
	}
	return planner.Findings{finding.Warning("", what+" is decided otherwise with the rest of the plan", "The output expected has "+
		chosenClusters(x.Clusters)+": it is about this change alone, with the fleet of the last refresh. With what else the plan "+
		"changes, as far as it is known, the hub is expected to choose "+chosenClusters(forecast.ClusterNames)+".")}
}

// moves are those from the clusters that have the workload.
func (e *Expectation) moves() diff.Changes {
	prior := planner.Predecessor{Clusters: e.prior.Clusters, PolicyChanged: true}
	if e.prior.Decided != nil {
		prior.Slices = e.prior.Decided.PlacementDecisions
	}
	return prior.Compare(&e.answer.Result)
}

// uncertainty says what else may change the decision of the hub; empty if nothing does.
func (e *Expectation) uncertainty() string {
	var all []string
	if condition := e.condition(); condition != "" {
		all = append(all, condition)
	}
	if e.measures() {
		all = append(all, "It compares what is measured of the clusters, such as scores, resources or properties, which can change "+
			"until the hub decides.")
	}
	// The heartbeats of KubeFleet go on.
	if next := e.answer.Result.NextChange; e.request.OCM != nil && !next.IsZero() {
		all = append(all, "It depends on the time: from "+next.UTC().Format(time.RFC3339)+", others may be chosen.")
	}
	return strings.Join(all, " ")
}

// measures reports whether what is measured of the clusters decides which of them are chosen.
func (e *Expectation) measures() bool {
	if spec := e.request.KubeFleet; spec != nil {
		return len(spec.PropertyNames()) > 0
	}
	result := &e.answer.Result
	return len(result.NotPicked) > 0 && slices.ContainsFunc(result.Prioritizers, func(p placement.Prioritizer) bool {
		return p.Weight != 0 && (p.Kind != "" || p.Name != ocm.Balance && p.Name != ocm.Steady)
	})
}
