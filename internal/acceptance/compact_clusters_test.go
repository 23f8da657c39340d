// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccCompactClusters decides as without the function, and says which value is unknown. What is unknown can be null in the
// end.
func TestAccCompactClusters(t *testing.T) {
	config := func(later string) string {
		return later + `
resource "multicluster_cluster" "all" {
  count  = 3
  name   = ["a", "b", "c"][count.index]
  labels = ["eu", local.later, null][count.index] == null ? null : { region = ["eu", local.later, null][count.index] }
}
locals {
  all     = { for c in multicluster_cluster.all : c.name => c }
  compact = provider::multicluster::compact_clusters(local.all)
}
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = local.compact
  ocm      = { number_of_clusters = 2 }
}
resource "multicluster_placement" "list" {
  name     = "list"
  clusters = values(local.compact)
  ocm      = { number_of_clusters = 2 }
}
resource "multicluster_placement" "whole" {
  name     = "whole"
  clusters = multicluster_cluster.all
  ocm      = { number_of_clusters = 2 }
}
`
	}
	decisions := tfjsonpath.New("decisions_by_cluster")
	later := `
resource "terraform_data" "later" { input = "us" }
locals { later = terraform_data.later.output == "us" ? null : "eu" }
`
	cli.Test(t,
		resource.TestStep{
			Config: config(later),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectUnknownValue("multicluster_placement.web", decisions),
				plancheck.ExpectUnknownValue("multicluster_placement.list", decisions),
			}},
		},
		resource.TestStep{Config: config(later), PlanOnly: true},
		resource.TestStep{
			// Another form of the same clusters is no change.
			Config: strings.ReplaceAll(strings.ReplaceAll(config(later), "= local.compact", "= multicluster_cluster.all"),
				"= values(local.compact)", "= local.all"),
			PlanOnly: true,
		},
	)
}
