// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// hubLists are the lists of a ManagedCluster that others write, too.
type hubLists struct {
	*onhub.Run
	server *hubtest.Hub
	name   string
}

func newHubLists(t *testing.T) *hubLists {
	server := fakehub.Start(t)
	return &hubLists{onhub.NewRun(t, "cluster", onhub.Provider(server)), server, server.Prefix(t) + "a"}
}

// config is a cluster with taints, and further arguments.
func (l *hubLists) config(taints list, further ...object) object {
	config := object{"name": l.name, "kind": "ManagedCluster", "taints": taints}
	for _, f := range further {
		config = providertest.Merged(config, f)
	}
	return config
}

// spec is a list of the spec on the hub. Times are replaced by T.
func (l *hubLists) spec(name string) []any {
	l.T.Helper()
	items, _, err := unstructured.NestedSlice(l.server.Get(l.T, onhub.OCMClusterVersion, "ManagedCluster", "", l.name).Object,
		"spec", name)
	if err != nil {
		l.T.Fatal(err)
	}
	for _, item := range items {
		if fields, ok := item.(map[string]any); ok && fields["timeAdded"] != nil && fields["timeAdded"] != earlier {
			fields["timeAdded"] = "T"
		}
	}
	return items
}

const earlier = "2026-08-11T11:59:00Z"

// others writes as another manager, with the lists as they are to be.
func (l *hubLists) others(patch string) {
	l.server.MergePatch(l.T, "registration", onhub.OCMClusterVersion, "ManagedCluster", "", l.name, patch)
}

func (l *hubLists) expect(name string, want ...object) {
	l.T.Helper()
	items := make([]any, len(want))
	for i := range want {
		items[i] = want[i]
	}
	if diff := cmp.Diff(items, l.spec(name)); diff != "" {
		l.T.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

var (
	hclGPU      = object{"key": "gpu", "value": "true", "effect": "NoSelect"}
	unreachable = object{"key": "cluster.open-cluster-management.io/unreachable", "effect": "NoSelect"}
)

// TestHubTaints: the taint controller of Open Cluster Management adds and removes its taint between any two runs. That is never
// drift or a conflict, and the taint is never removed.
func TestHubTaints(t *testing.T) {
	t.Parallel()
	l := newHubLists(t)
	gpu := func(value any) object { return object{"key": "gpu", "value": value, "effect": "NoSelect"} }
	steps := []struct {
		config object
		want   []object
	}{
		{l.config(list{hclGPU}), []object{gpu("true")}},
		{l.config(list{hclGPU}), []object{gpu("true")}},
		{l.config(list{hclGPU}, object{"labels": object{"a": "b"}}), []object{gpu("true")}},
		{l.config(list{gpu("false")}), []object{gpu("false")}},
		{l.config(list{object{"key": "gpu", "effect": "NoSelectIfNew"}}), []object{{"key": "gpu", "effect": "NoSelectIfNew"}}},
		{l.config(list{}), nil},
		{l.config(nil), nil},
		// A value that is no longer set is removed.
		{l.config(list{hclGPU}), []object{gpu("true")}},
		{l.config(list{object{"key": "gpu", "effect": "NoSelect"}}), []object{{"key": "gpu", "effect": "NoSelect"}}},
	}
	for _, on := range []bool{true, false} {
		for i, step := range steps {
			l.Has(l.Do(step.config))
			l.Settles(step.config)
			l.server.SetUnreachable(t, l.name, on == (i%2 == 0))
			l.Settles(step.config)
			// A change of something else is no conflict.
			l.Has(l.Do(providertest.Merged(step.config, object{"lease_duration_seconds": int64(30 + i)})))
			var ours, theirs []any
			for _, item := range l.spec("taints") {
				if cmp.Equal(item, any(unreachable)) {
					theirs = append(theirs, item)
				} else {
					ours = append(ours, item)
				}
			}
			if (len(theirs) == 1) != (on == (i%2 == 0)) {
				t.Fatalf("step %d: the taint of the controller: %v", i, theirs)
			}
			var want []any
			for _, taint := range step.want {
				want = append(want, taint)
			}
			if diff := cmp.Diff(want, ours); diff != "" {
				t.Fatalf("step %d: taints (-want +got):\n%s", i, diff)
			}
		}
		l.Has(l.Do(l.config(nil)))
	}
}

// TestHubTaints_drift: a taint of ours that somebody has changed or removed is drift, and one that somebody has added is not.
func TestHubTaints_drift(t *testing.T) {
	t.Parallel()
	l := newHubLists(t)
	config := l.config(list{hclGPU}, object{"managed_cluster_client_configs": list{object{"url": "https://a", "ca_bundle": "Y2E="},
		object{"url": "https://b"}}})
	l.Has(l.Do(config))
	for what, patch := range map[string]string{
		"another value": `{spec: {taints: [{key: gpu, value: x, effect: NoSelect}]}}`,
		"no value":      `{spec: {taints: [{key: gpu, effect: NoSelect}]}}`,
		"no taint":      `{spec: {taints: [{key: other, effect: NoSelect}]}}`,
		"no list":       `{spec: {taints: null}}`,
		"no URL":        `{spec: {managedClusterClientConfigs: [{url: "https://b"}]}}`,
		"another CA":    `{spec: {managedClusterClientConfigs: [{url: "https://a", caBundle: Y2Ey}, {url: "https://b"}]}}`,
	} {
		l.others(patch)
		if p := l.Try(config); p.Failed() || p.State.Equal(l.State) {
			t.Errorf("%s is not drift: %s", what, providertest.Said(p.Diags))
		}
		l.Has(l.Do(config))
		l.Settles(config)
	}
	for what, patch := range map[string]string{
		"another taint": `{spec: {taints: [{key: other, effect: NoSelect}, {key: gpu, value: "true", effect: NoSelect}]}}`,
		"a time":        `{spec: {taints: [{key: gpu, value: "true", effect: NoSelect, timeAdded: "` + earlier + `"}]}}`,
		"another URL":   `{spec: {managedClusterClientConfigs: [{url: "https://b"}, {url: "https://c"}, {url: "https://a", caBundle: Y2E=}]}}`,
		"a CA":          `{spec: {managedClusterClientConfigs: [{url: "https://b", caBundle: Y2E=}, {url: "https://a", caBundle: Y2E=}]}}`,
	} {
		l.others(patch)
		if p := l.Try(config); p.Failed() || !p.State.Equal(l.State) {
			t.Errorf("%s is drift: %s %s", what, providertest.Said(p.Diags), l.Changed(l.State, p.State))
		}
	}
	l.others(`{spec: {taints: [{key: gpu, value: "true", effect: NoSelect, timeAdded: "` + earlier + `"}],
		managedClusterClientConfigs: [{url: "https://b", caBundle: Y2E=}, {url: "https://a", caBundle: Y2E=}]}}`)
	// A change keeps what others have set in items of ours.
	l.Has(l.Do(providertest.Merged(config, object{"taints": list{object{"key": "gpu", "value": "no", "effect": "NoSelect"}}})))
	l.expect("taints", object{"key": "gpu", "value": "no", "effect": "NoSelect", "timeAdded": earlier})
	l.expect("managedClusterClientConfigs", object{"url": "https://b", "caBundle": "Y2E="},
		object{"url": "https://a", "caBundle": "Y2E="})
	l.Has(l.Do(l.config(nil)))
	l.expect("taints")
	l.expect("managedClusterClientConfigs")
}

// TestHubTaints_time: the hub sets the time of a taint. One that is configured is refused, and an import leaves it out.
func TestHubTaints_time(t *testing.T) {
	l := newHubLists(t)
	timed := providertest.Merged(hclGPU, object{"time_added": earlier})
	refused := "ERROR taints[0]: Value not allowed: taints[0].time_added: the hub sets the time when the taint is added; remove it"
	l.Has(l.Try(l.config(list{timed})).Diags, refused)
	l.Has(l.Do(l.config(list{hclGPU})))
	l.others(`{spec: {taints: [{key: gpu, value: "true", effect: NoSelect, timeAdded: "` + earlier + `"}]}}`)
	l.Settles(l.config(list{hclGPU}))
	l.Has(l.Try(l.config(list{timed})).Diags, refused)
	l.Has(l.ImportID(l.name))
	l.Settles(l.config(list{hclGPU}))
	// Without a hub it is an argument.
	offline := onhub.NewRun(t, "cluster", nil)
	offline.Has(offline.Do(l.config(list{timed})))
}

// TestHubTaints_imported: the taints of an object that is imported belong to the configuration: removing one there removes it.
func TestHubTaints_imported(t *testing.T) {
	l := newHubLists(t)
	l.server.Create(t, "{apiVersion: "+onhub.OCMClusterVersion+", kind: ManagedCluster, "+
		"metadata: {name: "+l.name+"}, spec: {taints: "+
		"[{key: a, effect: NoSelect}, {key: b, value: x, effect: NoSelect}]}}")
	l.server.SetUnreachable(t, l.name, true)
	l.Has(l.ImportID(l.name))
	config := l.config(list{object{"key": "a", "effect": "NoSelect"}, object{"key": "b", "value": "x", "effect": "NoSelect"}})
	l.Settles(providertest.Merged(config, object{"kind": l.Value("kind")}))
	l.Has(l.Do(l.config(list{object{"key": "b", "value": "x", "effect": "NoSelect"}})))
	l.expect("taints", object{"key": "b", "value": "x", "effect": "NoSelect"}, unreachable)
}

// TestHubTaints_mistakes are taints that a hub does not have.
func TestHubTaints_mistakes(t *testing.T) {
	l := newHubLists(t)
	l.Has(l.Do(l.config(list{hclGPU, object{"key": "gpu", "value": "false", "effect": "NoSelect"}})),
		`ERROR taints[1]: Duplicate value: taints[1]: found "gpu:NoSelect": an earlier taint has this key.`)
	member := object{"kind": "MemberCluster", "identity": object{"kind": "User", "name": "agent"}}
	l.Has(l.Do(l.config(list{object{"key": "gpu", "effect": "NoSchedule", "time_added": earlier}}, member)), `ERROR taints[0]`)
	// A cluster of the state alone stands for one of a hub. Those of KubeFleet may have several.
	l.Provider = nil
	l.Has(l.Do(l.config(list{hclGPU, object{"key": "gpu", "effect": "PreferNoSelect"}})), `ERROR taints[1]: Duplicate value`)
	l.Has(l.Do(l.config(list{object{"key": "gpu", "effect": "NoSchedule"}, object{"key": "gpu", "value": "x", "effect": "NoSchedule"}}, member)))
}
