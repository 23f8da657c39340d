// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// pass is one pass of the update run controller.
type pass struct {
	req      *Request
	status   *Status
	result   *Result
	bindings bindings
}

// Pass is what KubeFleet's update run controller does in one pass (pkg/controllers/updaterun) with a run of this
// status. The first pass of a run, in any state, initializes it; each later one first checks that the placement, its
// policy, its bindings and the stages are those of the initialization, and fails the run for good if they are not. It
// does not change its arguments; the result shares the strategy with them.
func Pass(req Request, status Status) Result {
	result := Result{Status: status.clone()}
	p := &pass{req: &req, status: &result.Status, result: &result}
	if status.Failure != nil || status.Succeeded.Status != "" {
		return result
	}
	if failure := p.prepare(); failure != nil {
		p.end(failure)
		return result
	}
	switch req.Run.State {
	case Initialize:
	case Execute:
		p.run(p.execute)
	case Stop:
		p.run(p.stop)
	default:
		p.end(&Failure{Cause: StateUnsupported, Found: string(req.Run.State)})
	}
	return result
}

// prepare initializes a new run and checks any other.
func (p *pass) prepare() *Failure {
	if p.status.Initialized.Status == metav1.ConditionTrue {
		return p.validate()
	}
	failure := p.initialize()
	if failure == nil {
		p.status.Initialized.set(metav1.ConditionTrue, reasonInitialized, p.req.Now)
	}
	return failure
}

// end ends a pass with a failure: it fails the initialization or the run, or repeats the pass.
func (p *pass) end(failure *Failure) {
	now := p.req.Now
	p.result.Requeue, p.result.RequeueAfter = false, 0
	if failure.repeats() {
		p.result.Retry = failure
		return
	}
	p.status.Failure, p.status.Stuck = failure, nil
	if p.status.Initialized.Status != metav1.ConditionTrue {
		p.status.Initialized.set(metav1.ConditionFalse, reasonInitFailed, now)
		return
	}
	p.status.Progressing.set(metav1.ConditionFalse, reasonFailed, now)
	p.status.Succeeded.set(metav1.ConditionFalse, reasonFailed, now)
}

// run executes or stops the stage that has its turn: the first one that has not succeeded, or the deletion stage.
func (p *pass) run(do func(stage *StageStatus, spec *Stage) *Failure) {
	stage, spec := &p.status.Deletion, (*Stage)(nil)
	for i := range p.status.Stages {
		if p.status.Stages[i].Succeeded.Status != metav1.ConditionTrue {
			stage, spec = &p.status.Stages[i], &p.status.Strategy.Stages[i]
			break
		}
	}
	failure := do(stage, spec)
	if failure == nil {
		return
	}
	if !failure.repeats() {
		stage.finish(metav1.ConditionFalse, stageReasonFailed, p.req.Now)
	}
	p.end(failure)
}

// initialize computes the stages of a new run. A failure is final, but for bindings of an older policy.
func (p *pass) initialize() *Failure {
	r := p.req
	if failure := r.checkPlacement(); failure != nil {
		return failure
	}
	policy, failure := r.policy()
	if failure != nil {
		return failure
	}
	if p.bindings, failure = r.sortBindings(policy); failure != nil {
		return failure
	}
	if r.Strategy == nil {
		return &Failure{Cause: StrategyNotFound}
	}
	stages, failure := r.computeStages(r.Strategy, p.bindings)
	if failure != nil {
		return failure
	}
	index, snapshot, created, failure := r.resourceSnapshot()
	if failure != nil {
		return failure
	}
	p.result.SnapshotCreated = created
	*p.status = Status{
		Strategy: r.Strategy, PolicyIndex: policy.Index, ClusterCount: p.bindings.selected,
		ApplyStrategy: r.Placement.ApplyStrategy, ResourceIndex: index, ResourceSnapshot: snapshot, Stages: stages,
	}
	for _, b := range p.bindings.remove {
		p.status.Deletion.Clusters = append(p.status.Deletion.Clusters, ClusterStatus{Name: b.TargetCluster})
	}
	slices.SortFunc(p.status.Deletion.Clusters, func(a, b ClusterStatus) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// validate compares the request with what the run was initialized with.
func (p *pass) validate() *Failure {
	r := p.req
	if failure := r.checkPlacement(); failure != nil {
		return failure
	}
	if r.Placement.ApplyStrategy != p.status.ApplyStrategy {
		return &Failure{Cause: ApplyStrategyChanged}
	}
	policy, failure := r.policy()
	switch {
	case failure != nil:
		return failure
	case policy.Index != p.status.PolicyIndex:
		return &Failure{Cause: PolicyChanged, Found: policy.Index}
	case policy.wanted >= 0 && policy.wanted != p.status.ClusterCount:
		return &Failure{Cause: CountChanged}
	}
	if p.bindings, failure = r.sortBindings(policy); failure != nil {
		return failure
	}
	stages, failure := r.computeStages(p.status.Strategy, p.bindings)
	if failure != nil {
		return failure
	}
	return p.compareStages(stages)
}

// compareStages compares the clusters of every stage, finished ones too. The deletion stage may only lose clusters.
func (p *pass) compareStages(stages []StageStatus) *Failure {
	if len(p.status.Stages) == 0 {
		return &Failure{Cause: NoStages}
	}
	for i := range stages {
		now, then := &stages[i], &p.status.Stages[i]
		if len(now.Clusters) != len(then.Clusters) {
			return &Failure{Cause: StageClustersChanged, Stage: now.Name}
		}
		for j := range now.Clusters {
			if now.Clusters[j].Name != then.Clusters[j].Name {
				return &Failure{Cause: StageOrderChanged, Stage: now.Name, Cluster: now.Clusters[j].Name}
			}
		}
	}
	known := make(map[string]bool, len(p.status.Deletion.Clusters))
	for _, c := range p.status.Deletion.Clusters {
		known[c.Name] = true
	}
	for _, b := range p.bindings.remove {
		if !known[b.TargetCluster] {
			return &Failure{Cause: NewDeletion, Cluster: b.TargetCluster}
		}
	}
	return nil
}
