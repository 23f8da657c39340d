// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// accReleases has one consumer a cluster, which is there if the cluster is decided.
const accReleases = `
locals { decided = multicluster_placement.web.decisions_by_cluster }
resource "terraform_data" "a" { count = contains(keys(local.decided), "a") ? 1 : 0 }
resource "terraform_data" "b" { count = contains(keys(local.decided), "b") ? 1 : 0 }
resource "terraform_data" "c" { count = contains(keys(local.decided), "c") ? 1 : 0 }
`

// decides expects the plan to know the decisions, and to do exactly this to the consumers.
func decides(names []string, creates, destroys []string) resource.ConfigPlanChecks {
	checks := []plancheck.PlanCheck{plancheck.ExpectKnownOutputValue("names", cli.TextList(names...))}
	for _, name := range creates {
		checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionCreate))
	}
	for _, name := range destroys {
		checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionDestroy))
	}
	touched := map[string]bool{}
	for _, name := range append(creates, destroys...) {
		touched[name] = true
	}
	for _, name := range names {
		if !touched[name] {
			checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionNoop))
		}
	}
	for _, name := range names {
		checks = append(checks, plancheck.ExpectKnownValue(cli.Web,
			tfjsonpath.New("decisions_by_cluster").AtMapKey(name).AtMapKey("labels"), knownvalue.Null()))
	}
	checks = append(checks, plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("decisions"), knownvalue.ListSizeExact(len(names))))
	return resource.ConfigPlanChecks{PreApply: checks}
}

// TestAccPlacementResource_life decides in the first plan, moves on day 2 only what has to move, keeps to what it has
// decided, and goes away.
func TestAccPlacementResource_life(t *testing.T) {
	type day struct {
		count             int
		off               string
		names             []string
		creates, destroys []string
	}
	for dialect, days := range map[string][]day{
		placementconfig.DialectOCM: {
			{3, "", []string{"a", "b"}, []string{"a", "b"}, nil},
			{3, "b", []string{"a", "c"}, []string{"c"}, []string{"b"}},
			{3, "", []string{"a", "c"}, nil, nil},
		},
		// KubeFleet keeps a chosen cluster even if its labels change.
		placementconfig.DialectKubeFleet: {
			{3, "", []string{"b", "c"}, []string{"b", "c"}, nil},
			{3, "c", []string{"b", "c"}, nil, nil},
			{2, "", []string{"a", "b"}, []string{"a"}, []string{"c"}},
			{3, "", []string{"a", "b"}, nil, nil},
		},
		placementconfig.DialectHybrid: {
			{3, "", []string{"b", "c"}, []string{"b", "c"}, nil},
			{3, "b", []string{"a", "c"}, []string{"a"}, []string{"b"}},
			{3, "", []string{"a", "c"}, nil, nil},
		},
	} {
		t.Run(dialect, func(t *testing.T) {
			var steps []resource.TestStep
			for _, d := range days {
				steps = append(steps, resource.TestStep{
					Config:           cli.Fleet(d.count, d.off) + cli.Placement(cli.TwoClusters[dialect]) + accReleases,
					ConfigPlanChecks: decides(d.names, d.creates, d.destroys),
				})
			}
			last := days[len(days)-1]
			steps = append(steps, resource.TestStep{
				Config: cli.Fleet(last.count, last.off),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionDestroy),
					plancheck.ExpectResourceAction("multicluster_cluster.c[0]", plancheck.ResourceActionNoop),
				}},
			})
			cli.Test(t, steps...)
		})
	}
}

// TestAccPlacementResource_forEach has for_each on both sides of the placement, in the first plan.
func TestAccPlacementResource_forEach(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "multicluster_cluster" "all" {
  for_each = { a = "prod", b = "dev", c = "prod" }
  name     = each.key
  labels   = { env = each.value }
}
resource "multicluster_placement" "web" {
  name       = "web"
  clusters   = values(multicluster_cluster.all)
  depends_on = [multicluster_cluster.all]
  ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }] }
}
resource "terraform_data" "release" {
  for_each = multicluster_placement.web.decisions_by_cluster
  input    = each.key
}
`,
		PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["a"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectResourceAction(`terraform_data.release["c"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("decisions_by_cluster"), knownvalue.MapSizeExact(2)),
			plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("id"), cli.Text("web")),
		}},
	})
}

// TestAccPlacementResource_unknown has a label that is known only after apply: so are the decisions, in the same run.
func TestAccPlacementResource_unknown(t *testing.T) {
	for dialect, block := range cli.TwoClusters {
		t.Run(dialect, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config: `
resource "terraform_data" "later" {}
resource "multicluster_cluster" "c" {
  count  = 2
  name   = ["a", "b"][count.index]
  labels = { cell = terraform_data.later.id }
}` + cli.Placement(block),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("decisions")),
					plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("decisions_by_cluster")),
					plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("satisfied")),
					plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("report")),
					plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("id"), cli.Text("web")),
					plancheck.ExpectKnownValue("multicluster_cluster.c[0]", tfjsonpath.New("id"), cli.Text("a")),
					plancheck.ExpectUnknownOutputValue("names"),
				}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownOutputValue("names", cli.TextList("a", "b")),
					statecheck.ExpectKnownValue(cli.Web, tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
				},
			})
		})
	}
}

// TestAccPlacementResource_time decides by plantimestamp(): a is no longer tolerated, b for some decades yet. Time
// goes on, and the plan stays empty as long as the answer is the same.
func TestAccPlacementResource_time(t *testing.T) {
	config := func(now string) string {
		return `
resource "multicluster_cluster" "c" {
  count  = 2
  name   = ["a", "b"][count.index]
  taints = [{ key = ["short", "long"][count.index], effect = "NoSelect", time_added = "2020-01-01T00:00:00Z" }]
}` + cli.Placement(now+`
  ocm = { tolerations = [
    { key = "short", operator = "Exists", toleration_seconds = 300 },
    { key = "long", operator = "Exists", toleration_seconds = 3000000000 },
  ] }`)
	}
	cli.Test(t,
		resource.TestStep{
			Config: config(""), PlanOnly: true,
			ExpectError: regexp.MustCompile(
				`(?s)The decision depends on the time.*at\s+2020-01-01T00:05:00Z\s+the\s+decision\s+may\s+change.*now\s+=\s+plantimestamp\(\)`),
		},
		resource.TestStep{
			Config: config("now = plantimestamp()"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownOutputValue("names", cli.TextList("b")),
				plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("next_change"), cli.Text("2115-01-25T05:20:00Z")),
			}},
		},
		resource.TestStep{
			Config:           config(`now = timeadd(plantimestamp(), "1h")`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
		resource.TestStep{
			Config: config(`now = "2020-01-01T00:01:00Z"`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownOutputValue("names", cli.TextList("a", "b")),
			}},
		},
	)
}
