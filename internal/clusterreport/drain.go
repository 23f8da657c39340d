// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package clusterreport

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// drain is what a drain of a cluster does: what is decided then for each placement, and why evictions are blocked, by the names
// of the placements.
type drain struct {
	edits   []string
	after   []world.Outcome
	blocked map[string]string
}

// drain drains a cluster as a simulation does: by a taint, and for KubeFleet by an eviction, too. A hybrid placement rule looks
// at neither, so it loses the cluster. Present are the indexes of the placements on it.
func (a *answer) drain(ctx context.Context, cluster string, present []int) (*drain, finding.List) {
	one := edit.Selection{Clusters: []string{cluster}}
	steps, findings := simulate.Run(ctx, a.world, [][]edit.Edit{a.edits(&one, present)}, field.NewPath("cluster_names"))
	if findings.HasError() {
		return nil, findings
	}
	d := &drain{steps[0].Edits, steps[0].Outcomes, map[string]string{}}
	for _, b := range steps[0].Blocked {
		d.blocked[b.Placement] = b.Reason
	}
	rules := func(i int) bool {
		return slices.Contains(present, i) && a.outcomes[i].Dialect() == placement.DialectHybrid
	}
	if !slices.ContainsFunc(present, rules) {
		return d, nil
	}
	left := simulate.Without(a.world, func(c *placement.Cluster) bool { return c.Name == cluster })
	outcomes, findings := left.DecideSome(ctx, rules)
	if findings.HasError() {
		return nil, findings
	}
	for _, i := range slices.DeleteFunc(slices.Clone(present), func(i int) bool { return !rules(i) }) {
		d.after[i] = outcomes[i]
	}
	lost := edit.Edit{Lose: &one}
	d.edits = append(d.edits, lost.String())
	return d, nil
}

// edits are those that drain a cluster. Each has an effect: the cluster may be drained already.
func (a *answer) edits(one *edit.Selection, present []int) (edits []edit.Edit) {
	isPresent := func(accept func(p *world.Placement) bool) bool {
		return slices.ContainsFunc(present, func(i int) bool { return accept(&a.world.Placements[i]) })
	}
	taint := func(effect placement.TaintEffect) {
		added := &edit.Taint{Selection: *one, Taint: placement.Taint{Key: "maintenance", Effect: effect}}
		if !slices.ContainsFunc(a.world.Clusters(), func(c placement.Cluster) bool {
			return c.Name == one.Clusters[0] && added.IsOn(&c)
		}) {
			edits = append(edits, edit.Edit{Taint: added})
		}
	}
	if isPresent(func(p *world.Placement) bool { return p.OCM != nil }) {
		taint(placement.NoSelect)
	}
	if isPresent(func(p *world.Placement) bool { return p.KubeFleet != nil }) {
		taint(placement.NoSchedule)
	}
	if isPresent(func(p *world.Placement) bool {
		return p.KubeFleet != nil && p.KubeFleet.PlacementType != kubefleet.PickFixed
	}) {
		edits = append(edits, edit.Edit{Evict: &edit.Evict{Selection: *one}})
	}
	return edits
}

// complete adds what the drain of its cluster does to a placement.
func (d *drain) complete(ctx context.Context, i int, cluster string, p *Placement) {
	o := &d.after[i]
	joined := lists.Map(o.Moves().Joined, func(c diff.Change) string { return c.ClusterName })
	slices.Sort(joined)
	p.Leaves, p.Joined, p.Satisfied = !slices.Contains(o.Clusters(), cluster), simulate.NamesOf(joined), o.Satisfied()
	switch blocked := d.blocked[p.Placement]; {
	case blocked != "":
		p.DrainReason = blocked
	case !p.Leaves:
		p.DrainReason = "it tolerates the taint, or lists the cluster"
	case !p.Satisfied:
		p.DrainReason = excerpt.Line(simulate.WhyUnsatisfied(ctx, o), finding.MessageBytes)
	}
}
