// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccHubPlacementDecisions plans with what a hub has decided, from the first plan on: an undecided placement fails its
// postcondition, and what the hub decides later is the next plan.
func TestAccHubPlacementDecisions(t *testing.T) {
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	f.Placement("web", "numberOfClusters: 2")
	member := f.Prefix + "web"
	onhub.FleetPlacement(f, "ClusterResourcePlacement", member)
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
  input = { for name, c in data.multicluster_placement_decisions.managed.decisions_by_cluster : name => "web on ${c.labels.name}, group ${data.multicluster_placement_decisions.managed.decision_groups[name]}" }
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
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
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
