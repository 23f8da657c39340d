// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

// computeStages puts every selected cluster into the one stage whose selector matches it. A selected cluster without a
// MemberCluster is in none.
func (r *Request) computeStages(strategy *Strategy, bindings bindings) ([]StageStatus, *Failure) {
	var members []Cluster
	for _, c := range r.Clusters {
		if bindings.byCluster[c.Name] != nil {
			members = append(members, c)
		}
	}
	names, failure := stageClusters(strategy.Stages, members)
	if failure != nil && failure.Cause != ClusterNotPlaced {
		return nil, failure
	}
	stages, placed := make([]StageStatus, len(names)), map[string]bool{}
	for i := range names {
		clusters := make([]ClusterStatus, len(names[i]))
		for k, name := range names[i] {
			clusters[k].Name, placed[name] = name, true
		}
		stages[i] = strategy.Stages[i].status(r.Run.Name, clusters)
	}
	failure = nil
	for name := range bindings.byCluster {
		if !placed[name] && (failure == nil || name < failure.Cluster) {
			failure = &Failure{Cause: ClusterNotPlaced, Cluster: name}
		}
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

// stageClusters is [StageClusters] of a run, which checks the tasks of a stage before its clusters.
func stageClusters(stages []Stage, members []Cluster) ([][]string, *Failure) {
	for i := range stages {
		wrong := stages[i].checkTasks()
		if wrong == nil {
			continue
		}
		if _, failure := StageClusters(stages[:i], members); failure != nil && failure.Cause != ClusterNotPlaced {
			return nil, failure
		}
		return nil, wrong
	}
	return StageClusters(stages, members)
}

// checkTasks checks the tasks of a stage.
func (s *Stage) checkTasks() *Failure {
	beforeTasks := s.BeforeStageTasks
	if len(beforeTasks) > 1 || len(beforeTasks) == 1 && beforeTasks[0].Type != Approval {
		return &Failure{Cause: BeforeTaskInvalid, Stage: s.Name}
	}
	after := s.AfterStageTasks
	if len(after) > 2 || len(after) == 2 && after[0].Type == after[1].Type {
		return &Failure{Cause: AfterTaskInvalid, Stage: s.Name}
	}
	for _, task := range after {
		if task.Type == TimedWait && (task.WaitTime == nil || task.WaitTime.Duration <= 0) {
			return &Failure{Cause: AfterTaskInvalid, Stage: s.Name}
		}
	}
	return nil
}
