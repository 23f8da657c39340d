// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// hybridPlacement decides on clusters a, b and c, and on two deployers.
func hybridPlacement(beside, rule string) string {
	return `
data "multicluster_placement" "web" {
  name     = "web"
  with_report = true
  clusters = [{ name = "a", labels = { env = "prod" } }, { name = "b", labels = { env = "prod" } }, { name = "c" }]
  targets = [
    { kind = "deployer", name = "vm1", namespace = "ops", deployer_type = "ibminfra" },
    { kind = "deployer", name = "vm2", namespace = "ops", deployer_type = "ibminfra" },
  ]
  ` + beside + `
  hybrid = {
    ` + rule + `
  }
}
output "web" { value = data.multicluster_placement.web }
output "why" { value = { for c in jsondecode(data.multicluster_placement.web.report).clusters : c.name => c.reason } }
`
}

// TestAccPlacement_hybrid decides in the first plan, with a rating that is no whole number and a reason for every target.
func TestAccPlacement_hybrid(t *testing.T) {
	why := map[string]string{
		"a":       `^decided in round 1 with rating 16.5$`,
		"b":       `^eliminated in round 0 with the lowest rating, 10$`,
		"c":       `^label env is not set; targetLabels wants env=prod$`,
		"ops/vm1": `^the target is of type "ibminfra"; the placement is for type "cluster"$`,
	}
	checks := []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(`terraform_data.release["a"]`, plancheck.ResourceActionCreate),
		plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("decisions").AtSliceIndex(0).AtMapKey("score"),
			knownvalue.Float64Exact(16.5)),
		plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("conditions"), knownvalue.ListSizeExact(0)),
	}
	for target, text := range why {
		checks = append(checks, plancheck.ExpectKnownOutputValueAtPath("why", tfjsonpath.New(target),
			knownvalue.StringRegexp(regexp.MustCompile(text))))
	}
	cli.Test(t, resource.TestStep{
		Config: hybridPlacement("", `
    replicas      = 1
    target_labels = { match_labels = { env = "prod" } }
    advisors = [{ name = "mine", weight = 50, recommendations = [{ name = "a", score = 33 }, { name = "b", score = 20 }] }]`) + cli.Releases,
		PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: checks},
	})
}

// TestAccPlacement_hybridTargets decides on deployers, feeds the decision back and plans nothing the second time.
func TestAccPlacement_hybridTargets(t *testing.T) {
	config := hybridPlacement(`previous_decisions = [{ cluster_name = "ops/vm2", score = 12.5 }]`, `
    deployer_type = "ibminfra"
    replicas      = 1
    advisors      = [{ name = "alphabet" }]`)
	cli.Test(t,
		resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("decisions_by_cluster"),
				knownvalue.MapPartial(map[string]knownvalue.Check{"ops/vm1": knownvalue.NotNull()})),
		}}},
		resource.TestStep{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		}},
	)
}

// TestAccPlacement_hybridMistakes reads what a user of the real binary reads.
func TestAccPlacement_hybridMistakes(t *testing.T) {
	for name, test := range map[string]struct{ rule, want string }{
		"an unknown advisor": {
			`advisors = [{ name = "oracle" }]`, `"oracle"\s+is\s+not\s+a\s+built-in\s+advisor\s+\(alphabet,\s+cost,`,
		},
		"type": {
			`advisors = [{ name = "alphabet", type = "Predicate" }]`, `found "Predicate": must be one of\s+"predicate",\s+"priority"`,
		},
		"weight": {`advisors = [{ name = "alphabet", weight = -1 }]`, `found -1: must be between 0 and\s+32767`},
		"twice":  {`advisors = [{ name = "alphabet" }, { name = "alphabet" }]`, `Duplicate value.*advisors\[1\].name`},
		"rules":  {`advisors = [{ name = "veto", rules = "{" }]`, `must be JSON`},
		"rules that are wrong": {
			`advisors = [{ name = "veto", rules = "{\"resources\":5}" }]`, `advisor "veto" did not answer in round 0: its rules`,
		},
		"score": {
			`advisors = [{ name = "mine", recommendations = [{ name = "a", score = 101 }] }]`, `found\s+101:\s+must\s+be\s+between\s+0\s+and\s+100`,
		},
		"all vetoed": {
			`advisors = [{ name = "mine", type = "predicate", recommendations = [] }]`, `not satisfied.*name none of the candidates\s+\(all_vetoed\)`,
		},
		"nobody named":  {`advisors = [{ name = "mine", recommendations = [] }]`, `not satisfied.*\(no_recommendations\)`},
		"no candidates": {`targets = [{ name = "typo" }]`, `not satisfied.*\(no_candidates\)`},
	} {
		t.Run(name, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config: hybridPlacement("", test.rule), PlanOnly: true, ExpectError: regexp.MustCompile("(?s)" + test.want),
			})
		})
	}
}
