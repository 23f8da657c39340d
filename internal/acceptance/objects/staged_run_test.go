// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

const stagedRunConfig = `
variable "release" {}
variable "wait" {}
variable "approved" { type = list(string) }

resource "multicluster_placement" "web" {
  name               = "NAME"
  kubefleet          = { placement_type = "PickFixed", cluster_names = ["NAMEa", "NAMEb", "NAMEc"] }
  resource_selectors = [{ group = "", version = "v1", kind = "Namespace", name = "NAME" }]
  strategy           = { type = "External" }
  wait_for_decisions = true
}

resource "multicluster_staged_update_strategy" "safe" {
  name = "NAME"
  stages = [
    { name = "canary", label_selector = { match_labels = { tier = "canary" } } },
    { name = "prod", label_selector = { match_labels = { tier = "prod" } }, before_stage_tasks = [{ type = "Approval" }] },
  ]
}

resource "multicluster_staged_update_run" "web" {
  name                         = "NAME-${var.release}"
  placement_name               = multicluster_placement.web.name
  staged_rollout_strategy_name = multicluster_staged_update_strategy.safe.name
  state                        = "Run"
  wait_for                     = var.wait
  approved_stages              = { "NAME-1" = var.approved }
}

output "waits_for" {
  value = compact(multicluster_staged_update_run.web.stages[*].waits_for)
}

output "clusters" {
  value = multicluster_staged_update_run.web.stage_clusters
}
`

// TestAccStagedRun: a release goes through two stages with an approval by a commit, the next one fails in the first stage.
func TestAccStagedRun(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	name := server.Prefix(t) + "x"
	var decisions []hubtest.FleetDecision
	for cluster, tier := range map[string]string{"a": "canary", "b": "prod", "c": "prod"} {
		server.Create(t, `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: `+name+cluster+`, labels: {tier: `+tier+
			`}}, spec: {identity: {kind: User, name: a, apiGroup: rbac.authorization.k8s.io}}}`)
		decisions = append(decisions, hubtest.FleetDecision{Cluster: name + cluster, Selected: true})
	}
	slices.SortFunc(decisions, func(a, b hubtest.FleetDecision) int { return strings.Compare(a.Cluster, b.Cluster) })
	server.FleetHeartbeats(t, func(string) time.Time { return time.Now() }, name+"a", name+"b", name+"c")
	server.FleetScheduler(t, "", func(placement *unstructured.Unstructured) ([]hubtest.FleetDecision, bool) {
		return decisions, placement.GetName() == name
	})
	var refuses atomic.Bool
	never := func() bool { return false }
	server.FleetUpdateRuns(t, name, []hubtest.FleetStage{
		{Name: "canary", Clusters: []string{name + "a"}}, {Name: "prod", Clusters: []string{name + "b", name + "c"}, IsApproved: never},
	}, func(string, string) hubtest.WorkOutcome {
		if refuses.Load() {
			return hubtest.WorkRefused
		}
		return hubtest.WorkDone
	})
	w := cli.NewWorkspace(t, cli.Mirror(t), cli.HubProvider(server, `kind = "MemberCluster"`)+strings.ReplaceAll(stagedRunConfig, "NAME", name))
	apply := func(release, wait, approved string) (string, error) {
		further := []string{"-var=release=" + release, "-var=wait=" + wait, "-var=approved=" + approved}
		out, err := w.Apply(t, further...)
		if err == nil {
			if plan, err := w.Run(t, append([]string{"plan", "-input=false", "-detailed-exitcode"}, further...)...); err != nil {
				t.Errorf("the plan is not empty: %v\n%s", err, plan)
			}
		}
		return out, err
	}
	out, err := apply("1", "canary", "[]")
	if line := `approved_stages[\"` + name + `-1\"] = [\"before-prod\"]`; err != nil || !strings.Contains(out, line) {
		t.Fatalf("%v: the output lacks %s:\n%s", err, line, out)
	}

	// The commit that approves the stage.
	if out, err = apply("1", "Succeeded", `["prod"]`); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}

	// The next release: the plan says what it does, and the apply ends when the hub ends the run.
	refuses.Store(true)
	out, err = apply("2", "Succeeded", `["prod"]`)
	text := strings.Join(strings.Fields(strings.ReplaceAll(out, "│", "")), " ")
	for _, want := range []string{
		`The staged update run "` + name + `-2" updates 3 clusters in 2 stages`, "1. canary: 1 cluster, 1 at a time: " + name + "a",
		"does not get there", "was changed during the update.",
	} {
		if err == nil || !strings.Contains(text, want) {
			t.Errorf("%v: the output lacks %s:\n%s", err, want, out)
		}
	}
}
