package rollout

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// stagedPass is one pass of the update run controller.
type stagedPass struct {
	req      *StagedRequest
	status   *StagedStatus
	result   *StagedResult
	bindings stagedBindings
}

// StagedPass is what KubeFleet's update run controller does in one pass (pkg/controllers/updaterun) with a run of this
// status. The first pass of a run, in any state, initializes it; each later one first checks that the placement, its
// policy, its bindings and the stages are those of the initialization, and fails the run for good if they are not. It
// does not change its arguments; the result shares the strategy with them.
func StagedPass(req StagedRequest, status StagedStatus) StagedResult {
	result := StagedResult{Status: status.clone()}
	p := &stagedPass{req: &req, status: &result.Status, result: &result}
	if status.Failure != nil || status.Succeeded.Status != "" {
		return result
	}
	if failure := p.prepare(); failure != nil {
		p.end(failure)
		return result
	}
	switch req.Run.State {
	case StagedInitialize:
	case StagedExecute:
		p.run(p.execute)
	case StagedStop:
		p.run(p.stop)
	default:
		p.end(&StagedFailure{Cause: StagedStateUnsupported, Found: string(req.Run.State)})
	}
	return result
}

// prepare initializes a new run and checks any other.
func (p *stagedPass) prepare() *StagedFailure {
	if p.status.Initialized.Status == metav1.ConditionTrue {
		return p.validate()
	}
	failure := p.initialize()
	if failure == nil {
		p.status.Initialized.set(metav1.ConditionTrue, stagedReasonInitialized, p.req.Now)
	}
	return failure
}

// end ends a pass with a failure: it fails the initialization or the run, or repeats the pass.
func (p *stagedPass) end(failure *StagedFailure) {
	now := p.req.Now
	p.result.Requeue, p.result.RequeueAfter = false, 0
	if failure.repeats() {
		p.result.Retry = failure
		return
	}
	p.status.Failure, p.status.Stuck = failure, nil
	if p.status.Initialized.Status != metav1.ConditionTrue {
		p.status.Initialized.set(metav1.ConditionFalse, stagedReasonInitFailed, now)
		return
	}
	p.status.Progressing.set(metav1.ConditionFalse, stagedReasonFailed, now)
	p.status.Succeeded.set(metav1.ConditionFalse, stagedReasonFailed, now)
}

// run executes or stops the stage that has its turn: the first one that has not succeeded, or the deletion stage.
func (p *stagedPass) run(do func(stage *StagedStageStatus, spec *StagedStage) *StagedFailure) {
	stage, spec := &p.status.Deletion, (*StagedStage)(nil)
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
func (p *stagedPass) initialize() *StagedFailure {
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
		return &StagedFailure{Cause: StagedStrategyNotFound}
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
	*p.status = StagedStatus{
		Strategy: r.Strategy, PolicyIndex: policy.Index, ClusterCount: p.bindings.selected,
		ApplyStrategy: r.Placement.ApplyStrategy, ResourceIndex: index, ResourceSnapshot: snapshot, Stages: stages,
	}
	for _, b := range p.bindings.remove {
		p.status.Deletion.Clusters = append(p.status.Deletion.Clusters, StagedClusterStatus{Name: b.TargetCluster})
	}
	slices.SortFunc(p.status.Deletion.Clusters, func(a, b StagedClusterStatus) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// validate compares the request with what the run was initialized with.
func (p *stagedPass) validate() *StagedFailure {
	r := p.req
	if failure := r.checkPlacement(); failure != nil {
		return failure
	}
	if r.Placement.ApplyStrategy != p.status.ApplyStrategy {
		return &StagedFailure{Cause: StagedApplyStrategyChanged}
	}
	policy, failure := r.policy()
	switch {
	case failure != nil:
		return failure
	case policy.Index != p.status.PolicyIndex:
		return &StagedFailure{Cause: StagedPolicyChanged, Found: policy.Index}
	case policy.wanted >= 0 && policy.wanted != p.status.ClusterCount:
		return &StagedFailure{Cause: StagedCountChanged}
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
func (p *stagedPass) compareStages(stages []StagedStageStatus) *StagedFailure {
	if len(p.status.Stages) == 0 {
		return &StagedFailure{Cause: StagedNoStages}
	}
	for i := range stages {
		now, then := &stages[i], &p.status.Stages[i]
		if len(now.Clusters) != len(then.Clusters) {
			return &StagedFailure{Cause: StagedStageClustersChanged, Stage: now.Name}
		}
		for j := range now.Clusters {
			if now.Clusters[j].Name != then.Clusters[j].Name {
				return &StagedFailure{Cause: StagedStageOrderChanged, Stage: now.Name, Cluster: now.Clusters[j].Name}
			}
		}
	}
	known := make(map[string]bool, len(p.status.Deletion.Clusters))
	for _, c := range p.status.Deletion.Clusters {
		known[c.Name] = true
	}
	for _, b := range p.bindings.remove {
		if !known[b.TargetCluster] {
			return &StagedFailure{Cause: StagedNewDeletion, Cluster: b.TargetCluster}
		}
	}
	return nil
}
