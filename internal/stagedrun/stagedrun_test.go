// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package stagedrun_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/stagedrun"
)

// at is a time in conditions.
const at = `observedGeneration: 1, lastTransitionTime: "2026-08-11T12:00:00Z"`

// statusOf reads the status of a run in which the stage canary has succeeded and prod waits for an approval.
func statusOf(t *testing.T, conditions, prod string) *stagedrun.Status {
	t.Helper()
	text := `status: {resourceSnapshotIndexUsed: "1", conditions: [` + conditions + `], stagesStatus: [
		{stageName: canary, conditions: [{type: Succeeded, status: "True", reason: StageUpdatingSucceeded, message: "", AT}],
			clusters: [{clusterName: a, conditions: [{type: Succeeded, status: "True", reason: S, message: "", AT}]}]},
		{stageName: prod, ` + prod + `}], deletionStageStatus: {stageName: x, clusters: [{clusterName: z}]}}`
	var fields map[string]any
	if err := yaml.Unmarshal([]byte(strings.ReplaceAll(text, "AT", at)), &fields); err != nil {
		t.Fatal(err)
	}
	status, err := stagedrun.ReadStatus(fields)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

const (
	initialized = `{type: Initialized, status: "True", reason: UpdateRunInitializedSuccessfully, message: "", AT}`
	waiting     = initialized + `, {type: Progressing, status: "False", reason: UpdateRunWaiting, message: waits, AT}`
	requested   = `conditions: [{type: Progressing, status: "False", reason: StageUpdatingWaiting, message: "", AT}], clusters: [
		{clusterName: b, conditions: [{type: Started, status: "True", reason: S, message: "", AT}]}, {clusterName: c}],
		beforeStageTaskStatus: [{type: Approval, approvalRequestName: web-2-before-prod, conditions: [
		{type: ApprovalRequestCreated, status: "True", reason: C, message: "", AT}]}]`
)

func run(approved ...string) *stagedrun.Arguments {
	r := &stagedrun.Arguments{ApprovedStages: map[string][]string{"web-2": approved, "web-1": {"prod"}}}
	r.Name, r.StagedRolloutStrategyName, r.PlacementName, r.State = "web-2", "safe", "web", stagedrun.Execute
	return r
}

// TestReport: what a run is doing, as values.
func TestReport(t *testing.T) {
	report := run().Report(statusOf(t, waiting, requested))
	want := stagedrun.Report{
		Phase: "Waiting", Message: "waits", ResourceSnapshotIndexUsed: "1", Stages: []stagedrun.StageReport{
			{Name: "canary", State: "Succeeded", Progress: "1 of 1 cluster updated"},
			{
				Name: "prod", State: "Waiting", Progress: "0 of 2 clusters updated, updating b",
				WaitsFor: `the approval "before-prod": approved_stages["web-2"] = ["before-prod"]`,
			},
		},
		Approvals:     map[string]string{"before-prod": "waiting"},
		StageClusters: map[string]string{"canary": "a", "prod": "b, c"}, RemovedClusters: []string{"z"},
	}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Error(diff)
	}
	approved := strings.ReplaceAll(requested, "ApprovalRequestCreated", "ApprovalRequestApproved")
	for name, r := range map[string]*stagedrun.Arguments{
		"approved": run("prod"), "approved by another client": run(),
	} {
		if got := r.Report(statusOf(t, waiting, approved)).Approvals["before-prod"]; got != name {
			t.Errorf("found %s, want %s", got, name)
		}
	}
}

// TestRequests: a run answers what its own name approves, by the name of the approval or that of the stage.
func TestRequests(t *testing.T) {
	for name, isApproved := range map[string]bool{"": false, "prod": true, "before-prod": true, "after-prod": false, "canary": false} {
		requests := run(name).Requests(statusOf(t, waiting, requested))
		if want := []stagedrun.ApprovalRequest{{Name: "web-2-before-prod", Stage: "prod", IsApproved: isApproved}}; !cmp.Equal(want, requests) {
			t.Errorf("%s: %v", name, requests)
		}
	}
	two := requested + `, afterStageTaskStatus: [{type: Approval, approvalRequestName: web-2-after-prod}]`
	for name, want := range map[string]stagedrun.ApprovalRequest{
		"prod":        {Name: "web-2-before-prod", Stage: "prod", IsAmbiguous: true},
		"before-prod": {Name: "web-2-before-prod", Stage: "prod", IsApproved: true},
		"after-prod":  {Name: "web-2-before-prod", Stage: "prod"},
	} {
		if got := run(name).Requests(statusOf(t, waiting, two)); !cmp.Equal([]stagedrun.ApprovalRequest{want}, got) {
			t.Errorf("%s with two approvals: %v", name, got)
		}
	}
}

// TestMissing: what an apply waits for, and when it ends without it.
func TestMissing(t *testing.T) {
	const ended = `, {type: Succeeded, status: "STATUS", reason: R, message: "a cluster has left", AT}`
	success := strings.Replace(ended, "STATUS", "True", 1)
	failure := strings.Replace(ended, "STATUS", "False", 1)
	stuck := initialized + `, {type: Progressing, status: "False", reason: UpdateRunStuck, message: "b is late", AT}`
	for name, tt := range map[string]struct{ waitFor, conditions, missing, never string }{
		"nothing":       {"", "", "", ""},
		"not seen":      {"Initialized", "", "The hub has not seen the run", ""},
		"initialized":   {"Initialized", initialized, "", ""},
		"stage":         {"canary", waiting, "", ""},
		"waiting":       {"Succeeded", waiting, `Stage "prod": 0 of 2 clusters updated, updating b; it waits for the approval "before-prod"`, ""},
		"stuck":         {"prod", stuck, "b is late.", ""},
		"succeeded":     {"prod", waiting + success, "", ""},
		"failed":        {"Succeeded", waiting + failure, "", "The hub has ended the run: a cluster has left."},
		"unknown stage": {"prd", waiting, "", `wait_for: found "prd"; the run has no such stage; did you mean "prod"?`},
	} {
		r := run()
		r.WaitFor = tt.waitFor
		missing, never := r.Missing(statusOf(t, tt.conditions, requested))
		if !strings.Contains(missing, tt.missing) || (tt.missing == "") != (missing == "") ||
			!strings.Contains(never, tt.never) || (tt.never == "") != (never == "") {
			t.Errorf("%s: missing %q, never %q", name, missing, never)
		}
	}
}

// TestStart: a run of 300 clusters in 5 stages is told in few lines.
func TestStart(t *testing.T) {
	quarter := intstr.FromString("25%")
	var stages []staged.Stage
	rollout := &staged.Rollout{Removed: []string{"gone"}}
	for i := range 5 {
		stage := staged.Stage{Name: fmt.Sprint("s", i), MaxConcurrency: &quarter, BeforeStageTasks: []staged.Task{{Type: staged.Approval}},
			AfterStageTasks: []staged.Task{{Type: staged.TimedWait, WaitTime: &metav1.Duration{Duration: 3600e9}}}}
		stages = append(stages, stage)
		var names []string
		for k := range 60 {
			names = append(names, fmt.Sprintf("c%d-%02d", i, k))
		}
		rollout.Stages = append(rollout.Stages, names)
	}
	f := run("s0").Start("The run", stages, rollout)
	if f.Title != "The run updates 300 clusters in 5 stages" || !f.Warning || strings.Count(f.Text, "\n") > 12 {
		t.Errorf("%s: %s", f.Title, f.Text)
	}
	for _, want := range []string{
		"1. s0: 60 clusters, 15 at a time: c0-00, c0-01, ", ` and 50 more; before it the approval "before-s0" (given); then waits 1h`,
		`the approval "before-s1" (not yet in approved_stages)`, "lose the workload: gone",
	} {
		if !strings.Contains(f.Text, want) {
			t.Errorf("%q is missing in %s", want, f.Text)
		}
	}
}

// TestValidate: what the hub would refuse, and a wait that never ends.
func TestValidate(t *testing.T) {
	for path, change := range map[string]func(*stagedrun.Arguments){
		"state":                 func(r *stagedrun.Arguments) { r.State = "Running" },
		"resourceSnapshotIndex": func(r *stagedrun.Arguments) { r.ResourceSnapshotIndex = "v1" },
		"waitFor":               func(r *stagedrun.Arguments) { r.State, r.WaitFor = stagedrun.Initialize, "prod" },
		"name":                  func(r *stagedrun.Arguments) { r.Name = strings.Repeat("a", 64) },
		"placementName":         func(r *stagedrun.Arguments) { r.PlacementName = "A" },
	} {
		r := run()
		if errs := r.Validate(); len(errs) > 0 {
			t.Fatal(errs)
		}
		change(r)
		if errs := r.Validate(); len(errs) != 1 || errs[0].Field != path {
			t.Errorf("%s: %v", path, errs)
		}
	}
}

// TestReplaced: what the hub does not let change is a new run.
func TestReplaced(t *testing.T) {
	for path, change := range map[string]func(*stagedrun.Arguments){
		"placementName":             func(r *stagedrun.Arguments) { r.PlacementName = "db" },
		"stagedRolloutStrategyName": func(r *stagedrun.Arguments) { r.StagedRolloutStrategyName = "fast" },
		"resourceSnapshotIndex":     func(r *stagedrun.Arguments) { r.ResourceSnapshotIndex = "3" },
		"state":                     func(r *stagedrun.Arguments) { r.State = stagedrun.Initialize },
		"":                          func(r *stagedrun.Arguments) { r.State = stagedrun.Stop },
	} {
		planned := run()
		change(planned)
		findings := stagedrun.Replaced(run(), planned)
		if path == "" && len(findings) > 0 || path != "" && (len(findings) != 1 || findings[0].At != path) {
			t.Errorf("%s: %v", path, findings)
		}
	}
}

// TestCheckStages: names that approve nothing, a stage that the run does not have, and approvals of another run.
func TestCheckStages(t *testing.T) {
	approval := []staged.Task{{Type: staged.Approval}}
	stages := []staged.Stage{
		{Name: "canary"}, {Name: "prod", BeforeStageTasks: approval},
		{Name: "rest", BeforeStageTasks: approval, AfterStageTasks: approval},
	}
	for name, tt := range map[string]struct{ approved, waitFor, want string }{
		"stage":           {"prod", "prod", ""},
		"approval":        {"before-prod", stagedrun.WaitSucceeded, ""},
		"misspelled":      {"pord", "", `approvedStages[web-2][0]: found "pord": nothing asks for this approval; did you mean "prod"?`},
		"without a task":  {"canary", "", "approvedStages[web-2][0]: found \"canary\": nothing asks for this approval; there are prod, before-prod"},
		"wrong side":      {"after-prod", "", "approvedStages[web-2][0]: found"},
		"two approvals":   {"rest", "", `the stage has two approvals: write "before-rest" or "after-rest"`},
		"no such stage":   {"prod", "cannary", `waitFor: found "cannary": the run has no such stage; did you mean "canary"?`},
		"nothing is near": {"prod", "xyz", "It has canary, prod, rest"},
	} {
		r := run(tt.approved)
		r.WaitFor = tt.waitFor
		var text string
		for _, err := range r.CheckStages(stages) {
			text += err.Field + ": " + excerpt.FoundAndWanted(err)
		}
		if !strings.Contains(text, tt.want) || (tt.want == "") != (text == "") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if text := fmt.Sprint(run("prod").CheckStages(stages[:1])); !strings.Contains(text, "no stage has a task of type Approval") {
		t.Error(text)
	}
	for key, want := range map[string]string{"web-2": "", "wbe-2": "wbe-2", "web-1": "", "wb-2": "wb-2", "api": ""} {
		r := run()
		r.ApprovedStages = map[string][]string{key: {"prod"}}
		if got := r.MisspeltKey(); got != want {
			t.Errorf("approvals of %s: %q", key, got)
		}
	}
}
