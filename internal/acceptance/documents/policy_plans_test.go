// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// plans makes the plans that internal/acceptance/policies checks. The folder $POLICY_PLANS keeps them, one folder for each tool.
type plans struct {
	t *testing.T
	w *cli.Workspace
	// names replaces those of the test.
	names *strings.Replacer
}

func newPlans(t *testing.T, config string) plans {
	t.Helper()
	return plans{t, cli.NewWorkspace(t, cli.Mirror(t), config), strings.NewReplacer()}
}

// plan makes a plan and keeps its JSON, without the configuration: policies do not read it, and it has paths of this machine.
func (p plans) plan(name string, arguments ...string) {
	p.t.Helper()
	if out, err := p.w.Run(p.t, append([]string{"plan", "-input=false", "-out=plan.out"}, arguments...)...); err != nil {
		p.t.Fatalf("%s: %v\n%s", name, err, out)
	}
	var plan map[string]any
	if err := json.Unmarshal(p.w.PlanJSON(p.t), &plan); err != nil {
		p.t.Fatal(err)
	}
	delete(plan, "configuration")
	text, err := json.Marshal(plan)
	if err != nil {
		p.t.Fatal(err)
	}
	p.keep(name, p.names.Replace(string(text)))
}

func (p plans) keep(name, text string) {
	p.t.Helper()
	folder := os.Getenv("POLICY_PLANS")
	if folder == "" {
		return
	}
	folder = filepath.Join(folder, filepath.Base(cli.Binary()))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".json"), []byte(text+"\n"), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p plans) apply(arguments ...string) {
	p.t.Helper()
	if out, err := p.w.Apply(p.t, arguments...); err != nil {
		p.t.Fatalf("%v\n%s", err, out)
	}
}

// TestAccPolicyPlans makes plans without a hub.
func TestAccPolicyPlans(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	example := readText(t, "../../../examples/policies/main.tf")
	p := newPlans(t, "")
	write := func(changes ...string) { p.w.Write(t, "main.tf", strings.NewReplacer(changes...).Replace(example)) }
	one, two := `-var=maintenance=["eu-1"]`, `-var=maintenance=["eu-1","eu-2"]`
	write()
	p.plan("first")
	p.apply()
	p.plan("unchanged")
	p.plan("one_moves", one)
	p.plan("two_move", two)
	p.plan("refresh_only", one, "-refresh-only")
	p.plan("destroyed", "-destroy")
	p.plan("replaced", "-replace=multicluster_placement.shop")
	write(`"shop"`+"\n", `"store"`+"\n")
	p.plan("renamed", two)
	write("number_of_clusters = 2", `number_of_clusters = 2
    predicates         = [{ required_cluster_selector = { label_selector = { match_labels = { env = "none" } } } }]`,
		"max_moves   = 2", `max_moves      = 2
  on_unsatisfied = "accept"`)
	p.plan("emptied")
	write("max_moves   = 2", "", "with_labels = ", "#", `placements      = [{ name = "shop"`, `placements = [{ name = "store"`)
	p.plan("unguarded")
	write("local.clusters", "concat(local.clusters, [{ name = terraform_data.new.output }])")
	p.w.Write(t, "new.tf", "resource \"terraform_data\" \"new\" {\n  input = timestamp()\n}\n")
	p.plan("unknown")

	importing := "\nimport {\n  to = multicluster_placement.shop\n  id = \"shop\"\n}\n"
	p = newPlans(t, "")
	p.w.Write(t, "import.tf", importing)
	write("max_moves   = 2", `max_moves = 2
  previous_decisions = [{ cluster_name = "eu-2" }, { cluster_name = "us-1" }, { cluster_name = "us-3" }]`)
	p.plan("imported")
	write("max_moves   = 2", "")
	p.plan("imported_without_decisions")
}

// TestAccPolicyPlans_together makes plans of several placements that are decided together.
func TestAccPolicyPlans_together(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	const config = `
variable "maintenance" {
  type    = set(string)
  default = []
}
variable "teams" {
  type    = set(string)
  default = ["shop", "web"]
}
variable "limit" {
  type    = any
  default = 4
}
variable "unknown" {
  type    = string
  default = ""
}
resource "terraform_data" "new" {
  input = timestamp()
}
locals {
  strategy = var.unknown == "strategy" ? { group_strategy = { clusters_per_decision_group = terraform_data.new.output } } : null
  teams    = var.unknown == "keys" ? toset([terraform_data.new.output]) : var.teams
  clusters = [for name in ["eu-1", "eu-2", "eu-3", "us-1", "us-2", "us-3"] : {
    name   = name
    labels = { region = split("-", name)[0] }
    taints = contains(var.maintenance, name) ? [{ key = "maintenance", effect = "NoSelect" }] : []
  }]
  placement = { number_of_clusters = 2, predicates = [] }
}
resource "multicluster_placements" "teams" {
  name       = "teams"
  clusters   = local.clusters
  placements = {
    for team in local.teams : team => { ocm = local.placement, with_labels = ["region"], decision_strategy = local.strategy }
  }
  max_moves  = var.limit
}
data "multicluster_resilience" "all" {
  clusters        = local.clusters
  placements      = [for team in var.teams : { name = team, ocm = local.placement }]
  failure_domains = { labels = ["region"] }
}
`
	p := newPlans(t, config)
	teams := `-var=teams=["shop"]`
	p.plan("together_first")
	p.apply()
	p.plan("together_unchanged")
	p.plan("together_one_moves", `-var=maintenance=["eu-1"]`)
	p.plan("together_two_move", `-var=maintenance=["eu-1","eu-2"]`)
	p.plan("together_removed", teams)
	p.plan("together_destroyed", "-destroy")
	p.plan("together_unguarded", "-var=limit=null")
	p.plan("together_unknown", "-var=unknown=strategy")
	p.plan("together_unknown_keys", "-var=unknown=keys")
}

// TestAccPolicyPlans_rollouts makes plans that start a rollout while another one is breached.
func TestAccPolicyPlans_rollouts(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	p := newPlans(t, `
variable "status" {
  type    = any
  default = {}
}
variable "api" {
  type    = string
  default = "api:1"
}
resource "multicluster_rollout" "web" {
  name              = "web"
  decisions         = [{ cluster_name = "eu-1" }, { cluster_name = "eu-2" }]
  revision          = "web:2"
  cluster_status    = var.status
  initial_revisions = {}
  strategy          = { type = "Progressive", progressive = { max_concurrency = 1 } }
}
resource "multicluster_rollout" "api" {
  name              = "api"
  decisions         = [{ cluster_name = "eu-1" }, { cluster_name = "eu-2" }]
  revision          = var.api
  initial_revisions = {}
  require_status    = false
  strategy          = { type = "All" }
}
`)
	failed := `-var=status={"eu-1"={"status"="Failed","revision"="web:2"}}`
	p.plan("rollouts_first")
	p.apply()
	p.plan("rollout_breached", failed)
	p.plan("rollout_starts", "-var=api=api:2")
	p.plan("rollout_starts_beside_breach", failed, "-var=api=api:2")
	p.apply(failed)
	p.plan("rollout_starts_beside_breach_targeted", failed, "-var=api=api:2", "-target=multicluster_rollout.api")
}

// TestAccPolicyPlans_hub makes plans with a hub.
func TestAccPolicyPlans_hub(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	config := cli.HubProvider(server) + fmt.Sprintf(`
variable "arguments" {
  type    = object({ number = number, max_moves = string })
  default = { number = 2, max_moves = "2" }
}
variable "name" {
  type    = string
  default = "web"
}
variable "on_destroy" {
  type    = string
  default = "delete"
}
resource "multicluster_placement" "web" {
  name        = var.name
  namespace   = %q
  on_destroy  = var.on_destroy
  ocm         = { cluster_sets = [%q], number_of_clusters = var.arguments.number, prioritizer_policy = { mode = "Exact" } }
  max_moves   = var.arguments.max_moves
  with_labels = ["region"]
}
data "multicluster_resilience" "all" {
  placements = [{
    name      = var.name
    namespace = %[1]q
    ocm       = { cluster_sets = [%[2]q], number_of_clusters = var.arguments.number, prioritizer_policy = { mode = "Exact" } }
  }]
}
`, f.Namespace, f.Prefix+"set")
	for cluster, region := range map[string]string{"a": "eu", "b": "eu", "c": "us"} {
		server.MergePatch(t, "test", "cluster.open-cluster-management.io/v1", "ManagedCluster", "", f.Prefix+cluster,
			"{metadata: {labels: {region: "+region+"}}}")
	}
	p := newPlans(t, config)
	p.names = strings.NewReplacer(f.Prefix, "", f.Namespace, "shop")
	p.plan("hub_first")
	p.apply()
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "a", "b"))
	p.apply()
	p.plan("hub_unchanged")
	p.plan("hub_limit_changes", `-var=arguments={"number"=2,"max_moves"="50%"}`)
	p.plan("hub_changes", `-var=arguments={"number"=1,"max_moves"="2"}`)
	p.plan("hub_destroyed", "-destroy")
	p.plan("hub_renamed", "-var=name=shop")
	imported := newPlans(t, config+fmt.Sprintf("import {\n  to = multicluster_placement.web\n  id = %q\n}\n", f.Namespace+"/web"))
	imported.names = p.names
	imported.plan("hub_imported")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b", "c"))
	p.plan("hub_has_moved")
	p.apply("-var=on_destroy=release")
	p.plan("hub_released", "-destroy")
}
