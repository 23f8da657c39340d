// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// guardedFolder is a configuration of a placement whose clusters, name and limit are variables.
const guardedFolder = `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
variable "name" { default = "web" }
variable "on" { default = "a,b" }
variable "off" { default = "" }
variable "max_moves" { default = "0" }
variable "on_exceeded" { default = "fail" }
variable "type" { default = "" }
locals {
  labels   = { match_expressions = [{ key = "off", operator = "DoesNotExist" }] }
  affinity = { cluster_affinity = { required_during_scheduling_ignored_during_execution = {
    cluster_selector_terms = [{ label_selector = local.labels }]
  } } }
}
resource "multicluster_placement" "web" {
  name        = var.name
  max_moves   = var.max_moves == "" ? null : var.max_moves
  on_exceeded = var.on_exceeded
  clusters = concat(
    [for name in compact(split(",", var.on)) : { name = name, labels = {} }],
    [for name in compact(split(",", var.off)) : { name = name, labels = { off = "yes" } }],
  )
  ocm = var.type == "" ? { predicates = [{ required_cluster_selector = { label_selector = local.labels } }] } : null
  kubefleet = var.type == "" ? null : {
    placement_type     = var.type == "default" ? null : var.type
    number_of_clusters = var.type == "PickN" ? 2 : null
    affinity           = local.affinity
  }
}
output "names" { value = join(",", sort(keys(multicluster_placement.web.decisions_by_cluster))) }
`

// TestAccGuards moves the workload in every way that there is, with the real binary: by a rename, with -replace, by an immutable
// field, by an import; it keeps decisions, and it destroys.
func TestAccGuards(t *testing.T) {
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs the real binary: set TF_ACC=1")
	}
	t.Parallel()
	mirror := cli.Mirror(t)
	start := func(t *testing.T) cli.Folder {
		t.Helper()
		c := cli.Folder{T: t, Path: t.TempDir()}
		if err := os.WriteFile(filepath.Join(c.Path, "main.tf"), []byte(guardedFolder), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Succeeds("initialized", "init", "-plugin-dir="+mirror)
		return c
	}
	const empty = "-detailed-exitcode"
	t.Run("rename", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.Succeeds("Apply complete", "apply", "-auto-approve")
		c.Fails(`1 of 2 clusters would lose the workload; max_moves = "0" allows 0`, "plan", "name=api", "on=b,c", "off=a")
		c.Fails(`on_exceeded = "keep" acts as "fail"`, "plan", "name=api", "on=b,c", "off=a", "on_exceeded=keep")
		c.Succeeds(`Warning: The placement "api" moves`, "plan", "name=api", "on=b,c", "off=a", "max_moves=1")
		c.Succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", "name=api", "on=b,c", "off=a", "max_moves=1")
		c.Succeeds("No changes", "plan", empty, "name=api", "on=b,c", "off=a", "max_moves=1")
	})
	t.Run("replace", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		const replace = "-replace=multicluster_placement.web"
		c.Succeeds("Apply complete", "apply", "-auto-approve", "type=PickN", "on=b,c")
		c.Succeeds("Apply complete", "apply", "-auto-approve", "type=PickN", "on=a,b", "off=c")
		c.Fails(`1 of 2 clusters would lose the workload; max_moves = "0" allows 0`, "plan", replace, "type=PickN", "on=a,b", "off=c")
		c.Fails(`on_exceeded = "keep" acts as "fail"`, "plan", replace, "type=PickN", "on=a,b", "off=c", "on_exceeded=keep")
		c.Succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", replace, "type=PickN", "on=a,b", "off=c", "max_moves=1")
		c.Succeeds("a,b", "output", "names")
		c.Succeeds("No changes", "plan", empty, "type=PickN", "on=a,b", "off=c", "max_moves=1")
	})
	t.Run("immutable", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.Succeeds("Apply complete", "apply", "-auto-approve", "type=PickAll", "on=a,b,c")
		c.Succeeds("0 added, 1 changed, 0 destroyed", "apply", "-auto-approve", "type=default", "on=a,b,c")
		c.Fails("3 of 3 clusters would lose the workload", "plan", "type=PickN", "on=d,e", "off=a,b,c")
		c.Succeeds(`Warning: The placement "web" is replaced`, "plan", "type=PickN", "on=a,b,c", "max_moves=1")
		c.Succeeds("1 added, 0 changed, 1 destroyed", "apply", "-auto-approve", "type=PickN", "on=a,b,c", "max_moves=1")
		c.Succeeds("No changes", "plan", empty, "type=PickN", "on=a,b,c", "max_moves=1")
	})
	t.Run("import", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.Fails(`found ""; it must be namespace/name.`, "import", "multicluster_placement.web", "")
		c.Succeeds("Import successful", "import", "multicluster_placement.web", "web")
		c.Fails("Set previous_decisions to the current decisions", "plan")
		c.Succeeds("Apply complete", "apply", "-auto-approve", "max_moves=")
		c.Succeeds("0 added, 1 changed", "apply", "-auto-approve")
	})
	t.Run("keep and destroy", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		c.Succeeds("Apply complete", "apply", "-auto-approve", "on=a,b,c")
		gone := []string{"on=d,e", "off=a", "on_exceeded=keep"}
		c.Succeeds(`Warning: The placement "web" keeps its clusters`, "apply", append(gone, "-auto-approve")...)
		c.Succeeds("a,d", "output", "names")
		c.Succeeds("No changes", "plan", append(gone, empty)...)
		c.Fails("terraform destroy -refresh=false", "destroy", "-auto-approve", "on=d,e", "off=a")
		c.Fails("terraform destroy -refresh=false", "destroy", "-auto-approve", "on=", "off=d", "max_moves=2")
		c.Succeeds("1 destroyed", "destroy", "-auto-approve", "-refresh=false", "on=d,e", "off=a")
	})
}
