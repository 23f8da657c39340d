// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccUnknownNames has names that are known only after apply. So are the ids, and the rest that does not depend on the
// names is known in the plan.
func TestAccUnknownNames(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "terraform_data" "later" {}
locals { name = terraform_data.later.id }
resource "multicluster_cluster" "x" {
  name   = local.name
  labels = { "cluster.open-cluster-management.io/clusterset" = "blue" }
}
resource "multicluster_cluster_set" "x" {
  name     = local.name
  clusters = [{ name = "a", labels = { "cluster.open-cluster-management.io/clusterset" = local.name } }, { name = "b" }]
}
resource "multicluster_cluster_set_binding" "x" {
  namespace = "default"
  name      = local.name
}
resource "multicluster_cluster_score" "x" {
  cluster = local.name
  name    = "usage"
  scores  = [{ name = "cpu", value = 1 }]
}
resource "multicluster_placement" "web" {
  name      = local.name
  namespace = "default"
  clusters             = [multicluster_cluster.x]
  cluster_sets         = [{ name = "blue" }, multicluster_cluster_set.x]
  cluster_set_bindings = [{ name = "blue", namespace = "default" }, multicluster_cluster_set_binding.x]
  scores               = [multicluster_cluster_score.x]
  ocm                  = {}
}
output "same" {
  value = {
    name = local.name, cluster = multicluster_cluster.x.id, set = multicluster_cluster_set.x.id
    binding = multicluster_cluster_set_binding.x.id, score = multicluster_cluster_score.x.id
    placement = multicluster_placement.web.id
  } == {
    name = local.name, cluster = local.name, set = local.name, binding = "default/${local.name}", score = "${local.name}/usage"
    placement = "default/${local.name}"
  }
}
output "members" { value = multicluster_cluster_set.x.member_names }
output "decided" { value = multicluster_placement.web.decisions[*].cluster_name == tolist([local.name]) }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue("multicluster_cluster.x", tfjsonpath.New("id")),
			plancheck.ExpectKnownValue("multicluster_cluster.x", tfjsonpath.New("cluster_set"), cli.Text("blue")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set.x", tfjsonpath.New("member_names")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set_binding.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue("multicluster_cluster_score.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("decisions")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("same", knownvalue.Bool(true)),
			statecheck.ExpectKnownOutputValue("members", cli.TextList("a")),
			statecheck.ExpectKnownOutputValue("decided", knownvalue.Bool(true)),
		},
	})
}

// TestAccUnknownManifests has a fleet of the provider that is known only after apply.
func TestAccUnknownManifests(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "terraform_data" "later" {}
provider "multicluster" {
  manifests = [yamlencode({
    apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster", metadata = { name = terraform_data.later.id }
  })]
}
resource "multicluster_placement" "web" {
  name = "web"
  ocm  = {}
}
output "decided" { value = multicluster_placement.web.decisions[*].cluster_name == tolist([terraform_data.later.id]) }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectUnknownValue(cli.Web, tfjsonpath.New("decisions")),
			plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("id"), cli.Text("web")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("decided", knownvalue.Bool(true))},
	})
}

// TestAccUnknownMembers passes a cluster set whose members are computed from an unknown value to a placement, which does not read
// them: the placement stays as it is.
func TestAccUnknownMembers(t *testing.T) {
	config := func(input, sets string) string {
		return `
resource "terraform_data" "later" { input = "` + input + `" }
locals { clusters = [
  { name = "a", labels = { "cluster.open-cluster-management.io/clusterset" = "blue" } },
  { name = "b", labels = { "cluster.open-cluster-management.io/clusterset" = "blue" } },
] }
resource "multicluster_cluster_set" "blue" {
  name     = "blue"
  clusters = concat(slice(local.clusters, 0, 1), [{ name = "b", labels = { "cluster.open-cluster-management.io/clusterset" = terraform_data.later.output } }])
}
resource "multicluster_placement" "web" {
  name         = "web"
  clusters     = local.clusters
  cluster_sets = ` + sets + `
  ocm          = { cluster_sets = ["blue"] }
}`
	}
	unchanged := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectUnknownValue("multicluster_cluster_set.blue", tfjsonpath.New("member_names")),
		plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionNoop),
	}}
	cli.Test(t,
		resource.TestStep{Config: config("blue", "[multicluster_cluster_set.blue]")},
		resource.TestStep{Config: config("green", "[multicluster_cluster_set.blue]"), ConfigPlanChecks: unchanged},
		resource.TestStep{Config: config("blue", "{ x = multicluster_cluster_set.blue }"), ConfigPlanChecks: unchanged},
		resource.TestStep{Config: config("blue", "[multicluster_cluster_set.blue]")},
	)
}

// TestAccUnknownForm has what the guide says of an argument that the state has in another form: an unknown part of it that turns
// out to be the same fails, the next apply succeeds, and a change of the argument ends it.
func TestAccUnknownForm(t *testing.T) {
	config := func(input, clusters string) string {
		return `
resource "terraform_data" "later" { input = "` + input + `" }
locals { a = { name = "a", labels = { env = trimsuffix(terraform_data.later.output, "2") } } }
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = ` + clusters + `
  ocm      = {}
}`
	}
	const more = `{ a = merge(local.a, { labels = { env = local.a.labels.env, tier = "one" } }) }`
	cli.Test(t,
		resource.TestStep{Config: config("prod", "[local.a]")},
		resource.TestStep{Config: config("prod", "{ a = local.a }"), ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		}},
		resource.TestStep{Config: config("prod2", "{ a = local.a }"), ExpectError: regexp.MustCompile(`inconsistent final plan`)},
		resource.TestStep{Config: config("prod2", "{ a = local.a }"), ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		}},
		resource.TestStep{Config: config("prod2", more)},
		resource.TestStep{Config: config("prod", more)},
		resource.TestStep{Config: config("prod2", "{ a = local.a }")},
		resource.TestStep{Config: config("prod", "{ a = local.a }")},
	)
}
