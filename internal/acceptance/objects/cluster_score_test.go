// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/knownvalue"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

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
		`name: found "": a lowercase RFC 1123 subdomain`,
		`valid_until: found "tomorrow"; it must be a time of RFC 3339`,
		`scores[0].value: found 101: must be between -100 and 100`,
		`scores[1].value: found 1.5; it must be a whole number`,
		`scores[2].name: found "cpu": scores[0] has this name already`,
	)
}
