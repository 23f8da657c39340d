// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// writes matches the requests that write an object, and not those that only check it. Skip of them pass before.
func writes(o *onhub.LiveObject, skip int) hubtest.Match {
	return hubtest.Match{Method: "PATCH", Path: "/" + o.Name, NoQuery: "dryRun", Skip: skip}
}

// TestHubCreate_interrupted: an object that was created by a run that was interrupted is completed, and a warning says so. With
// other values it is not taken over.
func TestHubCreate_interrupted(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	p := server.Proxy(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) { checkInterrupted(t, server, p, o) })
	}
}

// checkInterrupted interrupts the creation of an object after every request.
func checkInterrupted(t *testing.T, server *hubtest.Hub, p *hubtest.Proxy, o *onhub.LiveObject) {
	t.Helper()
	taken := "exists already and is taken over"
	// The state was lost after every request.
	count := 0
	r := onhub.NewRun(t, o.Noun, onhub.Proxied(p))
	for ; ; count++ {
		r.State, r.Private, r.Identity = r.Nothing(), nil, nil
		p.Clear()
		p.On(writes(o, count), hubtest.Always, hubtest.Refuse(http.StatusForbidden, "Forbidden", "no"))
		diags := r.Do(o.Config)
		if !providertest.Failed(diags) {
			break
		}
		if !r.State.IsNull() {
			t.Error("a failed creation is in the state")
		}
		exists := o.Get(t, server) != nil
		if exists != (count > 0) {
			t.Fatalf("after %d requests the object exists: %t", count, exists)
		}
		if !exists {
			continue
		}
		if !o.IsName && !o.IsStatus {
			r.Has(r.Do(o.Updated), "ERROR exists already")
		}
		p.Clear()
		r.Has(r.Do(o.Config), taken)
		o.Check(t, server)
		r.Settles(o.Config)
		o.Delete(t, server)
	}
	if want := map[bool]int{true: 2}[o.IsStatus]; count != max(want, 1) {
		t.Errorf("the creation takes %d requests, want %d", count, max(want, 1))
	}
	p.Clear()

	// All was written, and the state was lost.
	r.State, r.Private, r.Identity = r.Nothing(), nil, nil
	r.Has(r.Do(o.Config), taken)
	r.Settles(o.Config)
	r.State, r.Private, r.Identity = r.Nothing(), nil, nil
	if !o.IsName {
		r.Has(r.Do(o.Updated), "ERROR exists already")
	}
	if !o.IsName {
		// It would lose what it has.
		r.Has(r.Do(o.Minimal), "ERROR exists already")
	}
	o.Check(t, server)
}

// TestHubUpdate_fails: a failed update leaves the state as it was, and the next plan shows what is missing.
func TestHubUpdate_fails(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	p := server.Proxy(t)
	for what, o := range onhub.LiveObjects(t, server) {
		if o.IsName {
			continue
		}
		t.Run(what, func(t *testing.T) {
			r := onhub.NewRun(t, o.Noun, onhub.Proxied(p))
			r.Has(r.Do(o.Config))
			for skip := 0; ; skip++ {
				state := r.State
				p.Clear()
				p.On(writes(o, skip), hubtest.Always, hubtest.Refuse(http.StatusForbidden, "Forbidden", `u cannot patch resource "x"`))
				diags := r.Do(o.Updated)
				if !providertest.Failed(diags) {
					break
				}
				r.Has(diags, "ERROR cannot be written to the hub: cannot patch "+o.Resource())
				if skip == 0 && !r.State.Equal(state) {
					t.Errorf("the state has changed:%s", r.Changed(state, r.State))
				}
				p.Clear()
				if plan := r.Try(o.Updated); plan.Failed() || plan.State.Equal(r.State) {
					t.Errorf("the next plan is empty: %s", providertest.Said(plan.Diags))
				}
			}
			p.Clear()
			r.Settles(o.Updated)
		})
	}
}

// deletedAfterTwoSeconds is the configuration of an object whose deletion is waited for, and what an apply says of a change meanwhile.
func deletedAfterTwoSeconds(o *onhub.LiveObject) (config object, refused []string) {
	config = providertest.Merged(o.Config, object{"timeouts": object{"delete": "2s"}})
	if o.IsReleased {
		config["on_destroy"] = "delete"
	}
	refused = []string{"is being deleted on the hub"}
	if o.Kind == "ManifestWork" {
		config["always_wait_for_deletion"] = true // Its cluster does not exist.
		refused = append(refused, "Until then its apply fails; that of the others goes on")
	}
	return config, append(refused, "ERROR it is being deleted; wait until it is gone, or remove what blocks the deletion: example.com/cleanup")
}

// TestHubDelete waits for finalizers, at most as long as configured.
func TestHubDelete(t *testing.T) {
	server := fakehub.Start(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewRun(t, o.Noun, onhub.Provider(server))
			config, refused := deletedAfterTwoSeconds(o)
			r.Has(r.Do(config))
			o.Patch(t, server, "controller", `{metadata: {finalizers: ["example.com/cleanup", "example.com/wait"]}}`)
			state := r.State
			diags := r.Do(nil)
			r.Has(diags, "ERROR cannot be deleted from the hub: cannot delete "+o.Resource()+"."+o.APIVersion[:strings.Index(o.APIVersion, ".")+1])
			if text := providertest.Said(diags); !strings.Contains(text, "is not gone yet: the time of timeouts.delete is up: 2s; it "+
				"waits for the finalizers example.com/cleanup, example.com/wait") {
				t.Error(text)
			}
			if !r.State.Equal(state) {
				t.Errorf("the state has changed:%s", r.Changed(state, r.State))
			}
			// What is being deleted is not changed.
			if !o.IsName {
				r.Has(r.Do(o.Updated), refused...)
			}
			p := r.Try(config)
			r.Has(p.Diags, "waits for its finalizers: example.com/cleanup, example.com/wait. Until then the hub refuses changes")
			if !p.State.Equal(r.State) {
				t.Errorf("the plan is not empty:%s", r.Changed(r.State, p.State))
			}
			// It is waited for until it is gone.
			defer hubtest.Later(200*time.Millisecond, func() { o.Patch(t, server, "controller", `{metadata: {finalizers: null}}`) })()
			config["timeouts"] = object{"delete": "5m"}
			r.Private = nil
			r.Start()
			p = r.PlanOnce(r.State, nil, r.Identity, r.Nothing())
			r.State = providertest.With(t, r.State, map[string]any{"timeouts": object{"delete": "5m"}})
			r.Has(r.CarryOut(p))
			if o.Get(t, server) != nil {
				t.Error("the object is still there")
			}
		})
	}
}

// TestHubPlan_unchanged: what has not changed is read once, and nothing else is asked.
func TestHubPlan_unchanged(t *testing.T) {
	server := fakehub.Start(t)
	p := server.Proxy(t)
	for what, o := range onhub.LiveObjects(t, server) {
		t.Run(what, func(t *testing.T) {
			r := onhub.NewRun(t, o.Noun, onhub.Proxied(p))
			r.Has(r.Do(o.Config))
			p.Clear()
			r.Settles(o.Config)
			var requests []string
			for _, request := range p.Requests(hubtest.Match{}) {
				path := strings.Split(request.Path, "/")
				requests = append(requests, request.Method+" "+path[len(path)-1])
			}
			version := strings.Split(o.APIVersion, "/")
			slices.Sort(requests)
			want := []string{"GET " + o.Name, "GET " + version[0], "GET " + version[1], "GET kube-system"}
			slices.Sort(want)
			if diff := cmp.Diff(want, requests); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestHubWithoutKind: without the CRD, the refresh and the destroy of an object say how to forget it.
func TestHubWithoutKind(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	p := server.Proxy(t)
	r := onhub.NewRun(t, "cluster_set", onhub.Proxied(p))
	config := object{"name": server.Prefix(t) + "set"}
	r.Has(r.Do(config))
	p.On(hubtest.Match{Method: "GET", Path: "/apis/cluster.open-cluster-management.io"}, hubtest.Always,
		hubtest.Refuse(404, "NotFound", "the server could not find the requested resource"))
	const hint = "ERROR managedclustersets.cluster.open-cluster-management.io: is Open Cluster Management installed? If the CRD " +
		"was deleted, its objects were deleted, too: to forget the cluster set "
	r.Has(r.Try(config).Diags, hint)
	r.Start()
	r.Has(r.CarryOut(r.Plan(r.Nothing())), hint)
	p.Clear()
	r.Destroys(false)
}

// TestHubResourceOverride_snapshot: an apply ends when KubeFleet has the snapshot of what was written, and when those of a deleted
// override are gone. If no snapshot comes the apply fails in time, and the next one continues with the same object.
func TestHubResourceOverride_snapshot(t *testing.T) {
	for _, kind := range []string{"ClusterResourceOverride", "ResourceOverride"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			server := fakehub.Start(t)
			prefix, namespace, in := server.Prefix(t), server.Namespace(t), ""
			if kind == "ResourceOverride" {
				in = namespace
			}
			r := onhub.NewRun(t, "resource_override", onhub.Provider(server))
			config := providertest.OverrideOf(in, prefix+"web", "eu")
			config["timeouts"] = object{"create": "5s"}
			r.Has(r.Do(config), "ERROR was written and is not as awaited: The hub has the change; the time of timeouts.create is up: 5s. KubeFleet has "+
				"not seen the override: check that its hub agent runs.\nThe object exists and is not in the state. Apply again to take it over")
			uid := server.Get(t, onhub.OverrideVersion, kind, in, prefix+"web").GetUID()

			server.FleetOverrides(t, prefix, namespace)
			delete(config, "timeouts")
			snapshot := func(index int) string {
				taken := server.Get(t, onhub.OverrideVersion, kind+"Snapshot", in, fmt.Sprintf("%sweb-%d", prefix, index))
				return fmt.Sprint(onhub.FieldOf(t, taken, "spec.overrideSpec.policy"))
			}
			r.Has(r.Do(config), "exists already and is taken over")
			if r.Value("uid") != string(uid) || !strings.Contains(snapshot(0), "region:eu") {
				t.Errorf("the object %v has the snapshot %s", r.Value("uid"), snapshot(0))
			}
			r.Has(r.Do(providertest.OverrideOf(in, prefix+"web", "us")))
			if !strings.Contains(snapshot(1), "region:us") {
				t.Errorf("after the change: %s", snapshot(1))
			}
			r.Settles(providertest.OverrideOf(in, prefix+"web", "us"))
			r.Destroys(false)
			if left := server.List(t, onhub.OverrideVersion, kind+"Snapshot", in, "kubernetes-fleet.io/parent-resource-override="+prefix+"web"); len(left) > 0 {
				t.Errorf("%d snapshots are there after the override", len(left))
			}
		})
	}
}
