// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// accManifests are three clusters of a hub: eu-1 and eu-2 in the set blue, us-1 in the set green.
const accManifests = `
locals {
  cluster = { for name, c in {
    eu-1 = { set = "blue", env = "prod", region = "eu", version = "v1.33.1" }
    eu-2 = { set = "blue", env = "dev", region = "eu", version = "v1.32.0" }
    us-1 = { set = "green", env = "prod", region = "us", version = "v1.33.1" }
    } : name => yamlencode({
      apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster"
      metadata   = { name = name, labels = { env = c.env, "cluster.open-cluster-management.io/clusterset" = c.set } }
      spec       = name == "us-1" ? { taints = [{ key = "gpu", effect = "NoSelect" }] } : { taints = [] }
      status = {
        allocatable   = { cpu = "40" }
        version       = { kubernetes = c.version }
        clusterClaims = [{ name = "region", value = c.region }]
      }
  }) }
  # YAML documents in a single text, and one of a kind that the provider ignores.
  fleet = join("---\n", concat([for text in values(local.cluster) : text], ["kind: Secret\napiVersion: v1\nmetadata: { name: x }\n"]))
}
`

// TestAccClusters asks by every selector, of its own manifests and of those of the provider.
func TestAccClusters(t *testing.T) {
	data, checks := "", []plancheck.PlanCheck{}
	for name, test := range map[string]struct {
		arguments string
		names     []string
	}{
		"all":     {``, []string{"eu-1", "eu-2", "us-1"}},
		"own":     {`manifests = [local.cluster["eu-2"], local.cluster["eu-1"]]`, []string{"eu-1", "eu-2"}},
		"sets":    {`cluster_sets = ["green"]`, []string{"us-1"}},
		"any_set": {`cluster_sets = ["green", "global"]`, []string{"eu-1", "eu-2", "us-1"}},
		"no_set":  {`cluster_sets = []`, []string{"eu-1", "eu-2", "us-1"}},
		"label":   {`label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1", "us-1"}},
		"labels": {
			`label_selector = { match_expressions = [{ key = "env", operator = "NotIn", values = ["prod"] }] }`, []string{"eu-2"},
		},
		"claim": {
			`claim_selector = { match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }`, []string{"eu-1", "eu-2"},
		},
		"cel": {
			`cel_selector = { cel_expressions = ["managedCluster.status.version.kubernetes.startsWith(\"v1.33\")"] }`, []string{"eu-1", "us-1"},
		},
		"together": {`cluster_sets = ["blue"]` + "\n" + `label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1"}},
		"nothing":  {`label_selector = { match_labels = { env = "none" } }`, nil},
	} {
		data += "data \"multicluster_clusters\" \"" + name + "\" {\n" + test.arguments + "\n}\n" +
			"output \"" + name + "\" { value = data.multicluster_clusters." + name + ".names }\n"
		checks = append(checks, plancheck.ExpectKnownOutputValue(name, cli.TextList(test.names...)))
	}
	data += `output "clusters" { value = data.multicluster_clusters.sets.clusters }`
	cluster := tfjsonpath.New(0)
	checks = append(checks,
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("name"), cli.Text("us-1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("claims"), textMap("region", "us")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("allocatable"), textMap("cpu", "40")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("kubernetes_version"), cli.Text("v1.33.1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("labels").AtMapKey("env"), cli.Text("prod")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("taints").AtSliceIndex(0).AtMapKey("key"), cli.Text("gpu")),
	)
	cli.Test(t, resource.TestStep{
		Config:           accManifests + "provider \"multicluster\" {\n  manifests = [local.fleet]\n}\n" + data,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks},
	})
}

// TestAccClusters_placement hands the clusters on to all three doors of a placement, in the first plan.
func TestAccClusters_placement(t *testing.T) {
	config := accManifests + `
data "multicluster_clusters" "blue" {
  manifests    = [local.fleet]
  cluster_sets = ["blue"]
}
locals { clusters = data.multicluster_clusters.blue.clusters }
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = local.clusters
  ocm      = {}
}
data "multicluster_placement" "web" {
  clusters = local.clusters
  ocm      = {}
}
output "resource" { value = multicluster_placement.web.decisions[*].cluster_name }
output "data" { value = data.multicluster_placement.web.decisions[*].cluster_name }
output "function" { value = provider::multicluster::place({ clusters = local.clusters, ocm = {} }).decisions[*].cluster_name }
`
	cli.Test(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("resource", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("data", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("function", cli.Tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
		}},
	})
}

// TestAccClusters_mistakes makes a mistake in every argument. What the fleet shows is found after what the selectors show.
func TestAccClusters_mistakes(t *testing.T) {
	t.Run("selectors", func(t *testing.T) {
		cli.TestMistakes(t, `
data "multicluster_clusters" "x" {
  label_selector = { match_labels = { env = "not legal" }, match_expressions = [{ key = "env", operator = "Like" }] }
  claim_selector = { match_expressions = [{ key = "region", operator = "Near", values = ["eu"] }] }
  cel_selector   = { cel_expressions = ["managedCluster.name =="] }
}
`,
			`label_selector.match_labels["env"]: found "not legal": a valid label must`,
			`label_selector.match_expressions[0].operator: found "Like": must be one of "In", "NotIn", "Exists", "DoesNotExist"`,
			`claim_selector.match_expressions[0].operator: found "Near": `,
			`cel_selector.cel_expressions[0]: `,
		)
	})
	t.Run("fleet", func(t *testing.T) {
		cli.TestMistakes(t, accManifests+`
data "multicluster_clusters" "set" {
  manifests    = [local.fleet]
  cluster_sets = ["blue", "red"]
}
data "multicluster_clusters" "yaml" { manifests = ["kind: [\n"] }
data "multicluster_clusters" "fleet" {}
`,
			`cluster_sets[1]: found "red"; the fleet has the cluster sets blue, global, green.`,
			`line 1: invalid YAML`,
			`There is no fleet`,
		)
	})
}
