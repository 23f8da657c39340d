// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	clusterVersion = "cluster.open-cluster-management.io/v1"
	managedCluster = "ManagedCluster"
)

// clusterChange is a change of a ManagedCluster.
func clusterChange(t testing.TB, c *placement.Cluster, spec hubobject.ClusterSpec) *hub.Desired {
	t.Helper()
	set, err := hubobject.ApplyCluster(hubobject.ManagedCluster, &hubobject.Cluster{Cluster: *c, ClusterSpec: spec})
	if err != nil {
		t.Fatal(err)
	}
	return &hub.Desired{Reference: hub.Reference{Kind: hubobject.ManagedCluster, Name: c.Name}, Set: set}
}

// next is the change after one that was made.
func next(t testing.TB, last *hub.Desired, made *hub.Object, c *placement.Cluster) *hub.Desired {
	t.Helper()
	change := clusterChange(t, c, hubobject.ClusterSpec{})
	change.UID, change.Prior = made.UID(), last.Set
	return change
}

func taint(key string) placement.Taint {
	return placement.Taint{Key: key, Value: "true", Effect: placement.NoSelect}
}

// taintKeys are the keys of the taints of a cluster on the hub.
func taintKeys(object *unstructured.Unstructured) (keys []string) {
	taints, _, _ := unstructured.NestedSlice(object.Object, "spec", "taints")
	for _, t := range taints {
		if fields, ok := t.(map[string]any); ok {
			keys = append(keys, fields["key"].(string)) //nolint:forcetypeassert // The CRD requires it.
		}
	}
	return keys
}

func mustWrite(t testing.TB, client *hub.Client, desired *hub.Desired) *hub.Object {
	t.Helper()
	object, err := client.Write(t.Context(), desired)
	if err != nil {
		t.Fatal(err)
	}
	return object
}

// TestWriteCluster creates and changes a cluster whose taints others write, too, and releases it.
func TestWriteCluster(t *testing.T) {
	server := hubtest.Start(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	name := server.Prefix(t) + "a"
	get := func() *unstructured.Unstructured { return server.Get(t, clusterVersion, managedCluster, "", name) }

	yes := true
	cluster := &placement.Cluster{Name: name, Labels: map[string]string{"region": "eu"},
		Taints: []placement.Taint{taint("gpu"), taint("old")}}
	first := clusterChange(t, cluster, hubobject.ClusterSpec{HubAcceptsClient: &yes})
	made := mustWrite(t, client, first)
	if diff := cmp.Diff([]string{"gpu", "old"}, taintKeys(get())); diff != "" {
		t.Error(diff)
	}

	// The taint controller of Open Cluster Management writes between any two steps.
	server.SetUnreachable(t, name, true)
	cluster = &placement.Cluster{Name: name, Labels: map[string]string{"region": "us"},
		Taints: []placement.Taint{taint("gpu"), taint("new")}}
	second := next(t, first, made, cluster)
	mustWrite(t, client, second)
	got := get()
	if diff := cmp.Diff([]string{"gpu", "cluster.open-cluster-management.io/unreachable", "new"}, taintKeys(got)); diff != "" {
		t.Error(diff)
	}
	if got.GetLabels()["region"] != "us" {
		t.Errorf("labels %v", got.GetLabels())
	}
	if _, found, _ := unstructured.NestedBool(got.Object, "spec", "hubAcceptsClient"); found {
		// The CRD has the default false, but for the stand-in of upstream's.
		if accepted, _, _ := unstructured.NestedBool(got.Object, "spec", "hubAcceptsClient"); accepted {
			t.Error("the cluster is still accepted, although that is no longer set")
		}
	}
	unchanged := got.GetResourceVersion()
	mustWrite(t, client, next(t, second, made, cluster))
	if now := get().GetResourceVersion(); now != unchanged {
		t.Error("a change that changes nothing has written the object")
	}

	before := get()
	if err := client.Release(t.Context(), first.Reference, made.UID()); err != nil {
		t.Fatal(err)
	}
	after := get()
	for _, o := range []*unstructured.Unstructured{before, after} {
		o.SetResourceVersion("")
	}
	for _, e := range after.GetManagedFields() {
		if e.Manager == hub.DefaultFieldManager {
			t.Errorf("an entry of the manager is left: %v", e)
		}
	}
	before.SetManagedFields(nil)
	after.SetManagedFields(nil)
	if diff := cmp.Diff(before.Object, after.Object); diff != "" {
		t.Errorf("the release has changed the object:\n%s", diff)
	}
}

// TestWriteExisting: an object that exists is taken over only on demand, and never a field of another manager.
func TestWriteExisting(t *testing.T) {
	server := hubtest.Start(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	name := server.Prefix(t) + "b"
	server.Create(t, "{apiVersion: "+clusterVersion+", kind: ManagedCluster, metadata: {name: "+name+", labels: {region: eu, "+
		"tier: gold}}, spec: {}}")
	change := clusterChange(t, &placement.Cluster{Name: name, Labels: map[string]string{"region": "us"}}, hubobject.ClusterSpec{})
	var exists *hub.ExistsError
	if _, err := client.Write(t.Context(), change); !errors.As(err, &exists) ||
		!strings.Contains(err.Error(), "ManagedCluster "+name+" exists already (managed by hubtest") {
		t.Fatalf("got %v", err)
	}
	change.Adopt = true
	_, err := client.Write(t.Context(), change)
	if diff := cmp.Diff([]hub.Conflict{{Manager: `"hubtest" using cluster.open-cluster-management.io/v1`,
		Field: "metadata.labels.region"}}, hub.Conflicts(err)); diff != "" {
		t.Fatalf("%v\n%s", err, diff)
	}
	found, err := client.Look(t.Context(), change.Reference)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.DryRun(t.Context(), change, found); hub.Conflicts(err) == nil {
		t.Errorf("the dry run has no conflict: %v", err)
	}
	change.Force = true
	made := mustWrite(t, client, change)
	labels := server.Get(t, clusterVersion, managedCluster, "", name).GetLabels()
	if diff := cmp.Diff(map[string]string{"region": "us", "tier": "gold"}, labels); diff != "" {
		t.Error(diff)
	}
	// The same again goes on, as after an apply that was interrupted.
	change.Adopt = false
	if again := mustWrite(t, client, change); again.UID() != made.UID() {
		t.Error("another object")
	}
	server.Delete(t, clusterVersion, managedCluster, "", name)
	change.UID = made.UID()
	if _, err := client.Write(t.Context(), change); err == nil || !strings.Contains(err.Error(), "deleted by another client") {
		t.Errorf("got %v", err)
	}
}

// TestWriteConcurrently lets two clients and the taint controller change the taints of one cluster at the same time.
func TestWriteConcurrently(t *testing.T) {
	server := hubtest.Start(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	name := server.Prefix(t) + "c"
	base := clusterChange(t, &placement.Cluster{Name: name}, hubobject.ClusterSpec{})
	made := mustWrite(t, client, base)
	var all sync.WaitGroup
	for _, key := range []string{"one", "two", "three"} {
		all.Go(func() {
			change := next(t, base, made, &placement.Cluster{Name: name, Taints: []placement.Taint{taint(key)}})
			if _, err := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig}).Write(t.Context(), change); err != nil {
				t.Error(err)
			}
		})
	}
	server.SetUnreachable(t, name, true)
	all.Wait()
	if keys := taintKeys(server.Get(t, clusterVersion, managedCluster, "", name)); len(keys) != 4 {
		t.Errorf("taints %v", keys)
	}
}

// TestDelete waits for finalizers, and leaves another object of the same name.
func TestDelete(t *testing.T) {
	server := hubtest.Start(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	ref := hub.Reference{Kind: hubobject.ManagedClusterSet, Name: server.Prefix(t) + "s"}
	set, err := hubobject.ApplyClusterSet(&placement.ClusterSet{Name: ref.Name, SelectorType: placement.ExclusiveClusterSetLabel})
	if err != nil {
		t.Fatal(err)
	}
	made := mustWrite(t, client, &hub.Desired{Reference: ref, Set: set})
	if err := client.Delete(t.Context(), ref, "another", nil); err != nil {
		t.Fatal(err)
	}
	if object, err := client.Look(t.Context(), ref); err != nil || object == nil {
		t.Fatalf("another object was deleted: %v", err)
	}
	if err := client.Delete(t.Context(), ref, made.UID(), nil); err != nil {
		t.Fatal(err)
	}
	if object, err := client.Look(t.Context(), ref); err != nil || object != nil {
		t.Errorf("the object is still there: %v", err)
	}
	if err := client.Delete(t.Context(), ref, made.UID(), nil); err != nil {
		t.Errorf("deleting what is gone: %v", err)
	}
}
