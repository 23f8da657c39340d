package provider

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

const web = "multicluster_placement.web"

// accFleet are clusters of one plan: the first so many of a, b, c and d, one of them labelled as switched off.
func accFleet(count int, off string) string {
	return fmt.Sprintf(`
resource "multicluster_cluster" "c" {
  count  = %d
  name   = ["a", "b", "c", "d"][count.index]
  labels = ["a", "b", "c", "d"][count.index] == %q ? { off = "yes" } : {}
}
`, count, off)
}

// accTwo are the blocks of placements that choose two clusters that are not switched off.
var accTwo = map[string]string{
	placementconfig.DialectOCM: `
  ocm = {
    number_of_clusters = 2
    predicates = [{ required_cluster_selector = { label_selector = {
      match_expressions = [{ key = "off", operator = "DoesNotExist" }]
    } } }]
  }`,
	placementconfig.DialectKubeFleet: `
  kubefleet = {
    placement_type     = "PickN"
    number_of_clusters = 2
    affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = { cluster_selector_terms = [
      { label_selector = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] } },
    ] } } }
  }`,
	placementconfig.DialectHybrid: `
  hybrid = {
    replicas      = 2
    target_labels = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] }
  }`,
}

// accPlacement refers to the clusters directly.
func accPlacement(arguments string) string {
	return `
resource "multicluster_placement" "web" {
  name     = "web"
  clusters = multicluster_cluster.c
` + arguments + `
}
output "names" { value = sort(keys(multicluster_placement.web.decisions_by_cluster)) }
`
}

// accReleases has one consumer a cluster, which is there if the cluster is decided.
const accReleases = `
locals { decided = multicluster_placement.web.decisions_by_cluster }
resource "terraform_data" "a" { count = contains(keys(local.decided), "a") ? 1 : 0 }
resource "terraform_data" "b" { count = contains(keys(local.decided), "b") ? 1 : 0 }
resource "terraform_data" "c" { count = contains(keys(local.decided), "c") ? 1 : 0 }
`

// decides expects the plan to know the decisions, and to do exactly this to the consumers.
func decides(names []string, creates, destroys []string) resource.ConfigPlanChecks {
	checks := []plancheck.PlanCheck{plancheck.ExpectKnownOutputValue("names", textList(names...))}
	for _, name := range creates {
		checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionCreate))
	}
	for _, name := range destroys {
		checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionDestroy))
	}
	touched := map[string]bool{}
	for _, name := range append(creates, destroys...) {
		touched[name] = true
	}
	for _, name := range names {
		if !touched[name] {
			checks = append(checks, plancheck.ExpectResourceAction("terraform_data."+name+"[0]", plancheck.ResourceActionNoop))
		}
	}
	for _, name := range names {
		checks = append(checks, plancheck.ExpectKnownValue(web,
			tfjsonpath.New("decisions_by_cluster").AtMapKey(name).AtMapKey("group_name"), text("")))
	}
	checks = append(checks, plancheck.ExpectKnownValue(web, tfjsonpath.New("decisions"), knownvalue.ListSizeExact(len(names))))
	return resource.ConfigPlanChecks{PreApply: checks}
}

// TestAccPlacementResource_life decides in the first plan, moves on day 2 only what has to move, keeps to what it has
// decided, and goes away.
func TestAccPlacementResource_life(t *testing.T) {
	type day struct {
		count             int
		off               string
		names             []string
		creates, destroys []string
	}
	for dialect, days := range map[string][]day{
		placementconfig.DialectOCM: {
			{3, "", []string{"a", "b"}, []string{"a", "b"}, nil},
			{3, "b", []string{"a", "c"}, []string{"c"}, []string{"b"}},
			{3, "", []string{"a", "c"}, nil, nil},
		},
		// KubeFleet keeps a chosen cluster even if its labels change.
		placementconfig.DialectKubeFleet: {
			{3, "", []string{"b", "c"}, []string{"b", "c"}, nil},
			{3, "c", []string{"b", "c"}, nil, nil},
			{2, "", []string{"a", "b"}, []string{"a"}, []string{"c"}},
			{3, "", []string{"a", "b"}, nil, nil},
		},
		placementconfig.DialectHybrid: {
			{3, "", []string{"b", "c"}, []string{"b", "c"}, nil},
			{3, "b", []string{"a", "c"}, []string{"a"}, []string{"b"}},
			{3, "", []string{"a", "c"}, nil, nil},
		},
	} {
		t.Run(dialect, func(t *testing.T) {
			var steps []resource.TestStep
			for _, d := range days {
				steps = append(steps, resource.TestStep{
					Config:           accFleet(d.count, d.off) + accPlacement(accTwo[dialect]) + accReleases,
					ConfigPlanChecks: decides(d.names, d.creates, d.destroys),
				})
			}
			last := days[len(days)-1]
			steps = append(steps, resource.TestStep{
				Config: accFleet(last.count, last.off),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(web, plancheck.ResourceActionDestroy),
					plancheck.ExpectResourceAction("multicluster_cluster.c[0]", plancheck.ResourceActionNoop),
				}},
			})
			testAcceptance(t, steps...)
		})
	}
}

// TestAccPlacementResource_forEach has for_each on both sides of the placement, in the first plan.
func TestAccPlacementResource_forEach(t *testing.T) {
	testAcceptance(t, resource.TestStep{
		Config: `
resource "multicluster_cluster" "all" {
  for_each = { a = "prod", b = "dev", c = "prod" }
  name     = each.key
  labels   = { env = each.value }
}
resource "multicluster_placement" "web" {
  name       = "web"
  clusters   = values(multicluster_cluster.all)
  depends_on = [multicluster_cluster.all]
  ocm = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { env = "prod" } } } }] }
}
resource "terraform_data" "release" {
  for_each = multicluster_placement.web.decisions_by_cluster
  input    = each.value.group
}
`,
		PlanOnly: true, ExpectNonEmptyPlan: true,
		ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(`terraform_data.release["a"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectResourceAction(`terraform_data.release["c"]`, plancheck.ResourceActionCreate),
			plancheck.ExpectKnownValue(web, tfjsonpath.New("decisions_by_cluster"), knownvalue.MapSizeExact(2)),
			plancheck.ExpectKnownValue(web, tfjsonpath.New("id"), text("web")),
		}},
	})
}

// TestAccPlacementResource_unknown has a label that is known only after apply: so are the decisions, in the same run.
func TestAccPlacementResource_unknown(t *testing.T) {
	for dialect, block := range accTwo {
		t.Run(dialect, func(t *testing.T) {
			testAcceptance(t, resource.TestStep{
				Config: `
resource "terraform_data" "later" {}
resource "multicluster_cluster" "c" {
  count  = 2
  name   = ["a", "b"][count.index]
  labels = { cell = terraform_data.later.id }
}` + accPlacement(block),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(web, tfjsonpath.New("decisions")),
					plancheck.ExpectUnknownValue(web, tfjsonpath.New("decisions_by_cluster")),
					plancheck.ExpectUnknownValue(web, tfjsonpath.New("satisfied")),
					plancheck.ExpectUnknownValue(web, tfjsonpath.New("report")),
					plancheck.ExpectKnownValue(web, tfjsonpath.New("id"), text("web")),
					plancheck.ExpectKnownValue("multicluster_cluster.c[0]", tfjsonpath.New("id"), text("a")),
					plancheck.ExpectUnknownOutputValue("names"),
				}},
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownOutputValue("names", textList("a", "b")),
					statecheck.ExpectKnownValue(web, tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
				},
			})
		})
	}
}

// TestAccPlacementResource_time decides by plantimestamp(): a is no longer tolerated, b for some decades yet. Time
// goes on, and the plan stays empty as long as the answer is the same.
func TestAccPlacementResource_time(t *testing.T) {
	config := func(now string) string {
		return `
resource "multicluster_cluster" "c" {
  count  = 2
  name   = ["a", "b"][count.index]
  taints = [{ key = ["short", "long"][count.index], effect = "NoSelect", time_added = "2020-01-01T00:00:00Z" }]
}` + accPlacement(now+`
  ocm = { tolerations = [
    { key = "short", operator = "Exists", toleration_seconds = 300 },
    { key = "long", operator = "Exists", toleration_seconds = 3000000000 },
  ] }`)
	}
	testAcceptance(t,
		resource.TestStep{
			Config: config(""), PlanOnly: true,
			ExpectError: regexp.MustCompile(`(?s)The decision depends on the time.*at\s+2020-01-01T00:05:00Z\s+the\s+decision\s+may\s+change.*now\s+=\s+plantimestamp\(\)`),
		},
		resource.TestStep{
			Config: config("now = plantimestamp()"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectKnownOutputValue("names", textList("b")),
				plancheck.ExpectKnownValue(web, tfjsonpath.New("next_change"), text("2115-01-25T05:20:00Z")),
			}},
		},
		resource.TestStep{
			Config:           config(`now = timeadd(plantimestamp(), "1h")`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
		resource.TestStep{
			Config: config(`now = "2020-01-01T00:01:00Z"`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(web, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownOutputValue("names", textList("a", "b")),
			}},
		},
	)
}
