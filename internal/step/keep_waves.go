// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// is reports whether two waves are the same decision group or stage, or the removal.
func (p *Wave) is(other *Wave) bool {
	if (p.Group == nil) != (other.Group == nil) || p.Group != nil && *p.Group != *other.Group {
		return false
	}
	return p.Name == other.Name
}

// part reports whether the wave is a part of clusters that are divided by number.
func (p *Wave) part() bool { return p.Group == nil && p.Name == "" }

// removal reports whether the wave has the clusters that are no longer chosen. A decision group may have the same name.
func (p *Wave) removal() bool { return p.Group == nil && p.Name == Removal }

// keepWaves keeps the clusters in the waves that are a decision group or stage, and gives those that joined a place there. The
// parts of the others follow from their names, and are made anew: to keep them, a state would have the whole fleet.
func (p *strategyPass) keepWaves(prior, fresh []Wave) []Wave {
	var kept []Wave
	placed := map[string]bool{}
	for i := range prior {
		if wave := prior[i]; !wave.removal() && !wave.part() {
			wave.ClusterNames = nil
			for _, name := range prior[i].ClusterNames {
				if c := p.find(name); c != nil && c.chosen {
					placed[name] = true
					wave.ClusterNames = append(wave.ClusterNames, name)
				}
			}
			kept = append(kept, wave)
		}
	}
	after, total := -1, 0
	var divided []string
	var removal []Wave
	for i := range fresh {
		wave := &fresh[i]
		joined := slices.DeleteFunc(slices.Clone(wave.ClusterNames), func(name string) bool { return placed[name] })
		switch {
		case wave.removal():
			removal = append(removal, *wave)
		case wave.part():
			total += len(wave.ClusterNames)
			divided = append(divided, joined...)
		default:
			kept, after = joinWave(kept, wave, joined, after)
		}
	}
	return slices.Concat(kept, partsOf(divided, p.partSize(total)), removal)
}

// joinWave puts clusters into the wave of their decision group or stage. A wave that is new comes after the one that was found
// before it. The clusters of a wave are in the order of the strategy, and behind them those that it would put elsewhere now.
func joinWave(waves []Wave, wave *Wave, joined []string, after int) ([]Wave, int) {
	position := slices.IndexFunc(waves, func(p Wave) bool { return p.is(wave) })
	if position < 0 {
		fresh := *wave
		fresh.ClusterNames = joined
		return slices.Insert(waves, after+1, fresh), after + 1
	}
	members := sets.New(slices.Concat(waves[position].ClusterNames, joined)...)
	names := make([]string, 0, len(members))
	for _, name := range slices.Concat(wave.ClusterNames, waves[position].ClusterNames) {
		if members.Has(name) {
			names = append(names, name)
			members.Delete(name)
		}
	}
	waves[position].ClusterNames = names
	return waves, position
}

// groupsOf are the waves of a strategy of Open Cluster Management as its groups, so that a cluster keeps its place when the
// groups of the placement change. The clusters that are divided by number are a last group, which no strategy makes mandatory.
func groupsOf(waves []Wave) []placement.Group {
	var groups []placement.Group
	rest := placement.Group{Index: -1}
	for i := range waves {
		switch wave := &waves[i]; {
		case wave.Group != nil:
			groups = append(groups, placement.Group{Index: *wave.Group, Name: wave.Name, Clusters: wave.ClusterNames})
		case wave.part():
			rest.Clusters = append(rest.Clusters, wave.ClusterNames...)
		}
	}
	return append(groups, rest)
}
