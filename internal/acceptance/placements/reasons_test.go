// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// reasoned is a placement that chooses all of its clusters, which have cores, in a resource, a data source and a function. The
// outputs put score and reason into a text, which is an error if one of them is null.
func reasoned(clusters ...string) string {
	list := make([]string, len(clusters))
	for i, cluster := range clusters {
		name, cores, _ := strings.Cut(cluster, "=")
		list[i] = fmt.Sprintf(`{ name = %q, labels = { env = "prod" }, allocatable = { cpu = %q } }`, name, cores)
	}
	return fmt.Sprintf(`
locals {
  placement = {
    name     = "web"
    clusters = [%s]
    ocm = {
      number_of_clusters = 2
      predicates         = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }]
      prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" } }] }
    }
  }
}
resource "multicluster_placement" "web" {
  name     = local.placement.name
  clusters = local.placement.clusters
  ocm      = local.placement.ocm
}
data "multicluster_placement" "web" {
  name     = local.placement.name
  clusters = local.placement.clusters
  ocm      = local.placement.ocm
}
output "resource" { value = [for d in multicluster_placement.web.decisions : "${d.cluster_name} ${d.score}: ${d.reason}"] }
output "data" { value = [for d in data.multicluster_placement.web.decisions : "${d.cluster_name}: ${d.reason}" if d.score != null] }
output "function" {
  value = [
    for d in provider::multicluster::place(local.placement).decisions : "${d.cluster_name}: ${d.reason}" if d.score != null
  ]
}
`, strings.Join(list, ", "))
}

// TestAccPlacement_reasons: where all that match are chosen, every decision has a score and a reason, also that of a cluster that
// just moved. What only changes a number plans nothing.
func TestAccPlacement_reasons(t *testing.T) {
	const why = "matches env=prod; all that match are chosen"
	outputs := func(stateless []string, sticky ...string) []plancheck.PlanCheck {
		return []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("data", cli.TextList(stateless...)),
			plancheck.ExpectKnownOutputValue("function", cli.TextList(stateless...)),
			plancheck.ExpectKnownOutputValue("resource", cli.TextList(sticky...)),
		}
	}
	ab := []string{"a: " + why, "b: " + why}
	cli.Test(t,
		resource.TestStep{
			Config: reasoned("a=4", "b=2"),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             outputs(ab, "a 200: "+why, "b 0: "+why),
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
		resource.TestStep{ // Only the numbers change, but for the argument.
			Config: reasoned("a=4", "b=16"),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             outputs(ab, "a 200: "+why, "b 0: "+why),
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
		resource.TestStep{ // c takes the place of b.
			Config: reasoned("a=4", "c=2"),
			ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply:             outputs([]string{"a: " + why, "c: " + why}, "a 200: "+why, "c 0: "+why),
				PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
			},
		},
	)
}

// TestAccPlacement_numbers: new numbers in the fleet of the provider plan nothing at all.
func TestAccPlacement_numbers(t *testing.T) {
	config := func(cores ...string) string {
		var items []string
		for i, number := range cores {
			items = append(items, fmt.Sprintf(`{
  apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster", metadata = { name = "c%d" }
  status = { allocatable = { cpu = %q } }
}`, i, number))
		}
		return fmt.Sprintf(`
provider "multicluster" { manifests = [jsonencode({ apiVersion = "v1", kind = "List", items = [%s] })] }
resource "multicluster_placement" "web" {
  name = "web"
  ocm  = { prioritizer_policy = { configurations = [{ score_coordinate = { built_in = "ResourceAllocatableCPU" } }] } }
}
output "why" { value = [for d in multicluster_placement.web.decisions : "${d.cluster_name} ${d.score}: ${d.reason}"] }
`, strings.Join(items, ", "))
	}
	cli.Test(t,
		resource.TestStep{Config: config("4", "2")},
		resource.TestStep{
			Config:           config("4", "16"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
	)
}
