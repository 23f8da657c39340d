// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccHubPlacement_interrupted sends Terraform the signal of Ctrl-C while an apply waits for the decisions of the hub: for
// those of a new placement, and for those of a change. The error says that the hub has the placement, and the next apply
// continues.
func TestAccHubPlacement_interrupted(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	f := onhub.NewDecidedFleet(t, hubtest.Start(t))
	p := server.Proxy(t)
	config := func(n int) string {
		return "terraform {\n  required_providers {\n    multicluster = { source = " +
			"\"terraform-multicluster/multicluster\" }\n  }\n}\n" +
			cli.ProxyProvider(p) + fmt.Sprintf(`resource "multicluster_placement" "x" {
  name               = "web"
  namespace          = %q
  wait_for_decisions = true
  ocm = {
    cluster_sets       = [%q]
    number_of_clusters = %d
    prioritizer_policy = { mode = "Exact" }
  }
}
`, f.Namespace, f.Prefix+"set", n)
	}
	w := cli.NewWorkspace(t, cli.Mirror(t), "")
	for _, clusters := range [][]string{{"a"}, {"a", "b"}} {
		w.Write(t, "main.tf", config(len(clusters)))
		interruptsWait(t, w, p)
		if len(clusters) > 1 {
			const warns = "has not been decided by the hub since its last change"
			if out, err := w.Run(t, "plan", "-input=false"); err != nil || !strings.Contains(out, warns) {
				t.Errorf("want %s: %v\n%s", warns, err, out)
			}
		}
		server.WriteDecisions(t, f.Namespace, "web", f.Group("", clusters...))
		w.MustSettle(t)
		if out, err := w.Run(t, "show"); err != nil || strings.Count(out, `reason = "decided by the hub"`) != len(clusters) {
			t.Errorf("want %d clusters: %v\n%s", len(clusters), err, out)
		}
	}
}

// interruptsWait applies, and interrupts when the placement was written and its decisions are read.
func interruptsWait(t *testing.T, w *cli.Workspace, p *hubtest.Proxy) {
	t.Helper()
	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	p.Clear()
	written, waits := make(chan struct{}, 100), make(chan struct{}, 100)
	p.On(hubtest.Match{Method: "PATCH", Path: "placements/web", Query: "fieldManager"}, hubtest.Always, hubtest.After(func() {
		written <- struct{}{}
	}))
	p.On(hubtest.Match{Method: "GET", Path: "placementdecisions"}, hubtest.Always, hubtest.After(func() {
		waits <- struct{}{}
	}))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	// The dry runs of the plans and the write itself.
	for range 3 {
		<-written
	}
	for len(waits) > 0 {
		<-waits
	}
	<-waits
	time.Sleep(2 * placed.FirstDecisionPoll)
	began := time.Now()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := <-ended
	text := cli.Whitespace.ReplaceAllString(out.String(), " ")
	if err == nil || time.Since(began) > cli.Promptly ||
		!strings.Contains(text, "was written, and the wait for its decisions was interrupted") ||
		strings.Contains(text, "cannot be read") {
		t.Errorf("it ended after %s: %v\n%s", time.Since(began), err, out)
	}
	p.Clear()
}

// livePlacement chooses the clusters of a test from a hub. The arguments are further ones of the data source.
func livePlacement(test string, arguments ...string) string {
	return fmt.Sprintf(`
data "multicluster_placement" "web" {
  name = %[1]q
  ocm  = { predicates = [{ required_cluster_selector = { label_selector = { match_labels = { test = %[1]q } } } }] }
  %[2]s
}
output "names" { value = keys(data.multicluster_placement.web.decisions_by_cluster) }
`, test, strings.Join(arguments, "\n  "))
}

// TestAccHubPlacement_firstPlan decides by the fleet of a hub in the very first plan, and again by the fleet that it has later.
func TestAccHubPlacement_firstPlan(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	config := cli.HubProvider(server, `kind = "ManagedCluster"`) + livePlacement(test) + fmt.Sprintf(`
data "multicluster_clusters" "web" {
  label_selector = { match_labels = { test = %q } }
}
output "clusters" { value = data.multicluster_clusters.web.names }
`, test)
	checks := func(names ...string) resource.ConfigPlanChecks {
		keys := make([]knownvalue.Check, len(names))
		for i := range names {
			keys[i] = cli.Text(names[i])
		}
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
			plancheck.ExpectKnownOutputValue("names", knownvalue.TupleExact(keys)),
			plancheck.ExpectKnownOutputValue("clusters", cli.TextList(names...)),
		}}
	}
	cli.Test(t,
		resource.TestStep{
			Config: config + cli.Releases, PlanOnly: true, ExpectNonEmptyPlan: true,
			ConfigPlanChecks: resource.ConfigPlanChecks{PostApplyPreRefresh: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(fmt.Sprintf("terraform_data.release[%q]", prefix+"a"), plancheck.ResourceActionCreate),
			}},
		},
		resource.TestStep{Config: config, ConfigPlanChecks: checks(prefix + "a")},
		resource.TestStep{
			PreConfig: func() { onhub.CreateCluster(t, server, prefix+"b", test) },
			Config:    config, ConfigPlanChecks: checks(prefix+"a", prefix+"b"),
		},
	)
}

// TestAccHubPlacement_deferred reads the fleet when Terraform applies, because the same apply creates a cluster.
func TestAccHubPlacement_deferred(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	// A provisioner asks for the cluster with one file, and waits for the other.
	folder := t.TempDir()
	wanted, done := filepath.Join(folder, "wanted"), filepath.Join(folder, "done")
	go func() {
		for t.Context().Err() == nil {
			if _, err := os.Stat(wanted); err == nil {
				onhub.CreateCluster(t, server, prefix+"b", test)
				if err := os.WriteFile(done, nil, 0o600); err != nil {
					t.Error(err)
				}
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	cli.Test(t, resource.TestStep{
		Config: cli.HubProvider(server) + fmt.Sprintf(`
resource "terraform_data" "cluster" {
  provisioner "local-exec" {
    command = "touch %s; until [ -e %s ]; do sleep 0.05; done"
  }
}`, wanted, done) + livePlacement(test, "depends_on = [terraform_data.cluster]"),
		ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectUnknownOutputValue("names")}},
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("names",
			knownvalue.TupleExact([]knownvalue.Check{cli.Text(prefix + "a"), cli.Text(prefix + "b")}))},
	})
}

// TestAccHubUnknown has a hub that is known only after apply: Terraform reads data sources all the same, unless they depend on
// what makes it known.
func TestAccHubUnknown(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	test := strings.TrimSuffix(prefix, "-")
	onhub.CreateCluster(t, server, prefix+"a", test)
	later := fmt.Sprintf(`
resource "terraform_data" "later" { input = %q }
provider "multicluster" { hub = { config_path = terraform_data.later.output } }
`, server.Kubeconfig)
	cli.Test(t,
		resource.TestStep{
			Config: later + livePlacement(test), PlanOnly: true,
			ExpectError: regexp.MustCompile(`The hub is not known yet[\s\S]*not known yet:\s+hub\.config_path\.[\s\S]*add\s+depends_on`),
		},
		resource.TestStep{
			Config:           later + livePlacement(test, "depends_on = [terraform_data.later]"),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectUnknownOutputValue("names")}},
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("names",
				knownvalue.TupleExact([]knownvalue.Check{cli.Text(prefix + "a")}))},
		},
		resource.TestStep{
			Config:           later + livePlacement(test),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}},
		},
	)
}
