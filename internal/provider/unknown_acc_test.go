package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
)

// TestAccUnknownNames has names that are known only after apply. So are the ids, and the rest that does not depend on the
// names is known in the plan.
func TestAccUnknownNames(t *testing.T) {
	testAcceptance(t, resource.TestStep{
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
			plancheck.ExpectKnownValue("multicluster_cluster.x", tfjsonpath.New("cluster_set"), text("blue")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set.x", tfjsonpath.New("member_names")),
			plancheck.ExpectUnknownValue("multicluster_cluster_set_binding.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue("multicluster_cluster_score.x", tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue(web, tfjsonpath.New("id")),
			plancheck.ExpectUnknownValue(web, tfjsonpath.New("decisions")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownOutputValue("same", knownvalue.Bool(true)),
			statecheck.ExpectKnownOutputValue("members", textList("a")),
			statecheck.ExpectKnownOutputValue("decided", knownvalue.Bool(true)),
		},
	})
}

// TestAccUnknownManifests has a fleet of the provider that is known only after apply.
func TestAccUnknownManifests(t *testing.T) {
	testAcceptance(t, resource.TestStep{
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
			plancheck.ExpectUnknownValue(web, tfjsonpath.New("decisions")),
			plancheck.ExpectKnownValue(web, tfjsonpath.New("id"), text("web")),
		}},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("decided", knownvalue.Bool(true))},
	})
}
