// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"
	"strconv"
)

// WavePlaces are waves as a state has them: of a list of waves with their clusters, a plan would show the neighbours of a
// cluster, too.
type WavePlaces struct {
	// WaveOf has the position of the wave of every cluster.
	WaveOf map[string]int `json:"waves,omitzero"`
	// WaveNames and WaveGroups have the names and the decision groups of the waves that have one, by position.
	WaveNames  map[string]string `json:"waveNames,omitzero"`
	WaveGroups map[string]int    `json:"waveGroups,omitzero"`
}

// PlacesIn are the places of clusters in waves; empty without waves.
func PlacesIn(waves []Wave) WavePlaces {
	if waves == nil {
		return WavePlaces{}
	}
	places := WavePlaces{WaveOf: map[string]int{}, WaveNames: map[string]string{}, WaveGroups: map[string]int{}}
	for i := range waves {
		position := strconv.Itoa(i)
		if waves[i].Name != "" {
			places.WaveNames[position] = waves[i].Name
		}
		if waves[i].Group != nil {
			places.WaveGroups[position] = *waves[i].Group
		}
		for _, name := range waves[i].ClusterNames {
			places.WaveOf[name] = i
		}
	}
	return places
}

// List are the waves with their clusters by name. A wave without clusters is one of them if it has a name, or if another one
// follows. The clusters outside of so many waves as there are clusters and names are in none.
func (p *WavePlaces) List() []Wave {
	if p.WaveOf == nil {
		return nil
	}
	most := len(p.WaveOf) + len(p.WaveNames) + len(p.WaveGroups)
	waves := []Wave{}
	waveIn := func(position int) *Wave {
		if position < 0 || position > most {
			return nil
		}
		for len(waves) <= position {
			waves = append(waves, Wave{})
		}
		return &waves[position]
	}
	for position, name := range p.WaveNames {
		if i, err := strconv.Atoi(position); err == nil && waveIn(i) != nil {
			waveIn(i).Name = name
		}
	}
	for position, group := range p.WaveGroups {
		if i, err := strconv.Atoi(position); err == nil && waveIn(i) != nil {
			waveIn(i).Group = &group
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.WaveOf)) {
		if wave := waveIn(p.WaveOf[name]); wave != nil {
			wave.ClusterNames = append(wave.ClusterNames, name)
		}
	}
	return waves
}
