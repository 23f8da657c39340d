package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
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
		"all":      {``, []string{"eu-1", "eu-2", "us-1"}},
		"own":      {`manifests = [local.cluster["eu-2"], local.cluster["eu-1"]]`, []string{"eu-1", "eu-2"}},
		"sets":     {`cluster_sets = ["green"]`, []string{"us-1"}},
		"any_set":  {`cluster_sets = ["green", "global"]`, []string{"eu-1", "eu-2", "us-1"}},
		"no_set":   {`cluster_sets = []`, []string{"eu-1", "eu-2", "us-1"}},
		"label":    {`label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1", "us-1"}},
		"labels":   {`label_selector = { match_expressions = [{ key = "env", operator = "NotIn", values = ["prod"] }] }`, []string{"eu-2"}},
		"claim":    {`claim_selector = { match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }`, []string{"eu-1", "eu-2"}},
		"cel":      {`cel_selector = { cel_expressions = ["managedCluster.status.version.kubernetes.startsWith(\"v1.33\")"] }`, []string{"eu-1", "us-1"}},
		"together": {`cluster_sets = ["blue"]` + "\n" + `label_selector = { match_labels = { env = "prod" } }`, []string{"eu-1"}},
		"nothing":  {`label_selector = { match_labels = { env = "none" } }`, nil},
	} {
		data += "data \"multicluster_clusters\" \"" + name + "\" {\n" + test.arguments + "\n}\n" +
			"output \"" + name + "\" { value = data.multicluster_clusters." + name + ".names }\n"
		checks = append(checks, plancheck.ExpectKnownOutputValue(name, textList(test.names...)))
	}
	data += `output "clusters" { value = data.multicluster_clusters.sets.clusters }`
	cluster := tfjsonpath.New(0)
	checks = append(checks,
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("name"), text("us-1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("claims"), textMap("region", "us")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("allocatable"), textMap("cpu", "40")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("kubernetes_version"), text("v1.33.1")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("labels").AtMapKey("env"), text("prod")),
		plancheck.ExpectKnownOutputValueAtPath("clusters", cluster.AtMapKey("taints").AtSliceIndex(0).AtMapKey("key"), text("gpu")),
	)
	testAcceptance(t, resource.TestStep{
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
	testAcceptance(t, resource.TestStep{
		Config: config,
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("resource", tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("data", tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownOutputValue("function", tuple("eu-1", "eu-2")),
			plancheck.ExpectKnownValue(web, tfjsonpath.New("satisfied"), knownvalue.Bool(true)),
		}},
	})
}

// TestAccClusters_mistakes makes a mistake in every argument. What the fleet shows is found after what the selectors show.
func TestAccClusters_mistakes(t *testing.T) {
	t.Run("selectors", func(t *testing.T) {
		testMistakes(t, `
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
		testMistakes(t, accManifests+`
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

// fullClustersConfig has a value for every argument.
func fullClustersConfig() object {
	return object{
		"manifests": list{managedClusterYAML("  env: prod")}, "kind": "ManagedCluster", "cluster_sets": list{"global"},
		"label_selector": object{
			"match_labels":      object{"env": "prod"},
			"match_expressions": list{object{"key": "env", "operator": "In", "values": list{"prod"}}},
		},
		"claim_selector": object{"match_expressions": list{object{"key": "region", "operator": "DoesNotExist", "values": list{}}}},
		"cel_selector":   object{"cel_expressions": list{`managedCluster.metadata.name != ""`}},
	}
}

// readClusters validates a configuration and, if it is right and known, reads the data source, as Terraform does.
func readClusters(t *testing.T, data any) (read bool, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	state, diags := clustersState(t, data)
	return len(diags) == 0 && !state.IsNull() && state.IsFullyKnown(), diags
}

// clustersState is the state that comes of it; null if there is none.
func clustersState(t *testing.T, data any) (state tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	server := testServer()
	configureWith(t, server, nil)
	typ := dataSchema("multicluster_clusters").typ
	config := configOf(t, typ, data)
	encoded, err := tfprotov6.NewDynamicValue(typ, config)
	if err != nil {
		t.Fatal(err)
	}
	validated, err := server.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
		TypeName: "multicluster_clusters", Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 || !config.IsFullyKnown() {
		return state, validated.Diagnostics
	}
	resp, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
		TypeName: "multicluster_clusters", Config: &encoded,
	})
	if err != nil {
		t.Fatal(err)
	}
	diags = slices.DeleteFunc(resp.Diagnostics, func(d *tfprotov6.Diagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityWarning // that no cluster matches
	})
	if len(diags) > 0 {
		return state, diags
	}
	if state, err = resp.State.Unmarshal(typ); err != nil {
		t.Fatal(err)
	}
	return state, nil
}

// TestClustersUnknown puts an unknown value in the place of every value: nothing is found wrong.
func TestClustersUnknown(t *testing.T) {
	if read, diags := readClusters(t, fullClustersConfig()); !read || len(diags) > 0 {
		t.Fatalf("the full configuration is wrong: %s", said(diags))
	}
	for at, variant := range replaced(fullClustersConfig(), unknown{}) {
		if _, diags := readClusters(t, variant); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, said(diags))
		}
	}
}

// TestClustersNull does the same with null: the clusters are listed, or one diagnostic tells what is missing.
func TestClustersNull(t *testing.T) {
	missing := []string{
		".manifests", ".label_selector.match_expressions[0].key", ".label_selector.match_expressions[0].operator",
		".label_selector.match_expressions[0].values", ".claim_selector.match_expressions[0].key",
		".claim_selector.match_expressions[0].operator",
	}
	for at, variant := range replaced(fullClustersConfig(), nil) {
		read, diags := readClusters(t, variant)
		wrong := slices.Contains(missing, at) || strings.HasSuffix(at, "[0]")
		if read == wrong || len(diags) > 1 {
			t.Errorf("null %s: read: %t; %s", at, read, said(diags))
		}
	}
}

// TestClustersEmpty lists nothing only with a word: a fleet without clusters is an error, selectors that match none a warning.
func TestClustersEmpty(t *testing.T) {
	for says, config := range map[string]object{
		"ERROR: manifests: The fleet has no clusters: There is no cluster to choose from. Skipped 1 object of kind ConfigMap.": {
			"manifests": list{`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}`},
		},
		"ERROR: manifests: The fleet has no clusters: There is no cluster to choose from.": {"manifests": list{}},
	} {
		if _, diags := readClusters(t, config); said(diags) != says {
			t.Errorf("got %q, want %q", said(diags), says)
		}
	}
}
