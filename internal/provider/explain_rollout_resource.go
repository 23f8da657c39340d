package provider

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/render"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// explainedRollout are the attributes of the resource that the function explains. All others are ignored.
type explainedRollout struct {
	explainedWaves
	Name              string                `json:"name,omitempty"`
	Phase             step.Phase            `json:"phase,omitempty"`
	WaitsFor          string                `json:"waitsFor,omitempty"`
	States            map[string]step.State `json:"states,omitempty"`
	Revisions         map[string]string     `json:"revisions,omitempty"`
	PreviousRevisions map[string]string     `json:"previousRevisions,omitempty"`
}

// progressOf are the states of the clusters of a rollout.
var progressOf = map[step.State]render.Progress{
	step.StateWaiting: render.Waiting, step.StateProgressing: render.Active, step.StateSoaking: render.Active,
	step.StateSucceeded: render.Done, step.StateSkip: render.Done, step.StateFailed: render.Failed, step.StateTimeOut: render.Failed,
	step.StateLeaving: render.Kept, step.StateRollingBack: render.Active, step.StateRolledBack: render.Done,
}

// explainRollout explains the resource of a rollout.
func explainRollout(value tfvalue.Input, _ map[string]tfvalue.Input) (string, *function.FuncError) {
	var of explainedRollout
	reader := newReader()
	reader.ReadConfig(value, &of)
	clusters := map[string]explainedCluster{}
	for _, name := range of.names() {
		state := of.state(name)
		if _, ok := progressOf[state]; !ok {
			reader.Refuse(tfvalue.Root("states").Key(name), "found %s; it must be one of %s", excerpt.Quote(string(state)),
				excerpt.List(states(), ", "))
		}
		clusters[name] = explainedCluster{of.cluster(name), -1}
	}
	if mistake := argumentError(diagnostics(reader)); mistake != nil {
		return "", mistake
	}
	r := of.rollout(clusters)
	if of.Waves == nil && of.States == nil {
		r.Waves = nil
	}
	r.Name, r.Phase, r.WaitsFor = of.Name, of.Phase, of.WaitsFor
	return render.RolloutMarkdown(r), nil
}

// names are the clusters of the rollout, sorted.
func (e *explainedRollout) names() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(e.States)), maps.Keys(e.Revisions))
	for _, wave := range e.Waves {
		names = append(names, wave.ClusterNames...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// state is how far a cluster is.
func (e *explainedRollout) state(name string) step.State {
	progress := step.Progress{States: e.States, Revisions: e.Revisions}
	return progress.State(name, e.Revision)
}

// states are the names of the states.
func states() []string {
	var names []string
	for state := range progressOf {
		names = append(names, string(state))
	}
	slices.Sort(names)
	return names
}

// cluster is a cluster with its state and the revisions between which it moves.
func (e *explainedRollout) cluster(name string) render.WaveCluster {
	state, now := e.state(name), e.Revisions[name]
	c := render.WaveCluster{Name: name, State: string(state), Progress: progressOf[state], To: now}
	before, moved := e.PreviousRevisions[name]
	back := e.Phase == step.PhaseRollingBack || e.Phase == step.PhaseRolledBack
	away := moved && now != before && now == e.Revision
	switch {
	case state == step.StateLeaving:
		c.From, c.To = orNone(now), noRevision
	case state == step.StateRollingBack:
		c.From, c.To = orNone(e.Revision), orNone(now)
	case back && away:
		c.From, c.To = orNone(now), orNone(before)
	case away:
		c.From, c.To = orNone(before), orNone(now)
	}
	if back {
		c.Progress = progressBack(c.Progress, away)
	}
	return c
}

// progressBack is the progress of a cluster while the rollout goes back. Away says that the cluster has yet to go back: as long as
// it does, a success does not matter. A cluster that does not wait for that has nothing to wait for.
func progressBack(progress render.Progress, away bool) render.Progress {
	switch {
	case away && progress == render.Done:
		return render.Waiting
	case !away && progress == render.Waiting:
		return render.Done
	}
	return progress
}

// noRevision stands for the revision of a cluster without the workload.
const noRevision = "none"

func orNone(revision string) string {
	if revision == "" {
		return noRevision
	}
	return revision
}
