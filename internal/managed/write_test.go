// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// bothKinds runs a test for an object of both kinds.
func bothKinds(t *testing.T, ofCluster func(*life[hubobject.Cluster]), ofScore func(*life[placement.Score])) {
	t.Helper()
	server := fakehub.Start(t)
	t.Run("cluster", func(t *testing.T) { t.Parallel(); ofCluster(lifeOfCluster(t, server)) })
	t.Run("score", func(t *testing.T) { t.Parallel(); ofScore(lifeOfScore(t, server)) })
}

// TestCreate_meanwhile: what somebody else creates between the check and the write is never touched, unless it may be adopted.
func TestCreate_meanwhile(t *testing.T) {
	t.Parallel()
	bothKinds(t, meanwhile[hubobject.Cluster], meanwhile[placement.Score])
}

func meanwhile[T any](l *life[T]) {
	l.t.Helper()
	for _, arguments := range []*Arguments{{}, {ForceConflicts: true}} {
		var before map[string]any
		l.proxy.Clear()
		l.proxy.On(l.writes(), 1, hubtest.Before(func() {
			before = withoutManagers(l.server.Create(l.t, l.others))
		}))
		wants(l.t, l.apply(l.first, arguments), "ERROR created at the same time by another client")
		found := l.on()
		if diff := cmp.Diff(before, withoutManagers(found)); diff != "" {
			l.t.Errorf("the object of another client has changed:\n%s", diff)
		}
		if names := managers(found); slices.Contains(names, hub.DefaultFieldManager) {
			l.t.Errorf("the managers are %q", names)
		}
		l.remove()
	}
	l.proxy.Clear()
	l.proxy.On(l.writes(), 1, hubtest.Before(func() { l.server.Create(l.t, l.others) }))
	wants(l.t, l.apply(l.first, &Arguments{Adopt: true, ForceConflicts: true}))
	l.has(l.first)
}

// TestCreate_interrupted: an object of an apply that was interrupted after any of its requests is completed by the next one.
func TestCreate_interrupted(t *testing.T) {
	t.Parallel()
	bothKinds(t, func(l *life[hubobject.Cluster]) { interrupted(l, 1) }, func(l *life[placement.Score]) { interrupted(l, 2) })
}

func interrupted[T any](l *life[T], requests int) {
	l.t.Helper()
	for after := range requests {
		l.refuse(after)
		wants(l.t, l.apply(l.first, &Arguments{}), "ERROR cannot be written to the hub")
		if exists := l.on() != nil; exists != (after > 0) {
			l.t.Fatalf("after %d requests the object exists: %t", after, exists)
		}
		l.proxy.Clear()
		var taken []string
		if after > 0 {
			taken = append(taken, "exists already and is taken over")
		}
		wants(l.t, l.apply(l.first, &Arguments{}), taken...)
		l.has(l.first)
		l.forget()
		l.remove()
	}
	// With all of its requests it is complete, and the state is lost: only an equal object is taken over.
	l.refuse(requests)
	wants(l.t, l.apply(l.first, &Arguments{}))
	l.proxy.Clear()
	l.forget()
	wants(l.t, l.apply(l.first, &Arguments{}), "exists already and is taken over")
	l.has(l.first)
}

// TestUpdate_fails: an update that fails after any of its requests is completed by the next one.
func TestUpdate_fails(t *testing.T) {
	t.Parallel()
	bothKinds(t, updateFails[hubobject.Cluster], updateFails[placement.Score])
}

func updateFails[T any](l *life[T]) {
	l.t.Helper()
	wants(l.t, l.apply(l.first, &Arguments{}))
	l.refuse(0)
	wants(l.t, l.apply(l.second, &Arguments{}), "ERROR cannot be written to the hub: cannot patch ")
	l.has(l.first)
	l.proxy.Clear()
	wants(l.t, l.apply(l.second, &Arguments{}))
	l.has(l.second)
}

// TestDestroy waits for finalizers, at most as long as its timeout.
func TestDestroy(t *testing.T) {
	t.Parallel()
	bothKinds(t, waitsForFinalizers[hubobject.Cluster], waitsForFinalizers[placement.Score])
}

func waitsForFinalizers[T any](l *life[T]) {
	l.t.Helper()
	deletes := func(within time.Duration) *Arguments {
		return &Arguments{OnDestroy: destroyDelete, Timeouts: hub.Timeouts{Delete: &metav1.Duration{Duration: within}}}
	}
	wants(l.t, l.apply(l.first, &Arguments{}))
	l.patch("controller", `{metadata: {finalizers: ["example.com/cleanup"]}}`)
	// The time is enough for the request that deletes, also on a machine with much to do.
	wants(l.t, l.destroy(deletes(time.Second)), "ERROR cannot be deleted from the hub")
	existing, found := l.operation(l.state).refresh(l.t.Context())
	if wants(l.t, found, "is being deleted on the hub"); existing == nil || !existing.Deleting() {
		l.t.Errorf("there is %+v", existing)
	}
	wants(l.t, l.apply(l.second, &Arguments{}), "ERROR it is being deleted; wait until it is gone, or remove what blocks the "+
		"deletion: example.com/cleanup")
	defer hubtest.Later(50*time.Millisecond, func() { l.patch("controller", `{metadata: {finalizers: null}}`) })()
	if wants(l.t, l.destroy(deletes(time.Minute))); l.on() != nil {
		l.t.Error("the object is still there")
	}
}

// TestDestroy_another: an object of the same name that another client has created is no object of the state.
func TestDestroy_another(t *testing.T) {
	t.Parallel()
	bothKinds(t, isAnother[hubobject.Cluster], isAnother[placement.Score])
}

func isAnother[T any](l *life[T]) {
	l.t.Helper()
	wants(l.t, l.apply(l.first, &Arguments{}))
	l.remove()
	l.server.Create(l.t, l.others)
	existing, found := l.operation(l.state).refresh(l.t.Context())
	if wants(l.t, found, "is another object now"); existing != nil {
		l.t.Errorf("there is %+v", existing)
	}
	wants(l.t, l.apply(l.second, &Arguments{}), "ERROR it was deleted by another client")
	if wants(l.t, l.destroy(&Arguments{OnDestroy: destroyDelete})); l.on() == nil {
		l.t.Error("the object of another client was deleted")
	}
}

// TestRelease: a released object is as before, whoever else manages it, but for the field manager.
func TestRelease(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	for _, foreign := range []string{"{}", `{metadata: {labels: {team: x}}, spec: {taints: [{key: other, effect: NoSelect, timeAdded: ` +
		`"2026-08-11T11:59:00Z"}, {key: gpu, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}]}}`} {
		l := lifeOfCluster(t, server)
		wants(t, l.apply(l.first, &Arguments{}))
		l.patch("controller", foreign)
		before := l.on()
		wants(t, l.destroy(&Arguments{}))
		after := l.on()
		if diff := cmp.Diff(withoutManagers(before), withoutManagers(after)); diff != "" {
			t.Errorf("the release has changed the object:\n%s", diff)
		}
		if names := managers(after); slices.Contains(names, hub.DefaultFieldManager) {
			t.Errorf("the managers are %q", names)
		}
		l.remove()
	}
}

// TestRemoved: a field that the configuration does not set any more disappears, unless another manager has set it, too. A warning
// says so once.
func TestRemoved(t *testing.T) {
	t.Parallel()
	l := lifeOfCluster(t, fakehub.Start(t))
	wants(t, l.apply(l.first, &Arguments{}))
	const keeps = "keeps fields that the configuration no longer sets: Another field manager has set them, too, so they stay on the " +
		"hub:\n  - metadata.labels.region, set by \"kubectl\"\nTerraform no longer manages them."
	// The same value does not make another manager an owner. A changed one does.
	for _, region := range []string{"us", "eu"} {
		l.patch("kubectl", "{metadata: {labels: {region: "+region+"}}}")
	}
	bare := &hubobject.Cluster{Cluster: placement.Cluster{Name: l.first.Name}}
	// The check says it, and the write.
	wants(t, l.apply(bare, &Arguments{}), keeps, keeps)
	found := l.on()
	if lease, set, _ := unstructured.NestedInt64(found.Object, "spec", "leaseDurationSeconds"); set && lease == 30 {
		t.Errorf("the lease duration is still %d", lease)
	}
	if diff := cmp.Diff(map[string]string{"region": "eu"}, found.GetLabels()); diff != "" {
		t.Error(diff)
	}
	bare.Labels = map[string]string{"tier": "gold"}
	wants(t, l.apply(bare, &Arguments{}))
}
