// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

func TestAccClusterSetBinding(t *testing.T) {
	keys := map[string]knownvalue.Check{"namespace": cli.Text("default"), "name": cli.Text("blue")}
	test := objectTest{
		noun:   "cluster_set_binding",
		create: "namespace = \"default\"\nname = \"blue\"",
		known: map[string]knownvalue.Check{
			"id": cli.Text("default/blue"), "namespace": cli.Text("default"), "name": cli.Text("blue"), "cluster_set": cli.Text("blue"),
		},
		others: map[string]string{
			"default/green": "namespace = \"default\"\nname = \"green\"",
			"ops/green":     "namespace = \"ops\"\nname = \"green\"",
		},
		id:       "default/blue",
		minimal:  "namespace = \"default\"\nname = \"blue\"",
		identity: keys,
		wrong: map[string]string{
			"blue":     `The id cannot be imported.*found "blue"; it must be namespace/name\.`,
			"default/": `The id cannot be imported.*name: Invalid\s+value: ""`,
		},
	}
	test.run(t)
}

func TestAccClusterSetBinding_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
resource "multicluster_cluster_set_binding" "x" {
  namespace = "my ns"
  name      = "Blue"
}
`,
		`namespace: found "my ns": a lowercase RFC 1123 subdomain`,
		`name: found "Blue": a lowercase RFC 1123 subdomain`,
	)
}
