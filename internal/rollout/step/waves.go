package step

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// Removal is the name of the last wave: the clusters that have the workload and are no longer chosen.
const Removal = "removal"

// Wave are clusters that get a revision together, or as many of them at a time as the strategy allows.
type Wave struct {
	// Name is the name of a decision group or stage, or Removal; empty for a part of the other clusters.
	Name string `json:"name,omitempty"`
	// Group is the index of the decision group that the wave is; nil if it is none.
	Group        *int     `json:"group,omitempty"`
	ClusterNames []string `json:"clusterNames"`
}

// WavesOf is the order in which a strategy goes through the clusters, each in exactly one wave, if every cluster succeeds: in a
// rolling update, if every cluster has an earlier revision. An error is a *field.Error.
func WavesOf(r *Request) ([]Wave, error) {
	w, err := newWorld(r)
	if err != nil {
		return nil, err
	}
	return w.waves, nil
}

// fresh are the waves without a memory of earlier ones.
func (w *world) fresh() ([]Wave, error) {
	var waves []Wave
	var err error
	switch w.strategy.Type {
	case rollout.OCMTypeAll:
		waves = w.parts(w.groups, len(w.clusters))
	case rollout.OCMTypeProgressive:
		waves, err = w.progressiveWaves()
	case rollout.OCMTypeProgressivePerGroup:
		mandatory, rest := w.split()
		waves = append(groupWaves(mandatory), groupWaves(rest)...)
	case rollout.TypeRollingUpdate:
		waves, err = w.rollingWaves()
	case rollout.TypeExternal:
		waves, err = w.stageWaves()
	}
	return w.withRemoval(waves), err
}

// withRemoval adds the wave of the clusters that are no longer chosen, if there are any.
func (w *world) withRemoval(waves []Wave) []Wave {
	var names []string
	for i := range w.clusters {
		if !w.clusters[i].chosen {
			names = append(names, w.clusters[i].name)
		}
	}
	if names == nil {
		return waves
	}
	return append(waves, Wave{Name: Removal, ClusterNames: names})
}

// split are the mandatory groups and the other ones.
func (w *world) split() (mandatory, rest []placement.Group) {
	for i, is := range w.strategy.Mandatory(w.groups) {
		if is {
			mandatory = append(mandatory, w.groups[i])
		} else {
			rest = append(rest, w.groups[i])
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
func (w *world) parts(groups []placement.Group, size int) []Wave {
	names := make([]string, 0, len(w.clusters))
	if len(groups) == len(w.groups) {
		for i := range w.clusters {
			if c := &w.clusters[i]; c.chosen {
				names = append(names, c.name)
			}
		}
	} else {
		for _, g := range groups {
			names = append(names, g.Clusters...)
		}
		slices.Sort(names)
	}
	var waves []Wave
	for part := range slices.Chunk(names, max(size, 1)) {
		waves = append(waves, Wave{ClusterNames: part})
	}
	return waves
}

func (w *world) progressiveWaves() ([]Wave, error) {
	mandatory, rest := w.split()
	size, err := w.partSize(rest)
	return append(groupWaves(mandatory), w.parts(rest, size)...), err
}

func (w *world) rollingWaves() ([]Wave, error) {
	size, err := w.partSize(w.groups)
	return w.parts(w.groups, size), err
}

// partSize is how many clusters of these groups change at a time, where a strategy divides them by number.
func (w *world) partSize(groups []placement.Group) (size int, err error) {
	total := 0
	for _, g := range groups {
		total += len(g.Clusters)
	}
	switch w.strategy.Type {
	case rollout.OCMTypeProgressive:
		progressive := w.strategy.Progressive
		if progressive == nil {
			progressive = &rollout.OCMProgressive{}
		}
		if size, err = progressive.Concurrency(total); err != nil {
			return 0, field.Invalid(field.NewPath("strategy", "progressive", "maxConcurrency"), progressive.MaxConcurrency.String(), err.Error())
		}
	case rollout.TypeRollingUpdate:
		if size, err = w.rolling().Unavailable(w.target()); err != nil {
			return 0, field.Invalid(field.NewPath("strategy", "rollingUpdate", "maxUnavailable"), nil, err.Error())
		}
	default:
		size = total
	}
	return size, nil
}

// target is the number of clusters that the percentages of a rolling update refer to.
func (w *world) target() int {
	if w.number != nil {
		return *w.number
	}
	total := 0
	for _, g := range w.groups {
		total += len(g.Clusters)
	}
	return total
}

// stageWaves are the stages.
func (w *world) stageWaves() ([]Wave, error) {
	var members []rollout.StagedCluster
	for i := range w.clusters {
		if c := &w.clusters[i]; c.chosen {
			members = append(members, rollout.StagedCluster{Name: c.name, Labels: c.labels})
		}
	}
	stages, failure := rollout.StageClusters(w.strategy.Stages, members)
	if failure != nil {
		return nil, w.stageError(failure)
	}
	waves := make([]Wave, len(stages))
	for i, names := range stages {
		waves[i] = Wave{Name: w.strategy.Stages[i].Name, ClusterNames: names}
	}
	return waves, nil
}

// placeInWaves tells every cluster its wave.
func (w *world) placeInWaves() {
	for i := range w.waves {
		for _, name := range w.waves[i].ClusterNames {
			if c := w.find(name); c != nil {
				c.wave = i
			}
		}
	}
}
