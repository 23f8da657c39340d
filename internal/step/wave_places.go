// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"
	"strconv"
)

// WavePlaces are waves as a state has them: of a list of waves with their clusters, a plan would show the neighbours of a
// cluster, too. The parts of clusters that are divided by number have no places: with every cluster that joins or leaves, half of
// the fleet would have another one.
type WavePlaces struct {
	// The wave of every cluster of a decision group or stage, by name: the position, from 0, in the strategy. It stays as long as
	// `revision` and `strategy` do; a cluster that joins comes into that of its group or stage. Others are divided by number, as the
	// function `waves` shows.
	// ---
	// It also has the clusters that are no longer chosen.
	WaveOf map[string]int `json:"waves,omitzero"`
	// The names of the waves of a named group or stage, by position; `removal` for the clusters that are no longer chosen.
	// ---
	// The latter is [Removal].
	WaveNames map[string]string `json:"waveNames,omitzero"`
	// The indexes of the decision groups that are waves, by position.
	WaveGroups map[string]int `json:"waveGroups,omitzero"`
}

// PlacesIn are the places of clusters in waves; empty without waves. All parts together have one position.
func PlacesIn(waves []Wave) WavePlaces {
	if waves == nil {
		return WavePlaces{}
	}
	places := WavePlaces{WaveOf: map[string]int{}, WaveNames: map[string]string{}, WaveGroups: map[string]int{}}
	place := -1
	for i := range waves {
		wave := &waves[i]
		if !wave.part() || i == 0 || !waves[i-1].part() {
			place++
		}
		if wave.part() {
			continue
		}
		position := strconv.Itoa(place)
		if wave.Name != "" {
			places.WaveNames[position] = wave.Name
		}
		if wave.Group != nil {
			places.WaveGroups[position] = *wave.Group
		}
		for _, name := range wave.ClusterNames {
			places.WaveOf[name] = place
		}
	}
	return places
}

// WaveList are the waves of the clusters of a state: those that have places, and one of all others that are chosen or have a
// revision.
func (p *Progress) WaveList(target *Target) []Wave {
	waves := p.list()
	if waves == nil {
		return nil
	}
	names := target.chosen()
	for name := range p.Revisions {
		names[name] = true
	}
	for name := range p.WaveOf {
		delete(names, name)
	}
	if len(names) == 0 {
		return waves
	}
	position := slices.IndexFunc(waves, func(w Wave) bool { return w.part() || w.removal() })
	if position < 0 {
		position = len(waves)
	}
	if position == len(waves) || !waves[position].part() {
		waves = slices.Insert(waves, position, Wave{})
	}
	rest := &waves[position]
	rest.ClusterNames = slices.Sorted(slices.Values(slices.AppendSeq(rest.ClusterNames, maps.Keys(names))))
	return waves
}

// list are the waves with their clusters by name. A wave without clusters is one of them if it has a name, or if another one
// follows. What is outside of so many waves as there are clusters and names is in none.
func (p *WavePlaces) list() []Wave {
	if p.WaveOf == nil {
		return nil
	}
	most := len(p.WaveOf) + len(p.WaveNames) + len(p.WaveGroups)
	waves := []Wave{}
	waveIn := func(position int) *Wave {
		if position < 0 || position > most {
			return &Wave{}
		}
		waves = append(waves, make([]Wave, max(position+1-len(waves), 0))...)
		return &waves[position]
	}
	for position, name := range p.WaveNames {
		if i, err := strconv.Atoi(position); err == nil {
			waveIn(i).Name = name
		}
	}
	for position, group := range p.WaveGroups {
		if i, err := strconv.Atoi(position); err == nil {
			waveIn(i).Group = &group
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.WaveOf)) {
		wave := waveIn(p.WaveOf[name])
		wave.ClusterNames = append(wave.ClusterNames, name)
	}
	return waves
}
