// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccImpact: a pull request edits a label. Its plan says that this takes production off a cluster, before any apply, and stops
// it with a limit, also for a value that is known only while it is applied.
func TestAccImpact(t *testing.T) {
	cli.NeedAcceptance(t)
	mirror := cli.Mirror(t)
	i := newImpactTest(t)
	config := func(impact, env string) string {
		return cli.HubProvider(i.f.Server, impact) + fmt.Sprintf(`resource "terraform_data" "env" {
  input = %[2]q
  triggers_replace = %[2]q
}
resource "multicluster_cluster" "d" {
  name               = "%[1]sd"
  kind               = "ManagedCluster"
  hub_accepts_client = true
  on_destroy         = "delete"
  labels             = { test = %[3]q, env = %[4]s }
}
`, i.f.Prefix, env, strings.TrimSuffix(i.f.Prefix, "-"), map[bool]string{true: "terraform_data.env.output", false: fmt.Sprintf("%q", env)}[env == "later"])
	}
	w := cli.NewWorkspace(t, mirror, config("", "prod"))
	w.MustSettle(t)
	i.f.Server.WriteDecisions(t, i.f.Namespace, "web", i.f.Group("", "d"))
	says := func(command, impact, env string, fails bool, wants ...string) {
		t.Helper()
		w.Write(t, "main.tf", "terraform {\n  required_providers {\n    multicluster = { source = "+
			"\"terraform-multicluster/multicluster\" }\n  }\n}\n"+config(impact, env))
		arguments := []string{command, "-input=false"}
		if command == "apply" {
			arguments = append(arguments, "-auto-approve")
		}
		out, err := w.Run(t, arguments...)
		if fails != (err != nil) {
			t.Fatalf("fails: %v\n%s", err, out)
		}
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("nothing says %q:\n%s", want, out)
			}
		}
	}
	leaves := fmt.Sprintf("- %s/web (ocm): leaves %sd (label env is \"dev\"", i.f.Namespace, i.f.Prefix)
	i.createAddOn()
	says("plan", `impact = "warn"`, "dev", false, "Warning: The cluster \""+i.f.Prefix+"d\" moves placements of the hub", leaves,
		i.f.Prefix+"d leaves: the add-on "+i.f.Prefix+"search is removed")
	says("apply", `impact = "error"`, "dev", true, "Error: The cluster \""+i.f.Prefix+"d\" moves too many placements of the hub",
		"with multicluster_cluster.d,", leaves)
	says("apply", `impact = "error"`, "later", true, "Changes are not compared with the placements of the hub",
		"leaves "+i.f.Prefix+"d (label env is \"later\"")
	says("apply", "impact = \"error\"\nimpact_max_moves = 1", "dev", false, leaves, "Apply complete!")
}
