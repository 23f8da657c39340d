package rollout

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// executeDeletion deletes all bindings of the deletion stage in one pass, without a limit. The run has succeeded when none
// is left. A run that had nothing to update fails then, because it finds no binding at all: see sortBindings.
func (p *stagedPass) executeDeletion(stage *StagedStageStatus) *StagedFailure {
	now := p.req.Now
	stage.begin(now)
	failure := p.eachDeletion(stage, func(c *StagedClusterStatus, b *StagedBinding) {
		p.result.Deleted = append(p.result.Deleted, StagedChange{Cluster: c.Name, Binding: b.Name})
		c.start(now)
	})
	if failure != nil {
		return failure
	}
	if len(p.bindings.remove) > 0 {
		p.requeue(StagedUpdatingInterval)
		return nil
	}
	stage.finish(metav1.ConditionTrue, stageReasonSucceeded, now)
	p.progress(metav1.ConditionFalse, stagedReasonSucceeded)
	p.status.Succeeded.set(metav1.ConditionTrue, stagedReasonSucceeded, now)
	return nil
}

// eachDeletion visits the bindings of the deletion stage whose deletion was not asked for yet, and marks the clusters
// whose bindings are gone. Two bindings on one cluster, and one that was made after the deletion, fail the run.
func (p *stagedPass) eachDeletion(stage *StagedStageStatus, visit func(*StagedClusterStatus, *StagedBinding)) *StagedFailure {
	left := make(map[string]*StagedClusterStatus, len(stage.Clusters))
	for i := range stage.Clusters {
		left[stage.Clusters[i].Name] = &stage.Clusters[i]
	}
	for _, b := range p.bindings.remove {
		cluster := left[b.TargetCluster]
		if cluster == nil {
			return &StagedFailure{Cause: StagedDeletionBindingTwice, Cluster: b.TargetCluster}
		}
		delete(left, b.TargetCluster)
		switch cluster.State {
		case StagedSucceeded:
			return &StagedFailure{Cause: StagedDeletionBindingBack, Cluster: cluster.Name}
		case StagedNotStarted:
			visit(cluster, b)
		default:
			if !b.Deleting {
				return &StagedFailure{Cause: StagedDeletionNotDeleting, Cluster: cluster.Name}
			}
		}
	}
	for _, cluster := range left {
		if cluster.State == StagedNotStarted {
			cluster.Started = p.req.Now
		}
		cluster.State = StagedSucceeded
	}
	return nil
}
