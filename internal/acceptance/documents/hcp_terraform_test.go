// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package documents

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
)

// TestAccDrift: where the fleet changes, a plan that only refreshes has no changes, and the check of the example warns.
// HCP Terraform reads the result of the check from the plan.
func TestAccDrift(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	w := cli.NewWorkspace(t, cli.Mirror(t), "")
	fleet := readText(t, "../../../examples/hcp_terraform/fleet.yaml")
	w.Write(t, "main.tf", readText(t, "../../../examples/hcp_terraform/main.tf"))
	w.Write(t, "fleet.yaml", fleet)
	w.MustSettle(t)
	refresh := func(status string, want ...string) {
		t.Helper()
		out, err := w.Run(t, "plan", "-input=false", "-refresh-only", "-out=plan.out")
		if err != nil {
			t.Fatal(err, out)
		}
		for _, text := range append(want, "No changes.") {
			if !strings.Contains(out, text) {
				t.Errorf("the plan does not say %q:\n%s", text, out)
			}
		}
		if got := checkOf(t, w); got != status {
			t.Errorf("the check has the status %s, want %s", got, status)
		}
	}
	refresh("pass")
	w.Write(t, "fleet.yaml", strings.Replace(fleet, "name: us-1", "name: us-2", 1))
	refresh("fail", "Check block assertion failed",
		"The next plan moves shop: us-1: cluster gone: the cluster is no longer in the fleet us-2: free place: it takes")
	w.MustSettle(t)
	refresh("pass")
}

// TestAccUploadedProvider: a configuration that is uploaded with the provider for the containers of HCP Terraform and with its
// checksum is initialized without a registry, and without another lock file.
func TestAccUploadedProvider(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	if runtime.GOOS+runtime.GOARCH != "linuxamd64" {
		t.Skip("the provider of the containers does not run here")
	}
	w := cli.NewWorkspace(t, "", "")
	w.Write(t, "cli.tfrc", "")
	w.Write(t, "main.tf", readText(t, "../../../examples/hcp_terraform/main.tf"))
	w.Write(t, "fleet.yaml", readText(t, "../../../examples/hcp_terraform/fleet.yaml"))
	mirror := exec.CommandContext(t.Context(), "make", "-s", "--no-print-directory", "mirror",
		"DIR="+filepath.Join(w.Folder, "terraform.d", "plugins"))
	mirror.Dir, mirror.Env = "../../..", append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	if out, err := mirror.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lock, out := w.Command(t, "providers")
	lock.Args = append(lock.Args[:1], "providers", "lock", "-fs-mirror=terraform.d/plugins", "-platform=linux_amd64")
	if err := lock.Run(); err != nil {
		t.Fatal(err, out)
	}
	for _, arguments := range [][]string{{"init", "-input=false", "-lockfile=readonly"}, {"plan", "-input=false"}} {
		if out, err := w.Run(t, arguments...); err != nil {
			t.Fatal(err, out)
		}
	}
}

// checkOf is the status of the only check in a plan.
func checkOf(t *testing.T, w *cli.Workspace) string {
	t.Helper()
	var plan struct{ Checks []struct{ Status string } }
	if err := json.Unmarshal(w.PlanJSON(t), &plan); err != nil {
		t.Fatal(err)
	}
	if len(plan.Checks) != 1 {
		t.Fatalf("the plan has %d checks", len(plan.Checks))
	}
	return plan.Checks[0].Status
}

const managedCluster = `{"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",` +
	` "metadata": {"name": %q}}`

// TestAccPlanSize: the JSON of a plan does not grow with a fleet in the provider, and has one in resources for each of them.
func TestAccPlanSize(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	const argument = `manifests = [file("fleet.json")]`
	size := func(provider, resource string) int {
		w := cli.NewWorkspace(t, cli.Mirror(t), fmt.Sprintf(`
provider "multicluster" {
  %s
}
resource "multicluster_placement" "x" {
  count = 2
  name  = "x${count.index}"
  ocm   = { number_of_clusters = 3 }
  %s
}
`, provider, resource))
		fleet := make([]string, 1000)
		for i := range fleet {
			fleet[i] = fmt.Sprintf(managedCluster, fmt.Sprint("c", i))
		}
		w.Write(t, "fleet.json", `{"apiVersion": "v1", "kind": "List", "items": [`+strings.Join(fleet, ",")+"]}")
		if out, err := w.Run(t, "plan", "-input=false", "-out=plan.out"); err != nil {
			t.Fatal(err, out)
		}
		return len(w.PlanJSON(t))
	}
	inProvider, inResource := size(argument, ""), size("", argument)
	t.Logf("%d bytes with the fleet in the provider, %d with it in the resources", inProvider, inResource)
	if inProvider > 20_000 || inResource < 400_000 {
		t.Error("the guide says something else")
	}
}

// TestAccSensitiveFleet: decisions about a sensitive fleet, such as the values of tfe_outputs, are not sensitive, and what
// Terraform makes of the fleet itself is.
func TestAccSensitiveFleet(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	fleet := fmt.Sprintf(`
locals {
  values = sensitive({
    clusters  = [{ name = "eu-1" }]
    manifests = [%q]
  })
}
`, fmt.Sprintf(managedCluster, "eu-1"))
	const resource = `
resource "multicluster_placement" "x" {
  name     = "x"
  ocm      = {}
  clusters = local.values.clusters
}
`
	for name, test := range map[string]struct{ config, want, not string }{
		"decisions": {
			resource + "output \"x\" {\n  value = keys(multicluster_placement.x.decisions_by_cluster)\n}", `+ x = [ + "eu-1", ]`, "Error:",
		},
		"explain": {
			resource + "output \"x\" {\n  value = provider::multicluster::explain(multicluster_placement.x)\n}",
			"Output refers to sensitive values", "",
		},
		"explain, fleet in the provider": {
			strings.Replace(resource, "  clusters = local.values.clusters\n", "", 1) + `
provider "multicluster" {
  manifests = local.values.manifests
}
output "x" {
  value = provider::multicluster::explain(multicluster_placement.x)
}`, "1 of 1 cluster chosen", "Error:",
		},
		"place": {`
resource "terraform_data" "x" {
  for_each = provider::multicluster::place({ clusters = local.values.clusters, ocm = {} }).decisions_by_cluster
}`, "Invalid for_each argument", ""},
		"place, nonsensitive": {`
resource "terraform_data" "x" {
  for_each = nonsensitive(provider::multicluster::place({ clusters = local.values.clusters, ocm = {} }).decisions_by_cluster)
}`, `terraform_data.x["eu-1"] will be created`, "Error:"},
	} {
		t.Run(name, func(t *testing.T) {
			w := cli.NewWorkspace(t, cli.Mirror(t), fleet+test.config)
			out, _ := w.Run(t, "plan", "-input=false")
			if !strings.Contains(out, test.want) || test.not != "" && strings.Contains(out, test.not) {
				t.Errorf("want %q:\n%s", test.want, out)
			}
		})
	}
}
