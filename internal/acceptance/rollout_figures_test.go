// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// rolloutFiguresConfig has a rollout over all clusters of the manifests of the provider, of which the first ones report a
// success.
const rolloutFiguresConfig = `
terraform {
  required_providers { multicluster = { source = "terraform-multicluster/multicluster" } }
}
provider "multicluster" { manifests = [file("${path.module}/fleet.json")] }
variable "succeeded" { type = number }
variable "size" { default = 2 }
resource "multicluster_placement" "web" {
  name = "web"
  ocm  = {}
}
resource "multicluster_rollout" "web" {
  name      = "web"
  decisions = multicluster_placement.web.decisions
  revision  = "web:2.1.0"
  now       = timeadd("2026-01-05T10:00:00Z", "${var.succeeded}m")
  cluster_status = {
    for d in slice(multicluster_placement.web.decisions, 0, var.succeeded) :
    d.cluster_name => { status = "Succeeded", revision = "web:2.1.0" }
  }
  strategy          = { type = "Progressive", progressive = { max_concurrency = var.size } }
  initial_revisions = {}
}
`

// TestAccRolloutFigures: the plan of one step of a rollout shows what changes, and not the fleet.
func TestAccRolloutFigures(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	c := cli.Folder{T: t, Path: t.TempDir()}
	c.Start(cli.Mirror(t), rolloutFiguresConfig, benchFleet(t, 300))
	succeeded := func(n int) string { return fmt.Sprintf("-var=succeeded=%d", n) }
	for _, n := range []int{0, 2, 4} {
		c.Succeeds("Apply complete", "apply", "-auto-approve", succeeded(n))
	}
	all, step := plan(c, succeeded(6))
	if moved := strings.Count(step, `" = "web:2.1.0"`); moved != 2 || !strings.Contains(all, "0 to add, 1 to change, 0 to destroy") {
		t.Fatalf("%d clusters get the revision; want 2, and no other change:\n%s", moved, all)
	}
	got := cli.Lines(step)
	t.Logf("lines of the plan of a step in which 2 of 300 clusters move: %d", got)
	if got > 40 {
		t.Errorf("the plan of a step in which 2 of 300 clusters move has %d lines, and not at most 40:\n%s", got, step)
	}
	// Thirty start and thirty are finished.
	for _, n := range []int{6, 8, 38} {
		c.Succeeds("Apply complete", "apply", "-auto-approve", succeeded(n), "-var=size=30")
	}
	_, step = plan(c, succeeded(68), "-var=size=30")
	if moved := strings.Count(step, `" = "web:2.1.0"`); moved != 30 {
		t.Fatalf("%d clusters get the revision; want 30:\n%s", moved, step)
	}
	_, outputs, _ := strings.Cut(step, "\n        }\n") // What the clusters report is an argument.
	got = cli.Lines(outputs)
	t.Logf("lines of the plan of a step in which 30 of 300 clusters move: %d", got)
	if got > 70 {
		t.Errorf("the plan of a step in which 30 of 300 clusters move has %d lines, and not at most 70:\n%s", got, step)
	}
}
