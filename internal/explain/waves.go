// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"maps"
	"slices"
	"time"
)

// explainedWaves are the attributes that the resource and the data source of a rollout have in common.
type explainedWaves struct {
	Revision     string          `json:"revision,omitempty"`
	Breached     bool            `json:"breached,omitempty"`
	BreachReason string          `json:"breachReason,omitempty"`
	NextChange   time.Time       `json:"nextChange,omitzero"`
	Waves        []explainedWave `json:"waves,omitempty"`
}

// explainedWave is a wave. The attributes are optional: a wave without clusters is shown, too.
type explainedWave struct {
	Name         string   `json:"name,omitempty"`
	Group        *int     `json:"group,omitempty"`
	ClusterNames []string `json:"clusterNames,omitempty"`
}

// explainedCluster is a cluster, and the position of its wave if it is known, else -1. That is used only for a cluster that no
// wave names.
type explainedCluster struct {
	WaveCluster
	wave int
}

// outsideWaves is the name of a wave of clusters that are in none. The provider does not make such a rollout.
const outsideWaves = "in no wave"

// rollout has every cluster in exactly one wave. A cluster that only a wave names waits.
func (e *explainedWaves) rollout(clusters map[string]explainedCluster) *Rollout {
	r := &Rollout{
		Revision: e.Revision, Breached: e.Breached, BreachReason: e.BreachReason, NextChange: e.NextChange,
		Waves: make([]Wave, len(e.Waves)),
	}
	placed := map[string]bool{}
	for i := range e.Waves {
		r.Waves[i] = Wave{Name: e.Waves[i].Name, Group: e.Waves[i].Group}
		for _, name := range e.Waves[i].ClusterNames {
			if !placed[name] {
				c := clusters[name].WaveCluster
				c.Name = name
				r.Waves[i].Clusters = append(r.Waves[i].Clusters, c)
			}
			placed[name] = true
		}
	}
	var outside []WaveCluster
	for _, name := range slices.Sorted(maps.Keys(clusters)) {
		switch c := clusters[name]; {
		case placed[name]:
		case c.wave >= 0 && c.wave < len(r.Waves):
			r.Waves[c.wave].Clusters = append(r.Waves[c.wave].Clusters, c.WaveCluster)
		default:
			outside = append(outside, c.WaveCluster)
		}
	}
	if outside != nil {
		r.Waves = append(r.Waves, Wave{Name: outsideWaves, Clusters: outside})
	}
	return r
}
