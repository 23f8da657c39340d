// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// CreateCluster creates a ManagedCluster with the label that selects the clusters of a test.
func CreateCluster(t *testing.T, server *hubtest.Hub, name, test string) {
	t.Helper()
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, "+
		"metadata: {name: "+name+", labels: {test: "+test+"}}, spec: {hubAcceptsClient: true}}")
}

// LiveObject is an object of a resource on a hub, for tests of every kind.
type LiveObject struct {
	Noun string
	// APIVersion, kind, namespace and name are those of the object on the hub.
	APIVersion, Kind, Namespace, Name string
	// Config is the configuration, and updated another one with the same keys.
	Config, Updated object
	// Foreign is what controllers and other people write that is neither drift nor a conflict, and drift what is drift: merge
	// patches. The status is patched separately.
	Foreign, ForeignStatus string
	Drift, DriftStatus     string
	// Conflict is the field that drift has taken over; empty if there is no conflict.
	Conflict string
	// set are the values on the hub that config sets, by their paths.
	set map[string]any
	// Imports is the object as another client created it, for an import, and imported the arguments that it gets.
	Imports  string
	Imported object
	// Minimal is a resource that sets nothing.
	Minimal object
	// IsReleased says that it stays on the hub by default when the resource is destroyed, isOnlyOnHub that it cannot exist in the
	// state alone, isStatus that its arguments are in the status of the object, isName that it has none besides its name, and isListed
	// that a plan lists its kind.
	IsReleased, IsOnlyOnHub, IsStatus, IsName, IsListed bool
}

// Get is the object on the hub; nil if it does not exist.
func (o *LiveObject) Get(t *testing.T, server *hubtest.Hub) *unstructured.Unstructured {
	t.Helper()
	return server.Get(t, o.APIVersion, o.Kind, o.Namespace, o.Name)
}

// Patch changes the object on the hub as another manager. An empty patch does nothing.
func (o *LiveObject) Patch(t *testing.T, server *hubtest.Hub, manager, patch string, subresources ...string) {
	t.Helper()
	if patch != "" {
		server.MergePatch(t, manager, o.APIVersion, o.Kind, o.Namespace, o.Name, patch, subresources...)
	}
}

// Delete deletes the object, as another client does, and waits until its finalizers let it go.
func (o *LiveObject) Delete(t *testing.T, server *hubtest.Hub) {
	t.Helper()
	server.Delete(t, o.APIVersion, o.Kind, o.Namespace, o.Name)
	for server.Get(t, o.APIVersion, o.Kind, o.Namespace, o.Name) != nil {
		time.Sleep(10 * time.Millisecond)
	}
}

// Resource is the name of the resource of the kind, as in rules.
func (o *LiveObject) Resource() string {
	resource, _ := meta.UnsafeGuessKindToResource(schema.FromAPIVersionAndKind(o.APIVersion, o.Kind))
	return resource.Resource
}

// ID is the id that imports the object.
func (o *LiveObject) ID() string {
	if o.Namespace != "" {
		return o.Namespace + "/" + o.Name
	}
	return o.Name
}

// LiveObjects are an object of every kind, of the test alone.
func LiveObjects(t *testing.T, server *hubtest.Hub) map[string]*LiveObject {
	t.Helper()
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	server.FleetOverrides(t, prefix, namespace)
	return LiveObjectsNamed(prefix, namespace)
}

// LiveObjectsNamed are an object of every kind, whose names begin with a prefix. No controller looks at them.
func LiveObjectsNamed(prefix, namespace string) map[string]*LiveObject {
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
	all := map[string]*LiveObject{
		"ManagedCluster": {
			Noun: "cluster", APIVersion: OCMClusterVersion, Kind: "ManagedCluster", Name: prefix + "managed",
			Config: providertest.Merged(managed, object{
				"labels": object{"region": "eu", "tier": "gold"}, "annotations": object{"note": "x"}, "hub_accepts_client": true,
				"lease_duration_seconds": int64(30), "taints": list{object{"key": "gpu", "value": "true", "effect": "NoSelect"}},
				"managed_cluster_client_configs": list{object{"url": "https://10.0.0.1:6443"}},
			}),
			Updated: providertest.Merged(managed, object{
				"labels": object{"region": "us"}, "lease_duration_seconds": int64(45),
				"taints": list{object{"key": "gpu", "value": "false", "effect": "NoSelect"}, object{"key": "new", "effect": "NoSelectIfNew"}},
			}),
			Foreign: `{metadata: {labels: {cluster.open-cluster-management.io/clusterset: default, feature.open-cluster-management.io/addon-x: available},
				annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}, spec: {
				taints: [{key: ` + unreachable + `, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}, {key: gpu, value: "true", effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}],
				managedClusterClientConfigs: [{url: "https://10.0.0.1:6443", caBundle: Y2E=}, {url: "https://10.0.0.2:6443"}]}}`,
			ForeignStatus: `{status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, version: {kubernetes: v1.33.1}}}`,
			Drift:         `{metadata: {labels: {region: us}}, spec: {hubAcceptsClient: false}}`,
			Conflict:      "metadata.labels.region",
			set: map[string]any{
				"metadata.labels.region": "eu", "spec.hubAcceptsClient": true, "spec.leaseDurationSeconds": int64(30),
			},
			Imports: `{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: ` + prefix + `managed,
				labels: {region: eu, cluster.open-cluster-management.io/clusterset: blue, feature.open-cluster-management.io/addon-x: available},
				annotations: {note: x, kubectl.kubernetes.io/last-applied-configuration: "{}"}},
				spec: {hubAcceptsClient: true, leaseDurationSeconds: 60, taints: [
				{key: ` + unreachable + `, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}, {key: gpu, effect: NoSelect}],
				managedClusterClientConfigs: [{url: "https://10.0.0.1:6443", caBundle: Y2E=}]},
				status: {conditions: [], clusterClaims: [{name: id.k8s.io, value: a}], allocatable: {cpu: "8"}, version: {kubernetes: v1.33.1}}}`,
			Imported: object{
				"name": prefix + "managed", "kind": "ManagedCluster", "labels": object{"region": "eu",
					"cluster.open-cluster-management.io/clusterset": "blue"},
				"annotations": object{"note": "x"}, "hub_accepts_client": true, "taints": list{object{"key": "gpu", "effect": "NoSelect"}},
			},
			Minimal: managed,
		},
		"MemberCluster": {
			Noun: "cluster", APIVersion: MemberVersion, Kind: "MemberCluster", Name: prefix + "member",
			Config: providertest.Merged(member, object{
				"labels": object{"region": "eu"}, "heartbeat_period_seconds": int64(15),
				"taints": list{object{"key": "gpu", "effect": "NoSchedule"}},
			}),
			Updated: providertest.Merged(member, object{
				"labels": object{"region": "us", "tier": "gold"}, "identity": object{"kind": "ServiceAccount", "name": "agent",
					"namespace": "fleet"},
			}),
			Foreign:       `{metadata: {labels: {team: x}}, spec: {taints: [{key: other, effect: NoSchedule}, {key: gpu, effect: NoSchedule}]}}`,
			ForeignStatus: `{status: {properties: {node-count: {value: "5", observationTime: "2026-08-11T11:59:00Z"}}, resourceUsage: {available: {cpu: "3"}}}}`,
			Drift:         `{spec: {identity: {kind: User, name: agent, namespace: other}, heartbeatPeriodSeconds: 20}}`,
			Conflict:      "spec.heartbeatPeriodSeconds",
			set: map[string]any{
				"metadata.labels.region": "eu", "spec.identity.apiGroup": "rbac.authorization.k8s.io",
				"spec.heartbeatPeriodSeconds": int64(15),
			},
			Imports: `{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: ` + prefix + `member, labels: {region: eu}},
				spec: {identity: {kind: User, name: agent, apiGroup: rbac.authorization.k8s.io}, heartbeatPeriodSeconds: 60, taints: [{key: gpu, effect: NoSchedule}]},
				status: {properties: {node-count: {value: "5", observationTime: "2026-08-11T11:59:00Z"}}}}`,
			Imported: object{
				"name": prefix + "member", "kind": "MemberCluster", "labels": object{"region": "eu"},
				"taints": list{object{"key": "gpu", "effect": "NoSchedule"}},
			},
			Minimal: member,
		},
		"ManagedClusterSet": {
			Noun: "cluster_set", APIVersion: ocmSetVersion, Kind: "ManagedClusterSet", Name: prefix + "set",
			Config: providertest.Merged(set, object{
				"selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"region": "eu"}},
			}),
			Updated:  providertest.Merged(set, object{"selector_type": "ExclusiveClusterSetLabel"}),
			Foreign:  `{metadata: {labels: {team: x}}, spec: {managedNamespaces: [{name: apps}]}}`,
			Drift:    `{spec: {clusterSelector: {labelSelector: {matchLabels: {region: eu, tier: gold}}}}}`,
			Conflict: "spec.clusterSelector.labelSelector",
			set: map[string]any{
				"spec.clusterSelector.selectorType": "LabelSelector", "spec.clusterSelector.labelSelector.matchLabels.region": "eu",
			},
			Imports: `{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, ` + metadata(prefix+"set") + `,
				spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {region: eu}}}}}`,
			Imported: object{
				"name": prefix + "set", "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{"region": "eu"}},
			},
			Minimal: set,
		},
		"ManagedClusterSetBinding": {
			Noun: "cluster_set_binding", APIVersion: ocmSetVersion, Kind: "ManagedClusterSetBinding", Namespace: namespace, Name: prefix +
				"set",
			Config: binding, Updated: binding,
			Foreign:  `{metadata: {labels: {team: x}}}`,
			Drift:    `{spec: {clusterSet: other}}`,
			Conflict: "spec.clusterSet",
			set:      map[string]any{"spec.clusterSet": prefix + "set"},
			Imports: `{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, ` + inNamespace(prefix+"set") + `,
				spec: {clusterSet: ` + prefix + `set}}`,
			Imported: binding, Minimal: binding,
		},
		"AddOnPlacementScore": {
			Noun: "cluster_score", APIVersion: "cluster.open-cluster-management.io/v1alpha1", Kind: "AddOnPlacementScore",
			Namespace: namespace, Name: "usage",
			Config: providertest.Merged(score, object{"valid_until": "2026-08-12T00:00:00Z"}),
			Updated: providertest.Merged(score, object{"scores": list{
				object{"name": "memory", "value": int64(-7)}, object{"name": "cpu", "value": int64(51)},
			}}),
			Foreign:       `{metadata: {labels: {team: x}}}`,
			ForeignStatus: `{status: {conditions: [], scores: [{name: cpu, value: 50}, {name: other, value: 1}]}}`,
			DriftStatus:   `{status: {scores: [{name: cpu, value: 49}]}}`,
			Conflict:      `status.scores[name="cpu"].value`,
			set:           map[string]any{"status.validUntil": "2026-08-12T00:00:00Z"},
			Imports: `{apiVersion: cluster.open-cluster-management.io/v1alpha1, kind: AddOnPlacementScore, ` + inNamespace("usage") + `,
				status: {scores: [{name: cpu, value: 50}, {name: memory, value: 10}]}}`,
			Imported: object{
				"cluster": namespace, "name": "usage",
				"scores": list{object{"name": "cpu", "value": int64(50)}, object{"name": "memory", "value": int64(10)}},
			},
			Minimal: score,
		},
		"ClusterResourcePlacementDisruptionBudget": {
			Noun: "disruption_budget", APIVersion: fleetVersion, Kind: "ClusterResourcePlacementDisruptionBudget", Name: prefix + "web",
			Config: object{"name": prefix + "web", "max_unavailable": "50%"}, Updated: object{"name": prefix + "web", "min_available": "2"},
			Foreign:  `{metadata: {labels: {team: x}}}`,
			Drift:    `{spec: {maxUnavailable: 1}}`,
			Conflict: "spec.maxUnavailable",
			set:      map[string]any{"spec.maxUnavailable": "50%"},
			Imports: `{apiVersion: ` + fleetVersion + `, kind: ClusterResourcePlacementDisruptionBudget, ` + metadata(prefix+"web") + `,
				spec: {maxUnavailable: 1}}`,
			Imported: object{"name": prefix + "web", "max_unavailable": "1"},
			Minimal:  object{"name": prefix + "web", "max_unavailable": "1"},
		},
		"ManifestWork":            LiveManifestWork(prefix+"web", namespace),
		"ClusterResourceOverride": liveOverride("", prefix+"web"), "ResourceOverride": liveOverride(namespace, prefix+"web"),
		"ClusterStagedUpdateStrategy": liveStrategy("", prefix+"safe"), "StagedUpdateStrategy": liveStrategy(namespace, prefix+"safe"),
		"ClusterStagedUpdateRun": liveRun("", prefix+"run"), "StagedUpdateRun": liveRun(namespace, prefix+"run"),
	}
	for _, o := range all {
		o.IsReleased = o.Noun == "cluster"
		o.IsOnlyOnHub = o.Noun == "manifest_work" || strings.HasPrefix(o.Noun, "staged_update_")
		o.IsStatus, o.IsName = o.Noun == "cluster_score", o.Noun == "cluster_set_binding"
	}
	return all
}

// API versions of the objects of a fleet.
const (
	OCMClusterVersion = "cluster.open-cluster-management.io/v1"
	ocmSetVersion     = "cluster.open-cluster-management.io/v1beta2"
	MemberVersion     = "cluster.kubernetes-fleet.io/v1beta1"
	fleetVersion      = "placement.kubernetes-fleet.io/v1beta1"
)

// FieldOf is a value of an object by its path.
func FieldOf(t *testing.T, o *unstructured.Unstructured, path string) any {
	t.Helper()
	value, _, err := unstructured.NestedFieldNoCopy(o.Object, strings.Split(path, ".")...)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Check checks that the hub has what the configuration sets.
func (o *LiveObject) Check(t *testing.T, server *hubtest.Hub) {
	t.Helper()
	found := o.Get(t, server)
	for path, want := range o.set {
		if diff := cmp.Diff(want, FieldOf(t, found, path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// ManifestWorkVersion is the API version of ManifestWorks.
const ManifestWorkVersion = "work.open-cluster-management.io/v1"

// Deployment is a Deployment as a manifest.
func Deployment(image string) object {
	return object{
		"apiVersion": "apps/v1", "kind": "Deployment", "metadata": object{"name": "web", "namespace": "web"},
		"spec": object{
			"replicas": int64(2), "selector": object{"matchLabels": object{"app": "web"}},
			"template": object{
				"metadata": object{"labels": object{"app": "web"}},
				"spec":     object{"containers": list{object{"name": "web", "image": image, "args": list{"--b", "--a"}}}},
			},
		},
	}
}

// LiveManifestWork is a ManifestWork on a hub.
func LiveManifestWork(name, namespace string) *LiveObject {
	work := object{"name": name, "cluster_name": namespace, "manifests": list{Deployment("web:1")}}
	const inYAML = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}},
		template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1", args: ["--b", "--a"]}]}}}}`
	return &LiveObject{
		Noun: "manifest_work", APIVersion: ManifestWorkVersion, Kind: "ManifestWork", Namespace: namespace, Name: name,
		Config: providertest.Merged(work, object{
			"labels": object{"team": "shop"}, "revision": "web:1", "track_progress": true,
			"manifest_configs": list{object{
				"resource_identifier": object{"group": "apps", "resource": "deployments", "namespace": "web", "name": "web"},
				"feedback_rules":      list{object{"type": "WellKnownStatus"}},
			}},
		}),
		Updated: providertest.Merged(work, object{
			"revision": "web:2", "manifests": list{Deployment("web:2"), "{apiVersion: v1, kind: Namespace, metadata: {name: web}}"},
			"delete_option": object{"propagation_policy": "Orphan"},
		}),
		Foreign: `{metadata: {labels: {owner: x}}}`,
		ForeignStatus: `{status: {conditions: [{type: Applied, status: "True", reason: AppliedManifestWorkComplete, message: ok, observedGeneration: 1,
			lastTransitionTime: "2026-08-11T11:59:00Z"}]}}`,
		Drift:    `{spec: {workload: {manifests: [` + inYAML + `, {apiVersion: v1, kind: Namespace, metadata: {name: other}}]}}}`,
		Conflict: "spec.workload.manifests",
		set: map[string]any{
			"metadata.labels.team": "shop", "metadata.annotations.terraform-provider-multicluster/revision": "web:1",
			"metadata.labels.terraform-provider-multicluster/revision": manifestwork.RevisionLabel("web:1"),
		},
		Imports: `{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: ` + name + `, namespace: ` + namespace + `,
			labels: {team: shop}}, spec: {workload: {manifests: [` + inYAML + `]}}}`,
		Imported: providertest.Merged(work, object{"labels": object{"team": "shop"}}),
		Minimal:  work,
	}
}
