// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// executeDeletion deletes all bindings of the deletion stage in one pass, without a limit. The run has succeeded when none
// is left. A run that had nothing to update fails then, because it finds no binding at all: see sortBindings.
func (p *pass) executeDeletion(stage *StageStatus) *Failure {
	now := p.req.Now
	stage.begin(now)
	failure := p.eachDeletion(stage, func(c *ClusterStatus, b *Binding) {
		p.result.Deleted = append(p.result.Deleted, Change{Cluster: c.Name, Binding: b.Name})
		c.start(now)
	})
	if failure != nil {
		return failure
	}
	if len(p.bindings.remove) > 0 {
		p.requeue(UpdatingInterval)
		return nil
	}
	stage.finish(metav1.ConditionTrue, stageReasonSucceeded, now)
	p.progress(metav1.ConditionFalse, reasonSucceeded)
	p.status.Succeeded.set(metav1.ConditionTrue, reasonSucceeded, now)
	return nil
}

// eachDeletion visits the bindings of the deletion stage whose deletion was not asked for yet, and marks the clusters
// whose bindings are gone. Two bindings on one cluster, and one that was made after the deletion, fail the run.
func (p *pass) eachDeletion(stage *StageStatus, visit func(*ClusterStatus, *Binding)) *Failure {
	left := make(map[string]*ClusterStatus, len(stage.Clusters))
	for i := range stage.Clusters {
		left[stage.Clusters[i].Name] = &stage.Clusters[i]
	}
	for _, b := range p.bindings.remove {
		cluster := left[b.TargetCluster]
		if cluster == nil {
			return &Failure{Cause: DeletionBindingTwice, Cluster: b.TargetCluster}
		}
		delete(left, b.TargetCluster)
		switch cluster.State {
		case Succeeded:
			return &Failure{Cause: DeletionBindingBack, Cluster: cluster.Name}
		case NotStarted:
			visit(cluster, b)
		default:
			if !b.Deleting {
				return &Failure{Cause: DeletionNotDeleting, Cluster: cluster.Name}
			}
		}
	}
	for _, cluster := range left {
		if cluster.State == NotStarted {
			cluster.Started = p.req.Now
		}
		cluster.State = Succeeded
	}
	return nil
}
