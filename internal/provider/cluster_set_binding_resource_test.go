package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
)

func TestAccClusterSetBinding(t *testing.T) {
	keys := map[string]knownvalue.Check{"namespace": text("default"), "name": text("blue")}
	test := objectTest{
		noun:   "cluster_set_binding",
		create: "namespace = \"default\"\nname = \"blue\"",
		known: map[string]knownvalue.Check{
			"id": text("default/blue"), "namespace": text("default"), "name": text("blue"), "cluster_set": text("blue"),
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
	testMistakes(t, `
resource "multicluster_cluster_set_binding" "x" {
  namespace = "my ns"
  name      = "Blue"
}
`,
		`namespace: found "my ns": a lowercase RFC 1123 subdomain`,
		`name: found "Blue": a lowercase RFC 1123 subdomain`,
	)
}
