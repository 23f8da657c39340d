// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

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
	p, err := newStrategyPass(r)
	if err != nil {
		return nil, err
	}
	return p.waves, nil
}

// fresh are the waves without a memory of earlier ones.
func (p *strategyPass) fresh() ([]Wave, error) {
	var waves []Wave
	var size int
	var err error
	switch p.strategy.Type {
	case ocm.TypeAll:
		waves = p.parts(p.groups, len(p.clusters))
	case ocm.TypeProgressive:
		mandatory, rest := p.split()
		size, err = p.partSize(rest)
		waves = append(groupWaves(mandatory), p.parts(rest, size)...)
	case ocm.TypeProgressivePerGroup:
		mandatory, rest := p.split()
		waves = append(groupWaves(mandatory), groupWaves(rest)...)
	case rollout.TypeRollingUpdate:
		size, err = p.partSize(p.groups)
		waves = p.parts(p.groups, size)
	case rollout.TypeExternal:
		waves, err = p.stageWaves()
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

// parts are the clusters of groups by name, so many in a wave.
func (p *strategyPass) parts(groups []placement.Group, size int) []Wave {
	names := make([]string, 0, len(p.clusters))
	if len(groups) == len(p.groups) {
		for i := range p.clusters {
			if c := &p.clusters[i]; c.chosen {
				names = append(names, c.name)
			}
		}
	} else {
		for _, g := range groups {
			names = append(names, g.Clusters...)
		}
		slices.Sort(names)
	}
	return partsOf(names, size)
}

// partsOf are waves of so many clusters each.
func partsOf(names []string, size int) []Wave {
	var waves []Wave
	for part := range slices.Chunk(names, max(size, 1)) {
		waves = append(waves, Wave{ClusterNames: part})
	}
	return waves
}

// partSize is how many clusters of these groups change at a time, where a strategy divides them by number.
func (p *strategyPass) partSize(groups []placement.Group) (size int, err error) {
	total := 0
	for _, g := range groups {
		total += len(g.Clusters)
	}
	switch p.strategy.Type {
	case ocm.TypeProgressive:
		progressive := cmp.Or(p.strategy.Progressive, &ocm.Progressive{})
		if size, err = progressive.Concurrency(total); err != nil {
			return 0, field.Invalid(field.NewPath("strategy", "progressive", "maxConcurrency"), progressive.MaxConcurrency.String(),
				err.Error())
		}
	case rollout.TypeRollingUpdate:
		if size, err = p.rolling().Unavailable(p.target()); err != nil {
			return 0, field.Invalid(field.NewPath("strategy", "rollingUpdate", "maxUnavailable"), nil, err.Error())
		}
	default:
		size = total
	}
	return size, nil
}

// target is the number of clusters that the percentages of a rolling update refer to.
func (p *strategyPass) target() int {
	if p.number != nil {
		return *p.number
	}
	total := 0
	for _, g := range p.groups {
		total += len(g.Clusters)
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
	return p.withRemoval(append(waves, p.parts(p.groups, len(p.clusters))...))
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
