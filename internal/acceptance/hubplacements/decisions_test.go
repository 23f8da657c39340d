// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlacementDecisions_ocm follows a Placement: not decided yet, decided as predicted, in other groups, otherwise,
// misconfigured, disabled, and being deleted.
func TestHubPlacementDecisions_ocm(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t)
	config := func() object { return object{"name": "web", "with_labels": list{"name"}, "with_claims": list{"zone"}} }
	f.Placement("web", "numberOfClusters: 2, decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1, "+
		"decisionGroups: [{groupName: canary, groupClusterSelector: {labelSelector: {matchLabels: {name: b}}}}]}}")
	outputs, diags := f.Decisions(config())
	f.Check(outputs, diags, map[string]any{
		"decisions": []any{}, "decisions_by_cluster": map[string]any{}, "decision_groups": []any{}, "satisfied": false,
		"conditions":        []any{},
		"prediction_agrees": false,
	}, `WARNING: name: The placement "N/web" has not been decided by the hub yet: The hub has not finished its first decision.`,
		"The hub has chosen no cluster. Predicted: 2 clusters (b, a).", "- a, predicted, not on the hub: rank 1 of 3 with score 0")

	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("canary", "b"), f.Group("", "a"))
	outputs, diags = f.Decisions(config())
	decision := func(cluster string) map[string]any {
		return map[string]any{"cluster_name": cluster, "score": nil, "reason": "decided by the hub",
			"binding": nil, "kind": nil, "namespace": nil}
	}
	chosen := func(cluster string) map[string]any {
		return map[string]any{
			"labels": map[string]any{"name": cluster},
			"claims": map[string]any{"zone": cluster + "1"},
			"kind":   nil, "namespace": nil,
		}
	}
	f.Check(outputs, diags, map[string]any{
		"decisions":            []any{decision("b"), decision("a")},
		"decisions_by_cluster": map[string]any{"a": chosen("a"), "b": chosen("b")},
		"decision_groups": []any{
			map[string]any{
				"index": number("0"), "name": "canary", "cluster_names": []any{"b"}, "placement_decisions": []any{"web-decision-1"},
			},
			map[string]any{"index": number("1"), "name": "", "cluster_names": []any{"a"}, "placement_decisions": []any{"web-decision-2"}},
		},
		"satisfied": true,
		"conditions": []any{
			map[string]any{
				"type": "PlacementSatisfied", "status": "True", "reason": "AllDecisionsScheduled",
				"message": "All cluster decisions scheduled",
			},
			map[string]any{
				"type": "PlacementMisconfigured", "status": "False", "reason": "Succeedconfigured",
				"message": "Placement configurations check pass",
			},
		},
		"prediction_agrees": true, "prediction_differences": []any{},
	})

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{status: {numberOfSelectedClusters: 3}}",
		"status")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": true},
		`The placement "N/web" is being decided by the hub: The hub is writing its decisions`)

	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b"), f.Group("", "a"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{
			"cluster_name": "b", "hub": true, "predicted": true, "reason": `the hub has it in group 0, and group 0 "canary" is predicted`,
		},
	}}, `The placement "N/web" was decided differently than predicted`, "- b, in another group: the hub has it in group 0")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{spec: {decisionStrategy: null, predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, "+
			"operator: NotIn, values: [a]}]}}}]}}")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b", "gone"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false, "prediction_differences": []any{
		map[string]any{
			"cluster_name": "a", "hub": true, "predicted": false, "reason": `label name is "a"; predicates[0] wants name notin (a)`,
		},
		map[string]any{"cluster_name": "c", "hub": false, "predicted": true, "reason": "rank 2 of 2 with score 0 = Steady 0"},
		map[string]any{"cluster_name": "gone", "hub": true, "predicted": false, "reason": "the fleet has no such cluster"},
	}}, "The hub has chosen 3 clusters (a, b, gone). Predicted: 2 clusters (b, c).",
		"- gone, on the hub, not predicted: the fleet has no such cluster")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{spec: {predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, operator: Near}]}}}]}}")
	f.Server.WriteDecisions(t, f.Namespace, "web")
	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{status: {conditions: ["+
		"{type: PlacementMisconfigured, status: 'True', reason: Misconfigured, message: 'Predicate:\"Near\" is not a valid "+
		"operator', lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: PlacementSatisfied, status: 'False', reason: "+
		"NoManagedClusterMatched, message: No ManagedCluster matches, lastTransitionTime: '2026-08-11T11:59:00Z'}]}}", "status")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"satisfied": false, "prediction_agrees": true, "prediction_differences": []any{}},
		`The placement "N/web" is not satisfied on the hub: The hub has chosen no cluster. PlacementMisconfigured: Predicate:"Near" is not a valid operator (Misconfigured).`)
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": false},
		"a, on the hub, not predicted: the hub chooses no cluster, because the placement is misconfigured")

	f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web",
		"{metadata: {annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: 'true'}, finalizers: "+
			"[example.com/held]}}")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"prediction_agrees": nil, "prediction_differences": nil},
		`The placement "N/web" is not scheduled by the hub`, "disables it")
	f.Server.Delete(t, onhub.OCMVersion, "Placement", f.Namespace, "web")
	defer f.Server.MergePatch(t, "test", onhub.OCMVersion, "Placement", f.Namespace, "web", "{metadata: {finalizers: null}}")
	outputs, diags = f.Decisions(config())
	f.Check(outputs, diags, map[string]any{"decisions": []any{decision("a"), decision("b")}, "prediction_agrees": nil},
		"it is being deleted")
}

// TestHubPlacementDecisions_many reads decisions in several PlacementDecisions, of which each has 100 clusters.
func TestHubPlacementDecisions_many(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t)
	var texts, names []string
	for i := range 120 {
		names = append(names, fmt.Sprintf("n-%03d", i))
		texts = append(texts, f.Text("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, "+
			"metadata: {name: P-"+names[i]+", labels: {test: T}}}"))
	}
	f.Server.CreateAll(t, texts)
	f.Placement("web", "numberOfClusters: 123")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", append(names, "a", "b", "c")...))
	outputs, diags := f.Decisions(object{"name": "web"})
	f.Check(outputs, diags, map[string]any{"prediction_agrees": true, "satisfied": true})
	if decisions, _ := outputs["decisions"].([]any); len(decisions) != 123 {
		t.Errorf("%d decisions", len(decisions))
	}
	groups, _ := outputs["decision_groups"].([]any)
	if diff := cmp.Diff([]any{"web-decision-1", "web-decision-2"}, groups[0].(map[string]any)["placement_decisions"]); diff != "" ||
		len(groups) != 1 {
		t.Errorf("%d groups -want +got:\n%s", len(groups), diff)
	}
	// A warning names a few, the output all.
	f.Server.WriteDecisions(t, f.Namespace, "web")
	outputs, diags = f.Decisions(object{"name": "web"})
	if differences, _ := outputs["prediction_differences"].([]any); len(differences) != 123 {
		t.Errorf("%d differences", len(differences))
	}
	if len(diags) != 2 || len(providertest.Shown(diags[1])) > providertest.LongestDetail ||
		!strings.Contains(providertest.Shown(diags[1]), "- and 113 more differences: see prediction_differences") {
		t.Error(providertest.Said(diags))
	}
}

func number(text string) json.Number { return json.Number(text) }

// TestAccHubPlacementDecisions plans with what a hub has decided, from the first plan on: an undecided placement fails its
// postcondition, and what the hub decides later is the next plan.
func TestAccHubPlacementDecisions(t *testing.T) {
	f := onhub.NewDecidedFleet(t)
	f.Placement("web", "numberOfClusters: 2")
	member := f.Prefix + "web"
	fleetPlacement(f, "ClusterResourcePlacement", member)
	config := cli.HubProvider(f.Server) + fmt.Sprintf(`
data "multicluster_placement_decisions" "managed" {
  name        = "web"
  namespace   = %q
  with_labels = ["name"]

  lifecycle {
    postcondition {
      condition     = self.satisfied
      error_message = "The hub has not decided."
    }
  }
}

data "multicluster_placement_decisions" "members" {
  name = %q
}

resource "terraform_data" "release" {
  input = { for name, c in data.multicluster_placement_decisions.managed.decisions_by_cluster : name => "web on ${c.labels.name}, group ${c.group}" }
}

output "managed" {
  value = [for c in keys(data.multicluster_placement_decisions.managed.decisions_by_cluster) : trimprefix(c, %q)]
}

output "members" {
  value = [for d in data.multicluster_placement_decisions.members.decisions : trimprefix(d.cluster_name, %[3]q)]
}

output "agree" {
  value = [for d in [data.multicluster_placement_decisions.managed, data.multicluster_placement_decisions.members] : d.prediction_agrees]
}
`, f.Namespace, member, f.Prefix)
	expect := func(managed, members knownvalue.Check, agree ...knownvalue.Check) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("managed", managed), plancheck.ExpectKnownOutputValue("members", members),
			plancheck.ExpectKnownOutputValue("agree", knownvalue.ListExact(agree)),
		}}
	}
	const forEach = `
resource "terraform_data" "each" {
  for_each = data.multicluster_placement_decisions.managed.decisions_by_cluster
  input    = each.value.labels.name
}
`
	cli.Test(t,
		resource.TestStep{Config: config, ExpectError: regexp.MustCompile("The hub has not decided.")},
		resource.TestStep{
			PreConfig: func() {
				f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "c"))
				f.Server.WriteFleetDecisions(t, "", member, hubtest.FleetDecision{Cluster: f.Prefix + "c", Selected: true},
					hubtest.FleetDecision{Cluster: f.Prefix + "a", Selected: true})
			},
			Config: config + forEach, PlanOnly: true, ExpectNonEmptyPlan: true,
		},
		resource.TestStep{
			Config:           config,
			ConfigPlanChecks: expect(cli.TextList("a", "c"), cli.TextList("c", "a"), knownvalue.Bool(true), knownvalue.Bool(true)),
		},
		resource.TestStep{
			PreConfig: func() {
				f.Server.MergePatch(t, "test", onhub.FleetVersion, "ClusterResourcePlacement", "", member,
					"{spec: {policy: {numberOfClusters: 3}}}")
				f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("x", "b"), f.Group("", "c"))
			},
			Config:           config,
			ConfigPlanChecks: expect(cli.TextList("b", "c"), cli.TextList("c", "a"), knownvalue.Bool(false), knownvalue.Bool(false)),
		},
	)
}

// TestAccHubPlacementDecisions_mistakes reports one error each, at the argument.
func TestAccHubPlacementDecisions_mistakes(t *testing.T) {
	f := onhub.NewDecidedFleet(t)
	cli.TestMistakes(t, cli.HubProvider(f.Server)+fmt.Sprintf(`
data "multicluster_placement_decisions" "missing" {
  name      = "web"
  namespace = %q
}
`, f.Namespace), `The hub has no Placement or ResourcePlacement or PlacementRule "web" in the namespace`)
}

// TestAccPlacementDecisions_noHub: without a hub the data source says what to do.
func TestAccPlacementDecisions_noHub(t *testing.T) {
	cli.TestMistakes(t, `
data "multicluster_placement_decisions" "web" {
  name = "web"
}
`, "The data source needs a hub: set hub in the configuration of the provider.")
}
