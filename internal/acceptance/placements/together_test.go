// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// teamsConfig is a configuration with so many teams.
const teamsConfig = `
variable "teams" {
  type    = number
  default = 12
}
variable "gone" {
  type    = list(string)
  default = []
}
variable "unknown" {
  type    = bool
  default = false
}
resource "terraform_data" "new" {
  input = "eu"
}
locals {
  label    = var.unknown ? terraform_data.new.output : "eu"
  names    = [for i in range(50) : format("c%02d", i) if !contains(var.gone, format("c%02d", i))]
  clusters = [for name in local.names : { name = name, labels = { region = local.label } }]
}
resource "multicluster_placements" "teams" {
  name       = "teams"
  clusters   = local.clusters
  placements = { for i in range(var.teams) : format("team-%02d", i) => { ocm = { number_of_clusters = 3 }, max_moves = 1 } }
  max_moves  = 3
}
output "clusters" {
  value = { for team, outcome in multicluster_placements.teams.outcomes : team => keys(outcome.decisions_by_cluster) }
}
`

// clustersOf are the clusters of each team, by an output.
func clustersOf(t *testing.T, w *cli.Workspace) (clusters map[string][]string) {
	t.Helper()
	command, out := w.Command(t, "output", "-json", "clusters")
	command.Stderr = nil
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &clusters); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return clusters
}

// TestAccPlacements_teams: twelve teams use 36 of 50 clusters, the second plan is empty, a team that is added or removed moves
// nobody, and limits and unknown values are told.
func TestAccPlacements_teams(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	w := cli.NewWorkspace(t, cli.Mirror(t), teamsConfig)
	const deferred = "Placements are deferred until apply: team-00, team-01"
	if out, err := w.Run(t, "plan", "-input=false", "-var=unknown=true"); err != nil ||
		!strings.Contains(out, deferred) || !strings.Contains(out, "(known after apply)") {
		t.Errorf("%v\n%s", err, out)
	}
	w.MustSettle(t)
	first, all := clustersOf(t, w), map[string]bool{}
	for _, names := range first {
		for _, name := range names {
			all[name] = true
		}
	}
	if len(first) != 12 || len(all) != 36 {
		t.Errorf("%d clusters: %v", len(all), first)
	}
	for _, teams := range []string{"13", "12"} {
		if out, err := w.Apply(t, "-var=teams="+teams); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		others := clustersOf(t, w)
		maps.DeleteFunc(others, func(team string, _ []string) bool { return team == "team-12" })
		if diff := cmp.Diff(first, others); diff != "" {
			t.Errorf("%s teams:\n%s", teams, diff)
		}
	}
	gone, err := json.Marshal(first["team-03"])
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.Run(t, "plan", "-input=false", "-var=gone="+string(gone))
	for _, want := range []string{
		"Too many clusters would lose the workload", `placements["team-03"].max_moves: 3 of 3 clusters would lose the workload`,
	} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("want %s in\n%s", want, out)
		}
	}
	some, err := json.Marshal([]string{first["team-00"][0], first["team-01"][0], first["team-02"][0], first["team-03"][0]})
	if err != nil {
		t.Fatal(err)
	}
	out, err = w.Run(t, "plan", "-input=false", "-var=gone="+string(some))
	if err == nil || !strings.Contains(out, "All placements together: 4 of 36 clusters would lose the workload") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAccPlacements_moved: a placement becomes one of several, with its decisions.
func TestAccPlacements_moved(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	const header = `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
`
	w := cli.NewWorkspace(t, cli.Mirror(t), `
resource "multicluster_placement" "web" {
  name               = "web"
  clusters           = [for name in ["a", "b", "c"] : { name = name }]
  ocm                = { number_of_clusters = 1 }
  previous_decisions = [{ cluster_name = "b" }]
}
`)
	w.MustSettle(t)
	w.Write(t, "main.tf", header+`
moved {
  from = multicluster_placement.web
  to   = multicluster_placements.teams
}
resource "multicluster_placements" "teams" {
  name       = "teams"
  clusters   = [for name in ["a", "b", "c"] : { name = name }]
  placements = { for name in ["api", "web"] : name => { ocm = { number_of_clusters = 1 } } }
  max_moves  = 0
}
output "clusters" {
  value = { for team, outcome in multicluster_placements.teams.outcomes : team => keys(outcome.decisions_by_cluster) }
}
`)
	out, err := w.Run(t, "plan", "-input=false")
	if err != nil || !strings.Contains(out, "(moved from multicluster_placement.web)") ||
		!strings.Contains(out, "0 to add, 1 to change, 0 to destroy") {
		t.Fatalf("%v\n%s", err, out)
	}
	w.MustSettle(t)
	if want, got := map[string][]string{"web": {"b"}, "api": {"a"}}, clustersOf(t, w); !cmp.Equal(want, got) {
		t.Errorf("got %v, want %v", got, want)
	}
}
