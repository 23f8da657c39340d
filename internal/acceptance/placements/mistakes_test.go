// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccPlacement_mistakes reads what a user of the real binary reads, for the mistakes that are made most.
func TestAccPlacement_mistakes(t *testing.T) {
	const clusters = `clusters = [{ name = "eu-1", labels = { env = "prod" } }]` + "\n"
	for name, test := range map[string]struct{ arguments, want string }{
		"unknown operator": {
			clusters + `ocm = { predicates = [{ required_cluster_selector = { label_selector = {
              match_expressions = [{ key = "env", operator = "Like", values = ["p"] }] } } }] }`,
			`Unsupported value.*match_expressions\[0\].operator:\s+found "Like":\s+must\s+be\s+one\s+of "In"`,
		},
		"label value": {
			`clusters = [{ name = "eu-1", labels = { env = "not legal" } }]` + "\nocm = {}",
			`clusters\[0\].labels\["env"\]: found "not legal": a valid label must`,
		},
		"CEL": {
			clusters + `ocm = { predicates = [{ required_cluster_selector = { cel_selector = { cel_expressions = ["managedCluster.name =="] } } }] }`,
			`compilation failed: ERROR: <input>:1:23`,
		},
		"weight": {
			clusters + `ocm = { prioritizer_policy = { configurations = [{ weight = 11, score_coordinate = { built_in = "Steady" } }] } }`,
			`configurations\[0\].weight: found 11: must be between\s+-10 and 10`,
		},
		"negative number": {
			clusters + `ocm = { number_of_clusters = -1 }`, `number_of_clusters: found -1: must not be negative`,
		},
		"percentage": {
			clusters + "ocm = {}\n" + `decision_strategy = { group_strategy = { clusters_per_decision_group = "150%" } }`,
			`found "150%":\s+must be a\s+number of clusters`,
		},
		"duplicate": {
			`clusters = [{ name = "eu-1" }, { name = "eu-1" }]` + "\nocm = {}",
			`clusters\[1\].name: found "eu-1": clusters\[0\] already has this name`,
		},
		"quantity": {
			`clusters = [{ name = "eu-1", allocatable = { memory = "12Qi" } }]` + "\nocm = {}",
			`clusters\[0\].allocatable\["memory"\]: found "12Qi"; it must be a quantity`,
		},
		"broken YAML": {
			`manifests = ["kind: A\napiVersion: v1\n---\nkind: [\n"]` + "\nocm = {}",
			`A manifest cannot be used.*line 4: invalid YAML`,
		},
		"nothing":    {"clusters = []\nocm = {}", `The fleet has no clusters`},
		"no dialect": {clusters, `No scheduler configured.*set one of ocm`},
		"timestamp": {
			clusters + "ocm = {}\n" + `now = "today"`, `now: found "today"; it must be a time of RFC 3339`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			cli.Test(t, resource.TestStep{
				Config:      "data \"multicluster_placement\" \"web\" {\n" + test.arguments + "\n}",
				PlanOnly:    true,
				ExpectError: regexp.MustCompile("(?s)" + test.want),
			})
		})
	}
}
