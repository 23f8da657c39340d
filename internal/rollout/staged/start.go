// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package staged

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Start is what a run reads of a placement of type External when it is initialized. All lists may be in any order.
type Start struct {
	// Placement is the name of the placement.
	Placement string
	// Policy is the latest scheduling policy snapshot of the placement; nil if there is none.
	Policy *PolicySnapshot
	// Bindings may include those of other placements, which are ignored. Their names must be different.
	Bindings []placement.ResourceBinding
	// Clusters are the MemberClusters. Their names must be different.
	Clusters []Cluster
	Stages   []Stage
}

// PolicySnapshot is a scheduling policy snapshot.
type PolicySnapshot struct {
	Name string
	// Index is the label kubernetes-fleet.io/policy-index; empty without that label.
	Index string
	// Latest is the label kubernetes-fleet.io/is-latest-snapshot.
	Latest bool
	// PlacementType is PickAll (also if empty), PickN or PickFixed.
	PlacementType string
	// ClusterNames are the names of PickFixed.
	ClusterNames []string
	// NumberOfClusters is the annotation kubernetes-fleet.io/number-of-clusters, which PickN needs; empty without it.
	NumberOfClusters string
	// Scheduled says that the Scheduled condition is True at the current generation.
	Scheduled bool
}

// Rollout is what a run does.
type Rollout struct {
	// Stages are the names of the clusters of each stage, in the order of the update.
	Stages [][]string
	// Removed are the clusters that lose the workload after the last stage, by name.
	Removed []string
}

// Rollout is what a run does that is initialized now. The failure is that of the initialization, which is final, or
// [OldPolicyBinding] as long as the scheduler is not done.
func (s *Start) Rollout() (*Rollout, *Failure) {
	if s.Policy == nil {
		return nil, &Failure{Cause: NoPolicySnapshot}
	}
	wanted, failure := s.Policy.wanted()
	if failure != nil {
		return nil, failure
	}
	sorted, failure := s.sortBindings(wanted)
	if failure != nil {
		return nil, failure
	}
	stages, failure := sorted.stages(s.Stages, s.Clusters)
	if failure != nil {
		return nil, failure
	}
	rollout := &Rollout{Stages: stages}
	for _, i := range sorted.remove {
		rollout.Removed = append(rollout.Removed, s.Bindings[i].TargetCluster)
	}
	slices.Sort(rollout.Removed)
	return rollout, nil
}

// wanted is how many clusters the policy wants; -1 for all that fit.
func (p *PolicySnapshot) wanted() (wanted int, failure *Failure) {
	wanted = -1
	switch p.PlacementType {
	case "PickN":
		number, err := strconv.Atoi(p.NumberOfClusters)
		if err != nil || number < 0 {
			return wanted, &Failure{Cause: ClusterCountAnnotation, Found: p.NumberOfClusters}
		}
		wanted = number
	case "PickFixed":
		wanted = len(p.ClusterNames)
	}
	if !p.Scheduled {
		return wanted, &Failure{Cause: NotScheduled}
	}
	return wanted, nil
}

// sortedBindings are those of a placement, by their indexes.
type sortedBindings struct {
	// selected is how many bindings the scheduler has selected.
	selected int
	// byCluster has the selected binding of a cluster. Of two bindings, it is the one with the later name.
	byCluster map[string]int
	// remove are the Unscheduled bindings of any policy, in the order of their names.
	remove []int
}

// sortBindings divides the bindings of the placement into those that the scheduler has selected and those that it removes.
func (s *Start) sortBindings(wanted int) (sortedBindings, *Failure) {
	sorted := sortedBindings{byCluster: make(map[string]int, len(s.Bindings))}
	var old *placement.ResourceBinding
	for i := range s.Bindings {
		b := &s.Bindings[i]
		switch {
		case b.Placement != s.Placement:
		case b.State == placement.BindingUnscheduled:
			sorted.remove = append(sorted.remove, i)
		case b.PolicySnapshot != s.Policy.Name:
			if old == nil || b.Name < old.Name {
				old = b
			}
		default:
			sorted.selected++
			if other, twice := sorted.byCluster[b.TargetCluster]; !twice || s.Bindings[other].Name < b.Name {
				sorted.byCluster[b.TargetCluster] = i
			}
		}
	}
	switch {
	case old != nil:
		return sorted, &Failure{Cause: OldPolicyBinding, Cluster: old.TargetCluster, Found: old.PolicySnapshot}
	case sorted.selected == 0 && len(sorted.remove) == 0:
		return sorted, &Failure{Cause: NoBindings}
	case wanted >= 0 && wanted != sorted.selected:
		return sorted, &Failure{Cause: CountMismatch, Found: strconv.Itoa(sorted.selected)}
	}
	slices.SortFunc(sorted.remove, func(a, b int) int { return strings.Compare(s.Bindings[a].Name, s.Bindings[b].Name) })
	return sorted, nil
}

// stages are the names of the clusters of each stage. A selected cluster that no longer exists is in none.
func (s *sortedBindings) stages(stages []Stage, clusters []Cluster) ([][]string, *Failure) {
	var members []Cluster
	for _, c := range clusters {
		if _, isSelected := s.byCluster[c.Name]; isSelected {
			members = append(members, c)
		}
	}
	names, failure := stageClusters(stages, members)
	if failure != nil && failure.Cause != ClusterNotPlaced {
		return nil, failure
	}
	unplaced := maps.Clone(s.byCluster)
	for _, stage := range names {
		for _, name := range stage {
			delete(unplaced, name)
		}
	}
	if len(unplaced) > 0 {
		return names, &Failure{Cause: ClusterNotPlaced, Cluster: slices.Min(slices.Collect(maps.Keys(unplaced)))}
	}
	return names, nil
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
