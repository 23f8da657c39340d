// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

const webRollout = "multicluster_rollout.web"

// accRollout rolls out to the decisions of a placement over clusters of the same plan. The status and the time are values that
// change from apply to apply. Every release has a consumer that knows from the plan which revision it gets.
func accRollout(revision, now, status string) string {
	return cli.Fleet(3, "") + cli.Placement("ocm = {}") + fmt.Sprintf(`
resource "multicluster_rollout" "web" {
  name           = "web"
  revision       = %q
  strategy       = { type = "Progressive", progressive = { max_concurrency = 1, min_success_time = "1m" } }
  decisions      = multicluster_placement.web.decisions
  cluster_status = { %s }
  now            = %q
}
resource "terraform_data" "release" {
  count = length(multicluster_rollout.web.revisions)
  input = values(multicluster_rollout.web.revisions)[count.index]
}
`, revision, status, now)
}

// begin is the first apply of a rollout, which is paused: no cluster has the workload.
func begin(config string) resource.TestStep {
	return resource.TestStep{Config: strings.Replace(config, `resource "multicluster_rollout" "web" {`, `resource "multicluster_rollout" "web" {
  initial_revisions = {}
  paused            = true`, 1)}
}

// rollsOut expects a plan that knows the revisions, and updates the rollout.
func rollsOut(revisions map[string]string, phase string) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(webRollout, plancheck.ResourceActionUpdate),
		plancheck.ExpectKnownValue(webRollout, tfjsonpath.New("revisions"), revisionMap(revisions)),
		plancheck.ExpectKnownValue(webRollout, tfjsonpath.New("phase"), cli.Text(phase)),
	}}
}

func revisionMap(values map[string]string) knownvalue.Check {
	checks := map[string]knownvalue.Check{}
	for key, value := range values {
		checks[key] = cli.Text(value)
	}
	return knownvalue.MapExact(checks)
}

func succeeded(name, revision, clock string) string {
	return fmt.Sprintf("%s = { status = \"Succeeded\", revision = %q, last_transition_time = \"2026-08-11T%sZ\" }\n",
		name, revision, clock)
}

func emptyPlan() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
}

// TestAccRolloutResource_life goes from nothing to done, and to another revision. The test framework plans after every apply:
// that plan is empty.
func TestAccRolloutResource_life(t *testing.T) {
	day := func(clock string) string { return "2026-08-11T" + clock + "Z" }
	a, b, c := succeeded("a", "v1", "12:10:00"), succeeded("b", "v1", "12:20:00"), succeeded("c", "v1", "12:30:00")
	two, three := map[string]string{"a": "v1", "b": "v1"}, map[string]string{"a": "v1", "b": "v1", "c": "v1"}
	cli.Test(t,
		resource.TestStep{
			Config:      accRollout("v1", day("12:00:00"), ""),
			ExpectError: regexp.MustCompile(`(?s)The rollout does not know the revisions.*initial_revisions = \{\}`),
		},
		begin(accRollout("v1", day("12:00:00"), "")),
		resource.TestStep{
			Config:           accRollout("v1", day("12:00:00"), ""),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v1"}, "Progressing"),
		},
		resource.TestStep{Config: accRollout("v1", day("12:09:00"), ""), ConfigPlanChecks: emptyPlan()},
		resource.TestStep{
			Config:           accRollout("v1", day("12:10:30"), a),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v1"}, "Progressing"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(webRollout, tfjsonpath.New("next_change"), cli.Text(day("12:11:00"))),
			},
		},
		resource.TestStep{Config: accRollout("v1", day("12:10:59"), a), ConfigPlanChecks: emptyPlan()},
		resource.TestStep{Config: accRollout("v1", day("12:11:00"), a), ConfigPlanChecks: rollsOut(two, "Progressing")},
		resource.TestStep{Config: accRollout("v1", day("12:22:00"), a+b), ConfigPlanChecks: rollsOut(three, "Progressing")},
		resource.TestStep{Config: accRollout("v1", day("12:32:00"), a+b+c), ConfigPlanChecks: rollsOut(three, "Succeeded")},
		resource.TestStep{Config: accRollout("v1", day("23:00:00"), a+b+c), ConfigPlanChecks: emptyPlan()},
		resource.TestStep{
			Config:           accRollout("v2", day("23:00:00"), a+b+c),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v2", "b": "v1", "c": "v1"}, "Progressing"),
		},
		resource.TestStep{
			Config: cli.Fleet(3, ""),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(webRollout, plancheck.ResourceActionDestroy)},
			},
		},
	)
}

// TestAccRolloutResource_plantimestamp has the real time.
func TestAccRolloutResource_plantimestamp(t *testing.T) {
	config := func(after string) string {
		return `
resource "multicluster_rollout" "web" {
  name           = "web"
  revision       = "v1"
  strategy       = { type = "Progressive", progressive = { max_concurrency = 1, min_success_time = "1h" } }
  decisions      = [{ cluster_name = "a" }, { cluster_name = "b" }]
  require_status = false
  now            = timeadd(plantimestamp(), "` + after + `")
}`
	}
	cli.Test(t,
		begin(config("0h")),
		resource.TestStep{
			Config:           config("0h"),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v1"}, "Progressing"),
		},
		resource.TestStep{Config: config("55m"), ConfigPlanChecks: emptyPlan()},
		resource.TestStep{
			Config:           config("2h"),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v1", "b": "v1"}, "Progressing"),
		},
	)
}

// TestAccRolloutResource_forEach has for_each over the revisions in the first plan, for a placement of every dialect, and a
// second rollout of the same placement.
func TestAccRolloutResource_forEach(t *testing.T) {
	strategies := map[string]string{
		placementconfig.DialectOCM:       `{ type = "Progressive", progressive = { max_concurrency = 1 } }`,
		placementconfig.DialectKubeFleet: `{ type = "RollingUpdate", rolling_update = { max_unavailable = 1 } }`,
		placementconfig.DialectHybrid:    `{ type = "External", stages = [{ name = "all", label_selector = {}, max_concurrency = 1 }] }`,
	}
	firsts := map[string]map[string]string{
		placementconfig.DialectOCM: {"a": "v1"},
		// KubeFleet binds clusters that have nothing at once.
		placementconfig.DialectKubeFleet: {"b": "v1", "c": "v1"},
		placementconfig.DialectHybrid:    {"b": "v1"},
	}
	for dialect, strategy := range strategies {
		t.Run(dialect, func(t *testing.T) {
			checks := rollsOut(firsts[dialect], "Progressing").PreApply
			for name := range firsts[dialect] {
				checks = append(checks, plancheck.ExpectResourceAction(`terraform_data.release["`+name+`"]`, plancheck.ResourceActionCreate))
			}
			checks = append(checks, plancheck.ExpectKnownValue("multicluster_rollout.api", tfjsonpath.New("revisions"),
				knownvalue.MapSizeExact(2)))
			config := cli.Fleet(3, "") + cli.Placement(cli.TwoClusters[dialect]) + `
resource "multicluster_rollout" "web" {
  name      = "web"
  revision  = "v1"
  strategy  = ` + strategy + `
  decisions = multicluster_placement.web.decisions
  clusters  = multicluster_cluster.c
}
resource "multicluster_rollout" "api" {
  name            = "api"
  revision        = "v7"
  strategy        = { type = "All" }
  decision_groups = multicluster_placement.web.decision_groups
  decision_group_names = multicluster_placement.web.decision_group_names

  initial_revisions = { a = "v7", b = "v7" }
}
resource "terraform_data" "release" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
`
			cli.Test(t, begin(config), resource.TestStep{
				Config: config, PlanOnly: true, ExpectNonEmptyPlan: true,
				ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: checks},
			})
		})
	}
}

// TestAccRolloutResource_unknown has decisions that are known only after apply: so are the revisions, in the same run.
func TestAccRolloutResource_unknown(t *testing.T) {
	first := begin(accNamed("web", ""))
	cli.Test(t, first, resource.TestStep{
		Config: `
resource "terraform_data" "later" { input = "b" }
resource "multicluster_rollout" "web" {
  name      = "web"
  revision  = "v1"
  strategy  = { type = "All" }
  decisions = [{ cluster_name = "a" }, { cluster_name = terraform_data.later.output }]
}`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue(webRollout, tfjsonpath.New("revisions")),
			plancheck.ExpectUnknownValue(webRollout, tfjsonpath.New("phase")),
			plancheck.ExpectKnownValue(webRollout, tfjsonpath.New("id"), cli.Text("web")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(webRollout, tfjsonpath.New("revisions"), revisionMap(map[string]string{"a": "v1", "b": "v1"})),
		},
	})
}

// TestAccRolloutResource_initialUnknown has initial revisions of which one is known only after apply.
func TestAccRolloutResource_initialUnknown(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "terraform_data" "later" { input = "v0" }
resource "multicluster_rollout" "web" {
  name      = "web"
  revision  = "v1"
  strategy  = { type = "All" }
  decisions = [{ cluster_name = "a" }]

  initial_revisions = { a = terraform_data.later.output }
}`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue(webRollout, tfjsonpath.New("phase")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(webRollout, tfjsonpath.New("revisions"), revisionMap(map[string]string{"a": "v1"})),
		},
	})
}

// accNamed is a rollout of a name, which begins with initial revisions or not.
func accNamed(name, arguments string) string {
	return fmt.Sprintf(`
resource "multicluster_rollout" "web" {
  name      = %q
  revision  = "v1"
  strategy  = { type = "Progressive", progressive = { max_concurrency = 1 } }
  decisions = [{ cluster_name = "a" }, { cluster_name = "b" }]
  %s
}`, name, arguments)
}

// TestAccRolloutResource_import imports, by id and by identity: without initial_revisions the first plan is an error.
func TestAccRolloutResource_import(t *testing.T) {
	blocks := map[string]string{
		"id":       `id = "web"`,
		"identity": `identity = { name = "web" }`,
	}
	for by, block := range blocks {
		t.Run(by, func(t *testing.T) {
			block = "import {\n  to = multicluster_rollout.web\n  " + block + "\n}\n"
			test := cli.Test
			if by == "identity" {
				test = cli.TestWithIdentity
			}
			test(t,
				resource.TestStep{
					Config:      block + accNamed("web", ""),
					ExpectError: regexp.MustCompile(`(?s)The rollout does not know the revisions.*was imported.*initial_revisions = `),
				},
				resource.TestStep{
					Config:           block + accNamed("web", `initial_revisions = { a = "v0", b = "v0" }`),
					ConfigPlanChecks: rollsOut(map[string]string{"a": "v1", "b": "v0"}, "Progressing"),
				},
				resource.TestStep{
					Config:           accNamed("web", ""),
					ConfigPlanChecks: rollsOut(map[string]string{"a": "v1", "b": "v0"}, "Progressing"),
				},
			)
		})
	}
}

// TestAccRolloutResource_rename changes the name in place: the rollout goes on where it is.
func TestAccRolloutResource_rename(t *testing.T) {
	cli.Test(t,
		resource.TestStep{Config: accNamed("web", `initial_revisions = { a = "v0", b = "v0" }`)},
		resource.TestStep{Config: accNamed("web", "")},
		resource.TestStep{
			Config:           accNamed("api", ""),
			ConfigPlanChecks: rollsOut(map[string]string{"a": "v1", "b": "v0"}, "Progressing"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(webRollout, tfjsonpath.New("id"), cli.Text("api")),
				statecheck.ExpectKnownValue(webRollout, tfjsonpath.New("completed_revision"), cli.Text("v0")),
			},
		},
	)
}

// TestAccRolloutResource_cycle has a status that depends on what takes the revisions.
func TestAccRolloutResource_cycle(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "terraform_data" "status" { input = "Succeeded" }
resource "multicluster_rollout" "web" {
  name           = "web"
  revision       = "v1"
  strategy       = { type = "All" }
  decisions      = [{ cluster_name = "a" }]
  cluster_status = { a = { status = terraform_data.status.output, revision = "v1" } }
}`,
		ExpectError: regexp.MustCompile(`(?s)The status is not known.*cluster_status\["a"\].status.*would\s+be\s+a\s+cycle`),
	})
}
