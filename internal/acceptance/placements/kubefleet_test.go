// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

const kubefleetFleet = `
locals {
  clusters = [
    { name = "east-1", labels = { region = "east", env = "prod" }, properties = { "kubernetes-fleet.io/node-count" = "5" } },
    { name = "east-2", labels = { region = "east", env = "prod" }, properties = { "kubernetes-fleet.io/node-count" = "9" } },
    { name = "west-1", labels = { region = "west", env = "prod" }, properties = { "kubernetes-fleet.io/node-count" = "3" } },
    { name = "west-2", labels = { region = "west", env = "test" } },
    { name = "west-3", labels = { region = "west", env = "prod" }, taints = [{ key = "gpu", value = "true", effect = "NoSchedule" }] },
  ]
}
`

// kubefleetPickN chooses the clusters of prod with the most nodes; the last lines go into the block, and beside it.
func kubefleetPickN(number, inside, beside string) string {
	return `
data "multicluster_placement" "web" {
  name     = "web"
  clusters = local.clusters
  ` + beside + `
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = ` + number + `
    affinity = { cluster_affinity = {
      required_during_scheduling_ignored_during_execution = {
        cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
      }
      preferred_during_scheduling_ignored_during_execution = [{
        weight     = 100
        preference = { property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "Descending" } }
      }]
    } }
    ` + inside + `
  }
}
`
}

// TestAccPlacement_kubefleet decides in the first plan, with upstream's words as reasons and a reason for every cluster.
func TestAccPlacement_kubefleet(t *testing.T) {
	config := kubefleetFleet + kubefleetPickN("2", "", "with_report = true") + cli.Releases + `
output "web" { value = data.multicluster_placement.web }
output "why" { value = { for c in jsondecode(data.multicluster_placement.web.report).clusters : c.name => c.reason } }
`
	why := map[string]string{
		"east-2": `^Successfully scheduled resources for placement in "east-2" \(affinity score: 100, topology spread score: 0\): picked by scheduling policy$`,
		"east-1": `^Successfully scheduled resources for placement in "east-1" \(affinity score: 33,`,
		"west-1": `^Cluster "west-1" does not score high enough \(affinity score: 0, topology spread score: 0\)$`,
		"west-2": `^cluster does not match with any of the required cluster affinity terms: label env is "test"; `,
		"west-3": `^taint gpu=true:NoSchedule is not tolerated; a toleration of key "gpu" and value "true" would tolerate it$`,
	}
	checks := []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(`terraform_data.release["east-1"]`, plancheck.ResourceActionCreate),
		plancheck.ExpectResourceAction(`terraform_data.release["east-2"]`, plancheck.ResourceActionCreate),
		plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
		plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("decisions").AtSliceIndex(1).AtMapKey("binding"),
			knownvalue.ObjectExact(map[string]knownvalue.Check{
				"state":                 knownvalue.StringExact("Scheduled"),
				"policy":                knownvalue.StringRegexp(regexp.MustCompile(`^[0-9a-f]{64}$`)),
				"topology_spread_score": knownvalue.Int64Exact(0),
			})),
		plancheck.ExpectKnownOutputValueAtPath("web", tfjsonpath.New("conditions"), knownvalue.ListSizeExact(0)),
	}
	for cluster, text := range why {
		checks = append(checks, plancheck.ExpectKnownOutputValueAtPath("why", tfjsonpath.New(cluster),
			knownvalue.StringRegexp(regexp.MustCompile(text))))
	}
	cli.Test(t, resource.TestStep{
		Config: config, PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: checks},
	})
}

// TestAccPlacement_kubefleetSticky feeds the decisions back. They are kept although others score higher now, until the
// number gets smaller or the policy changes.
func TestAccPlacement_kubefleetSticky(t *testing.T) {
	const before = `
data "multicluster_placement" "before" {
  name     = "web"
  clusters = [for c in local.clusters : c if c.name == "west-1" || c.name == "east-1"]
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = { cluster_affinity = {
      required_during_scheduling_ignored_during_execution = {
        cluster_selector_terms = [{ label_selector = { match_labels = { env = "prod" } } }]
      }
      preferred_during_scheduling_ignored_during_execution = [{
        weight     = 100
        preference = { property_sorter = { name = "kubernetes-fleet.io/node-count", sort_order = "Descending" } }
      }]
    } }
  }
}
output "names" { value = sort(keys(data.multicluster_placement.web.decisions_by_cluster)) }
`
	const previous = "previous_decisions = data.multicluster_placement.before.decisions"
	names := func(names ...string) resource.ConfigPlanChecks {
		var want []knownvalue.Check
		for _, name := range names {
			want = append(want, knownvalue.StringExact(name))
		}
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", knownvalue.ListExact(want)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config:           kubefleetFleet + before + kubefleetPickN("2", "", previous),
			ConfigPlanChecks: names("east-1", "west-1"),
		},
		resource.TestStep{
			Config:           kubefleetFleet + before + kubefleetPickN("3", "", previous),
			ConfigPlanChecks: names("east-1", "east-2", "west-1"),
		},
		resource.TestStep{
			Config:           kubefleetFleet + before + kubefleetPickN("1", "", previous),
			ConfigPlanChecks: names("east-1"),
		},
		resource.TestStep{
			Config: kubefleetFleet + before + kubefleetPickN("2", `tolerations = [{ key = "gpu", operator = "Exists" }]`,
				previous),
			ConfigPlanChecks: names("east-1", "east-2"),
		},
	)
}

// TestAccPlacement_kubefleetMistakes reads what a user of the real binary reads.
func TestAccPlacement_kubefleetMistakes(t *testing.T) {
	stored := `manifests = [yamlencode({
    apiVersion = "placement.kubernetes-fleet.io/v1beta1", kind = "ClusterResourcePlacement", metadata = { name = "web" }
    spec = { policy = { placementType = "PickN", numberOfClusters = 2, tolerations = [{ key = "gpu", operator = "Exists" }] } }
  })]`
	for name, test := range map[string]struct{ arguments, want string }{
		"a number for PickAll": {
			`kubefleet = { number_of_clusters = 2 }`, `kubefleet.number_of_clusters: placement_type is not set,\s+which\s+means\s+PickAll;\s+to\s+choose\s+a\s+number\s+of\s+clusters,\s+set\s+placement_type\s+=\s+"PickN"`,
		},
		"no number for PickN": {
			`kubefleet = { placement_type = "PickN" }`, `kubefleet.number_of_clusters: PickN chooses a number of clusters: set\s+it`,
		},
		"weight": {
			`kubefleet = { placement_type = "PickN", number_of_clusters = 1, affinity = { cluster_affinity = {
        preferred_during_scheduling_ignored_during_execution = [{ weight = 101, preference = {} }] } } }`,
			`found\s+101:\s+must be\s+between -100 and 100`,
		},
		"quantity of a property": {
			`kubefleet = { affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
        cluster_selector_terms = [{ property_selector = { match_expressions = [{ name = "a", operator = "Gt", values = ["lots"] }] } }] } } } }`,
			`found\s+"lots"`,
		},
		"a fixed cluster that is not there": {
			`kubefleet = { placement_type = "PickFixed", cluster_names = ["east-1", "nowhere"] }`,
			`The placement is not satisfied.*could not find all\s+clusters needed.*cluster_names\[1\]\s+is\s+"nowhere"`,
		},
		"nothing passes": {
			`kubefleet = { affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
        cluster_selector_terms = [{ label_selector = { match_labels = { env = "none" } } }] } } } }`,
			`The placement is not satisfied.*No cluster passes the filters. Chosen: 0; the fleet has 5`,
		},
		"another type than before": {
			stored + "\n" + `kubefleet = { tolerations = [{ key = "gpu", operator = "Exists" }] }`,
			`kubefleet.placement_type|is immutable; it was PickN`,
		},
		"fewer tolerations than before": {
			stored + "\n" + `kubefleet = { placement_type = "PickN", number_of_clusters = 1 }`, `only\s+additions\s+are\s+possible`,
		},
		"a property that is not a quantity": {
			`kubefleet = { placement_type = "PickN", number_of_clusters = 1, affinity = { cluster_affinity = { preferred_during_scheduling_ignored_during_execution = [{ weight = 1, preference = { property_sorter = { name = "broken", sort_order = "Ascending" } } }] } } }`, `The placement cannot be scheduled.*broken`,
		},
		"two dialects": {"ocm = {}\nkubefleet = {}", `Two schedulers.*ocm is also set`},
	} {
		t.Run(name, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config: `
data "multicluster_placement" "web" {
  name     = "web"
  clusters = [
    { name = "east-1", labels = { env = "prod" }, properties = { broken = "v1.2" } },
    { name = "east-2" }, { name = "west-1" }, { name = "west-2" }, { name = "west-3" },
  ]
  ` + test.arguments + `
}`,
				PlanOnly:    true,
				ExpectError: regexp.MustCompile("(?s)" + test.want),
			})
		})
	}
}
