// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccHeadroom: the data source and the function say what is worked out by hand, in one apply, and the next plan is empty. A
// demand that only apply knows defers the answer.
func TestAccHeadroom(t *testing.T) {
	cli.NeedAcceptance(t)
	const config = `resource "terraform_data" "cpu" { input = "4" }
locals {
  question = {
    clusters = [
      { name = "eu-1", labels = { region = "eu" }, allocatable = { cpu = "16" } },
      { name = "eu-2", labels = { region = "eu" }, allocatable = { cpu = "8" } },
      { name = "us-1", labels = { region = "us" }, allocatable = { cpu = "8" } },
    ]
    placement       = { name = "web", ocm = { number_of_clusters = 1 }, demand = { cpu = terraform_data.cpu.output } }
    failure_domains = { labels = ["region"] }
    offers          = [{ name = "us-2", allocatable = { cpu = "32" } }]
  }
}
data "multicluster_headroom" "web" {
  clusters        = local.question.clusters
  placement       = local.question.placement
  failure_domains = local.question.failure_domains
  offers          = local.question.offers
}
locals { room = data.multicluster_headroom.web }
resource "terraform_data" "room" {
  input = join(" ", concat([local.room.copies, local.room.best_offer.copies], local.room.resources,
    [for d in local.room.domains : "${d.worst}:${d.copies}"]))
  lifecycle {
    postcondition {
      condition     = self.output == "7 15 cpu eu-1:3 eu:1"
      error_message = "got ${self.output}"
    }
    postcondition {
      condition     = provider::multicluster::headroom(local.question).copies == local.room.copies
      error_message = "The function says something else."
    }
  }
}
`
	cli.NewWorkspace(t, cli.Mirror(t), config).MustSettle(t)
}
