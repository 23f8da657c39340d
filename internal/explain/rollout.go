// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedRollout are the attributes of the resource that the function explains. All others are ignored.
type explainedRollout struct {
	Rollout
	step.Target
	step.WavePlaces
	ClustersByState   map[string]string `json:"clustersByState,omitempty"`
	Revisions         map[string]string `json:"revisions,omitempty"`
	CompletedRevision string            `json:"completedRevision,omitempty"`
	RollbackRevisions map[string]string `json:"rollbackRevisions,omitempty"`
}

// progressOf are the states of the clusters of a rollout.
var progressOf = map[step.State]Progress{
	step.StateWaiting: Waiting, step.StateProgressing: Active, step.StateSoaking: Active,
	step.StateSucceeded: Done, step.StateSkip: Done, step.StateFailed: Failed, step.StateTimeOut: Failed,
	step.StateLeaving: Kept, step.StateRollingBack: Active, step.StateRolledBack: Done,
	step.StateRollbackFailed: Failed,
}

// explainRollout explains the resource of a rollout.
func explainRollout(reader *tfvalue.Reader, value tfvalue.Input, _ map[string]tfvalue.Input) (string, error) {
	var e explainedRollout
	reader.ReadConfig(value, &e)
	for _, state := range slices.Sorted(maps.Keys(e.ClustersByState)) {
		if _, ok := progressOf[step.State(state)]; !ok {
			states := lists.Map(slices.Sorted(maps.Keys(progressOf)), func(s step.State) string { return string(s) })
			reader.Refuse(tfvalue.Root("clusters_by_state").Key(state), "found %s; it must be one of %s", excerpt.Quote(state),
				excerpt.List(states, ", "))
		}
	}
	if reader.HasMistakes() {
		return "", nil
	}
	progress := &step.Progress{
		ClustersByState: e.ClustersByState, Revisions: e.Revisions, CompletedRevision: e.CompletedRevision,
		RollbackRevisions: e.RollbackRevisions, WavePlaces: e.WavePlaces,
	}
	names := slices.Collect(maps.Keys(e.Revisions))
	for _, name := range e.ClustersByState {
		names = append(names, strings.Split(name, ", ")...)
	}
	for _, wave := range progress.WaveList(&e.Target) {
		e.Waves = append(e.Waves, Wave{Name: wave.Name, Group: wave.Group, ClusterNames: wave.ClusterNames})
		names = append(names, wave.ClusterNames...)
	}
	if e.Waves != nil || e.ClustersByState != nil {
		clusters := map[string]WaveCluster{}
		stateOf := progress.StatesOf(e.Revision)
		for _, name := range names {
			clusters[name] = e.cluster(name, stateOf(name), progress.ReturnsTo(name))
		}
		e.place(clusters)
	}
	return e.markdown(), nil
}

// cluster is a cluster with its state and the revisions between which it moves. Prior is what it returns to in a rollback.
func (e *explainedRollout) cluster(name string, state step.State, prior string) WaveCluster {
	now, back := e.Revisions[name], e.isBack()
	c := WaveCluster{Name: name, State: string(state), Progress: progressOf[state], To: now, wave: -1}
	away := now != "" && now != prior && now == e.Revision
	switch {
	case state == step.StateLeaving:
		c.From, c.To = orNone(now), noRevision
	case state == step.StateRollingBack || state == step.StateRollbackFailed:
		c.From, c.To = orNone(e.Revision), orNone(now)
	case back && away:
		c.From, c.To = orNone(now), orNone(prior)
	case away:
		c.From, c.To = orNone(prior), orNone(now)
	}
	if back {
		c.Progress = progressBack(c.Progress, away)
	}
	return c
}

// progressBack is the progress of a cluster while the rollout goes back. Away says that the cluster has yet to go back: as long
// as it does, a success does not matter. A cluster that does not wait for that has nothing to wait for.
func progressBack(progress Progress, away bool) Progress {
	switch {
	case away && progress == Done:
		return Waiting
	case !away && progress == Waiting:
		return Done
	}
	return progress
}

// noRevision stands for the revision of a cluster without the workload.
const noRevision = "none"

func orNone(revision string) string { return cmp.Or(revision, noRevision) }

// explainedPass are the attributes of the data source of a rollout that the function explains. All others are ignored.
type explainedPass struct {
	Rollout
	InWaves    []Wave       `json:"waves,omitempty"`
	ToApply    passClusters `json:"toApply,omitempty"`
	InProgress passClusters `json:"inProgress,omitempty"`
	TimedOut   passClusters `json:"timedOut,omitempty"`
	Removed    passClusters `json:"removed,omitempty"`
	Succeeded  passClusters `json:"succeeded,omitempty"`
	Waiting    passClusters `json:"waiting,omitempty"`
}

// passClusters are clusters by name.
type passClusters map[string]passCluster

type passCluster struct {
	Wave   *int        `json:"wave,omitempty"`
	Status step.Status `json:"status,omitempty"`
	Reason string      `json:"reason,omitempty"`
}

// markdown explains the data source of a rollout.
func (p *explainedPass) markdown() string {
	clusters := map[string]WaveCluster{}
	for _, list := range []struct {
		clusters passClusters
		progress Progress
		state    string
	}{
		{p.ToApply, Starting, "starts now"}, {p.InProgress, Active, "in progress"},
		{p.TimedOut, Failed, "timed out"}, {p.Removed, Leaving, "leaves"},
		{p.Succeeded, Done, "succeeded"}, {p.Waiting, Waiting, "waits"},
	} {
		for _, name := range slices.Sorted(maps.Keys(list.clusters)) {
			if _, ok := clusters[name]; !ok {
				clusters[name] = list.clusters[name].explained(name, list.progress, list.state)
			}
		}
	}
	p.Waves = p.InWaves
	p.place(clusters)
	return p.Rollout.markdown()
}

// explained is the cluster with its progress. A cluster that failed stays in progress until its deadline.
func (c passCluster) explained(name string, progress Progress, state string) WaveCluster {
	e := WaveCluster{Name: name, Progress: progress, State: state, Reason: c.Reason, wave: -1}
	if c.Wave != nil {
		e.wave = *c.Wave
	}
	if progress == Active && c.Status == step.Failed {
		e.Progress = Failed
	}
	switch c.Status {
	case step.Failed, step.Available, step.NotAvailable, step.NotTrackable:
		e.State += ", " + string(c.Status)
	}
	return e
}
