// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package stagedrun is a staged update run of KubeFleet: what a configuration says of it, what it will do, and how far it is. It
// does no I/O.
package stagedrun

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// Run is what a ClusterStagedUpdateRun sets or, with a namespace, a StagedUpdateRun.
type Run struct {
	// The namespace of a StagedUpdateRun, for a ResourcePlacement and a StagedUpdateStrategy in it. Without it, the object is a
	// ClusterStagedUpdateRun.
	Namespace string `json:"namespace,omitempty"`
	// The name of the run, at most 63 characters. A run takes place once: give the next rollout another name.
	Name string `json:"name"`
	// The labels of the run.
	Labels map[string]string `json:"labels,omitempty"`
	// The annotations of the run.
	Annotations map[string]string `json:"annotations,omitempty"`
	Spec
}

// Spec is the spec of its object.
type Spec struct {
	// The name of the placement, whose `strategy` must have the type `External`. Refer to its resource, so that the hub has decided
	// it before. Changing it replaces the resource.
	PlacementName string `json:"placementName"`
	// The name of the strategy with the stages. The run keeps its stages as they are when it starts. Changing it replaces the
	// resource.
	StagedRolloutStrategyName string `json:"stagedRolloutStrategyName"`
	// The index of the resource snapshot that is rolled out. Changing it replaces the resource. Defaults to the resources that the
	// placement selects when the run starts.
	ResourceSnapshotIndex string `json:"resourceSnapshotIndex,omitempty"`
	// `Initialize` lets the hub compute the stages and updates nothing, `Run` goes through them, and `Stop` starts nothing more. A
	// run that was started cannot return to `Initialize`, and only one that runs can be stopped. Defaults to `Initialize`.
	State State `json:"state,omitempty"`
}

// State is what is wanted of a run.
type State string

// The states of a run.
const (
	Initialize State = "Initialize"
	Execute    State = "Run"
	Stop       State = "Stop"
)

// What an apply can wait for beside a stage, whose name has no capital letters.
const (
	WaitInitialized = "Initialized"
	WaitSucceeded   = "Succeeded"
)

// Arguments are a run, the approvals that were given, and what an apply waits for.
type Arguments struct {
	Run
	// The approvals, by the name of the run, such as `{ "web-2" = ["canary"] }`: names of stages with one approval, or with
	// `before-` or `after-` in front of them. An apply approves the requests of this run that exist. `stages` has the line to add.
	// Defaults to none.
	ApprovedStages map[string][]string `json:"approvedStages,omitempty"`
	// What an apply waits for, within `timeouts`: `Initialized`, `Succeeded` or the name of a stage that must have succeeded. It
	// fails as soon as the run does. When the time is up, the run goes on, and so does the wait of the next apply. Defaults to
	// nothing.
	WaitFor string `json:"waitFor,omitempty"`
}

// maxName is the length of the name of a run that the API of KubeFleet allows.
const maxName = 63

// Validate finds what the API of KubeFleet would refuse, and waits without an end.
func (a *Arguments) Validate() field.ErrorList {
	errs := slices.Concat(placement.ValidateName(a.PlacementName, field.NewPath("placementName")),
		placement.ValidateName(a.StagedRolloutStrategyName, field.NewPath("stagedRolloutStrategyName")),
		placement.ValidateOneOf(a.State, []State{Initialize, Execute, Stop}, field.NewPath("state")))
	if len(a.Name) > maxName {
		errs = append(errs, field.TooLong(field.NewPath("name"), a.Name, maxName))
	}
	if index, err := strconv.Atoi(a.ResourceSnapshotIndex); a.ResourceSnapshotIndex != "" && (err != nil || index < 0) {
		errs = append(errs, field.Invalid(field.NewPath("resourceSnapshotIndex"), a.ResourceSnapshotIndex,
			"must be the index of a resource snapshot, a number of at least 0"))
	}
	if a.WaitFor != "" && a.WaitFor != WaitInitialized && a.State != Execute {
		errs = append(errs, field.Invalid(field.NewPath("waitFor"), a.WaitFor,
			"a run gets there only in state Run; in other states it can be waited for until it is "+WaitInitialized))
	}
	return errs
}

// CheckStages finds approvals that the stages of the run do not ask for, and a stage to wait for that they do not have.
func (a *Arguments) CheckStages(stages []staged.Stage) field.ErrorList {
	path := field.NewPath("approvedStages").Key(a.Name)
	errs := staged.AmbiguousApprovals(a.ApprovedStages[a.Name], stages, path)
	if len(errs) == 0 {
		errs = staged.UnusedApprovals(a.ApprovedStages[a.Name], staged.ApprovalNames(stages), path, staged.NoApprovals)
	}
	names := lists.Map(stages, func(stage staged.Stage) string { return stage.Name })
	if a.WaitFor != "" && !slices.Contains(append(names, WaitInitialized, WaitSucceeded), a.WaitFor) {
		errs = append(errs, field.Invalid(field.NewPath("waitFor"), a.WaitFor, noStage(a.WaitFor, names)))
	}
	return errs
}

// MisspeltKey is the key of approvals that may be meant for the run, if it has none; empty if there is none.
func (a *Arguments) MisspeltKey() string {
	if _, ok := a.ApprovedStages[a.Name]; ok {
		return ""
	}
	return excerpt.Nearest(a.Name, slices.DeleteFunc(slices.Sorted(maps.Keys(a.ApprovedStages)), func(key string) bool {
		return !excerpt.IsMisspelling(key, a.Name)
	}))
}

// noStage says that a run has no stage of a name.
func noStage(name string, names []string) string {
	return "the run has no such stage" + cmp.Or(excerpt.DidYouMean(name, names), ". It has "+excerpt.List(names, ", "))
}

// Replaced are the warnings about changes that the hub refuses, so that the run is replaced.
func Replaced(prior, planned *Arguments) (findings finding.List) {
	for _, f := range []struct{ path, attribute, prior, planned string }{
		{"placementName", "placement_name", prior.PlacementName, planned.PlacementName},
		{
			"stagedRolloutStrategyName", "staged_rollout_strategy_name", prior.StagedRolloutStrategyName,
			planned.StagedRolloutStrategyName,
		},
		{"resourceSnapshotIndex", "resource_snapshot_index", prior.ResourceSnapshotIndex, planned.ResourceSnapshotIndex},
	} {
		if f.prior != f.planned {
			findings = append(findings, finding.Warning(f.path, "The staged update run "+excerpt.Quote(prior.Name)+" is replaced",
				fmt.Sprintf("%s: found %s, and the run on the hub has %s. A run keeps what it was started with, so Terraform deletes it "+
					"with its approval requests, which changes no cluster, and starts a new one from its first stage. To keep the run, "+
					"give the new one another name.", f.attribute, excerpt.Quote(f.planned), excerpt.Quote(f.prior))))
		}
	}
	if prior.State != planned.State && prior.State != "" && (planned.State == Initialize || planned.State == "") {
		findings = append(findings, finding.Warning("state", "The staged update run "+excerpt.Quote(prior.Name)+" is replaced",
			"state: a run that was started does not return to Initialize, so Terraform deletes it and creates it again."))
	}
	return findings
}

// approves reports whether an approval of a stage with so many of them was given: by its name, or by that of the stage if it has
// one.
func (a *Arguments) approves(stage, name string, approvals int) bool {
	given := a.ApprovedStages[a.Name]
	return slices.Contains(given, name) || approvals == 1 && slices.Contains(given, stage)
}

// MayApprove reports whether the configuration approves a request, as far as its name tells.
func (a *Arguments) MayApprove(name string) bool {
	_, stage, _ := strings.Cut(name, "-")
	return a.approves(stage, name, 1)
}

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
