// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// writingFaults are the faults of calls that write: those of all calls that may end in another way, and those after the server
// has acted.
func writingFaults() map[string]connectionFault {
	faults := map[string]connectionFault{
		"resets after it":         {hubtest.ResetAfter, hubtest.Always, 4, ": no response from the hub at "},
		"a hang after it, once":   {hubtest.HangAfter, 1, 2, ""},
		"a hang after it, always": {hubtest.HangAfter, hubtest.Always, 3, " has not responded within 15s (after "},
	}
	for _, name := range []string{
		"429 with Retry-After, twice", "503, once", "503, always", "a login page", "another object", "a reset, once",
		"a reset after it, once",
		"a cut body, once", "a lost connection", "404 of another server", "credentials that expire",
	} {
		faults[name] = connectionFaults[name]
	}
	return faults
}

// writer is a call that writes a cluster.
type writer struct {
	// method is that of the requests that write. Skip is how many of them are without a fault before, of total.
	method      string
	skip, total int
	// prepare makes what is there before, without faults.
	prepare func(t *testing.T, client *hub.Client, name string) *hub.Object
	// isOptional says that a call which fails is no error: the next one makes up for it.
	isOptional bool
	call       func(ctx context.Context, client *hub.Client, name string, before *hub.Object) error
}

func clusterOf(name string) hub.Reference {
	return hub.Reference{Kind: hubobject.ManagedCluster, Name: name}
}

// firstChange creates a cluster, and secondChange changes it.
func firstChange(name string) *hub.Desired {
	return newChange(&placement.Cluster{
		Name: name, Labels: map[string]string{"region": "eu", "tier": "gold"}, Taints: []placement.Taint{taint("gpu"), taint("old")},
	})
}

func secondChange(name string, before *hub.Object) *hub.Desired {
	change := newChange(&placement.Cluster{
		Name: name, Labels: map[string]string{"region": "us"}, Taints: []placement.Taint{taint("gpu"), taint("new")},
	})
	change.UID, change.Prior = before.UID(), firstChange(name).Set
	return change
}

func newChange(c *placement.Cluster) *hub.Desired {
	set, err := hubobject.ApplyCluster(hubobject.ManagedCluster,
		&hubobject.Cluster{Cluster: *c, ClusterSpec: hubobject.ClusterSpec{HubAcceptsClient: new(true)}})
	if err != nil {
		panic(err)
	}
	return &hub.Desired{Reference: clusterOf(c.Name), Set: set}
}

func create(ctx context.Context, client *hub.Client, name string, _ *hub.Object) error {
	return second(client.Write(ctx, firstChange(name)))
}

func update(ctx context.Context, client *hub.Client, name string, before *hub.Object) error {
	return second(client.Write(ctx, secondChange(name, before)))
}

func created(t *testing.T, client *hub.Client, name string) *hub.Object {
	return mustWrite(t, client, firstChange(name))
}

var writers = map[string]writer{
	"the creation":             {"PATCH", 0, 2, nil, false, create},
	"the shared lists":         {"PATCH", 1, 2, nil, true, create},
	"the change of the taints": {"PATCH", 0, 2, created, false, update},
	"the change of the labels": {"PATCH", 1, 2, created, false, update},
	"the release": {"PATCH", 0, 1, created, false, func(ctx context.Context, client *hub.Client, name string,
		before *hub.Object) error {
		return client.Release(ctx, clusterOf(name), before.UID())
	}},
	"the deletion": {"DELETE", 0, 1, created, false, func(ctx context.Context, client *hub.Client, name string,
		before *hub.Object) error {
		return client.Delete(ctx, clusterOf(name), before.UID(), nil)
	}},
}

// TestWritingThroughFaults states for each fault of a call that writes to a real API server how many requests it takes, and what
// the server has then: exactly what a call without faults leaves. After an error that is so when the call is made again.
func TestWritingThroughFaults(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	direct := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	// Slow faults go on while the others are tried.
	var waiting sync.WaitGroup
	defer waiting.Wait()
	n := 0
	for what, writer := range writers {
		name := fmt.Sprint(prefix, "want", n)
		before := writer.before(t, direct, name)
		if err := writer.call(t.Context(), direct, name, before); err != nil {
			t.Fatal(err)
		}
		want := written(server, t, name)
		for fault, of := range writingFaults() {
			n++
			name := fmt.Sprint(prefix, n)
			before := writer.before(t, direct, name)
			check := func() {
				p := server.Proxy(t)
				writer.check(t, p, of, name, before, what+", "+fault)
				if diff := cmp.Diff(want, written(server, t, name)); diff != "" {
					t.Errorf("%s, %s: the server has another object (-want +got):\n%s", what, fault, diff)
				}
			}
			if slices.Contains(slowFaults, fault) || strings.HasPrefix(fault, "a hang") {
				waiting.Go(check)
			} else {
				check()
			}
		}
	}
}

func (w writer) before(t *testing.T, client *hub.Client, name string) *hub.Object {
	if w.prepare == nil {
		return nil
	}
	return w.prepare(t, client, name)
}

func (w writer) check(t *testing.T, p *hubtest.Proxy, fault connectionFault, name string, before *hub.Object, what string) {
	client := throughProxy(t, p, nil)
	if _, err := client.Serves(t.Context(), hubobject.ManagedCluster); err != nil {
		t.Error(err)
	}
	writes := hubtest.Match{Method: w.method, Path: name}
	p.On(hubtest.Match{Method: w.method, Path: name, Skip: w.skip}, fault.times, fault.fault)
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	err := w.call(ctx, client, name, before)
	if took := time.Since(began); took > 90*time.Second {
		t.Errorf("%s: it took %s", what, took)
	}
	if !says(err, fault.says) && (!w.isOptional || err != nil) || err != nil &&
		!strings.HasPrefix(err.Error(), "cannot "+strings.ToLower(w.method)+" managedclusters.") {
		t.Errorf("%s: error %v, want %q", what, err, fault.says)
	}
	requests := fault.requests - 1 + w.total
	if fault.says != "" {
		requests = fault.requests + w.skip
	}
	if n := len(p.Requests(writes)); n != requests {
		t.Errorf("%s: %d requests, want %d", what, n, requests)
	}
	if err != nil || w.isOptional {
		p.Clear()
		if err := w.call(ctx, client, name, before); err != nil {
			t.Errorf("%s, again: %v", what, err)
		}
	}
}

// written is an object without what differs between two of the same content, or nil if there is none.
func written(server *hubtest.Hub, t *testing.T, name string) map[string]any {
	object := server.Get(t, clusterVersion, managedCluster, "", name)
	if object == nil {
		return nil
	}
	object.SetName("")
	object.SetUID("")
	object.SetResourceVersion("")
	unstructured.RemoveNestedField(object.Object, "metadata", "creationTimestamp")
	entries := object.GetManagedFields()
	for i := range entries {
		entries[i].Time = nil
	}
	object.SetManagedFields(entries)
	return object.Object
}
