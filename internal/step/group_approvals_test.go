// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// perGroup is a rollout to the groups dev, prod and last, of which prod starts with an approval only.
func perGroup(t *testing.T) *applies {
	t.Helper()
	strategy := strategyOf(ocm.TypeProgressivePerGroup)
	strategy.ProgressivePerGroup = &ocm.ProgressivePerGroup{}
	a := start(t, strategy)
	a.req.DecisionGroups = []Group{
		{Name: "dev", ClusterNames: []string{"a"}}, {Index: 1, Name: "prod", ClusterNames: []string{"b", "c"}},
		{Index: 2, ClusterNames: []string{"d"}},
	}
	a.req.ApprovalGroups = []string{"prod"}
	return a
}

// TestCarryApprovalGroups: a decision group starts with the approval of this very revision, once, and those behind it wait, too.
func TestCarryApprovalGroups(t *testing.T) {
	a := perGroup(t)
	a.want("Progressing | a:v1 Progressing, b: Waiting, c: Waiting, d: Waiting | 3 clusters wait: not finished: a")
	a.report(Succeeded, "a")
	const waits = `Progressing | a:v1 Succeeded, b: Waiting, c: Waiting, d: Waiting | 3 clusters wait: group prod waits for the approval "prod": approved_stages["v1"] = ["prod"]`
	a.want(waits)
	a.req.ApprovedStages = map[string][]string{"v0": {"prod"}}
	a.want(waits)
	a.req.ApprovedStages = map[string][]string{"v1": {"before-prod"}}
	a.want("Progressing | a:v1 Succeeded, b:v1 Progressing, c:v1 Progressing, d: Waiting | 1 cluster waits: not finished: b, c")
	// An approval is not taken back, and not asked for again when a cluster joins the group.
	a.req.ApprovedStages = nil
	a.report(Succeeded, "b", "c")
	a.req.DecisionGroups[1].ClusterNames = []string{"b", "c", "e"}
	a.want("Progressing | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d: Waiting, e:v1 Progressing | 1 cluster waits: " +
		"not finished: e")
	a.report(Succeeded, "e")
	a.step()
	a.report(Succeeded, "d")
	a.want("Succeeded | a:v1 Succeeded, b:v1 Succeeded, c:v1 Succeeded, d:v1 Succeeded, e:v1 Succeeded | ")
	a.req.Revision, a.req.ApprovedStages = "v2", map[string][]string{"v1": {"prod"}}
	a.step()
	a.report(Succeeded, "a")
	a.want(`Progressing | a:v2 Succeeded, b:v1 Waiting, c:v1 Waiting, d:v1 Waiting, e:v1 Waiting | 4 clusters wait: group prod waits for the approval "prod": approved_stages["v2"] = ["prod"]`)
}

// TestCarryApprovalGroupsFailures: a group that waits for its approval is not stuck, although a cluster of an earlier one has
// failed, and no later group passes it. Whether clusters time out does not matter.
func TestCarryApprovalGroupsFailures(t *testing.T) {
	a := perGroup(t)
	a.req.Strategy.ProgressivePerGroup.MaxFailures = intstr.FromInt(1)
	a.step()
	a.report(Failed, "a")
	a.want("Progressing | a:v1 Failed, b: Waiting, c: Waiting, d: Waiting | a has failed since 2026-11-21T00:00:00Z: " +
		"repair it, or set " +
		`progress_deadline to give it up; 3 clusters wait: group prod waits for the approval "prod": approved_stages["v1"] = ["prod"]`)
	a.req.Strategy.ProgressivePerGroup.ProgressDeadline = "10m"
	a.after(20 * time.Minute)
	a.want(`Progressing | a:v1 TimeOut, b: Waiting, c: Waiting, d: Waiting | 3 clusters wait: group prod waits for the approval "prod": approved_stages["v1"] = ["prod"]`)
	a.req.ApprovedStages = map[string][]string{"v1": {"prod"}}
	if p := a.step(); p.Revisions["b"] != "v1" {
		t.Error(shown(p, "v1"))
	}
}

// TestApprovalGroupsMistakes: groups that ask for approvals have to exist, unless that is allowed.
func TestApprovalGroupsMistakes(t *testing.T) {
	a := perGroup(t)
	a.req.ApprovalGroups = []string{"prd", "", "prd"}
	want := "approvalGroups[1]: Required value: the name of a decision group, approvalGroups[2]: Duplicate value: \"prd\": " +
		"approval_groups[0] already has this value"
	if got := strings.Join(texts(a.req.Validate()), ", "); got != want {
		t.Error(got)
	}
	a.req.ApprovalGroups = []string{"prd"}
	want = `approvalGroups[0]: Invalid value: "prd": no decision group has this name; did you mean "prod"? Its clusters may be in a group that ` +
		"starts without an approval. Correct it, or set allow_missing_groups = true"
	if got := strings.Join(texts(a.req.MissingGroups()), ", "); got != want {
		t.Error(got)
	}
	a.req.AllowMissingGroups = true
	a.req.ApprovedStages = map[string][]string{"v1": {"prod"}}
	want = `approvalGroups[0]: Invalid value: "prd": no decision group has this name; did you mean "prod"?, ` +
		`approvedStages[v1][0]: Invalid value: "prod": nothing asks for this approval; did you mean "prd"?`
	if got := strings.Join(texts(a.req.Warnings()), ", "); got != want || a.req.MissingGroups() != nil {
		t.Error(got)
	}
	for _, strategy := range []rollout.Strategy{progressive(1), rolling, oneStage} {
		a.req.Strategy = strategy
		if errs := a.req.validateApprovalGroups(); len(errs) != 1 {
			t.Errorf("%s: %v", strategy.Type, errs)
		}
	}
}
