// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccPlacement_firstPlan decides in the very first plan, and the decisions drive for_each.
func TestAccPlacement_firstPlan(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config:             cli.DemoFleet + cli.DemoPlacement + cli.Releases,
		PlanOnly:           true,
		ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["eu-1"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectResourceAction(`terraform_data.release["eu-2"]`, plancheck.ResourceActionCreate),
		}},
	})
}

// TestAccPlacement_outputs has a look at every output, and at the empty second plan.
func TestAccPlacement_outputs(t *testing.T) {
	decision := func(cluster string, score int64, reason string) knownvalue.Check {
		return knownvalue.ObjectExact(map[string]knownvalue.Check{
			"cluster_name": knownvalue.StringExact(cluster),
			"score":        knownvalue.Int64Exact(score),
			"reason":       knownvalue.StringExact(reason),
			"binding":      knownvalue.Null(),
			"kind":         knownvalue.Null(),
			"namespace":    knownvalue.Null(),
		})
	}
	chosen := knownvalue.ObjectExact(map[string]knownvalue.Check{
		"labels": knownvalue.Null(), "claims": knownvalue.Null(), "kind": knownvalue.Null(), "namespace": knownvalue.Null(),
	})
	eu2 := decision("eu-2", 300, "rank 1 of 3 with score 300 = Balance 100 + Steady 0 + 2 * ResourceAllocatableCPU 100")
	eu1 := decision("eu-1", -100, "rank 2 of 3 with score -100 = Balance 100 + Steady 0 + 2 * ResourceAllocatableCPU -100")
	want := map[string]knownvalue.Check{
		"decisions":            knownvalue.ListExact([]knownvalue.Check{eu2, eu1}),
		"decisions_by_cluster": knownvalue.MapExact(map[string]knownvalue.Check{"eu-1": chosen, "eu-2": chosen}),
		"decision_groups": knownvalue.MapExact(map[string]knownvalue.Check{
			"eu-1": knownvalue.Int64Exact(0), "eu-2": knownvalue.Int64Exact(1),
		}),
		"decision_group_names": cli.TextList("canary", ""),
		"satisfied":            knownvalue.Bool(true),
		"next_change":          knownvalue.Null(),
		"rejection_summary": knownvalue.MapExact(map[string]knownvalue.Check{
			"NotPicked: others have a better score":                     knownvalue.Int64Exact(1),
			"Predicate: label does not match env=prod":                  knownvalue.Int64Exact(1),
			"TaintToleration: taint gpu=true:NoSelect is not tolerated": knownvalue.Int64Exact(1),
		}),
		"skipped_kinds": knownvalue.MapSizeExact(0),
		"conditions":    knownvalue.ListSizeExact(0),
		"moves": knownvalue.ObjectExact(map[string]knownvalue.Check{
			"joined": knownvalue.MapSizeExact(0), "left": knownvalue.MapSizeExact(0), "stayed": knownvalue.Int64Exact(0),
			"regrouped": knownvalue.MapSizeExact(0),
		}),
		"report": knownvalue.StringRegexp(
			regexp.MustCompile(`"name":"us-1","stage":"TaintToleration","reason":"taint gpu=true:NoSelect`)),
	}
	var checks []plancheck.PlanCheck
	for name, check := range want {
		checks = append(checks, plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New(name), check))
	}
	fleet := strings.Replace(cli.DemoFleet, "  clusters = [", `  clusters = [
    { name = "eu-3", labels = { env = "prod" }, allocatable = { cpu = "40" } },`, 1)
	config := fleet + strings.Replace(cli.DemoPlacement, "  ocm = {", "  with_report = true\n  ocm = {", 1) +
		`output "web" { value = data.multicluster_placement.web }`
	cli.Test(t,
		resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks}},
		resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		}},
	)
}

// TestAccPlacement_ofResources takes its clusters from managed resources of the same plan, through a local.
func TestAccPlacement_ofResources(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "terraform_data" "cluster" {
  for_each = { eu-1 = "prod", eu-2 = "prod", dev-1 = "dev" }
  input    = { name = each.key, labels = { env = each.value } }
}
locals { clusters = [for c in terraform_data.cluster : c.input] }
data "multicluster_placement" "web" {
  clusters = local.clusters
  ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }] }
}` + cli.Releases,
		PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["eu-1"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectResourceAction(`terraform_data.release["eu-2"]`, plancheck.ResourceActionCreate),
		}},
	})
}

// TestAccPlacement_deferred has an unknown value somewhere: Terraform reads the data source when it applies, and only
// what the outputs are is unknown.
func TestAccPlacement_deferred(t *testing.T) {
	for name, argument := range map[string]string{
		"label":        `clusters = [{ name = "eu-1", labels = { env = terraform_data.later.output } }]`,
		"cluster name": `clusters = [{ name = terraform_data.later.output }]`,
		"manifest":     `manifests = ["# ${terraform_data.later.output}"]`,
		"previous decisions": `clusters = [{ name = "eu-1" }]` + "\n" +
			`previous_decisions = [{ cluster_name = terraform_data.later.output }]`,
		"now": `clusters = [{ name = "eu-1" }]` + "\n" +
			`now = "2026-01-01T00:00:00Z${terraform_data.later.output == "x" ? "" : ""}"`,
	} {
		t.Run(name, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config: `
resource "terraform_data" "later" { input = "prod" }
data "multicluster_placement" "web" {
  ` + argument + `
  ocm = {}
}
output "decisions" { value = data.multicluster_placement.web.decisions }`,
				PlanOnly: true, ExpectNonEmptyPlan: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
					plancheck.ExpectUnknownOutputValue("decisions"),
				}},
			})
		})
	}
}

// TestAccPlacement_unsatisfied tells what a placement that finds too few clusters does to a plan.
func TestAccPlacement_unsatisfied(t *testing.T) {
	config := func(more string) string {
		return cli.DemoFleet + `
data "multicluster_placement" "web" {
  clusters = local.clusters
  ` + more + `
  ocm = {
    number_of_clusters = 3
    predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
  }
}
output "satisfied" { value = data.multicluster_placement.web.satisfied }
output "names" { value = data.multicluster_placement.web.decisions[*].cluster_name }`
	}
	goesOn := func(more string) resource.TestStep {
		return resource.TestStep{
			Config: config(more),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownOutputValue("satisfied", knownvalue.Bool(false)),
				plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact([]knownvalue.Check{
					knownvalue.StringExact("eu-1"), knownvalue.StringExact("eu-2"),
				})),
			}},
		}
	}
	cli.Test(t,
		resource.TestStep{
			Config: config(""), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)The placement is not satisfied.*1 cluster decisions unscheduled ` +
				`\(NotAllDecisionsScheduled\)\.\s+Chosen:\s+2;\s+number_of_clusters\s+is\s+3;\s+the\s+fleet\s+has\s+4\s+clusters.*` +
				`1: TaintToleration: taint gpu=true:NoSelect is not tolerated\s+\(such\s+as\s+us-1\)`),
		},
		goesOn(`on_unsatisfied = "warn"`),
		goesOn(`on_unsatisfied = "accept"`),
	)
}

// TestAccPlacement_manifests reads the fleet from text, of the data source or of the provider.
func TestAccPlacement_manifests(t *testing.T) {
	const fleet = `
locals {
  fleet = <<-EOT
    apiVersion: v1
    kind: List
    items:
      - apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: { name: eu-1, labels: { cluster.open-cluster-management.io/clusterset: prod } }
      - apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: { name: eu-2, labels: { cluster.open-cluster-management.io/clusterset: dev } }
    ---
    apiVersion: v1
    kind: Secret
    metadata: { name: skipped }
  EOT
}
`
	const placement = `
output "names" { value = keys(data.multicluster_placement.web.decisions_by_cluster) }
output "skipped" { value = data.multicluster_placement.web.skipped_kinds }
data "multicluster_placement" "web" {
  ocm = { cluster_sets = ["prod"] }
`
	checks := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact("eu-1")})),
		plancheck.ExpectKnownOutputValue("skipped",
			knownvalue.MapExact(map[string]knownvalue.Check{"Secret": knownvalue.Int64Exact(1)})),
	}}
	cli.Test(t,
		resource.TestStep{
			Config:           fleet + placement + "manifests = [local.fleet]\n}",
			ConfigPlanChecks: checks,
		},
		resource.TestStep{
			Config:           fleet + `provider "multicluster" { manifests = [local.fleet] }` + placement + "}",
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
	)
}

// TestAccPlacement_time lets the clock and a toleration decide.
func TestAccPlacement_time(t *testing.T) {
	config := func(now string) string {
		return cli.DemoFleet + `
data "multicluster_placement" "web" {
  clusters       = local.clusters
  on_unsatisfied = "accept"
  ` + now + `
  ocm = {
    predicates  = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
    tolerations = [{ key = "gpu", operator = "Exists", toleration_seconds = 300 }]
  }
}
output "names" { value = keys(data.multicluster_placement.web.decisions_by_cluster) }
output "next" { value = coalesce(data.multicluster_placement.web.next_change, "never") }`
	}
	expect := func(next string, names ...string) resource.ConfigPlanChecks {
		var want []knownvalue.Check
		for _, name := range names {
			want = append(want, knownvalue.StringExact(name))
		}
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact(want)),
			plancheck.ExpectKnownOutputValue("next", knownvalue.StringExact(next)),
		}}
	}
	cli.Test(t,
		resource.TestStep{Config: config(""), ConfigPlanChecks: expect("2026-08-11T12:04:00Z", "eu-1", "eu-2", "us-1")},
		resource.TestStep{Config: config(`now = "2026-08-11T12:04:00Z"`), ConfigPlanChecks: expect("never", "eu-1", "eu-2")},
	)
}

// TestAccPlacement_previousDecisions feeds an output back: the decision stays where it is although another cluster
// comes first by name.
func TestAccPlacement_previousDecisions(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: cli.DemoFleet + `
data "multicluster_placement" "before" {
  clusters = [for c in local.clusters : c if c.name == "eu-2"]
  ocm      = { number_of_clusters = 1 }
}
data "multicluster_placement" "web" {
  clusters           = local.clusters
  previous_decisions = data.multicluster_placement.before.decisions
  ocm                = { number_of_clusters = 1 }
}
output "names" { value = data.multicluster_placement.web.decisions[*].cluster_name }`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact("eu-2")})),
		}},
	})
}
