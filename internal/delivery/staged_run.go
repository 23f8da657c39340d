// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
func StartsRun(ctx context.Context, p *effects.Plan, what string, run *stagedrun.Arguments) finding.List {
	r := &stagedRun{run, what, p.Planned()}
	start, findings, err := r.start(ctx)
	if err != nil {
		return r.unread("What it will do", p, err)
	}
	if start == nil {
		return findings
	}
	rollout, failure := start.Rollout()
	if failure == nil {
		return append(findings, r.Start(what, start.Stages, rollout))
	}
	path, text := r.Explain(failure)
	return append(findings, r.fails(path, text)...)
}

// GoesOn finds mistakes in the approvals of a run that the hub has: names that its stages do not have. Status is what the hub
// says of it.
func GoesOn(
	ctx context.Context, p *effects.Plan, what string, run *stagedrun.Arguments, status *stagedrun.Status,
) finding.List {
	r := &stagedRun{run, what, p.Planned()}
	if status.Strategy != nil {
		return r.check(status.Strategy.Stages)
	}
	stages, err := r.stages(ctx, r.strategy())
	switch {
	case err != nil:
		return r.unread("Its strategy", p, err)
	case stages == nil:
		return nil
	}
	return r.check(stages)
}

// check finds mistakes in approvals and in what is waited for. The key of approvals may be another run.
func (r *stagedRun) check(stages []staged.Stage) finding.List {
	findings := finding.List(lists.Map(r.CheckStages(stages), func(err *field.Error) finding.Finding {
		return finding.Failure(err.Field, r.what+" does not fit its stages", excerpt.Sentence(excerpt.FoundAndWanted(err)))
	}))
	if key := r.MisspeltKey(); key != "" {
		findings = append(findings, finding.Warning(field.NewPath("approvedStages").Key(key).String(), r.what+" has no approvals",
			fmt.Sprintf("approved_stages: found %s, and the run is %s. Approvals are by the name of their run.", excerpt.Quote(key),
				excerpt.Quote(r.Name))))
	}
	return findings
}

// unread is the warning about what cannot be read.
func (r *stagedRun) unread(subject string, p *effects.Plan, err error) finding.List {
	return finding.List{finding.Warning("", r.what+" is not predicted", subject+" cannot be read from the hub: "+
		excerpt.Sentence(p.Client.Readable(err)))}
}

// strategy names the strategy of the run.
func (r *stagedRun) strategy() hub.Reference {
	kind := hubobject.KubeFleet.Strategies.KindIn(r.Namespace)
	return hub.Reference{Kind: kind, Namespace: r.Namespace, Name: r.StagedRolloutStrategyName}
}

// ChangesStrategy notes a changed strategy, and warns of the runs in progress that do not follow the change.
func ChangesStrategy(ctx context.Context, p *effects.Plan, what string, change hubview.Change) finding.List {
	findings := p.Change(ctx, what, change)
	prior, planned := change.Prior, change.Planned
	if prior == nil || planned != nil && prior.Reference == planned.Reference && reflect.DeepEqual(prior.Stages, planned.Stages) {
		return findings
	}
	names, err := hub.ListAs(ctx, p.Client.Client, hubobject.KubeFleet.Runs.KindIn(prior.Namespace),
		hub.Selection{Namespace: prior.Namespace}, func(object []byte) ([]string, error) {
			return stagedrun.UnderWay(object, func(spec *stagedrun.Spec) bool { return spec.StagedRolloutStrategyName == prior.Name })
		})
	slices.Sort(names)
	switch {
	case hub.IsMissingKind(err):
	case err != nil:
		findings = append(findings, finding.Warning("stages", "It is not known which runs keep the former stages", what+": a run in "+
			"progress keeps the stages that it began with, and the runs cannot be read: "+excerpt.Sentence(p.Client.Readable(err))))
	case len(names) > 0:
		findings = append(findings, finding.Warning("stages", what+" changes while a run is in progress", "A run keeps the stages "+
			"that it began with, so the change takes effect in the next run. In progress: "+excerpt.List(names, ", ")+"."))
	}
	return findings
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
	strategy := r.strategy()
	stages, err := r.stages(ctx, strategy)
	if err != nil || stages == nil {
		return nil, r.missing("stagedRolloutStrategyName", strategy), err
	}
	mistakes := r.check(stages)
	if mistakes.HasError() {
		return nil, mistakes, nil
	}
	ref := hub.Reference{Kind: hubobject.KubeFleet.Placements.KindIn(r.Namespace), Namespace: r.Namespace, Name: r.PlacementName}
	decided, err := r.after.Decided(ctx, ref)
	if err != nil || decided == nil {
		return nil, r.missing("placementName", ref), err
	}
	if strategy := decided.Placement.Strategy; strategy == nil || strategy.Type != rollout.TypeExternal {
		return nil, r.fails("placementName", "The strategy of the placement "+excerpt.Quote(r.PlacementName)+" must have the type "+
			"External; with RollingUpdate, the hub rolls it out without a run."), nil
	}
	fleet, err := r.after.Fleet(ctx, hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.KubeFleet.Clusters}})
	if err != nil {
		return nil, nil, err
	}
	return &staged.Start{
		Placement: r.PlacementName, Policy: policyOf(decided), Bindings: decided.ResourceBindings, Stages: stages,
		Clusters: lists.Map(fleet.Clusters, func(c placement.Cluster) staged.Cluster {
			return staged.Cluster{Name: c.Name, Labels: c.Labels}
		}),
	}, mistakes, nil
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
	strategy, err := hubobject.ReadStagedStrategy(ref.Kind, raw)
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
