// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"cmp"
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// changes are what a cycle does to the bindings.
type changes struct {
	create, patch, unschedule []*binding
	// patches belong to patch.
	patches []bindingPatch
}

type bindingPatch struct {
	state    placement.BindingState
	decision placement.ClusterDecision
}

// crossReference finds the bindings of the picked clusters. All obsolete and unscheduled bindings of a picked cluster
// become current, so a cluster can get two live ones. A picked cluster without a binding gets a new one. The obsolete
// bindings of all other clusters are unscheduled.
func (p *pass) crossReference(picked []scored) (changes, error) {
	var c changes
	var pickedAt map[int32]*scored
	present := slices.Concat(p.obsolete, p.unscheduled)
	if len(present) > 0 {
		pickedAt = lists.Index(picked, func(s scored) int32 { return s.position })
	}
	reused := map[int32]bool{}
	for _, b := range present {
		s := pickedAt[b.position]
		switch {
		case s != nil:
			if err := c.reuse(b, p.scoredDecision(*s)); err != nil {
				return changes{}, err
			}
			reused[b.position] = true
		case b.State != placement.BindingUnscheduled:
			c.unschedule = append(c.unschedule, b)
		}
	}
	for _, s := range picked {
		if reused[s.position] {
			continue
		}
		created, err := p.newBinding(s.position, p.scoredDecision(s))
		if err != nil {
			return changes{}, err
		}
		c.create = append(c.create, created)
	}
	return c, nil
}

// reuse makes an obsolete or unscheduled binding current.
func (c *changes) reuse(b *binding, decision placement.ClusterDecision) error {
	state, err := b.previousState()
	c.patch = append(c.patch, b)
	c.patches = append(c.patches, bindingPatch{state, decision})
	return err
}

// crossReferenceTargets does the same for the targets of PickFixed. One binding for each is enough: a current one, else an
// obsolete one, else an unscheduled one, and of several the last by name.
func (p *pass) crossReferenceTargets(valid []int32) (changes, error) {
	var c changes
	obsolete, unscheduled := lastByCluster(p.obsolete), lastByCluster(p.unscheduled)
	for _, position := range valid {
		decision := p.unscoredDecision(position)
		switch b := cmp.Or(obsolete[position], unscheduled[position]); {
		case p.selected[position]:
		case b == nil:
			created, err := p.newBinding(position, decision)
			if err != nil {
				return changes{}, err
			}
			c.create = append(c.create, created)
		default:
			if err := c.reuse(b, decision); err != nil {
				return changes{}, err
			}
		}
	}
	for _, b := range p.obsolete {
		if !slices.Contains(valid, b.position) {
			c.unschedule = append(c.unschedule, b)
		}
	}
	return c, nil
}

func lastByCluster(bindings []*binding) map[int32]*binding {
	last := make(map[int32]*binding, len(bindings))
	for _, b := range bindings {
		last[b.position] = b
	}
	return last
}

// apply makes the changes. It does not update the groups, because upstream publishes them as they were before.
func (p *pass) apply(c changes) {
	p.bindings = append(p.bindings, c.create...)
	for i, b := range c.patch {
		b.State, b.PolicySnapshot, b.ClusterDecision = c.patches[i].state, p.snapshot.Name, c.patches[i].decision
	}
	for _, b := range c.unschedule {
		b.unschedule()
	}
}

// regroup classifies the changed bindings again, for the next cycle. All obsolete bindings have been changed.
func (p *pass) regroup(c changes) {
	for _, group := range [][]*binding{c.create, c.patch} {
		for _, b := range group {
			p.settle(b)
		}
	}
	p.unscheduled = slices.DeleteFunc(p.unscheduled, func(b *binding) bool { return b.State != placement.BindingUnscheduled })
	p.obsolete = nil
	if len(c.unschedule) > 0 {
		p.unscheduled = append(p.unscheduled, c.unschedule...)
		slices.SortFunc(p.unscheduled, byName)
	}
}

// downscale unschedules all obsolete bindings and the excess of current ones: first those that are not rolled out yet,
// then those with the lowest score at the time they were chosen, then those with the smallest name. It ignores everything
// else, including health and skew. Upstream publishes only the remaining bindings.
func (p *pass) downscale(wanted, excess int) error {
	trim := func(group []*binding, excess int) []*binding {
		if excess == 0 {
			return group
		}
		if excess < len(group) {
			slices.SortFunc(group, lowestFirst)
		}
		for _, b := range group[:excess] {
			b.unschedule()
		}
		return group[excess:]
	}
	for _, b := range p.obsolete {
		b.unschedule()
	}
	fromScheduled := min(excess, len(p.scheduled))
	return p.publish(wanted, nil, trim(p.scheduled, fromScheduled), trim(p.bound, excess-fromScheduled))
}

// lowestFirst compares by the published score; a binding without a score, such as one of PickFixed, is the lowest.
func lowestFirst(a, b *binding) int {
	x, y := cmp.Or(a.ClusterDecision.ClusterScore, unscored), cmp.Or(b.ClusterDecision.ClusterScore, unscored)
	return cmp.Or(cmp.Compare(x.TopologySpreadScore, y.TopologySpreadScore), cmp.Compare(x.AffinityScore, y.AffinityScore),
		cmp.Compare(a.TargetCluster, b.TargetCluster), byName(a, b))
}

// unscored is lower than any score that a hub gives.
var unscored = &placement.ClusterScore{AffinityScore: math.MinInt32, TopologySpreadScore: math.MinInt32}
