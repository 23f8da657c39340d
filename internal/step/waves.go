// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Removal is the name of the last wave: the clusters that have the workload and are no longer chosen.
const Removal = "removal"

// Wave are clusters that get a revision together, or as many of them at a time as the strategy allows.
type Wave struct {
	// The name of the decision group or stage; `removal` for the clusters that are no longer chosen. Empty for a wave of the other
	// clusters.
	// ---
	// The latter is [Removal].
	Name string `json:"name,omitempty"`
	// The index of the decision group. Null if the wave is not a decision group.
	Group *int `json:"group,omitempty"`
	// The clusters of the wave: in a stage in the order in which they are updated, else by name.
	ClusterNames []string `json:"clusterNames"`
}

// WavesOf is the order in which a strategy goes through the clusters, each in exactly one wave, if every cluster succeeds: in a
// rolling update, if every cluster has an earlier revision. An error is a *field.Error.
func WavesOf(r *Request) ([]Wave, error) {
	p, err := newPass(r)
	if err != nil {
		return nil, err
	}
	return p.waves, nil
}

// fresh are the waves without a memory of earlier ones. Only stages may be wrong.
func (p *strategyPass) fresh() (waves []Wave, err error) {
	mandatory, rest := p.split()
	switch p.strategy.Type {
	case rollout.TypeExternal:
		waves, err = p.stageWaves()
	case ocm.TypeProgressivePerGroup:
		waves = groupWaves(slices.Concat(mandatory, rest))
	default:
		waves = append(groupWaves(mandatory), p.parts(rest)...)
	}
	return p.withRemoval(waves), err
}

// withRemoval adds the wave of the clusters that are no longer chosen, if there are any.
func (p *strategyPass) withRemoval(waves []Wave) []Wave {
	names := lists.Filter(p.clusters, func(c cluster) (string, bool) { return c.name, !c.chosen })
	if names == nil {
		return waves
	}
	return append(waves, Wave{Name: Removal, ClusterNames: names})
}

// split are the mandatory groups and the other ones.
func (p *strategyPass) split() (mandatory, rest []placement.Group) {
	for i, isMandatory := range p.strategy.Mandatory(p.groups) {
		if isMandatory {
			mandatory = append(mandatory, p.groups[i])
		} else {
			rest = append(rest, p.groups[i])
		}
	}
	return mandatory, rest
}

func groupWaves(groups []placement.Group) []Wave {
	waves := make([]Wave, len(groups))
	for i, g := range groups {
		index := g.Index
		waves[i] = Wave{Name: g.Name, Group: &index, ClusterNames: g.Clusters}
	}
	return waves
}

// parts are the clusters of groups by name, so many in a wave as change at a time.
func (p *strategyPass) parts(groups []placement.Group) []Wave {
	var names []string
	for _, g := range groups {
		names = append(names, g.Clusters...)
	}
	slices.Sort(names)
	return partsOf(names, p.partSize(len(names)))
}

// partsOf are waves of so many clusters each.
func partsOf(names []string, size int) []Wave {
	var waves []Wave
	for part := range slices.Chunk(names, max(size, 1)) {
		waves = append(waves, Wave{ClusterNames: part})
	}
	return waves
}

// partSize is how many of so many clusters change at a time, where a strategy divides them by number.
func (p *strategyPass) partSize(total int) int {
	switch p.strategy.Type {
	case ocm.TypeProgressive:
		return cmp.Or(p.strategy.Progressive, &ocm.Progressive{}).Concurrency(total)
	case rollout.TypeRollingUpdate:
		if p.number != nil {
			total = *p.number
		}
		size, _ := p.rolling().Unavailable(total) // Validate finds mistakes.
		return size
	}
	return total
}

// stageWaves are the stages.
func (p *strategyPass) stageWaves() ([]Wave, error) {
	members := lists.Filter(p.clusters, func(c cluster) (Member, bool) {
		return Member{Name: c.name, Labels: c.labels}, c.chosen
	})
	stages, failure := staged.StageClusters(p.strategy.Stages, members)
	if failure != nil {
		return nil, p.stageError(failure)
	}
	waves := make([]Wave, len(stages))
	for i, names := range stages {
		waves[i] = Wave{Name: p.strategy.Stages[i].Name, ClusterNames: names}
	}
	return waves, nil
}

// unstaged are the stages without clusters and, behind them, all chosen clusters.
func (p *strategyPass) unstaged() []Wave {
	waves := lists.Map(p.strategy.Stages, func(s staged.Stage) Wave { return Wave{Name: s.Name} })
	return p.withRemoval(append(waves, p.parts(p.groups)...))
}

// placeInWaves tells every cluster its wave.
func (p *strategyPass) placeInWaves() {
	for i := range p.waves {
		for _, name := range p.waves[i].ClusterNames {
			if c := p.find(name); c != nil {
				c.wave = i
			}
		}
	}
}
