// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package effects

import (
	"context"
	"encoding/json"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
)

// stagedRun is a staged update run that starts on a hub after the changes of a plan.
type stagedRun struct {
	*stagedrun.Arguments
	what  string
	after *hubview.Planned
}

// StartsRun says what a staged update run does that the plan creates, or why the hub would fail it for good. What else the plan
// changes may prevent such a failure, so that it is a warning then. What names the run in sentences.
func (p *Plan) StartsRun(ctx context.Context, what string, run *stagedrun.Arguments) finding.List {
	r := &stagedRun{run, what, p.Planned()}
	start, findings, err := r.start(ctx)
	if err != nil {
		return finding.List{finding.Warning("", what+" is not predicted", "What it will do cannot be read from the hub: "+
			excerpt.Sentence(p.client.Readable(err)))}
	}
	if start == nil {
		return findings
	}
	rollout, failure := start.Rollout()
	if failure == nil {
		return finding.List{r.Start(what, start.Stages, rollout)}
	}
	path, text := r.Explain(failure)
	return r.fails(path, text)
}

// fails is the finding about a run that the hub would fail.
func (r *stagedRun) fails(path, text string) finding.List {
	f := finding.Failure(path, r.what+" would fail", text+" The hub fails such a run for good.")
	kinds := append(hubobject.KubeFleet.Placements.Kinds(), hubobject.KubeFleet.Clusters)
	if changed, _ := r.after.Objects(kinds...); len(changed) > 0 {
		f.Warning = true
		f.Text += " This plan also changes clusters or placements, which may prevent that if the run depends on them."
	}
	return finding.List{f}
}

// start is what the run reads when it starts, nil if that is not known; the findings say why.
func (r *stagedRun) start(ctx context.Context) (*staged.Start, finding.List, error) {
	ref := hub.Reference{Kind: hubobject.KubeFleet.Placements.KindIn(r.Namespace), Namespace: r.Namespace, Name: r.PlacementName}
	decided, err := r.after.Decided(ctx, ref)
	if err != nil || decided == nil {
		return nil, r.missing("placementName", ref), err
	}
	if strategy := decided.Placement.Strategy; strategy == nil || strategy.Type != rollout.TypeExternal {
		return nil, r.fails("placementName", "The strategy of the placement "+excerpt.Quote(r.PlacementName)+" must have the type "+
			"External; with RollingUpdate, the hub rolls it out without a run."), nil
	}
	ref.Kind, ref.Name = hubobject.KubeFleet.Strategies.KindIn(r.Namespace), r.StagedRolloutStrategyName
	stages, err := r.stages(ctx, ref)
	if err != nil || stages == nil {
		return nil, r.missing("stagedRolloutStrategyName", ref), err
	}
	fleet, err := r.after.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.KubeFleet.Clusters}})
	if err != nil {
		return nil, nil, err
	}
	start := &staged.Start{Placement: r.PlacementName, Policy: policyOf(decided), Bindings: decided.ResourceBindings, Stages: stages}
	for i := range fleet.Clusters {
		start.Clusters = append(start.Clusters, staged.Cluster{Name: fleet.Clusters[i].Name, Labels: fleet.Clusters[i].Labels})
	}
	return start, nil, nil
}

// missing is the warning about what the run needs and the hub does not have.
func (r *stagedRun) missing(path string, ref hub.Reference) finding.List {
	return finding.List{finding.Warning(path, r.what+" needs an object that does not exist", "The hub has no "+ref.String()+". If "+
		"nothing creates it before the run, the hub fails the run for good. Refer to the resource that creates it, so that it is "+
		"created first.")}
}

// stages are those of a strategy after the plan; nil if there is none.
func (r *stagedRun) stages(ctx context.Context, ref hub.Reference) ([]staged.Stage, error) {
	if names, objects := r.after.Objects(ref.Kind); slices.Contains(names, ref) {
		if objects[ref] == nil {
			return nil, nil
		}
		return objects[ref].Stages, nil
	}
	object, err := r.after.Look(ctx, ref)
	if err != nil || object == nil {
		return nil, err
	}
	raw, err := json.Marshal(object.Fields)
	if err != nil {
		return nil, err
	}
	strategy, err := hubobject.ReadStagedStrategy(raw)
	return strategy.Stages, err
}

// policyOf is the policy snapshot of what was decided; nil if there is none.
func policyOf(decided *decisions.Decided) *staged.PolicySnapshot {
	snapshot := decided.Snapshot
	if snapshot == nil {
		return nil
	}
	scheduled := meta.FindStatusCondition(snapshot.Status.Conditions, kubefleet.ConditionScheduled)
	return &staged.PolicySnapshot{
		Name: snapshot.Name, PlacementType: snapshot.Policy.PlacementType, ClusterNames: snapshot.Policy.ClusterNames,
		NumberOfClusters: snapshot.Annotations[kubefleet.NumberOfClustersAnnotation],
		Scheduled: scheduled != nil && scheduled.Status == metav1.ConditionTrue &&
			scheduled.ObservedGeneration == snapshot.Generation,
	}
}
