// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// guardedFleet is a placement with max_moves = 0 on two of the clusters a, b and c, and the fleet that decides about it. Every
// part of the fleet is a variable.
const guardedFleet = `
variable "env_b" { default = "prod" }
variable "note_b" { default = "x" }
variable "taint_b" { default = false }
variable "names" { default = "a,b,c" }
variable "set" { default = "prod" }
variable "binds" { default = true }
variable "score_c" { default = 0 }
variable "max_moves" { default = "0" }
variable "later" { default = false }
variable "name" { default = "web" }
variable "number" { default = 2 }
variable "trigger" { default = "x" }
variable "later_limit" { default = false }
variable "paused" { default = false }

resource "multicluster_cluster" "all" {
  for_each   = { for name in split(",", var.names) : substr(name, 0, 1) => name }
  name       = "PREFIX${each.value}"
  kind       = "ManagedCluster"
  labels     = { env = each.key == "b" ? (var.later ? terraform_data.later.output : var.env_b) : "prod", test = "LABEL" }
  taints     = each.key == "b" && var.taint_b ? [{ key = "gpu", effect = "NoSelect" }] : []
  annotations = { note = each.key == "b" ? var.note_b : "x" }
  ON_DESTROY
}

resource "terraform_data" "later" {
  input = var.env_b
  triggers_replace = var.env_b
}

resource "multicluster_cluster_set" "web" {
  name           = "PREFIXset"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = var.set, test = "LABEL" } }
}

resource "multicluster_cluster_set_binding" "web" {
  count      = var.binds ? 1 : 0
  name       = multicluster_cluster_set.web.name
  namespace  = "NAMESPACE"
}

resource "multicluster_cluster_score" "usage" {
  for_each   = { a = 50, b = 20, c = var.score_c }
  cluster    = "PREFIX${each.key}"
  name       = "usage"
  scores     = [{ name = "free", value = each.value }]
  depends_on = [multicluster_cluster.all]
}

resource "terraform_data" "trigger" {
  input = var.trigger
}

resource "multicluster_placement" "web" {
  name      = var.name
  namespace = "NAMESPACE"
  max_moves = var.later_limit ? terraform_data.later.output : var.max_moves == "" ? null : var.max_moves
  paused    = var.paused ? true : null
  ocm = {
    number_of_clusters = var.number
    prioritizer_policy = { mode = "Exact", configurations = [{ weight = 1, score_coordinate = { type = "AddOn", add_on = { resource_name = "usage", score_name = "free" } } }] }
  }
  REFERENCES
  lifecycle {
    replace_triggered_by = [terraform_data.trigger]
  }
}
`

// fleetChanges are the changes of the fleet that move the placement, each with its variables.
var fleetChanges = []struct {
	name      string
	arguments []string
	// lost is how many of the two clusters lose the workload.
	lost int
	// isReplaced says that the cluster has the same values afterwards. A state alone does not see the change, and of a resource that
	// is replaced Terraform shows the errors of the new one, but not the warnings.
	isReplaced bool
}{
	{name: "label", arguments: []string{"env_b=dev"}, lost: 1},
	{name: "taint", arguments: []string{"taint_b=true"}, lost: 1},
	{name: "score", arguments: []string{"score_c=90"}, lost: 1},
	{name: "set", arguments: []string{"set=dev"}, lost: 2},
	{name: "binding", arguments: []string{"binds=false"}, lost: 2},
	{name: "removed", arguments: []string{"names=a,c"}, lost: 1},
	{name: "renamed", arguments: []string{"names=a,b2,c"}, lost: 1},
	{name: "replaced", arguments: []string{"-replace=multicluster_cluster.all[\"b\"]"}, lost: 1, isReplaced: true},
	{name: "two removed", arguments: []string{"names=a"}, lost: 1},
}

// placementChanges are the changes of the placement itself, with what the plan says without a hub and on one.
var placementChanges = []struct {
	name      string
	arguments []string
	offline   string
	onHub     string
}{
	{"number", []string{"number=1"}, oneLost, oneLost},
	{"name", []string{"name=api", "number=1"}, oneLost, bothLost},
	{"-replace", []string{"-replace=multicluster_placement.web"}, "", bothLost},
	{"-replace with another number", []string{"number=1", "-replace=multicluster_placement.web"}, oneLost, oneLost},
	{"replace_triggered_by", []string{"trigger=y"}, "", bothLost},
	{"unknown limit of a new name", []string{"name=api", "number=1", "later_limit=true", "env_b=dev"}, "max_moves", "max_moves"},
	{"number, without the cluster that comes first", []string{"number=1", "names=b,c", "max_moves=1"}, "", decidedTwice},
	{"paused", []string{"number=1", "paused=true"}, "", "Terraform cannot hold back the decisions of a hub"},
}

const (
	oneLost  = `1 of 2 clusters would lose the workload; max_moves = "0" allows 0`
	bothLost = `2 of 2 clusters would lose the workload; max_moves = "0" allows 0`
	// The hub decides for a, which is still there, and then for b.
	decidedTwice = `2 of 2 clusters would lose the workload; max_moves = "1" allows 1`
)

// fleetModes are the ways in which a placement gets its fleet.
var fleetModes = map[string]struct {
	isOnHub    bool
	references string
}{
	"offline": {references: `clusters = values(multicluster_cluster.all)
  cluster_sets = [multicluster_cluster_set.web]
  cluster_set_bindings = multicluster_cluster_set_binding.web
  scores = values(multicluster_cluster_score.usage)`},
	"hub": {isOnHub: true},
	"hub, with depends_on": {isOnHub: true, references: `depends_on = [multicluster_cluster.all, multicluster_cluster_set.web,
    multicluster_cluster_set_binding.web, multicluster_cluster_score.usage]`},
}

// guardRun is a configuration of guardedFleet that is applied.
type guardRun struct {
	*cli.Workspace
	t      *testing.T
	server *hubtest.Hub
	// references is empty if the placement refers to nothing of the fleet.
	references, namespace, prefix string
}

// newGuardRun applies the configuration, and lets the hub choose a and b.
func newGuardRun(t *testing.T, mirror string, isOnHub bool, references string) *guardRun {
	t.Helper()
	r := &guardRun{t: t, references: references, namespace: "apps", prefix: "p-"}
	config, onDestroy := "", ""
	if isOnHub {
		r.server, onDestroy = hubtest.Start(t), `on_destroy = "delete"`
		r.namespace, r.prefix = r.server.Namespace(t), r.server.Prefix(t)
		config = fmt.Sprintf("variable \"impact\" { default = null }\nprovider \"multicluster\" {\n"+
			"  hub = { config_path = %q, impact = var.impact }\n}\n", r.server.Kubeconfig)
		for _, cluster := range []string{"a", "b", "c"} {
			r.server.CreateNamespace(t, r.prefix+cluster)
		}
	}
	config += strings.NewReplacer("PREFIX", r.prefix, "LABEL", strings.TrimSuffix(r.prefix, "-"), "NAMESPACE", r.namespace,
		"REFERENCES", references, "ON_DESTROY", onDestroy).Replace(guardedFleet)
	r.Workspace = cli.NewWorkspace(t, mirror, config)
	if out, err := r.Apply(t); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r.decide("a", "b")
	r.MustSettle(t)
	return r
}

// decide lets the hub choose clusters; without a hub it does nothing.
func (r *guardRun) decide(clusters ...string) {
	r.t.Helper()
	if r.server == nil {
		return
	}
	names := make([]string, len(clusters))
	for i := range clusters {
		names[i] = r.prefix + clusters[i]
	}
	r.server.WriteDecisions(r.t, r.namespace, "web", hubtest.DecisionGroup{Clusters: names})
}

// plan plans with variables, such as env_b=dev, and with flags.
func (r *guardRun) plan(arguments ...string) (string, error) {
	r.t.Helper()
	all := []string{"plan", "-input=false"}
	for _, argument := range arguments {
		if !strings.HasPrefix(argument, "-") {
			all = append(all, "-var")
		}
		all = append(all, argument)
	}
	return r.Run(r.t, all...)
}

// changesFleet changes each part of the fleet.
func (r *guardRun) changesFleet() {
	r.t.Helper()
	for _, change := range fleetChanges {
		if change.isReplaced && r.server == nil {
			continue
		}
		want := fmt.Sprintf("%d of 2 clusters would lose the workload; max_moves = \"0\" allows 0", change.lost)
		if out, err := r.plan(change.arguments...); err == nil || strings.Count(out, want) != 1 {
			r.t.Errorf("%s: the plan has to fail once with %s: %v\n%s", change.name, want, err, out)
		}
		if change.isReplaced && r.references == "" {
			continue
		}
		out, err := r.plan(append(change.arguments, "max_moves=")...)
		tells := strings.Contains(out, `The placement "`+r.namespace+`/web" `)
		if err != nil {
			tells = strings.Contains(out, "not satisfied")
		}
		if !tells || !strings.Contains(out, r.prefix+"b") {
			r.t.Errorf("%s without a limit: %v\n%s", change.name, err, out)
		}
	}
}

// changesPlacement changes the placement itself.
func (r *guardRun) changesPlacement() {
	r.t.Helper()
	for _, change := range placementChanges {
		want := change.offline
		if r.server != nil {
			want = change.onHub
		}
		if out, err := r.plan(change.arguments...); (err == nil) != (want == "") || !strings.Contains(out, want) {
			r.t.Errorf("%s: want %q: %v\n%s", change.name, want, err, out)
		}
	}
}

// movesOnHub lets the hub choose other clusters, and return to the first ones. A plan is refused, and a plan that only refreshes
// shows the moves, also after an apply of it.
func (r *guardRun) movesOnHub() {
	r.t.Helper()
	for _, clusters := range [][]string{{"a", "c"}, {"a"}, {"c"}} {
		r.decide(clusters...)
		out, err := r.plan("-refresh-only")
		if err != nil || !strings.Contains(out, "# multicluster_placement.web has changed") || !strings.Contains(out, "~ moves = ") {
			r.t.Errorf("the hub chooses %v, refresh-only: %v\n%s", clusters, err, out)
		}
		if out, err = r.Apply(r.t, "-refresh-only"); err != nil {
			r.t.Errorf("%v\n%s", err, out)
		}
		if out, err := r.plan(); err == nil || !strings.Contains(out, "would lose the workload") {
			r.t.Errorf("the hub chooses %v: %v\n%s", clusters, err, out)
		}
	}
	r.decide("a", "b")
	if out, err := r.plan("-detailed-exitcode"); err != nil {
		r.t.Errorf("the hub has returned: %v\n%s", err, out)
	}
}

// targets changes a cluster with -target. Terraform does not plan the placement then, so that only impact sees it.
func (r *guardRun) targets() {
	r.t.Helper()
	for _, target := range []struct {
		arguments []string
		want      string
	}{
		{nil, ""},
		{[]string{"-target=multicluster_placement.web"}, oneLost},
		{[]string{"impact=error"}, "moves too many placements of the hub"},
	} {
		arguments := append([]string{"env_b=dev", "-target=multicluster_cluster.all[\"b\"]"}, target.arguments...)
		if out, err := r.plan(arguments...); (err == nil) != (target.want == "") || !strings.Contains(out, target.want) {
			r.t.Errorf("%v: want %q: %v\n%s", arguments, target.want, err, out)
		}
	}
}

// TestAccGuards_fleet is the table of what max_moves limits: it changes each part of the fleet of a placement that may not move,
// in the same configuration, the placement, and what the hub has decided. Nothing moves without an error, and without a limit the
// plan tells the moves.
func TestAccGuards_fleet(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
	t.Parallel()
	mirror := cli.Mirror(t)
	for name, mode := range fleetModes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newGuardRun(t, mirror, mode.isOnHub, mode.references)
			if out, err := r.plan("note_b=y"); err != nil || strings.Count(out, "Warning: ") != 1 {
				t.Errorf("a change without an effect: %v\n%s", err, out)
			}
			r.changesFleet()
			r.changesPlacement()
			if !mode.isOnHub {
				return
			}
			r.targets()
			r.movesOnHub()
			const unlimited = "max_moves does not limit the effect of a change that is not known yet"
			if out, err := r.plan("later=true", "env_b=dev"); err != nil || !strings.Contains(out, unlimited) {
				t.Errorf("a label that is not known: %v\n%s", err, out)
			}
		})
	}
}
