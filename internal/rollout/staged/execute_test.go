// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/condition"
)

// requeue sets when the next pass is.
func (p *pass) requeue(after time.Duration) {
	p.result.Requeue, p.result.RequeueAfter = true, after
}

// progress sets the condition Progressing of the run.
func (p *pass) progress(status metav1.ConditionStatus, reason string) {
	p.status.Progressing.set(status, reason, p.req.Now)
	p.status.Stuck = nil
}

// execute continues with a stage. Without a spec it is the deletion stage.
func (p *pass) execute(stage *StageStatus, spec *Stage) *Failure {
	if reason := p.status.Progressing.Reason; reason != reasonWaiting && reason != reasonStuck {
		p.progress(metav1.ConditionTrue, reasonProgressing)
	}
	if spec == nil {
		return p.executeDeletion(stage)
	}
	if len(stage.Clusters) == 0 {
		stage.finish(metav1.ConditionTrue, stageReasonSkipped, p.req.Now)
		p.requeue(0)
		return nil
	}
	ready, failure := p.checkBefore(stage)
	if failure != nil {
		return failure
	}
	if !ready {
		stage.Progressing.set(metav1.ConditionFalse, stageReasonWaiting, p.req.Now)
		p.progress(metav1.ConditionFalse, reasonWaiting)
		p.requeue(WaitingInterval)
		return nil
	}
	if size := spec.MaxConcurrency; size == nil {
		return &Failure{Cause: MaxConcurrencyMissing, Stage: stage.Name}
	} else if _, err := intstr.GetScaledValueFromIntOrPercent(size, len(stage.Clusters), false); err != nil {
		return &Failure{Cause: MaxConcurrencyMissing, Stage: stage.Name, Found: size.String()}
	}
	return p.update(stage, spec.Concurrency(len(stage.Clusters)))
}

// walk is what a pass has found among the clusters of a stage.
type walk struct {
	finished, taken int
	stuck           []string
	// failing is the first cluster that could not be updated, preempted the first whose binding was changed.
	failing, preempted *Failure
}

// update walks over the clusters of a stage while slots are free, and finishes the stage after the last one.
func (p *pass) update(stage *StageStatus, limit int) *Failure {
	var walk walk
	for i := 0; i < len(stage.Clusters) && walk.taken < limit; i++ {
		cluster := &stage.Clusters[i]
		if cluster.State == Succeeded {
			walk.finished++
			continue
		}
		walk.taken++
		binding := p.bindings.byCluster[cluster.Name]
		switch {
		case cluster.State == NotStarted:
			p.start(stage, cluster, binding, &walk)
		case !p.inSync(binding) || !binding.started():
			cluster.State = Failed
			if walk.preempted == nil {
				walk.preempted = &Failure{Cause: Preempted, Stage: stage.Name, Cluster: cluster.Name}
			}
		default:
			p.observe(stage, cluster, binding, &walk)
		}
	}
	p.report(&walk)
	switch {
	case walk.preempted != nil:
		return walk.preempted
	case walk.failing != nil:
		return walk.failing
	case walk.finished == len(stage.Clusters):
		return p.complete(stage)
	}
	p.requeue(UpdatingInterval)
	return nil
}

// report sets whether the run is stuck.
func (p *pass) report(walk *walk) {
	if len(walk.stuck) > 0 {
		p.progress(metav1.ConditionFalse, reasonStuck)
		p.status.Stuck = walk.stuck
	} else if walk.taken > 0 && p.req.Run.State == Execute {
		p.progress(metav1.ConditionTrue, reasonProgressing)
	}
}

// start starts the update of a cluster. A cluster that is up to date already succeeds or fails at once, and keeps its
// slot for this pass; it is not among those that this pass counts as finished.
func (p *pass) start(stage *StageStatus, cluster *ClusterStatus, b *Binding, walk *walk) {
	now := p.req.Now
	change := Change{Cluster: cluster.Name, Binding: b.Name}
	switch {
	case !p.inSync(b):
		p.result.Rolled = append(p.result.Rolled, change)
	case !b.started():
		p.result.Restarted = append(p.result.Restarted, change)
	case b.finished():
		cluster.start(now)
		cluster.State = Succeeded
		stage.begin(now)
		return
	case b.failing():
		walk.fail(stage, cluster)
		return
	}
	cluster.start(now)
	stage.begin(now)
}

// observe checks a cluster that is being updated. A finished one releases its slot to a later cluster in this pass.
func (p *pass) observe(stage *StageStatus, cluster *ClusterStatus, b *Binding, walk *walk) {
	if b.finished() {
		cluster.State = Succeeded
		walk.finished++
		walk.taken--
		return
	}
	if b.failing() {
		walk.fail(stage, cluster)
	}
	if p.req.Now.Sub(cluster.Started) > StuckAfter {
		walk.stuck = append(walk.stuck, cluster.Name)
	}
}

// fail records a cluster that could not be updated.
func (w *walk) fail(stage *StageStatus, cluster *ClusterStatus) {
	if w.failing == nil {
		w.failing = &Failure{Cause: ClusterFailing, Stage: stage.Name, Cluster: cluster.Name}
	}
}

// complete finishes a stage whose clusters are all updated as soon as its tasks are done. The next stage starts in a
// further pass.
func (p *pass) complete(stage *StageStatus) *Failure {
	p.progress(metav1.ConditionFalse, reasonWaiting)
	stage.Progressing.set(metav1.ConditionFalse, stageReasonWaiting, p.req.Now)
	done, rest, failure := p.checkAfter(stage)
	switch {
	case failure != nil:
		return failure
	case done:
		p.progress(metav1.ConditionTrue, reasonProgressing)
		stage.finish(metav1.ConditionTrue, stageReasonSucceeded, p.req.Now)
		p.requeue(0)
	case rest > 0:
		p.requeue(rest)
	default:
		p.requeue(WaitingInterval)
	}
	return nil
}

// inSync reports whether a binding is Bound on the snapshot and with the apply strategy of the run.
func (p *pass) inSync(b *Binding) bool {
	return b.State == placement.BindingBound && b.ResourceSnapshot == p.status.ResourceSnapshot &&
		b.ApplyStrategy == p.status.ApplyStrategy
}

// started reports whether a rollout has started at the current generation. Any change of the spec raises the generation.
func (b *Binding) started() bool {
	return condition.Is(b.Conditions, "RolloutStarted", b.Generation, metav1.ConditionTrue)
}

// finished reports whether the resources are available or compared, even if something else failed.
func (b *Binding) finished() bool {
	return condition.Is(b.Conditions, condition.Available, b.Generation, metav1.ConditionTrue) ||
		condition.Is(b.Conditions, condition.DiffReported, b.Generation, metav1.ConditionTrue)
}

// failing reports whether a binding that is not finished could not be brought to its cluster.
func (b *Binding) failing() bool {
	return condition.Is(b.Conditions, condition.DiffReported, b.Generation, metav1.ConditionFalse) ||
		condition.Failed(b.Conditions, b.Generation)
}
