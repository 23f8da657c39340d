// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

func TestAccCluster(t *testing.T) {
	test := objectTest{
		noun: "cluster",
		create: `
  name               = "eu-1"
  kind               = "ManagedCluster"
  labels             = { env = "prod", "cluster.open-cluster-management.io/clusterset" = "blue" }
  annotations        = { note = "x" }
  claims             = { "platform.open-cluster-management.io" = "aws" }
  allocatable        = { cpu = "40" }
  capacity           = { cpu = "48" }
  available          = { cpu = "12" }
  properties         = { "kubernetes-fleet.io/node-count" = "5" }
  namespaces         = ["default"]
  kubernetes_version = "v1.33.1"
  deleting           = true
  taints             = [{ key = "gpu", value = "true", effect = "NoSelect", time_added = "2026-08-11T11:59:00Z" }]
  agent = {
    online         = true
    last_heartbeat = "2026-08-11T11:59:00Z"
    joined         = { status = "True", last_transition = "2026-08-11T11:59:00Z" }
    healthy        = { status = "True" }
  }`,
		known: map[string]knownvalue.Check{
			"id": cli.Text("eu-1"), "name": cli.Text("eu-1"), "kind": cli.Text("ManagedCluster"), "cluster_set": cli.Text("blue"),
			"labels":      textMap("env", "prod", "cluster.open-cluster-management.io/clusterset", "blue"),
			"annotations": textMap("note", "x"), "claims": textMap("platform.open-cluster-management.io", "aws"),
			"allocatable": textMap("cpu", "40"), "capacity": textMap("cpu", "48"), "available": textMap("cpu", "12"),
			"properties": textMap("kubernetes-fleet.io/node-count", "5"), "namespaces": cli.TextList("default"),
			"kubernetes_version": cli.Text("v1.33.1"), "deleting": knownvalue.Bool(true),
			"taints": knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectExact(map[string]knownvalue.Check{
				"key": cli.Text("gpu"), "value": cli.Text("true"), "effect": cli.Text("NoSelect"),
				"time_added": cli.Text("2026-08-11T11:59:00Z"),
			})}),
			"agent": knownvalue.ObjectExact(map[string]knownvalue.Check{
				"online": knownvalue.Bool(true), "last_heartbeat": cli.Text("2026-08-11T11:59:00Z"),
				"joined": knownvalue.ObjectExact(map[string]knownvalue.Check{
					"status": cli.Text("True"), "last_transition": cli.Text("2026-08-11T11:59:00Z"),
				}),
				"healthy": knownvalue.ObjectExact(map[string]knownvalue.Check{
					"status": cli.Text("True"),
				}),
			}),
		},
		update: `
  name               = "eu-1"
  kind               = "MemberCluster"
  labels             = { env = "dev", "cluster.open-cluster-management.io/clusterset" = "green" }
  annotations        = { note = "y" }
  claims             = { "platform.open-cluster-management.io" = "gcp" }
  allocatable        = { cpu = "80" }
  capacity           = { cpu = "96" }
  available          = { cpu = "24" }
  properties         = { "kubernetes-fleet.io/node-count" = "9" }
  namespaces         = []
  kubernetes_version = "v1.34.0"
  deleting           = false
  taints             = [{ key = "gpu", effect = "NoSchedule" }]
  agent              = {}`,
		updated: map[string]knownvalue.Check{
			"id": cli.Text("eu-1"), "cluster_set": cli.Text("green"), "deleting": knownvalue.Bool(false), "namespaces": cli.TextList(),
			"capacity": textMap("cpu", "96"),
		},
		others:   map[string]string{"eu-2": `name = "eu-2"`},
		id:       "eu-1",
		minimal:  `name = "eu-1"`,
		identity: map[string]knownvalue.Check{"name": cli.Text("eu-1")},
		notImportable: []string{
			"kind", "cluster_set", "labels", "annotations", "claims", "allocatable", "capacity", "available", "properties", "namespaces",
			"kubernetes_version", "deleting", "taints", "agent",
		},
		wrong: map[string]string{"ns/eu-1": `The id cannot be imported.*found "ns/eu-1"; it must be name\.`},
	}
	test.run(t)
}

// TestAccCluster_mistakes makes a mistake in every attribute that can have one.
func TestAccCluster_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
resource "multicluster_cluster" "ocm" {
  name        = "EU_1"
  labels      = { "not legal" = "prod", env = "-" }
  claims      = { product = "" }
  allocatable = { cpu = "lots" }
  capacity    = { cpu = "many" }
  available   = { memory = "12Qi" }
  taints = [
    { key = "", effect = "NoSelect" },
    { key = "gpu", effect = "NoExecute" },
    { key = "fpga", effect = "NoSelect", time_added = "yesterday" },
  ]
  agent = {
    last_heartbeat = "11:59"
    joined         = { last_transition = "2026-08-11" }
    healthy        = { last_transition = "never" }
  }
}
resource "multicluster_cluster" "kubefleet" {
  name   = "eu-1"
  taints = [{ key = "gpu", effect = "NoSchedule" }, { key = "gpu", effect = "NoSelect" }]
}
resource "multicluster_cluster" "kind" {
  name = "eu-1"
  kind = "Cluster"
}
resource "multicluster_cluster" "member" {
  name   = "eu-1"
  kind   = "MemberCluster"
  taints = [{ key = "gpu", effect = "PreferNoSelect" }]
}
resource "multicluster_cluster" "typed" {
  name     = "eu-1"
  deleting = "perhaps"
}
`,
		`name: found "EU_1": a lowercase RFC 1123 subdomain`,
		`labels["not legal"]: found "not legal": name part must`,
		`labels["env"]: found "-": a valid label must`,
		`claims["product"]: a claim needs a value.`,
		`allocatable["cpu"]: found "lots"; it must be a quantity`,
		`capacity["cpu"]: found "many"; it must be a quantity`,
		`available["memory"]: found "12Qi"; it must be a quantity`,
		`taints[0].key: found "": must be a name`,
		`taints[1].effect: found "NoExecute": must be one of "NoSelect", "PreferNoSelect", "NoSelectIfNew"`,
		`taints[2].time_added: found "yesterday"; it must be a time of RFC 3339`,
		`agent.last_heartbeat: found "11:59"; it must be a time`,
		`agent.joined.last_transition: found "2026-08-11"; it must be a time`,
		`agent.healthy.last_transition: found "never"; it must be a time`,
		`taints[1].effect: found "NoSelect": must be "NoSchedule"`,
		`kind: found "Cluster": must be one of "ManagedCluster", "MemberCluster"`,
		`taints[0].effect: found "PreferNoSelect": must be "NoSchedule"`,
		`Incorrect attribute value type`,
	)
}

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
			"default/": `The id cannot be imported.*name: Required\s+value`,
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

func TestAccClusterScore(t *testing.T) {
	score := func(name string, value int64) knownvalue.Check {
		return knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectExact(map[string]knownvalue.Check{
			"name": cli.Text(name), "value": knownvalue.Int64Exact(value),
		})})
	}
	test := objectTest{
		noun: "cluster_score",
		create: `
  cluster     = "eu-1"
  name        = "usage"
  valid_until = "2026-08-12T00:00:00Z"
  scores      = [{ name = "cpu", value = 50 }]`,
		known: map[string]knownvalue.Check{
			"id": cli.Text("eu-1/usage"), "cluster": cli.Text("eu-1"), "name": cli.Text("usage"),
			"valid_until": cli.Text("2026-08-12T00:00:00Z"), "scores": score("cpu", 50),
		},
		update: `
  cluster = "eu-1"
  name    = "usage"
  scores  = [{ name = "memory", value = -100 }]`,
		updated: map[string]knownvalue.Check{
			"id": cli.Text("eu-1/usage"), "valid_until": knownvalue.Null(), "scores": score("memory", -100),
		},
		others: map[string]string{
			"eu-1/other": "cluster = \"eu-1\"\nname = \"other\"\nscores = []",
			"eu-2/other": "cluster = \"eu-2\"\nname = \"other\"\nscores = []",
		},
		id:            "eu-1/usage",
		minimal:       "cluster = \"eu-1\"\nname = \"usage\"\nscores = []",
		hasToHaveAll:  true,
		notImportable: []string{"valid_until", "scores"},
		identity:      map[string]knownvalue.Check{"cluster": cli.Text("eu-1"), "name": cli.Text("usage")},
		wrong:         map[string]string{"a/b/c": `The id cannot be imported.*found "a/b/c"; it must be cluster/name\.`},
	}
	test.run(t)
}

// TestAccClusterScore_mistakes makes a mistake in every attribute.
func TestAccClusterScore_mistakes(t *testing.T) {
	cli.TestMistakes(t, `
resource "multicluster_cluster_score" "x" {
  cluster     = "eu_1"
  name        = ""
  valid_until = "tomorrow"
  scores      = [{ name = "cpu", value = 101 }, { name = "memory", value = 1.5 }, { name = "cpu", value = 1 }]
}
`,
		`cluster: found "eu_1": a lowercase RFC 1123 subdomain`,
		`name: the object must have a name`,
		`valid_until: found "tomorrow"; it must be a time of RFC 3339`,
		`scores[0].value: found 101: must be between -100 and 100`,
		`scores[1].value: found 1.5; it must be a whole number`,
		`scores[2].name: found "cpu": scores[0] has this name already`,
	)
}
