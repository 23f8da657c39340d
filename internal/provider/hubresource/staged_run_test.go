// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// stagedFleet is a placement of two clusters on a hub, with the strategy safe of two stages and a run of it.
type stagedFleet struct {
	*onhub.DecidedFleet
	*onhub.Run
	config object
}

func newStagedFleet(t *testing.T) *stagedFleet {
	t.Helper()
	f := &stagedFleet{DecidedFleet: onhub.NewDecidedFleet(t, fakehub.Start(t))}
	f.Create(`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: P-web, generation: 1},
		spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: web}], strategy: {type: External}}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterStagedUpdateStrategy, metadata: {name: P-safe}, spec: {stages: [
		{name: canary, labelSelector: {matchLabels: {name: a}}, maxConcurrency: 1},
		{name: prod, labelSelector: {matchLabels: {name: b}}, maxConcurrency: 1, beforeStageTasks: [{type: Approval}]}]}}`)
	f.Server.WriteFleetDecisions(t, "", f.Prefix+"web", hubtest.FleetDecision{Cluster: f.Prefix + "a", Selected: true},
		hubtest.FleetDecision{Cluster: f.Prefix + "b", Selected: true})
	f.Run = providertest.NewRun(t, "staged_update_run", onhub.Provider(f.Server))
	f.config = object{"name": f.Prefix + "run", "placement_name": f.Prefix + "web", "staged_rollout_strategy_name": f.Prefix + "safe", "state": "Run"}
	return f
}

// with is the configuration with other arguments.
func (f *stagedFleet) with(further object) object { return providertest.Merged(f.config, further) }

// approving is the configuration with approvals of the run, beside those of another one.
func (f *stagedFleet) approving(names ...string) object {
	given := list{}
	for _, name := range names {
		given = append(given, name)
	}
	return f.with(object{"approved_stages": object{f.Prefix + "run": given, f.Prefix + "other": list{"prod"}}})
}

const stagedNow = `observedGeneration: 1, message: "", lastTransitionTime: "2026-08-11T12:00:00Z"`

// reports sets the status of the run: further conditions of it, and a condition of the task before the stage prod.
func (f *stagedFleet) reports(conditions, task string) {
	f.DecidedFleet.T.Helper()
	f.patch("ClusterStagedUpdateRun", "run", `conditions: [{type: Initialized, status: "True", reason: UpdateRunInitializedSuccessfully, NOW}`+conditions+`],
		stagesStatus: [{stageName: canary, clusters: [{clusterName: P-a}], conditions: [{type: Succeeded, status: "True", reason: S, NOW}]},
		{stageName: prod, clusters: [{clusterName: P-b}], beforeStageTaskStatus: [{type: Approval, approvalRequestName: P-run-before-prod,
		conditions: [`+task+`]}]}], deletionStageStatus: {stageName: d, clusters: []}`)
}

// patch sets fields of the status of an object.
func (f *stagedFleet) patch(kind, name, status string) {
	f.DecidedFleet.T.Helper()
	f.Server.MergePatch(f.DecidedFleet.T, "hub-agent", onhub.StagedVersion, kind, "", f.Prefix+name,
		f.Text(strings.ReplaceAll("{status: {"+status+"}}", "NOW", stagedNow)), "status")
}

const (
	requestedTask = `{type: ApprovalRequestCreated, status: "True", reason: C, NOW}`
	waitsForTask  = `, {type: Progressing, status: "False", reason: UpdateRunWaiting, NOW}`
)

// request creates the approval request of a name, for a run and its stage prod.
func (f *stagedFleet) request(name, run string) {
	f.DecidedFleet.T.Helper()
	f.Create(`{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterApprovalRequest, metadata: {name: P-` + name +
		`, generation: 1}, spec: {parentStageRollout: P-` + run + `, targetStage: prod}}`)
}

// approval is the status of the condition Approved of a request; empty without it.
func (f *stagedFleet) approval(name string) string {
	f.DecidedFleet.T.Helper()
	request := f.Server.Get(f.DecidedFleet.T, onhub.StagedVersion, "ClusterApprovalRequest", "", f.Prefix+name)
	conditions, _, _ := unstructured.NestedSlice(request.Object, "status", "conditions")
	for _, condition := range conditions {
		if fields, _ := condition.(map[string]any); fields["type"] == "Approved" {
			return fields["status"].(string)
		}
	}
	return ""
}

// TestHubStagedRun_plan: the plan of a run says what it does, or why the hub would fail it.
func TestHubStagedRun_plan(t *testing.T) {
	f := newStagedFleet(t)
	diags := f.Try(f.config).Diags
	f.Has(diags, "updates 2 clusters in 2 stages")
	for _, want := range []string{
		"1. canary: 1 cluster, 1 at a time: P-a\n", `2. prod: 1 cluster, 1 at a time: P-b; before it the approval "before-prod" (not yet in approved_stages)`,
	} {
		if !strings.Contains(diags[0].Detail, f.Text(want)) {
			t.Errorf("%q is missing in %s", want, diags[0].Detail)
		}
	}
	f.Has(f.Try(f.with(object{"placement_name": "none"})).Diags, "needs an object that does not exist")
	f.Has(f.Try(f.with(object{"staged_rollout_strategy_name": "none"})).Diags, "needs an object that does not exist")
	f.Create(`{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterStagedUpdateStrategy, metadata: {name: P-short}, spec: {stages: [
		{name: canary, labelSelector: {matchLabels: {name: a}}, maxConcurrency: 1}]}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, metadata: {name: P-rolling},
		spec: {resourceSelectors: [{group: "", version: v1, kind: Namespace, name: web}]}}`)
	f.Has(f.Try(f.with(object{"staged_rollout_strategy_name": f.Prefix + "short"})).Diags,
		f.Text(`ERROR would fail: No stage of the strategy "P-short" selects the cluster "P-b"`))
	f.Has(f.Try(f.with(object{"placement_name": f.Prefix + "rolling"})).Diags, "ERROR must have the type External")

	// Another strategy is another run.
	f.Has(f.Do(f.config), "updates 2 clusters")
	f.Has(f.Try(f.with(object{"staged_rollout_strategy_name": f.Prefix + "short"})).Diags, "is replaced", "ERROR No stage")
	f.reports(waitsForTask, requestedTask)
	f.Has(f.Do(nil), "is deleted before its end")
}

// TestHubStagedRun_approvals: a run answers its own requests, also those that come after the apply, and no others.
func TestHubStagedRun_approvals(t *testing.T) {
	f := newStagedFleet(t)
	f.Has(f.Do(f.config), "updates 2 clusters")
	f.reports(waitsForTask, requestedTask)
	f.request("run-before-prod", "run")
	f.request("other-before-prod", "other")
	f.Settles(f.config)
	if got := f.Value("approvals").(map[string]any)["before-prod"]; got != "waiting" {
		t.Errorf("the approval is %v", got)
	}
	// Nothing asks for these, and a run keeps the stages that it began with.
	f.Has(f.Try(f.approving("canary", "prdo")).Diags, `ERROR found "canary": nothing asks for this approval`,
		`ERROR found "prdo": nothing asks for this approval; did you mean "prod"?`)
	if f.approval("run-before-prod") != "" {
		t.Error("the request of another stage was approved")
	}
	f.Has(f.Do(f.approving("prod")))
	if f.approval("run-before-prod") != "True" || f.approval("other-before-prod") != "" {
		t.Errorf("the requests are %q and %q", f.approval("run-before-prod"), f.approval("other-before-prod"))
	}

	// Another client has rejected the next one, and then there is one of another run.
	f.patch("ClusterApprovalRequest", "run-before-prod", `conditions: [{type: Approved, status: "False", reason: TooEarly, NOW}]`)
	f.Has(f.Do(f.approving("prod")), "Another client has rejected", "ERROR Another client has rejected ClusterApprovalRequest")
	f.patch("ClusterApprovalRequest", "run-before-prod", `conditions: [{type: Approved, status: "True", reason: Old,
		observedGeneration: 0, message: "", lastTransitionTime: "2026-08-11T12:00:00Z"}]`)
	f.Has(f.Try(f.config).Diags, `has expired: it was given for an earlier generation of the request`)
	f.Server.Delete(t, onhub.StagedVersion, "ClusterApprovalRequest", "", f.Prefix+"run-before-prod")
	f.request("run-before-prod", "other")
	f.Has(f.Do(f.approving("prod")), "so that it is not approved here", "ERROR so that it is not approved here")
	if f.approval("run-before-prod") != "" {
		t.Error("the request of another run was approved")
	}

	// Somebody approves by hand.
	f.reports("", `{type: ApprovalRequestApproved, status: "True", reason: A, NOW}`)
	f.Has(f.Do(f.config))
	if got := f.Value("approvals").(map[string]any)["before-prod"]; got != "approved by another client" {
		t.Errorf("the approval is %v", got)
	}
}

// TestHubStagedRun_names: a plan finds names that the stages of its run do not have, of a new run as well as of one that has kept
// its stages.
func TestHubStagedRun_names(t *testing.T) {
	f := newStagedFleet(t)
	misspelt := f.with(object{"approved_stages": object{f.Prefix + "run": list{"prod", "befor-prod"}}, "wait_for": "porod"})
	said := []string{
		`ERROR found "befor-prod": nothing asks for this approval; did you mean "before-prod"?`,
		`ERROR found "porod": the run has no such stage; did you mean "prod"?`,
	}
	f.Has(f.Try(misspelt).Diags, said...)
	f.Has(f.Do(f.config), "updates 2 clusters")
	f.Has(f.Try(misspelt).Diags, said...)
	f.patch("ClusterStagedUpdateRun", "run", `stagedUpdateStrategySnapshot: {stages: [{name: prod}]}`)
	f.Has(f.Try(f.approving("prod")).Diags, "ERROR nothing asks for this approval: no stage has a task of type Approval")
	f.Has(f.Try(f.with(object{"approved_stages": object{f.Prefix + "rnu": list{"prod"}}})).Diags, "has no approvals")
}

// TestHubStagedStrategy_inProgress: a run in progress keeps the stages of a strategy that changes.
func TestHubStagedStrategy_inProgress(t *testing.T) {
	f := newStagedFleet(t)
	strategy := providertest.NewRun(t, "staged_update_strategy", onhub.Provider(f.Server))
	stages := func(name string) object {
		return object{"name": f.Prefix + "safe", "adopt": true, "force_conflicts": true, "stages": list{object{
			"name": name, "label_selector": object{"match_labels": object{}}}}}
	}
	strategy.Has(strategy.Do(stages("all")))
	f.Has(f.Do(f.config), "updates 2 clusters")
	f.reports(waitsForTask, requestedTask)
	strategy.Has(strategy.Try(stages("every")).Diags, f.Text(`A run keeps the stages that it began with, so the change takes effect in `+
		`the next run. In progress: P-run.`))
	f.reports(`, {type: Succeeded, status: "True", reason: S, NOW}`, requestedTask)
	strategy.Has(strategy.Try(stages("every")).Diags)
}

// TestHubStagedRun_unread: a plan says that it may not read an approval request.
func TestHubStagedRun_unread(t *testing.T) {
	f := newStagedFleet(t)
	f.Has(f.Do(f.config), "updates 2 clusters")
	f.reports(waitsForTask, requestedTask)
	p := f.Server.Proxy(t)
	p.On(hubtest.Match{Path: "/clusterapprovalrequests/"}, hubtest.Always, hubtest.Refuse(403, "Forbidden", "no"))
	f.Provider = object{"hub": object{"host": p.Host, "cluster_ca_certificate": p.CA, "token": p.Token}}
	f.Has(f.Try(f.approving("prod")).Diags, "Whether another client has rejected ClusterApprovalRequest")
}

// TestHubStagedRun_wait: an apply waits for a stage, ends when the hub ends the run, and leaves a run that goes on.
func TestHubStagedRun_wait(t *testing.T) {
	f := newStagedFleet(t)
	waits := f.with(object{"wait_for": "prod", "timeouts": object{"create": "2s"}})
	f.Has(f.Do(waits), "updates 2 clusters", "ERROR The hub has not seen the run")
	f.reports(waitsForTask, requestedTask)
	diags := f.Do(waits)
	f.Has(diags, "is taken over", "updates 2 clusters", `ERROR it waits for the approval "before-prod": approved_stages`)
	if text := diags[2].Detail; !strings.Contains(text, "Apply again to take it over and to go on waiting") {
		t.Error(text)
	}
	if !f.State.IsNull() {
		t.Error("a run that goes on would be replaced")
	}
	// Terraform has made it, so that no message may say that it has not.
	f.Has(f.Do(f.with(object{"state": "Stop"})), "ERROR has applied other values than")
	defer hubtest.Later(500*time.Millisecond, func() {
		f.reports(`, {type: Succeeded, status: "False", reason: UpdateRunFailed, NOW}`, requestedTask)
	})()
	start := time.Now()
	f.Has(f.Do(f.with(object{"wait_for": "prod", "timeouts": object{"create": "5m"}})), "is taken over", "updates 2 clusters", "ERROR does not get there")
	if f.State.IsNull() || time.Since(start) > 2*time.Minute {
		t.Errorf("the run has failed after %s: %s", time.Since(start), f.State)
	}
}
