// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package clusterreport says of a cluster which placements are on it and why, what a drain of it moves, and of a placement that
// is not on it why not, and which change brings it. It is pure.
//
// Read [Of] first.
package clusterreport

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// answer is how the question is being answered, and what is decided in its world.
type answer struct {
	*Subject
	world    world.World
	outcomes []world.Outcome
}

// Of reports on clusters of a world. Skipped says of placements that are not in it why not. Findings that are errors have the
// paths of the arguments; there are no outputs then.
func Of(ctx context.Context, w world.World, s *Subject, skipped map[string]string) (*Outputs, finding.List) {
	findings := s.find(w, skipped)
	if findings.HasError() {
		return nil, findings
	}
	a := &answer{Subject: s, world: w}
	if a.outcomes, findings = w.Decide(ctx); findings.HasError() {
		return nil, findings
	}
	outputs := &Outputs{}
	for _, name := range s.ClusterNames {
		report, mistakes := a.report(ctx, name)
		if mistakes != nil {
			return nil, mistakes
		}
		outputs.Reports = append(outputs.Reports, *report)
	}
	return outputs, findings
}

// find finds the names that nothing has.
func (s *Subject) find(w world.World, skipped map[string]string) (findings finding.List) {
	unknown := func(what string, i int, name string, known []string) {
		findings = append(findings, finding.Failure(fmt.Sprintf("%s_names[%d]", what, i), "There is no such "+what,
			excerpt.Sentence(fmt.Sprintf("There is no %s %s%s", what, excerpt.Quote(name), excerpt.DidYouMean(name, known)))))
	}
	clusters := fleet.Names(w.Clusters())
	for i, name := range s.ClusterNames {
		if !slices.Contains(clusters, name) {
			unknown("cluster", i, name, clusters)
		}
	}
	placements := lists.Map(w.Placements, func(p world.Placement) string { return p.FullName() })
	for i, name := range s.PlacementNames {
		if why := skipped[name]; why != "" {
			findings = append(findings, finding.Failure(fmt.Sprintf("placement_names[%d]", i), "The placement cannot be predicted", why))
		} else if !slices.Contains(placements, name) {
			unknown("placement", i, name, placements)
		}
	}
	return findings
}

// report is that of a cluster.
func (a *answer) report(ctx context.Context, cluster string) (*Report, finding.List) {
	report := &Report{
		ClusterName: cluster, Placements: []Placement{}, Drain: []string{}, NotRead: []string{}, Absent: []Absence{},
	}
	var present []int
	for i := range a.outcomes {
		switch o := &a.outcomes[i]; {
		case slices.Contains(o.Clusters(), cluster):
			present = append(present, i)
		case slices.Contains(a.PlacementNames, o.Placement()):
			absence, err := a.absence(ctx, i, cluster)
			if err != nil {
				return nil, world.InterruptedBy(err)
			}
			report.Absent = append(report.Absent, absence)
		}
	}
	if len(present) == 0 {
		return report, nil
	}
	d, findings := a.drain(ctx, cluster, present)
	if findings != nil {
		return nil, findings
	}
	report.Drain, report.PlacementCount = append(report.Drain, d.edits...), len(present)
	for _, i := range present {
		p := a.placement(i, cluster)
		d.complete(ctx, i, cluster, &p)
		if p.Leaves {
			report.LeavingCount++
			if !p.Satisfied {
				report.UnsatisfiedCount++
			}
		}
		report.Placements = append(report.Placements, p)
	}
	slices.SortStableFunc(report.Placements, func(x, y Placement) int {
		return cmp.Or(cmp.Compare(a.order(&x), a.order(&y)), cmp.Compare(x.Placement, y.Placement))
	})
	report.Placements = slices.Clip(report.Placements[:min(len(present), shown)])
	return report, nil
}

// placement is one that is on a cluster.
func (a *answer) placement(i int, cluster string) Placement {
	o := &a.outcomes[i]
	decisions := o.Answer().Decisions()
	k := slices.IndexFunc(decisions, func(d planner.Decision) bool { return d.ClusterName == cluster })
	p := Placement{Placement: o.Placement(), Score: decisions[k].Score, Reason: decisions[k].Reason}
	if o.Request().IsScored(len(o.Answer().Result.NotPicked) > 0) {
		p.Rank = k + 1
	}
	if decided := a.world.Placements[i].Decided; decided != nil {
		for i := range decided.ResourceBindings {
			if b := &decided.ResourceBindings[i]; b.TargetCluster == cluster && b.Live() {
				p.Since = b.Created
			}
		}
	}
	return p
}

// order is that of the placements of a cluster: those that are asked about first, then those that a drain hurts most.
func (a *answer) order(p *Placement) int {
	switch {
	case slices.Contains(a.PlacementNames, p.Placement):
		return 0
	case p.Leaves && !p.Satisfied:
		return 1
	case p.Leaves:
		return 2
	}
	return 3
}

// absence says why a placement is not on a cluster, and what brings it.
func (a *answer) absence(ctx context.Context, i int, cluster string) (Absence, error) {
	o := &a.outcomes[i]
	absence := Absence{Placement: o.Placement()}
	for e := range o.Answer().Result.Explain {
		if e.Cluster == cluster {
			absence.Stage, absence.Reason = e.Stage, e.Reason
		}
	}
	absence.Reason = cmp.Or(o.Answer().Misconfigured, absence.Reason, "its scheduler does not look at clusters of this kind")
	nearest, err := o.Answer().Nearest(ctx, cluster)
	if nearest != nil {
		absence.NearestChange = nearest.Text
	}
	return absence, err
}
