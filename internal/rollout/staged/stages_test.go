// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

// computeStages puts every selected cluster into the one stage whose selector matches it. A selected cluster without a
// MemberCluster is in none.
func (r *Request) computeStages(strategy *Strategy, bindings bindings) ([]StageStatus, *Failure) {
	names, failure := bindings.stages(strategy.Stages, r.Clusters)
	if names == nil {
		return nil, failure
	}
	stages := make([]StageStatus, len(names))
	for i := range names {
		clusters := make([]ClusterStatus, len(names[i]))
		for k, name := range names[i] {
			clusters[k].Name = name
		}
		stages[i] = strategy.Stages[i].status(r.Run.Name, clusters)
	}
	return stages, failure
}

// status is the stage before it starts.
func (s *Stage) status(run string, clusters []ClusterStatus) StageStatus {
	tasks := func(list []Task, when string) []TaskStatus {
		var all []TaskStatus
		for _, task := range list {
			status := TaskStatus{Type: task.Type}
			if task.Type == Approval {
				status.Request = run + "-" + when + "-" + s.Name
			} else if task.WaitTime != nil {
				status.Wait = task.WaitTime.Duration
			}
			all = append(all, status)
		}
		return all
	}
	return StageStatus{
		Name: s.Name, Clusters: clusters, Before: tasks(s.BeforeStageTasks, "before"), After: tasks(s.AfterStageTasks, "after"),
	}
}
