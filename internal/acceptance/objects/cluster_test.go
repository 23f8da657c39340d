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
