// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

func TestAccClusterSet(t *testing.T) {
	test := objectTest{
		noun: "cluster_set",
		// The set refers to resources of the same plan: their attributes are known, and so are the members.
		beside: `
resource "multicluster_cluster" "c" {
  count  = 3
  name   = "eu-${count.index + 1}"
  labels = { env = count.index < 2 ? "prod" : "dev", "cluster.open-cluster-management.io/clusterset" = "blue" }
}`,
		create: `
  name           = "blue"
  selector_type  = "LabelSelector"
  label_selector = {
    match_labels      = { env = "prod" }
    match_expressions = [{ key = "env", operator = "In", values = ["prod", "dev"] }]
  }
  clusters = multicluster_cluster.c`,
		known: map[string]knownvalue.Check{
			"id": cli.Text("blue"), "name": cli.Text("blue"), "selector_type": cli.Text("LabelSelector"),
			"label_selector": knownvalue.ObjectExact(map[string]knownvalue.Check{
				"match_labels": textMap("env", "prod"),
				"match_expressions": knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectExact(map[string]knownvalue.Check{
					"key": cli.Text("env"), "operator": cli.Text("In"), "values": cli.TextList("prod", "dev"),
				})}),
			}),
			"clusters":     knownvalue.ListSizeExact(3),
			"member_names": cli.TextList("eu-1", "eu-2"),
		},
		update: `
  name          = "blue"
  selector_type = "ExclusiveClusterSetLabel"
  clusters      = slice(multicluster_cluster.c, 1, 3)`,
		updated: map[string]knownvalue.Check{
			"id": cli.Text("blue"), "member_names": cli.TextList("eu-2", "eu-3"), "label_selector": knownvalue.Null(),
		},
		others:        map[string]string{"green": "name = \"green\""},
		id:            "blue",
		minimal:       `name = "blue"`,
		identity:      map[string]knownvalue.Check{"name": cli.Text("blue")},
		notImportable: []string{"selector_type", "label_selector", "clusters", "member_names"},
		wrong:         map[string]string{"Blue": `The id cannot be imported.*name: Invalid\s+value: "Blue"`},
	}
	test.run(t)
}

// TestAccClusterSet_mistakes makes a mistake in every attribute that can have one.
func TestAccClusterSet_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
resource "multicluster_cluster_set" "named" {
  name          = "Blue"
  selector_type = "All"
}
resource "multicluster_cluster_set" "selecting" {
  name          = "green"
  selector_type = "LabelSelector"
  label_selector = {
    match_labels = { env = "not legal" }
    match_expressions = [
      { key = "env", operator = "Like", values = ["p"] },
      { key = "-", operator = "Exists" },
      { key = "env", operator = "In" },
      { key = "env", operator = "Exists", values = ["p"] },
    ]
  }
  clusters = [{ name = "eu-1" }, { name = "eu-1" }, { name = "eu-2", labels = { env = "-" } }]
}
`,
		`name: found "Blue": a lowercase RFC 1123 subdomain`,
		`selector_type: found "All": must be one of "ExclusiveClusterSetLabel", "LabelSelector"`,
		`label_selector.match_labels["env"]: found "not legal": a valid label must`,
		`label_selector.match_expressions[0].operator: found "Like": must be one of "In", "NotIn", "Exists", "DoesNotExist"`,
		`label_selector.match_expressions[1].key: found "-": `,
		`label_selector.match_expressions[2].values: must be specified when`,
		`label_selector.match_expressions[3].values: may not be specified when`,
		`clusters[1].name: found "eu-1": clusters[0] already has this name`,
		`clusters[2].labels["env"]: found "-": a valid label must`,
	)
}
