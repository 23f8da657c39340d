// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package stagedrun

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Start says what the run will do: its stages with their clusters in order, and what waits for what. What names the run.
func (a *Arguments) Start(what string, stages []staged.Stage, rollout *staged.Rollout) finding.Finding {
	clusters := 0
	var text strings.Builder
	for i, names := range rollout.Stages {
		stage := &stages[i]
		clusters += len(names)
		fmt.Fprintf(&text, "%d. %s: %s", i+1, stage.Name, excerpt.Count(len(names), "cluster"))
		if limit := stage.Concurrency(len(names)); len(names) > 0 {
			fmt.Fprintf(&text, ", %d at a time: %s", min(limit, len(names)), excerpt.List(names, ", "))
		}
		text.WriteString(a.tasks("before", stage.BeforeStageTasks, stage) + a.tasks("after", stage.AfterStageTasks, stage) + "\n")
	}
	if len(rollout.Removed) > 0 {
		fmt.Fprintf(&text, "At last, clusters that are no longer chosen lose the workload: %s\n", excerpt.List(rollout.Removed, ", "))
	}
	text.WriteString("Each stage waits for the one before it. ")
	if a.State == Execute {
		text.WriteString("The hub decides so if the clusters, their labels, the placement and the strategy stay as they are until " +
			"then.")
	} else {
		text.WriteString("Nothing is updated before state is \"Run\".")
	}
	return finding.Warning("", fmt.Sprintf("%s updates %s in %s", what, excerpt.Count(clusters, "cluster"),
		excerpt.Count(len(stages), "stage")), text.String())
}

// tasks says what is done before or after a stage.
func (a *Arguments) tasks(when string, tasks []staged.Task, stage *staged.Stage) (text string) {
	for _, task := range tasks {
		if task.Type == staged.TimedWait && task.WaitTime != nil {
			text += "; then waits " + excerpt.Duration(task.WaitTime.Duration)
			continue
		}
		name, approvals := when+"-"+stage.Name, 1
		if stage.AsksBefore() && stage.AsksAfter() {
			approvals = 2
		}
		state := "not yet in approved_stages"
		if a.approves(stage.Name, name, approvals) {
			state = "given"
		}
		text += fmt.Sprintf("; %s it the approval %s (%s)", when, excerpt.Quote(name), state)
	}
	return text
}

// Explain is the sentence about what makes the hub fail the run when it starts.
func (a *Arguments) Explain(f *staged.Failure) (path, text string) {
	cluster, stage := excerpt.Quote(f.Cluster), excerpt.Quote(f.Stage)
	strategy := "strategy " + excerpt.Quote(a.StagedRolloutStrategyName)
	switch f.Cause {
	case staged.ClusterNotPlaced:
		return "stagedRolloutStrategyName", "No stage of the " + strategy + " selects the cluster " + cluster + ". Every chosen " +
			"cluster must be in exactly one: add a stage or change the labels of the cluster."
	case staged.DuplicateCluster:
		return "stagedRolloutStrategyName", "Stage " + stage + " of the " + strategy + " selects the cluster " + cluster +
			", which an earlier stage selects, too. Every chosen cluster must be in exactly one."
	case staged.SortKeyInvalid:
		return "stagedRolloutStrategyName", "The sorting label of stage " + stage + " of the " + strategy + " has the value " +
			excerpt.Quote(f.Found) + " on the cluster " + cluster + ". It must be a whole number on every cluster of the stage."
	case staged.NoPolicySnapshot, staged.NotScheduled, staged.OldPolicyBinding, staged.CountMismatch:
		return "placementName", "The hub has not decided the placement " + excerpt.Quote(a.PlacementName) + ", or not found as many " +
			"clusters as it requires. Wait until it has."
	case staged.NoBindings:
		return "placementName", "The placement " + excerpt.Quote(a.PlacementName) + " has no clusters."
	}
	return "stagedRolloutStrategyName", excerpt.Sentence(f.Error())
}
