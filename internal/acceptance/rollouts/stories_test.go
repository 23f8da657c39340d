// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// carriedFolder is a configuration of a rollout to two clusters, whose consumers have for_each over the revisions.
const carriedFolder = `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
variable "name" { default = "web" }
variable "revision" { default = "v1" }
variable "done" { default = "" }
variable "has" { default = "" }
variable "begin" { default = false }
variable "removals" { default = null }
variable "on" { default = "a,b" }
variable "fleet" { default = "a,b" }
provider "multicluster" {
  manifests = [for name in split(",", var.fleet) : yamlencode({
    apiVersion = "cluster.open-cluster-management.io/v1", kind = "ManagedCluster", metadata = { name = name }
  })]
}
resource "multicluster_rollout" "web" {
  name           = var.name
  revision       = var.revision
  max_removals   = var.removals
  strategy       = { type = "Progressive", progressive = { max_concurrency = 1 } }
  decisions      = [for name in compact(split(",", var.on)) : { cluster_name = name }]
  cluster_status = { for name in compact(split(",", var.done)) : name => { status = "Succeeded", revision = var.revision } }

  initial_revisions = var.begin ? {} : var.has == "" ? null : { for name in split(",", var.on) : name => var.has }
}
resource "terraform_data" "release" {
  for_each = multicluster_rollout.web.revisions
  input    = each.value
}
output "revisions" { value = join(",", [for name, release in terraform_data.release : "${name}=${release.output}"]) }
`

// TestAccRollouts carries a rollout with the real binary where the test framework cannot: for_each over the revisions is applied,
// and the rollout is replaced, tainted and renamed.
func TestAccRollouts(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	mirror := cli.Mirror(t)
	start := func(t *testing.T) cli.Folder {
		t.Helper()
		c := cli.Folder{T: t, Path: t.TempDir()}
		if err := os.WriteFile(filepath.Join(c.Path, "main.tf"), []byte(carriedFolder), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Succeeds("initialized", "init", "-plugin-dir="+mirror)
		c.Fails("The rollout does not know the revisions", "plan")
		c.Succeeds("Apply complete", "apply", "-auto-approve", "begin=true")
		c.Succeeds("No changes", "plan", "-detailed-exitcode", "begin=true")
		return c
	}
	applies := func(c cli.Folder, want string, arguments ...string) {
		t.Helper()
		c.Succeeds("Apply complete", "apply", append([]string{"-auto-approve"}, arguments...)...)
		c.Succeeds(want, "output", "revisions")
		c.Succeeds("No changes", "plan", append([]string{"-detailed-exitcode"}, arguments...)...)
	}
	const replace = "-replace=multicluster_rollout.web"
	t.Run("life", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		applies(c, "a=v1")
		applies(c, "a=v1,b=v1", "done=a")
		applies(c, "a=v1,b=v1", "done=a,b")
		applies(c, "a=v2,b=v1", "revision=v2")
		// c joins, b is no longer chosen, and is removed in the next step.
		applies(c, "a=v2", "revision=v2", "on=a,c", "fleet=a,b,c")
		applies(c, "a=v2,c=v2", "revision=v2", "on=a,c", "fleet=a,b,c", "done=a")
		applies(c, "a=v2,c=v2", "revision=v2", "on=a,c", "fleet=a,b,c", "done=a,c")
		// c is neither decided nor in the fleet.
		applies(c, "a=v3", "revision=v3", "on=a", "fleet=a,b")
		c.Succeeds("Destroy complete", "destroy", "-auto-approve")
	})
	t.Run("replace", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		applies(c, "a=v1")
		c.Fails("The rollout would start over", "plan", replace, "revision=v2")
		c.Succeeds("replaced, as requested", "plan", "-replace=terraform_data.release[\"a\"]", "revision=v1")
		c.Succeeds("2 added, 1 changed, 1 destroyed", "apply", "-auto-approve", replace, "has=v1", "revision=v2")
		applies(c, "a=v2,b=v1", "revision=v2", "has=v1")
		applies(c, "a=v2,b=v1", "revision=v2")

		// Nothing of a tainted rollout reaches the provider: it must not start anew.
		if ok, out := c.Output("taint", "multicluster_rollout.web"); !ok {
			t.Fatal(out)
		}
		c.Fails("its state is lost or tainted", "plan", "-detailed-exitcode", "revision=v3")
		if ok, out := c.Output("untaint", "multicluster_rollout.web"); !ok {
			t.Fatal(out)
		}
		applies(c, "a=v3,b=v1", "revision=v3")
	})
	t.Run("removals", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		applies(c, "a=v1,b=v1", "done=a")
		c.Fails("Too many clusters would lose the workload", "plan", "on=")
		c.Fails("it leaves out 1 of the 2 clusters", "plan", replace, "on=a", "has=v1")
		c.Succeeds("Apply complete", "apply", "-auto-approve", replace, "on=a", "has=v1", "removals=1")
		applies(c, "a=v1", "on=a", "has=v1", "removals=1")
		c.Fails("Too many clusters would lose the workload", "destroy", "-auto-approve", "on=")
		c.Succeeds("1 changed, 1 destroyed", "apply", "-auto-approve", "on=", "removals=100%")
		applies(c, "a=v1")
		c.Succeeds("Destroy complete", "destroy", "-auto-approve", "-refresh=false", "on=")
	})
	t.Run("rename", func(t *testing.T) {
		t.Parallel()
		c := start(t)
		applies(c, "a=v1", "revision=v1")
		applies(c, "a=v1", "revision=v1", "name=api")
		applies(c, "a=v1,b=v1", "revision=v1", "name=shop", "done=a")
		if _, state := c.Output("state", "show", "-no-color", "multicluster_rollout.web"); !strings.Contains(state, `"shop"`) {
			t.Error(state)
		}
	})
}
