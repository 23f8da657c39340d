// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// stop starts nothing and requests nothing. Clusters that are being updated may finish; their bindings are not compared
// with the run. A stage that has not started is marked as stopped, too.
func (p *pass) stop(stage *StageStatus, spec *Stage) *Failure {
	now := p.req.Now
	p.progress(metav1.ConditionUnknown, reasonStopping)
	stage.Progressing.set(metav1.ConditionUnknown, stageReasonStopping, now)
	if spec == nil {
		return p.stopDeletion(stage)
	}
	var walk walk
	for i := range stage.Clusters {
		if cluster := &stage.Clusters[i]; cluster.State == Updating {
			walk.taken++
			p.observe(stage, cluster, p.bindings.byCluster[cluster.Name], &walk)
		}
	}
	p.report(&walk)
	switch {
	case walk.failing != nil:
		return walk.failing
	case walk.taken > 0:
		p.requeue(UpdatingInterval)
	default:
		stage.Progressing.set(metav1.ConditionFalse, stageReasonStopped, now)
		p.progress(metav1.ConditionFalse, reasonStopped)
	}
	return nil
}

// stopDeletion waits until the bindings that are being deleted are gone. If there are bindings whose deletion was not
// asked for, upstream marks the stage as stopped and the run never: it stays Stopping.
func (p *pass) stopDeletion(stage *StageStatus) *Failure {
	waiting := false
	if failure := p.eachDeletion(stage, func(*ClusterStatus, *Binding) { waiting = true }); failure != nil {
		return failure
	}
	if len(p.bindings.remove) > 0 {
		if waiting {
			stage.Progressing.set(metav1.ConditionFalse, stageReasonStopped, p.req.Now)
		}
		p.requeue(UpdatingInterval)
		return nil
	}
	stage.Progressing.set(metav1.ConditionFalse, stageReasonStopped, p.req.Now)
	p.progress(metav1.ConditionFalse, reasonStopped)
	return nil
}
