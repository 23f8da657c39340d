// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccTranslation: a placement is translated there and back in one apply with values that only apply knows, and the next plan
// is empty.
func TestAccTranslation(t *testing.T) {
	cli.NeedAcceptance(t)
	const config = `resource "terraform_data" "env" { input = "prod" }
locals {
  placement = { name = "web", ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = {
    env = terraform_data.env.output } } } }] } }
  fleet = { clusters = [{ name = "a", labels = { env = "prod" } }, { name = "b", labels = { env = terraform_data.env.output } }] }
  there = provider::multicluster::translate_placement(local.placement, "kubefleet", local.fleet)
  back  = provider::multicluster::translate_placement(local.there.placement, "ocm")
}
resource "multicluster_placement" "web" {
  name      = local.there.placement.name
  clusters  = local.fleet.clusters
  kubefleet = local.there.placement.kubefleet
}
resource "terraform_data" "said" {
  input = join(" ", [local.there.comparison.verdict, length(local.there.untranslated), length(local.back.untranslated),
    local.back.comparison == null, join(",", keys(multicluster_placement.web.decisions_by_cluster))])
  lifecycle {
    postcondition {
      condition     = self.output == "equal today 0 0 true a,b"
      error_message = "got ${self.output}"
    }
    postcondition {
      condition = (provider::multicluster::encode_placement(local.back.placement) ==
        provider::multicluster::encode_placement(local.placement))
      error_message = provider::multicluster::encode_placement(local.back.placement)
    }
  }
}
`
	cli.NewWorkspace(t, cli.Mirror(t), config).MustSettle(t)
}

// TestAccTranslation_mistakes: a misspelt scheduler has the nearest name, and null is refused.
func TestAccTranslation_mistakes(t *testing.T) {
	var steps []resource.TestStep
	for arguments, want := range map[string]string{
		`{ ocm = {} }, "kubeflet"`: `did\s+you\s+mean\s+"kubefleet"`,
		`null, "kubefleet"`:        `null`,
		`{ ocm = {} }, null`:       `null`,
	} {
		steps = append(steps, resource.TestStep{
			Config:      `output "o" { value = provider::multicluster::translate_placement(` + arguments + `) }`,
			ExpectError: regexp.MustCompile(want),
		})
	}
	cli.Test(t, steps...)
}
