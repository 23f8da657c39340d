// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

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

// accOn chooses all clusters that are not switched off.
const accOn = `
  ocm = { predicates = [{ required_cluster_selector = { label_selector = {
    match_expressions = [{ key = "off", operator = "DoesNotExist" }]
  } } }] }`

// TestAccPlacementResource_maxMoves takes two of four clusters away, which is too far. One that is gone leaves all the same; the
// other one is kept, then allowed to go.
func TestAccPlacementResource_maxMoves(t *testing.T) {
	names := func(names ...string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config:           cli.Fleet(4, "") + cli.Placement("max_moves = 1\nocm = {}"),
			ConfigPlanChecks: names("a", "b", "c", "d"),
		},
		resource.TestStep{
			Config: cli.Fleet(2, "") + cli.Placement("max_moves = 1\nocm = {}"), PlanOnly: true,
			ExpectError: regexp.MustCompile(
				`(?s)Too many clusters would lose the workload.*2 of 4 clusters would lose the workload; max_moves = "1" allows 1\.` +
					`.*c, d leave`),
		},
		resource.TestStep{
			Config:           cli.Fleet(3, "a") + cli.Placement("max_moves = \"25%\"\non_exceeded = \"keep\"\n"+accOn),
			ConfigPlanChecks: names("a", "b", "c"),
		},
		resource.TestStep{
			Config:           cli.Fleet(3, "a") + cli.Placement("max_moves = \"50%\"\n"+accOn),
			ConfigPlanChecks: names("b", "c"),
		},
	)
}

// TestAccPlacementResource_unsatisfied asks for more clusters than there are.
func TestAccPlacementResource_unsatisfied(t *testing.T) {
	config := func(more string) string {
		return cli.Fleet(2, "b") + cli.Placement(more+cli.TwoClusters[placementconfig.DialectOCM])
	}
	wrong := regexp.MustCompile(`(?s)The placement is not satisfied.*Chosen:\s+1;\s+number_of_clusters\s+is\s+2;\s+the\s+fleet\s+has\s+2\s+clusters.*such\s+as\s+b\)`)
	goesOn := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectKnownOutputValue("names", cli.TextList("a")),
		plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("satisfied"), knownvalue.Bool(false)),
	}}
	cli.Test(t,
		resource.TestStep{Config: config(""), ExpectError: wrong},
		resource.TestStep{Config: config(`on_unsatisfied = "warn"`), ConfigPlanChecks: goesOn},
		resource.TestStep{Config: config(`on_unsatisfied = "accept"`), ConfigPlanChecks: goesOn},
		// The decisions stand, and the placement still is what nobody asked for.
		resource.TestStep{Config: config(`on_unsatisfied = "error"`), PlanOnly: true, ExpectError: wrong},
	)
}

// TestAccPlacementResource_import takes over a placement by name, and what it has decided before as an argument.
func TestAccPlacementResource_import(t *testing.T) {
	for id, namespace := range map[string]string{"web": "", "ops/web": `namespace = "ops"`} {
		t.Run(id, func(t *testing.T) {
			config := cli.Fleet(3, "") + cli.Placement(namespace+`
  previous_decisions   = [{ cluster_name = "c" }]
  cluster_set_bindings = [{ name = "global", namespace = "ops" }]
  ocm                  = { number_of_clusters = 1 }`)
			checks := []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("id"), cli.Text(id)),
				plancheck.ExpectKnownOutputValue("names", cli.TextList("c")),
			}
			cli.Test(t,
				resource.TestStep{
					Config:           config + "import {\n  to = multicluster_placement.web\n  id = \"" + id + "\"\n}",
					ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: checks},
				},
				resource.TestStep{
					ResourceName: cli.Web, ImportState: true, ImportStateId: "a/b/c",
					ExpectError: regexp.MustCompile(`(?s)The id cannot be imported.*found "a/b/c"; it must be namespace/name\.`),
				},
			)
		})
	}
}

// TestAccPlacementResource_identity imports by identity, with and without a namespace.
func TestAccPlacementResource_identity(t *testing.T) {
	for name, test := range map[string]struct {
		namespace string
		identity  map[string]knownvalue.Check
	}{
		"name":               {"", map[string]knownvalue.Check{"name": cli.Text("web"), "namespace": knownvalue.Null()}},
		"namespace and name": {`namespace = "ops"`, map[string]knownvalue.Check{"name": cli.Text("web"), "namespace": cli.Text("ops")}},
	} {
		t.Run(name, func(t *testing.T) {
			cli.TestWithIdentity(t,
				resource.TestStep{
					Config: cli.Fleet(1, "") + cli.Placement(test.namespace+`
  cluster_set_bindings = [{ name = "global", namespace = "ops" }]
  ocm                  = {}`),
					ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectIdentity(cli.Web, test.identity)},
				},
				resource.TestStep{
					ResourceName: cli.Web, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
					ExpectNonEmptyPlan: true,
					ImportPlanChecks: resource.ImportPlanChecks{PreApply: []plancheck.PlanCheck{
						plancheck.ExpectResourceAction(cli.Web, plancheck.ResourceActionUpdate),
						plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("decisions_by_cluster"), knownvalue.MapSizeExact(1)),
					}},
				},
			)
		})
	}
}

// TestAccPlacementResource_providerManifests has the fleet of the provider, which loses a cluster.
func TestAccPlacementResource_providerManifests(t *testing.T) {
	config := func(names string) string {
		return `
provider "multicluster" {
  manifests = [for name in ` + names + ` : yamlencode({
    apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster", metadata = { name = name }
  })]
}
resource "multicluster_placement" "web" {
  name = "web"
  ocm  = {}
}
output "names" { value = sort(keys(multicluster_placement.web.decisions_by_cluster)) }
`
	}
	names := func(names ...string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{Config: config(`["a", "b"]`), ConfigPlanChecks: names("a", "b")},
		resource.TestStep{Config: config(`["b"]`), ConfigPlanChecks: names("b")},
	)
}

// TestAccPlacementResource_mistakes has what only the resource can have wrong.
func TestAccPlacementResource_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
locals { clusters = [{ name = "a" }] }
resource "multicluster_placement" "limits" {
  name        = "web"
  clusters    = local.clusters
  ocm         = {}
  max_moves   = "many"
  on_exceeded = "stop"
}
resource "multicluster_placement" "advised" {
  name     = "Web"
  clusters = local.clusters
  now      = "today"
}
`,
		`max_moves: found "many": must be a number of clusters of at least 0, or a percentage from "0%" to "100%", such as "25%".`,
		`on_exceeded: found "stop": must be one of "fail", "keep"`,
		`name: found "Web": a lowercase RFC 1123 subdomain`,
		`now: found "today"; it must be a time of RFC 3339`,
		`ocm: no scheduler is configured; set one of ocm, kubefleet, hybrid.`,
	)
}

// TestAccPlacementResource_frozen lets nothing move while the fleet changes, as lifecycle says.
func TestAccPlacementResource_frozen(t *testing.T) {
	const frozen = "ocm = {}\nlifecycle {\n  ignore_changes = [clusters]\n}"
	names := func(action plancheck.ResourceActionType, names ...string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(cli.Web, action), plancheck.ExpectKnownOutputValue("names", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config: cli.Fleet(3, "") + cli.Placement(frozen), ConfigPlanChecks: names(plancheck.ResourceActionCreate, "a", "b", "c"),
		},
		resource.TestStep{
			Config: cli.Fleet(2, "") + cli.Placement(frozen), ConfigPlanChecks: names(plancheck.ResourceActionNoop, "a", "b", "c"),
		},
		// Another argument counts, and the fleet is still the old one.
		resource.TestStep{
			Config:           cli.Fleet(2, "") + cli.Placement("max_moves = 1\n"+frozen),
			ConfigPlanChecks: names(plancheck.ResourceActionUpdate, "a", "b", "c"),
		},
		resource.TestStep{
			Config: cli.Fleet(2, "") + cli.Placement("ocm = {}"), ConfigPlanChecks: names(plancheck.ResourceActionUpdate, "a", "b"),
		},
	)
}

// TestAccPlacementResource_another renames a placement and gives it another scheduler. Another name is another placement,
// which remembers nothing; another scheduler keeps to what was decided in its own way.
func TestAccPlacementResource_another(t *testing.T) {
	placement := func(name, namespace, dialect string) string {
		return cli.Fleet(3, "") + `
resource "multicluster_placement" "web" {
  name      = "` + name + `"
  namespace = ` + namespace + `
  clusters  = multicluster_cluster.c
  ` + dialect + `
}
output "names" { value = sort(keys(multicluster_placement.web.decisions_by_cluster)) }
`
	}
	does := func(action plancheck.ResourceActionType, id string, names ...string) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectResourceAction(cli.Web, action), plancheck.ExpectKnownValue(cli.Web, tfjsonpath.New("id"), cli.Text(id)),
			plancheck.ExpectKnownOutputValue("names", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config:           placement("web", "null", cli.TwoClusters[placementconfig.DialectKubeFleet]),
			ConfigPlanChecks: does(plancheck.ResourceActionCreate, "web", "b", "c"),
		},
		resource.TestStep{
			Config:           placement("web", "null", cli.TwoClusters[placementconfig.DialectOCM]),
			ConfigPlanChecks: does(plancheck.ResourceActionUpdate, "web", "b", "c"),
		},
		resource.TestStep{
			Config:           placement("api", "null", cli.TwoClusters[placementconfig.DialectOCM]),
			ConfigPlanChecks: does(plancheck.ResourceActionDestroyBeforeCreate, "api", "a", "b"),
		},
		resource.TestStep{
			Config:           placement("api", `"ops"`, cli.TwoClusters[placementconfig.DialectHybrid]),
			ConfigPlanChecks: does(plancheck.ResourceActionDestroyBeforeCreate, "ops/api", "b", "c"),
		},
	)
}
