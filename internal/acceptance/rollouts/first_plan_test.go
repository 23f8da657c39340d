// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccRollout_firstPlan rolls out to the decisions of a placement in the very first plan: the canary group goes first, and the
// clusters that get the change now drive for_each. With the canary succeeded for long enough, the next plan has the other
// clusters.
func TestAccRollout_firstPlan(t *testing.T) {
	config := func(statuses string) string {
		return cli.DemoFleet + cli.DemoPlacement + `
data "multicluster_rollout" "web" {
  decision_groups = data.multicluster_placement.web.decision_groups
  decision_group_names = data.multicluster_placement.web.decision_group_names
  revision        = "v2"
  cluster_status  = ` + statuses + `
  strategy = {
    type = "Progressive"
    progressive = {
      min_success_time          = "5m"
      max_concurrency           = 1
      mandatory_decision_groups = [{ group_name = "canary" }]
    }
  }
}
resource "terraform_data" "release" {
  for_each = data.multicluster_rollout.web.to_apply
  input    = each.key
}
output "next" { value = keys(data.multicluster_rollout.web.to_apply) }
output "waves" { value = provider::multicluster::waves({
  strategy  = { type = "Progressive", progressive = { max_concurrency = 1 } }
  decisions = data.multicluster_placement.web.decisions
})[*].cluster_names }
`
	}
	creates := func(cluster string, waves ...knownvalue.Check) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["`+cluster+`"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectKnownOutputValue("next", knownvalue.TupleExact([]knownvalue.Check{knownvalue.StringExact(cluster)})),
			plancheck.ExpectKnownOutputValue("waves", knownvalue.TupleExact(waves)),
		}}
	}
	waves := []knownvalue.Check{cli.TextList("eu-1"), cli.TextList("eu-2")}
	cli.Test(t,
		resource.TestStep{Config: config("{}"), PlanOnly: true, ExpectNonEmptyPlan: true, ConfigPlanChecks: creates("eu-1", waves...)},
		resource.TestStep{
			Config:   config(`{ eu-1 = { status = "Succeeded", last_transition_time = "2026-08-11T11:55:00Z", revision = "v2" } }`),
			PlanOnly: true, ExpectNonEmptyPlan: true, ConfigPlanChecks: creates("eu-2", waves...),
		},
	)
}
