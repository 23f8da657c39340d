// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccSameMeaning does so with the real binary: each step writes the same placement in another form, and its plan is empty.
func TestAccSameMeaning(t *testing.T) {
	config := func(clusters, ocm string) string {
		return `
locals {
  a = { name = "a", labels = { env = "prod" }, allocatable = { cpu = "4" } }
  b = { name = "b", labels = { env = "prod" }, allocatable = { cpu = "8" } }
}
resource "multicluster_cluster" "a" {
  name        = local.a.name
  labels      = local.a.labels
  allocatable = local.a.allocatable
}
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = ` + clusters + `
  ocm      = ` + ocm + `
}`
	}
	const clusters, ocm = "[local.a, local.b]", `{ number_of_clusters = 1, predicates = [{ required_cluster_selector = {
    label_selector = { match_expressions = [{ key = "env", operator = "In", values = ["prod", "dev"] }] }
  } }] }`
	steps := []resource.TestStep{{Config: config(clusters, ocm)}}
	for _, same := range []string{
		config("tolist([local.a, local.b])", ocm),
		config("toset([local.b, local.a])", ocm),
		config("[local.b, local.a]", ocm),
		config("{ x = local.a, y = local.b }", ocm),
		config("[multicluster_cluster.a, local.b]", ocm),
		config("{ a = multicluster_cluster.a, b = local.b }", ocm),
		config("[merge(local.a, { taints = null }), local.b]", ocm),
		config(clusters, strings.Replace(ocm, "number_of_clusters = 1", `number_of_clusters = "1", tolerations = null`, 1)),
		config(clusters, strings.Replace(ocm, `["prod", "dev"]`, `toset(["prod", "dev"])`, 1)),
	} {
		steps = append(steps, resource.TestStep{Config: same,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("multicluster_placement.web", plancheck.ResourceActionNoop),
			}}})
	}
	cli.Test(t, steps...)
}
