// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// schedule lets a stand-in of the scheduler decide the placement until the test ends. Choose returns the clusters for their
// number.
func schedule(r *onhub.PlacedRun, choose func(n int) []string) {
	if r.IsOCM() {
		r.F.Server.OCMScheduler(r.T, r.Namespace, func(placement *unstructured.Unstructured) []hubtest.DecisionGroup {
			n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
			return []hubtest.DecisionGroup{r.F.Group("", choose(int(n))...)}
		})
		return
	}
	r.F.Server.FleetScheduler(r.T, r.Namespace, func(placement *unstructured.Unstructured) (decisions []hubtest.FleetDecision,
		ok bool) {
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "policy", "numberOfClusters")
		for _, name := range choose(int(n)) {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: r.F.Prefix + name, Selected: true})
		}
		return decisions, placement.GetName() == r.Name
	})
}

// TestHubPlaced_waits: with wait_for_decisions the outputs are unknown in a plan that changes the placement, and what the hub has
// decided after the apply.
func TestHubPlaced_waits(t *testing.T) {
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, kind)
			schedule(r, r.First)
			waits := object{"wait_for_decisions": true}
			created := r.Title() + "is created on the hub"
			r.Says(r.Do(r.Config(1, waits)), created)
			r.WantChosen(r.First(1)...)
			r.Settles(r.Config(1, waits))

			plansUnknown(r, r.Try(r.Config(2, waits)))
			r.Says(r.Do(r.Config(2, waits)), r.Title()+"is going to move|1 cluster joins")
			r.WantChosen(r.First(2)...)

			// What does not change the placement is not waited for, and neither is a change without the argument.
			for _, config := range []object{r.Config(2, waits, object{"max_moves": "1"}), r.Config(2, waits)} {
				p := r.Try(config)
				if r.Says(p.Diags); !r.Attribute(p.State, "decisions").IsKnown() {
					t.Error("the decisions are unknown although the placement stays")
				}
				r.Says(r.CarryOut(p))
			}
			p := r.Try(r.Config(1, object{"wait_for_decisions": unknown{}}))
			r.Says(p.Diags, r.Title()+"is checked during apply")
			plansUnknown(r, p)
			p.Config = providertest.Config(t, r.Type(), r.Config(1))
			if diags := r.CarryOut(p); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
		})
	}
}

// plansUnknown checks that no output is known in a plan.
func plansUnknown(r *onhub.PlacedRun, p providertest.Planned) {
	r.T.Helper()
	for _, name := range placementconfig.ResultNames() {
		if r.Attribute(p.State, name).IsKnown() {
			r.T.Errorf("%s is known in the plan", name)
		}
	}
}

// TestHubPlaced_firstDecisions: an apply that creates a placement has its first decisions, if the hub makes them soon, without
// waiting for more: the next plan is empty, and its refresh reads the same decisions.
func TestHubPlaced_firstDecisions(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			r := onhub.NewPlacedRun(t, kind)
			r.FirstDecision = time.Minute
			schedule(r, r.First)
			r.Says(r.Do(r.Config(2)), r.Title()+"is created on the hub")
			r.WantChosen(r.First(2)...)
			state := r.State
			r.Settles(r.Config(2))
			// KubeFleet goes on with the conditions: the rollout has its own.
			for _, name := range slices.DeleteFunc(slices.Clone(placementconfig.ResultNames()),
				func(name string) bool { return name == "conditions" }) {
				if !r.Attribute(r.State, name).Equal(r.Attribute(state, name)) {
					t.Errorf("the refresh changes %s:%s", name, r.Changed(state, r.State))
				}
			}
		})
	}
	r := onhub.NewPlacedRun(t, "Placement")
	r.FirstDecision = 2 * placed.FirstDecisionPoll
	r.Says(r.Do(r.Config(2)), r.Title()+"is created on the hub", r.Title()+"has not been decided by the hub yet|")
	r.WantChosen()
}

// TestAccHubPlacement_interrupted sends Terraform the signal of Ctrl-C while an apply waits for the decisions of the hub: for
// those of a new placement, and for those of a change. The error says that the hub has the placement, and the next apply
// continues.
func TestAccHubPlacement_interrupted(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	f := onhub.NewDecidedFleet(t)
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
		if out, err := w.Run(t, "show"); err != nil || strings.Count(out, "cluster_name = ") != len(clusters) {
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
