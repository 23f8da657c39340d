package provider

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// liveObject is an object of a resource on a hub, for tests of every kind.
type liveObject struct {
	noun string
	// apiVersion, kind, namespace and name are those of the object on the hub.
	apiVersion, kind, namespace, name string
	// config is the configuration, and updated another one with the same keys.
	config, updated object
	// foreign is what controllers and other people write that is neither drift nor a conflict, and drift what is drift: merge patches.
	// The status is patched separately.
	foreign, foreignStatus string
	drift, driftStatus     string
	// conflict is the field that drift has taken over; empty if there is no conflict.
	conflict string
	// set are the values on the hub that config sets, by their paths.
	set map[string]any
	// imports is the object as somebody else has created it, for an import, and imported the arguments that it gets.
	imports  string
	imported object
	// minimal is a resource that sets nothing.
	minimal object
	// isReleased says that it stays on the hub by default when the resource is destroyed, isOnlyOnHub that it cannot exist in the state
	// alone, isStatus that its arguments are in the status of the object, and isName that it has none besides its name.
	isReleased, isOnlyOnHub, isStatus, isName bool
}

func (o *liveObject) get(t *testing.T, server *hubtest.Hub) *unstructured.Unstructured {
	t.Helper()
	return server.Get(t, o.apiVersion, o.kind, o.namespace, o.name)
}

func (o *liveObject) patch(t *testing.T, server *hubtest.Hub, manager, patch string, subresources ...string) {
	t.Helper()
	if patch != "" {
		server.MergePatch(t, manager, o.apiVersion, o.kind, o.namespace, o.name, patch, subresources...)
	}
}

func (o *liveObject) id() string {
	if o.namespace != "" {
		return o.namespace + "/" + o.name
	}
	return o.name
}

func merged(of object, further object) object {
	all := maps.Clone(of)
	maps.Copy(all, further)
	return all
}

// liveObjects are an object of every kind, whose names begin with a prefix.
func liveObjects(prefix, namespace string) map[string]*liveObject {
	const unreachable = "cluster.open-cluster-management.io/unreachable"
	managed := object{"name": prefix + "managed", "kind": "ManagedCluster"}
	member := object{
		"name": prefix + "member", "kind": "MemberCluster",
		"identity": object{"kind": "User", "name": "agent"},
	}
	set, binding := object{"name": prefix + "set"}, object{"namespace": namespace, "name": prefix + "set"}
	score := object{"cluster": namespace, "name": "usage", "scores": list{object{"name": "cpu", "value": int64(50)}}}
	metadata := func(name string) string { return "metadata: {name: " + name + "}" }
	inNamespace := func(name string) string { return "metadata: {name: " + name + ", namespace: " + namespace + "}" }
	all := map[string]*liveObject{
		"ManagedCluster": {
			noun: "cluster", apiVersion: ocmClusterVersion, kind: "ManagedCluster", name: prefix + "managed",
			config: merged(managed, object{
				"labels": object{"region": "eu", "tier": "gold"}, "annotations": object{"note": "x"}, "hub_accepts_client": true,
				"lease_duration_seconds": int64(30), "taints": list{object{"key": "gpu", "value": "true", "effect": "NoSelect"}},
				"managed_cluster_client_configs": list{object{"url": "https://10.0.0.1:6443"}},
			}),
			updated: merged(managed, object{
				"labels": object{"region": "us"}, "lease_duration_seconds": int64(45),
				"taints": list{object{"key": "gpu", "value": "false", "effect": "NoSelect"}, object{"key": "new", "effect": "NoSelectIfNew"}},
			}),
			foreign: `{metadata: {labels: {cluster.open-cluster-management.io/clusterset: default, feature.open-cluster-management.io/addon-x: available},
				annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}, spec: {
				taints: [{key: ` + unreachable + `, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}, {key: gpu, value: "true", effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}],
				managedClusterClientConfigs: [{url: "https://10.0.0.1:6443", caBundle: Y2E=}, {url: "https://10.0.0.2:6443"}]}}`,
			foreignStatus: `{status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, version: {kubernetes: v1.33.1}}}`,
			drift:         `{metadata: {labels: {region: us}}, spec: {hubAcceptsClient: false}}`,
			conflict:      "metadata.labels.region",
			set:           map[string]any{"metadata.labels.region": "eu", "spec.hubAcceptsClient": true, "spec.leaseDurationSeconds": int64(30)},
			imports: `{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: ` + prefix + `managed,
				labels: {region: eu, cluster.open-cluster-management.io/clusterset: blue, feature.open-cluster-management.io/addon-x: available},
				annotations: {note: x, kubectl.kubernetes.io/last-applied-configuration: "{}"}},
				spec: {hubAcceptsClient: true, leaseDurationSeconds: 60, taints: [
				{key: ` + unreachable + `, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}, {key: gpu, effect: NoSelect}],
				managedClusterClientConfigs: [{url: "https://10.0.0.1:6443", caBundle: Y2E=}]},
				status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, version: {kubernetes: v1.33.1}}}`,
			imported: object{
				"name": prefix + "managed", "kind": "ManagedCluster", "labels": object{"region": "eu", "cluster.open-cluster-management.io/clusterset": "blue"},
				"annotations": object{"note": "x"}, "hub_accepts_client": true, "taints": list{object{"key": "gpu", "effect": "NoSelect"}},
			},
			minimal: managed,
		},
		"MemberCluster": {
			noun: "cluster", apiVersion: memberVersion, kind: "MemberCluster", name: prefix + "member",
			config: merged(member, object{
				"labels": object{"region": "eu"}, "heartbeat_period_seconds": int64(15), "taints": list{object{"key": "gpu", "effect": "NoSchedule"}},
			}),
			updated: merged(member, object{
				"labels": object{"region": "us", "tier": "gold"}, "identity": object{"kind": "ServiceAccount", "name": "agent", "namespace": "fleet"},
			}),
			foreign:       `{metadata: {labels: {team: x}}, spec: {taints: [{key: other, effect: NoSchedule}, {key: gpu, effect: NoSchedule}]}}`,
			foreignStatus: `{status: {properties: {node-count: {value: "5", observationTime: "2026-08-11T11:59:00Z"}}, resourceUsage: {available: {cpu: "3"}}}}`,
			drift:         `{spec: {identity: {kind: User, name: agent, namespace: other}, heartbeatPeriodSeconds: 20}}`,
			conflict:      "spec.heartbeatPeriodSeconds",
			set:           map[string]any{"metadata.labels.region": "eu", "spec.identity.apiGroup": "rbac.authorization.k8s.io", "spec.heartbeatPeriodSeconds": int64(15)},
			imports: `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: ` + prefix + `member, labels: {region: eu}},
				spec: {identity: {kind: User, name: agent, apiGroup: rbac.authorization.k8s.io}, heartbeatPeriodSeconds: 60, taints: [{key: gpu, effect: NoSchedule}]},
				status: {properties: {node-count: {value: "5", observationTime: "2026-08-11T11:59:00Z"}}}}`,
			imported: object{
				"name": prefix + "member", "kind": "MemberCluster", "labels": object{"region": "eu"}, "taints": list{object{"key": "gpu", "effect": "NoSchedule"}},
			},
			minimal: member,
		},
		"ManagedClusterSet": {
			noun: "cluster_set", apiVersion: ocmSetVersion, kind: "ManagedClusterSet", name: prefix + "set",
			config: merged(set, object{
				"selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"region": "eu"}},
			}),
			updated:  merged(set, object{"selector_type": "ExclusiveClusterSetLabel"}),
			foreign:  `{metadata: {labels: {team: x}}, spec: {managedNamespaces: [{name: apps}]}}`,
			drift:    `{spec: {clusterSelector: {labelSelector: {matchLabels: {region: eu, tier: gold}}}}}`,
			conflict: "spec.clusterSelector.labelSelector",
			set:      map[string]any{"spec.clusterSelector.selectorType": "LabelSelector", "spec.clusterSelector.labelSelector.matchLabels.region": "eu"},
			imports: `{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, ` + metadata(prefix+"set") + `,
				spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {region: eu}}}}}`,
			imported: object{
				"name": prefix + "set", "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"region": "eu"}},
			},
			minimal: set,
		},
		"ManagedClusterSetBinding": {
			noun: "cluster_set_binding", apiVersion: ocmSetVersion, kind: "ManagedClusterSetBinding", namespace: namespace, name: prefix + "set",
			config: binding, updated: binding,
			foreign:  `{metadata: {labels: {team: x}}}`,
			drift:    `{spec: {clusterSet: other}}`,
			conflict: "spec.clusterSet",
			set:      map[string]any{"spec.clusterSet": prefix + "set"},
			imports: `{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, ` + inNamespace(prefix+"set") + `,
				spec: {clusterSet: ` + prefix + `set}}`,
			imported: binding, minimal: binding,
		},
		"AddOnPlacementScore": {
			noun: "cluster_score", apiVersion: "cluster.open-cluster-management.io/v1alpha1", kind: "AddOnPlacementScore", namespace: namespace, name: "usage",
			config: merged(score, object{"valid_until": "2026-08-12T00:00:00Z"}),
			updated: merged(score, object{"scores": list{
				object{"name": "memory", "value": int64(-7)}, object{"name": "cpu", "value": int64(51)},
			}}),
			foreign:       `{metadata: {labels: {team: x}}}`,
			foreignStatus: `{status: {conditions: [], scores: [{name: cpu, value: 50}, {name: other, value: 1}]}}`,
			driftStatus:   `{status: {scores: [{name: cpu, value: 49}]}}`,
			conflict:      `status.scores[name="cpu"].value`,
			set:           map[string]any{"status.validUntil": "2026-08-12T00:00:00Z"},
			imports: `{apiVersion: cluster.open-cluster-management.io/v1alpha1, kind: AddOnPlacementScore, ` + inNamespace("usage") + `,
				status: {scores: [{name: cpu, value: 50}, {name: memory, value: 10}]}}`,
			imported: object{
				"cluster": namespace, "name": "usage",
				"scores": list{object{"name": "cpu", "value": int64(50)}, object{"name": "memory", "value": int64(10)}},
			},
			minimal: score,
		},
		"ManifestWork": liveManifestWork(prefix+"web", namespace),
	}
	for _, o := range all {
		o.isReleased, o.isOnlyOnHub = o.noun == "cluster", o.noun == "manifest_work"
		o.isStatus, o.isName = o.noun == "cluster_score", o.noun == "cluster_set_binding"
	}
	return all
}

const (
	ocmClusterVersion = "cluster.open-cluster-management.io/v1"
	ocmSetVersion     = "cluster.open-cluster-management.io/v1beta2"
	memberVersion     = "cluster.kubernetes-fleet.io/v1beta1"
)

// at is a value of an object by its path.
func at(t *testing.T, o *unstructured.Unstructured, path string) any {
	t.Helper()
	value, _, err := unstructured.NestedFieldNoCopy(o.Object, strings.Split(path, ".")...)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func (o *liveObject) check(t *testing.T, server *hubtest.Hub) {
	t.Helper()
	found := o.get(t, server)
	for path, want := range o.set {
		if diff := cmp.Diff(want, at(t, found, path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// TestHubObject takes an object of every kind through its life on a hub.
func TestHubObject(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) { checkLife(t, server, o) })
	}
}

// checkLife takes an object through its life on a hub.
func checkLife(t *testing.T, server *hubtest.Hub, o *liveObject) {
	t.Helper()
	title := "The " + strings.ReplaceAll(o.noun, "_", " ") + ` "` + o.id() + `" `
	r := newHubRun(t, o.noun, onHub(server))
	r.has(r.run(o.config))
	o.check(t, server)
	r.settles(o.config)
	uid := r.value("uid")

	// What others write is neither drift nor a conflict.
	o.patch(t, server, "controller", o.foreign)
	o.patch(t, server, "agent", o.foreignStatus, "status")
	r.settles(o.config)
	r.has(r.run(merged(o.config, object{"adopt": true})))
	r.settles(merged(o.config, object{"adopt": true}))
	o.check(t, server)

	// Drift is shown. It is a conflict with who has caused it.
	o.patch(t, server, "kubectl", o.drift)
	o.patch(t, server, "kubectl", o.driftStatus, "status")
	p := r.try(o.config)
	if p.state.Equal(r.state) {
		t.Fatalf("drift is not shown: %s", said(p.diags))
	}
	r.has(r.run(o.config), "ERROR "+title+"has fields of another manager")
	if text := said(r.run(o.config)); !strings.Contains(text, o.conflict+`, set by "kubectl`) {
		t.Errorf("the conflict does not name %s: %s", o.conflict, text)
	}
	forced := merged(o.config, object{"force_conflicts": true})
	r.has(r.run(forced))
	o.check(t, server)
	r.settles(forced)

	// An update, and back.
	for _, config := range []object{o.updated, o.config} {
		config = merged(config, object{"force_conflicts": true})
		for _, d := range r.run(config) {
			if !strings.Contains(d.Summary, "keeps fields that the configuration no longer sets") {
				t.Error(shown(d))
			}
		}
		r.settles(config)
	}
	o.check(t, server)
	if r.value("uid") != uid {
		t.Error("another object")
	}

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
	r.has(r.run(o.config))
	if r.value("uid") == uid {
		t.Error("the same object")
	}
	server.Delete(t, o.apiVersion, o.kind, o.namespace, o.name)
	server.Create(t, o.imports)
	// The first run says so, and forgets the object.
	r.has(r.run(o.config), title+"is another object now", "ERROR "+title+"exists already")
	r.has(r.run(o.config), "ERROR "+title+"exists already")
	adopted := merged(o.config, object{"adopt": true, "force_conflicts": true})
	r.has(r.run(adopted))
	o.check(t, server)
	r.settles(adopted)

	before := o.get(t, server)
	r.destroys(o.isReleased)
	after := o.get(t, server)
	if !o.isReleased {
		if after != nil {
			t.Error("the object was not deleted")
		}
		return
	}
	released(t, before, after)
	deleted := merged(o.config, object{"on_destroy": "delete"})
	r.has(r.run(deleted), "ERROR "+title+"exists already")
	r.has(r.run(merged(deleted, object{"adopt": true})))
	r.destroys(false)
	if o.get(t, server) != nil {
		t.Error("the object was not deleted")
	}
}

// released checks that nothing of an object has changed, but for the field manager.
func released(t *testing.T, before, after *unstructured.Unstructured) {
	t.Helper()
	for _, e := range after.GetManagedFields() {
		if e.Manager == "terraform-provider-multicluster" {
			t.Errorf("an entry of the manager is left: %v", e)
		}
	}
	for _, o := range []*unstructured.Unstructured{before, after} {
		o.SetResourceVersion("")
		o.SetManagedFields(nil)
	}
	if diff := cmp.Diff(before.Object, after.Object); diff != "" {
		t.Errorf("the release has changed the object:\n%s", diff)
	}
}

// TestHubObject_import imports an object of every kind, with what controllers write, generates its configuration, and has nothing to
// do then.
func TestHubObject_import(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for what, o := range liveObjects(server.Prefix(t), server.Namespace(t)) {
		t.Run(what, func(t *testing.T) { checkImport(t, server, o) })
	}
}

// checkImport imports an object, generates its configuration, and has nothing to do then.
func checkImport(t *testing.T, server *hubtest.Hub, o *liveObject) {
	t.Helper()
	r := newHubRun(t, o.noun, onHub(server))
	r.has(r.importID(o.id()))
	if !r.state.IsNull() {
		t.Fatal("an object that does not exist was imported")
	}
	server.Create(t, o.imports)
	r.has(r.importID(o.id()))
	config := r.generated()
	want := configOf(t, r.typ(), o.imported)
	for name := range r.schema.attributes {
		got := r.attribute(config, name)
		if diff := cmp.Diff(plain(t, r.attribute(want, name)), plain(t, got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// Terraform plans, applies nothing, and plans again with what it has read in the meantime.
	for range 2 {
		p := r.tryConfig(config)
		r.has(p.diags)
		if !p.state.Equal(r.state) {
			t.Errorf("the plan is not empty:%s", r.changed(r.state, p.state))
		}
	}
	before := o.get(t, server)
	r.destroys(o.isReleased)
	if o.isReleased {
		released(t, before, o.get(t, server))
	}
}
