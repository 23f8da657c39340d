// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// member is a selected cluster that has a MemberCluster.
type member struct {
	*Cluster
	placed bool
	// rank is the value of the sorting label.
	rank int64
}

// computeStages puts every selected cluster into the one stage whose selector matches it. Stages are checked in order,
// the tasks of a stage before its clusters.
func (r *Request) computeStages(strategy *Strategy, bindings bindings) ([]StageStatus, *Failure) {
	members := make([]member, 0, len(bindings.byCluster))
	for i := range r.Clusters {
		if bindings.byCluster[r.Clusters[i].Name] != nil {
			members = append(members, member{Cluster: &r.Clusters[i]})
		}
	}
	picked, failure := pickStages(strategy.Stages, members)
	if failure != nil {
		return nil, failure
	}
	stages := make([]StageStatus, len(picked))
	placed := 0
	for i, clusters := range picked {
		placed += len(clusters)
		stages[i] = strategy.Stages[i].status(r.Run.Name, clusters)
	}
	if placed < len(bindings.byCluster) {
		return nil, &Failure{Cause: ClusterNotPlaced, Cluster: firstNotPlaced(bindings, members)}
	}
	return stages, nil
}

// StageClusters are the names of the clusters of each stage, in the order of the update. The names must be different. The
// failure is that of a run with these stages, and a cluster that no stage selects.
func StageClusters(stages []Stage, clusters []Cluster) ([][]string, *Failure) {
	members := make([]member, len(clusters))
	for i := range clusters {
		members[i].Cluster = &clusters[i]
	}
	picked, failure := pickStages(stages, members)
	if failure != nil {
		return nil, failure
	}
	names := make([][]string, len(picked))
	for i, stage := range picked {
		names[i] = make([]string, len(stage))
		for k := range stage {
			names[i][k] = stage[k].Name
		}
	}
	for i := range members {
		if m := &members[i]; !m.placed && (failure == nil || m.Name < failure.Cluster) {
			failure = &Failure{Cause: ClusterNotPlaced, Cluster: m.Name}
		}
	}
	return names, failure
}

// pickStages are the clusters of each stage, in the order of the update.
func pickStages(stages []Stage, members []member) ([][]ClusterStatus, *Failure) {
	picked := make([][]ClusterStatus, len(stages))
	kinds := newKinds(stages, members)
	for i := range stages {
		failure := stages[i].checkTasks()
		if failure == nil {
			picked[i], failure = stages[i].pick(members, &kinds)
		}
		if failure != nil {
			return nil, failure
		}
	}
	return picked, nil
}

// pick returns the clusters of the stage in the order of the update. Upstream finds mistakes in no particular order; here
// it is the one of the first cluster by name.
func (s *Stage) pick(members []member, kinds *kinds) ([]ClusterStatus, *Failure) {
	selector, err := metav1.LabelSelectorAsSelector(s.LabelSelector)
	if err != nil {
		return nil, &Failure{Cause: SelectorInvalid, Stage: s.Name}
	}
	selected := kinds.selected(selector)
	var picked []*member
	var first *Failure
	for i := range members {
		m := &members[i]
		if !selected[kinds.of[i]] {
			continue
		}
		if failure := m.place(s); failure != nil && (first == nil || failure.Cluster < first.Cluster) {
			first = failure
		}
		picked = append(picked, m)
	}
	if first != nil {
		return nil, first
	}
	slices.SortFunc(picked, func(a, b *member) int {
		if a.rank != b.rank {
			return cmp.Compare(a.rank, b.rank)
		}
		return strings.Compare(a.Name, b.Name)
	})
	clusters := make([]ClusterStatus, len(picked))
	for i, m := range picked {
		clusters[i].Name = m.Name
	}
	return clusters, nil
}

// place puts the cluster into a stage.
func (m *member) place(s *Stage) *Failure {
	if m.placed {
		return &Failure{Cause: DuplicateCluster, Stage: s.Name, Cluster: m.Name}
	}
	m.placed, m.rank = true, 0
	if s.SortingLabelKey == nil {
		return nil
	}
	text := m.Labels[*s.SortingLabelKey]
	rank, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return &Failure{Cause: SortKeyInvalid, Stage: s.Name, Cluster: m.Name, Found: text}
	}
	m.rank = rank
	return nil
}

// firstNotPlaced is the first of the selected clusters, by name, that no stage has.
func firstNotPlaced(bindings bindings, members []member) string {
	placed := make(map[string]bool, len(members))
	for _, m := range members {
		placed[m.Name] = m.placed
	}
	first := ""
	for name := range bindings.byCluster {
		if !placed[name] && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

// checkTasks checks the tasks of a stage.
func (s *Stage) checkTasks() *Failure {
	before := s.BeforeStageTasks
	if len(before) > 1 || len(before) == 1 && before[0].Type != Approval {
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
