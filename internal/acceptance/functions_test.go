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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// TestAccFunctions_forEach gives resources of the same plan to the function, as they are, and has for_each over what it
// returns.
func TestAccFunctions_forEach(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "multicluster_cluster" "all" {
  for_each = { a = "prod", b = "dev", c = "prod" }
  name     = each.key
  labels   = { env = each.value }
}
resource "terraform_data" "release" {
  for_each = provider::multicluster::place({
    clusters = multicluster_cluster.all
    ocm      = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }] }
  }).decisions_by_cluster
  input = each.key
}
`,
		PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["a"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectResourceAction(`terraform_data.release["c"]`, plancheck.ResourceActionCreate),
		}},
	})
}

// TestAccFunctions_dialects decides by a manifest of every dialect, writes it again, and explains the result. What is
// written can be read, and says the same.
func TestAccFunctions_dialects(t *testing.T) {
	for dialect, manifest := range map[string]string{
		placementconfig.DialectOCM: `{
      apiVersion = "cluster.open-cluster-management.io/v1beta1", kind = "Placement", metadata = { name = "web", namespace = "ops" }
      spec = {
        numberOfClusters = 1
        predicates       = [{ requiredClusterSelector = { labelSelector = { matchLabels = { env = "prod" } } } }]
      }
    }`,
		placementconfig.DialectKubeFleet: `{
      apiVersion = "placement.kubernetes-fleet.io/v1beta1", kind = "ClusterResourcePlacement", metadata = { name = "web" }
      spec = { policy = {
        placementType = "PickN", numberOfClusters = 1
        affinity = { clusterAffinity = { requiredDuringSchedulingIgnoredDuringExecution = {
          clusterSelectorTerms = [{ labelSelector = { matchLabels = { env = "prod" } } }]
        } } }
      } }
    }`,
		placementconfig.DialectHybrid: `{
      apiVersion = "core.hybridapp.io/v1alpha1", kind = "PlacementRule", metadata = { name = "web", namespace = "ops" }
      spec = { replicas = 1, targetLabels = { matchLabels = { env = "prod" } } }
    }`,
	} {
		t.Run(dialect, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config: `
resource "multicluster_cluster" "c" {
  count       = 2
  name        = ["a", "b"][count.index]
  labels      = { env = ["prod", "dev"][count.index] }
  allocatable = { cpu = 10 }
}
locals {
  placement = provider::multicluster::decode_placement(yamlencode(` + manifest + `))
  again     = provider::multicluster::decode_placement(provider::multicluster::encode_placement(local.placement))
  fleet     = provider::multicluster::encode_clusters(multicluster_cluster.c, "` + map[string]string{
					placementconfig.DialectOCM: placementconfig.DialectOCM, placementconfig.DialectKubeFleet: placementconfig.DialectKubeFleet,
					placementconfig.DialectHybrid: placementconfig.DialectOCM,
				}[dialect] + `")
  bindings = { cluster_set_bindings = [{ name = "global", namespace = "ops" }] }
  direct   = provider::multicluster::place(merge(local.placement, local.bindings, { clusters = multicluster_cluster.c }))
  decoded  = provider::multicluster::place(merge(local.again, local.bindings, {
    clusters = provider::multicluster::decode_clusters(local.fleet)
  }))
}
output "placement" { value = local.placement }
output "same" { value = local.placement == local.again }
output "direct" { value = local.direct.decisions[*].cluster_name }
output "decoded" { value = local.decoded.decisions[*].cluster_name }
output "fleet" { value = local.fleet }
output "report" { value = provider::multicluster::explain(local.direct) }
`,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectKnownOutputValueAtPath("placement", tfjsonpath.New("name"), cli.Text("web")),
					plancheck.ExpectKnownOutputValueAtPath("placement", tfjsonpath.New(dialect), knownvalue.NotNull()),
					plancheck.ExpectKnownOutputValue("same", knownvalue.Bool(true)),
					plancheck.ExpectKnownOutputValue("direct", cli.Tuple("a")),
					plancheck.ExpectKnownOutputValue("decoded", cli.Tuple("a")),
					plancheck.ExpectKnownOutputValue("fleet", knownvalue.StringRegexp(regexp.MustCompile(`(?s)name: a\n.*name: b\n`))),
					plancheck.ExpectKnownOutputValue("report", knownvalue.StringRegexp(regexp.MustCompile(`(?s)^#.*\ba\b.*\bb\b.*prod`))),
				}},
			})
		})
	}
}

// TestAccFunctions_ofResource explains and writes a placement that is a resource, and decides by an unknown label. The next step
// moves a cluster.
func TestAccFunctions_ofResource(t *testing.T) {
	why := func(pattern string) plancheck.PlanCheck {
		return plancheck.ExpectKnownOutputValue("why", knownvalue.StringRegexp(regexp.MustCompile(`(?s)`+pattern)))
	}
	cli.Test(t, resource.TestStep{
		Config: cli.Fleet(3, "") + cli.Placement(cli.TwoClusters[placementconfig.DialectOCM]) + `
resource "terraform_data" "later" {}
output "text" { value = provider::multicluster::encode_placement(multicluster_placement.web) }
output "why" { value = provider::multicluster::explain(multicluster_placement.web) }
output "later" { value = provider::multicluster::place({
  clusters = [{ name = "a", labels = { cell = terraform_data.later.id } }], ocm = {}
}).satisfied }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("text",
				knownvalue.StringRegexp(regexp.MustCompile(`(?s)kind: Placement.*numberOfClusters: 2`))),
			why(`^### Placement web: 2 of 3 clusters chosen\n.*\n\| a \|.*\n\| b \|.*with_report = true`),
			plancheck.ExpectUnknownOutputValue("later"),
		}},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("later", knownvalue.Bool(true))},
	}, resource.TestStep{
		Config: cli.Fleet(3, "b") + cli.Placement(cli.TwoClusters[placementconfig.DialectOCM]) + `
output "why" { value = provider::multicluster::explain(multicluster_placement.web) }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			why(`1 cluster joins, 1 cluster leaves, 1 cluster stays.*\n\| b \| chosen \| not chosen \| .*\n\| c \| not chosen \| chosen \| `),
		}},
	})
}

// TestAccFunctions_explainDataSource explains a data source without and with a report: the first counts the clusters that the
// second lists.
func TestAccFunctions_explainDataSource(t *testing.T) {
	explains := func(pattern string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("why", knownvalue.StringRegexp(regexp.MustCompile(`(?s)`+pattern))),
		}}
	}
	config := func(withReport, argument string) string {
		return `
data "multicluster_placement" "web" {
  name        = "web"
  with_report = ` + withReport + `
  clusters = [
    { name = "a", labels = { env = "prod" } }, { name = "b", labels = { env = "dev" } }, { name = "c", labels = { env = "prod" } },
  ]
  previous_decisions = [{ cluster_name = "b" }]
  ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }] }
}
output "why" { value = provider::multicluster::explain(` + argument + `) }
`
	}
	const placement = "data.multicluster_placement.web"
	cli.Test(t, resource.TestStep{
		Config: config("null", placement),
		ConfigPlanChecks: explains(`^### Placement web: 2 of 3 clusters chosen\n.*\n\| b \| chosen \| not chosen \| label env is "dev".*` +
			`\n\| Predicate: [^|]* \| 1 \|\n.*with_report = true`),
	}, resource.TestStep{
		Config: config("null", placement+".report"), ExpectError: regexp.MustCompile(`found\s+null;\s+pass\s+a\s+resource`),
	}, resource.TestStep{
		Config:           config("true", placement+".report"),
		ConfigPlanChecks: explains(`^### Placement web: 2 of 3 clusters chosen\n.*\n\| b \| Predicate \| label env is "dev"`),
	})
}

// TestAccFunctions_mistakes calls every function with something wrong.
func TestAccFunctions_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
output "typo" { value = provider::multicluster::place({ clusters = [{ name = "a" }], ocm = { number_of_cluster = 1 } }) }
output "value" { value = provider::multicluster::place({ clusters = [{ name = "a", labels = { env = "-" } }], ocm = {} }) }
output "short" { value = provider::multicluster::place({ clusters = [{ name = "a" }], ocm = { number_of_clusters = 2 } }) }
output "read" { value = provider::multicluster::decode_placement("kind: Pod\napiVersion: v1\nmetadata: { name: x }") }
output "write" { value = provider::multicluster::encode_placement({ ocm = {} }) }
output "yaml" { value = provider::multicluster::decode_clusters("a: b: c") }
output "dialect" { value = provider::multicluster::encode_clusters([{ name = "a" }], "hybrid") }
output "claims" { value = provider::multicluster::encode_clusters([{ name = "a", claims = { region = "eu" } }], "kubefleet") }
output "report" { value = provider::multicluster::explain({ satisfied = true }) }
`,
		`ocm.number_of_cluster: unsupported attribute; did you mean "number_of_clusters"? Expected one of cluster_sets,`,
		`clusters[0].labels["env"]: found "-": a valid label must`,
		`Chosen: 1; number_of_clusters is 2; the fleet has 1 cluster`,
		`Pod`,
		`name: the object must have a name`,
		`line 1: invalid YAML`,
		`found "hybrid"; it must be ocm or kubefleet`,
		`claims`,
		"found an object without decisions, rejection_summary",
	)
}

// TestAccFunctions_objects hands every kind of object on as it is, to the function and to the resource: both decide alike.
func TestAccFunctions_objects(t *testing.T) {
	cli.Test(t, resource.TestStep{
		Config: `
resource "multicluster_cluster" "c" {
  count  = 3
  name   = ["a", "b", "c"][count.index]
  labels = { "cluster.open-cluster-management.io/clusterset" = ["blue", "blue", "green"][count.index] }
}
resource "multicluster_cluster_set" "blue" {
  name     = "blue"
  clusters = multicluster_cluster.c
}
resource "multicluster_cluster_set_binding" "blue" {
  namespace = "default"
  name      = multicluster_cluster_set.blue.name
}
resource "multicluster_cluster_score" "cpu" {
  count   = 3
  cluster = multicluster_cluster.c[count.index].name
  name    = "usage"
  scores  = [{ name = "cpu", value = count.index * 10 }]
}
locals {
  ocm = {
    number_of_clusters = 1
    prioritizer_policy = { mode = "Exact", configurations = [
      { score_coordinate = { type = "AddOn", add_on = { resource_name = "usage", score_name = "cpu" } } },
    ] }
  }
}
resource "multicluster_placement" "web" {
  name                 = "web"
  namespace            = "default"
  clusters             = multicluster_cluster.c
  cluster_sets         = [multicluster_cluster_set.blue]
  cluster_set_bindings = [multicluster_cluster_set_binding.blue]
  scores               = multicluster_cluster_score.cpu
  ocm                  = local.ocm
  with_report          = true
}
locals {
  placed = provider::multicluster::place({
    name                 = "web"
    namespace            = "default"
    clusters             = multicluster_cluster.c
    cluster_sets         = [multicluster_cluster_set.blue]
    cluster_set_bindings = [multicluster_cluster_set_binding.blue]
    scores               = multicluster_cluster_score.cpu
    ocm                  = local.ocm
  })
  # The function has no memory: it is reminded, of a cluster that its own scores would not choose.
  reminded = provider::multicluster::place({
    clusters           = multicluster_cluster.c
    previous_decisions = multicluster_placement.web.decisions
    ocm                = { number_of_clusters = 1 }
  })
}
output "members" { value = multicluster_cluster_set.blue.member_names }
output "decided" { value = multicluster_placement.web.decisions[*].cluster_name }
output "same" { value = local.placed.report == multicluster_placement.web.report }
output "reminded" { value = local.reminded.decisions[*].cluster_name }
`,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("members", cli.TextList("a", "b")),
			plancheck.ExpectKnownOutputValue("decided", cli.Tuple("b")),
			plancheck.ExpectKnownOutputValue("same", knownvalue.Bool(true)),
			plancheck.ExpectKnownOutputValue("reminded", cli.Tuple("b")),
		}},
	})
}
