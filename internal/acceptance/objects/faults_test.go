// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

// Windows has neither process groups nor the signal that ends one.

package objects

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestAccHubProcess runs Terraform with the provider as a process, through a proxy with faults before a real API server.
func TestAccHubProcess(t *testing.T) {
	cli.OneToolIsEnough(t)
	t.Parallel()
	server := hubtest.Start(t)
	mirror := cli.Mirror(t)
	for name, test := range map[string]func(*testing.T, *hubtest.Hub, string){"two states": twoStates, "secrets": noSecrets} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, server, mirror)
		})
	}
	for name, test := range map[string]func(*testing.T, *hubtest.Hub, string, *cli.HubFleet){
		"50": manyThroughFaults, "killed": killedApply, "restarted": restartedHub, "interrupted": interruptedApply,
	} {
		for kind, fleet := range cli.HubFleets {
			t.Run(name+" "+kind, func(t *testing.T) {
				t.Parallel()
				test(t, server, mirror, fleet)
			})
		}
	}
}

// manyThroughFaults creates and deletes 50 objects, while every kind of fault happens.
func manyThroughFaults(t *testing.T, server *hubtest.Hub, mirror string, fleet *cli.HubFleet) {
	const count = 50
	p := server.Proxy(t)
	config, prefix := fleet.On(t, server, p, count)
	w := cli.NewWorkspace(t, mirror, config)
	faults := func(method string, skip int) {
		for i, fault := range []hubtest.Fault{
			hubtest.Refuse(429, "TooManyRequests", "busy"), hubtest.Refuse(429, "TooManyRequests", "busy", "Retry-After", "1"),
			hubtest.Refuse(503, "ServiceUnavailable", "starting"), hubtest.Refuse(500, "InternalError", "etcd"),
			hubtest.ResetBefore, hubtest.CutBody, hubtest.ResetAfter,
		} {
			p.On(hubtest.Match{Method: method, Path: prefix, Skip: 5 + i*skip}, 1, fault)
		}
	}
	counted := func(what string, least, most int) {
		t.Helper()
		n := len(p.Requests(hubtest.Match{Path: prefix}))
		t.Logf("%s: %d requests", what, n)
		if n < least || n > most {
			t.Errorf("%s: %d requests for %d objects, want %d to %d", what, n, count, least, most)
		}
		p.Clear()
	}
	// A reset breaks the requests of all clusters that share the connection: ten at once.
	const atOnce = 10
	faults("GET", 5)
	faults("PATCH", 20)
	if out, err := w.Apply(t); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	counted("the creation", count*fleet.Creation, count*fleet.Creation+14+4*atOnce)
	fleet.MustHave(t, server, w, prefix, count)
	w.MustSettle(t)
	counted("an apply and a plan without changes", count*2, count*2)
	faults("GET", 10)
	faults("DELETE", 4)
	if out, err := w.Apply(t, "-destroy"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// To read, to delete, and to see that it is gone.
	counted("the deletion", count*3, count*3+14+4*atOnce)
	fleet.MustHave(t, server, w, prefix, 0)
}

// killedApply kills Terraform and the provider in the middle of an apply, and applies again.
func killedApply(t *testing.T, server *hubtest.Hub, mirror string, fleet *cli.HubFleet) {
	const count = 20
	p := server.Proxy(t)
	config, prefix := fleet.On(t, server, p, count)
	w := cli.NewWorkspace(t, mirror, config)
	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	// The provider is in the same group.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	p.On(hubtest.Match{Method: "PATCH", Path: prefix, Skip: count + 25}, 1, hubtest.After(kill))
	if err := command.Run(); err == nil || command.ProcessState.Success() {
		t.Fatalf("it was not killed:\n%s", out)
	}
	there := fleet.Names(t, server, prefix)
	t.Logf("when it was killed, the hub had %d objects and the state %d", len(there), len(w.Managed(t)))
	if len(there) == 0 || len(there) == count && len(w.Managed(t)) == count {
		t.Errorf("the apply was not in the middle")
	}
	w.MustSettle(t)
	fleet.MustHave(t, server, w, prefix, count)
}

// interruptedApply sends Terraform the signal of Ctrl-C while the hub does not answer, and applies again.
func interruptedApply(t *testing.T, server *hubtest.Hub, mirror string, fleet *cli.HubFleet) {
	const count = 10
	p := server.Proxy(t)
	config, prefix := fleet.On(t, server, p, count)
	w := cli.NewWorkspace(t, mirror, config)
	command, out := w.Command(t, "apply", "-input=false", "-auto-approve")
	hangs := make(chan struct{}, 100)
	p.On(hubtest.Match{Method: "PATCH", Path: prefix, Query: "fieldValidation", Skip: count + 14}, hubtest.Always,
		hubtest.After(func() {
			hangs <- struct{}{}
			<-t.Context().Done()
		}))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	<-hangs
	began := time.Now()
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err == nil || time.Since(began) > cli.Promptly ||
		!strings.Contains(strings.ToLower(out.String()), "interrupted") {
		t.Errorf("it ended after %s: %v\n%s", time.Since(began), err, out)
	}
	t.Logf("it ended %s after the signal; the hub has %d objects and the state %d", time.Since(began),
		len(fleet.Names(t, server, prefix)), len(w.Managed(t)))
	p.Clear()
	w.MustSettle(t)
	fleet.MustHave(t, server, w, prefix, count)
}

// twoStates applies two configurations at the same time, which set different labels and taints of the same clusters.
func twoStates(t *testing.T, server *hubtest.Hub, mirror string) {
	const count = 5
	prefix := server.Prefix(t)
	p := server.Proxy(t)
	config := func(manager, key, value string) string {
		return fmt.Sprintf(`
provider "multicluster" {
  hub = {
    config_path   = %q
    field_manager = %q
  }
}
resource "multicluster_cluster" "c" {
  count  = %d
  kind   = "ManagedCluster"
  name   = format("%s%%02d", count.index)
  adopt  = true
  labels = { %s = %q }
  taints = [{ key = %q, value = "true", effect = "NoSelect" }]
}
`, p.Kubeconfig, manager, count, prefix, key, value, key)
	}
	all := map[string]*cli.Workspace{}
	var both sync.WaitGroup
	for _, name := range []string{"one", "two"} {
		w := cli.NewWorkspace(t, mirror, config("terraform-"+name, name, "set"))
		all[name] = w
		both.Go(func() {
			if out, err := w.Apply(t); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		})
	}
	both.Wait()
	for _, name := range cli.HubFleets["clusters"].Names(t, server, prefix) {
		object := server.Get(t, onhub.OCMClusterVersion, "ManagedCluster", "", name)
		labels := object.GetLabels()
		taints, _, _ := unstructured.NestedSlice(object.Object, "spec", "taints")
		if len(labels) != 2 || len(taints) != 2 || labels["one"] != "set" || labels["two"] != "set" {
			t.Errorf("%s has the labels %v and the taints %v", name, labels, taints)
		}
	}
	for name, w := range all {
		if out, err := w.Run(t, "plan", "-input=false", "-detailed-exitcode"); err != nil {
			t.Errorf("the second plan of %s: %v\n%s", name, err, out)
		}
	}
	for what, test := range map[string]struct{ config, says string }{
		"another value": {config("terraform-three", "one", "other"), `metadata.labels.one, set by "terraform-one"`},
		"the same manager": {
			config("terraform-one", "three", "set"),
			`the field manager "terraform-one", which is the one of this hub, has also set metadata.labels.one of ManagedCluster ` + prefix,
		},
	} {
		if out, err := cli.NewWorkspace(t, mirror, test.config).Run(t, "plan", "-input=false"); err == nil ||
			strings.Count(out, test.says) != count {
			t.Errorf("%s: %v, want %q\n%s", what, err, test.says, out)
		}
	}
}

// restartedHub starts the API server again in the middle of an apply, and applies again if that was too much.
func restartedHub(t *testing.T, _ *hubtest.Hub, mirror string, fleet *cli.HubFleet) {
	server := hubtest.StartOwn(t)
	const count = 20
	p := server.Proxy(t)
	config, prefix := fleet.On(t, server, p, count)
	w := cli.NewWorkspace(t, mirror, config)
	started := make(chan struct{})
	p.On(hubtest.Match{Method: "PATCH", Path: prefix, Skip: count + 15}, 1, hubtest.Before(func() {
		go func() {
			defer close(started)
			p.Restart(t)
		}()
	}))
	began := time.Now()
	out, err := w.Apply(t)
	failed := strings.Count(out, "Error: ")
	t.Logf("the apply took %s and has %d errors: %v", time.Since(began), failed, err)
	<-started
	if err != nil && failed != strings.Count(out, "no response from the hub at "+p.Host)+strings.Count(out,
		"The hub cannot be identified") {
		t.Errorf("another error: %s", out)
	}
	t.Logf("then the hub has %d objects and the state %d", len(fleet.Names(t, server, prefix)), len(w.Managed(t)))
	w.MustSettle(t)
	fleet.MustHave(t, server, w, prefix, count)
}

// TestProviderHub configures the provider with connections that are right, wrong and unknown.
func TestProviderHub(t *testing.T) {
	server := hubtest.Start(t)
	tests := map[string]struct {
		config object
		// says is part of the one diagnostic; empty for none.
		says string
	}{
		"a kubeconfig":    {object{"hub": object{"config_path": server.Kubeconfig}}, ""},
		"no hub":          {object{"hub": nil}, ""},
		"an unknown hub":  {object{"hub": unknown{}}, ""},
		"an unknown host": {object{"hub": object{"host": unknown{}, "token": "x"}}, ""},
		"a misspelt name": {object{"hub": object{"config_paht": "x"}}, `did you mean "config_path"`},
		"a missing file":  {object{"hub": object{"config_path": "/nowhere/kubeconfig"}}, "hub.config_path: "},
		"both fleets": {
			object{"hub": object{"config_path": server.Kubeconfig}, "manifests": list{}}, "cannot be combined with manifests",
		},
		"two connections": {
			object{"hub": object{"config_path": "x", "host": "https://example.com"}}, "cannot be combined with config_path",
		},
		"a number too big": {object{"hub": object{"config_path": server.Kubeconfig, "max_retries": 4.0}}, "must be 0 to 3"},
		"not an object":    {object{"hub": "https://example.com"}, "hub: "},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found := providertest.ConfigureRaw(t, providertest.NewServer(), test.config).Diagnostics
			switch {
			case test.says == "" && len(found) > 0:
				t.Error(providertest.Shown(found[0]))
			case test.says != "" && (len(found) != 1 || !strings.Contains(providertest.Shown(found[0]), test.says)):
				for _, d := range found {
					t.Log(providertest.Shown(d))
				}
				t.Errorf("want one diagnostic that says %q", test.says)
			}
		})
	}
}

// TestHubWebhookDown: a webhook that does not respond makes the plan warn and the apply fail, for an object of every kind.
func TestHubWebhookDown(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.WebhookDown(t, prefix, namespace)
	for what, o := range onhub.LiveObjectsNamed(prefix, namespace) {
		t.Run(what, func(t *testing.T) { failsWithoutWebhook(t, onhub.NewRun(t, o.Noun, onhub.Provider(server)), o.Config) })
	}
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			r := onhub.NewPlacedRun(t, hubtest.Start(t), kind)
			config := r.Config(1)
			r.F.Server.WebhookDown(t, r.F.Prefix+"web", r.F.Namespace)
			failsWithoutWebhook(t, r.Run, config)
		})
	}
}

// failsWithoutWebhook checks that a plan to create an object warns of the webhook, and that the apply names it.
func failsWithoutWebhook(t *testing.T, r *onhub.Run, config object) {
	t.Helper()
	r.Provider = object{"hub": providertest.Merged(r.Provider["hub"].(object), object{"max_retries": int64(0)})}
	p := r.Try(config)
	if p.Failed() {
		t.Fatal(providertest.Said(p.Diags))
	}
	r.Has(p.Diags[:1], `is not checked by the hub: A webhook of the hub does not respond, so that the apply fails until it does.`)
	diags := r.CarryOut(p)
	if !providertest.Failed(diags) {
		t.Fatal("the apply does not fail")
	}
	if r.Has(diags[len(diags)-1:], "ERROR failed calling webhook"); !r.State.IsNull() {
		t.Error("the object is in the state")
	}
}

// TestHubClusterSetOfWebhook: the plan that creates a cluster without a cluster set names the set that it becomes a member of.
func TestHubClusterSetOfWebhook(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	server.RegistrationWebhook(t, prefix)
	r := onhub.NewRun(t, "cluster", onhub.Provider(server))
	r.Has(r.Do(object{"name": prefix + "a", "kind": "ManagedCluster"}),
		`becomes a member of a cluster set: The hub puts the cluster into the cluster set "default"`)
	r.Settles(object{"name": prefix + "a", "kind": "ManagedCluster"})
	other := onhub.NewRun(t, "cluster", onhub.Provider(server))
	other.Has(other.Do(object{"name": prefix + "b", "kind": "ManagedCluster",
		"labels": object{"cluster.open-cluster-management.io/clusterset": "prod"}}))
}
