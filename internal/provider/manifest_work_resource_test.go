package provider

import "github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"

// manifestWorkVersion is the API version of ManifestWorks.
const manifestWorkVersion = "work.open-cluster-management.io/v1"

// deployment is a Deployment as a manifest.
func deployment(image string) object {
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

// liveManifestWork is a ManifestWork on a hub.
func liveManifestWork(name, namespace string) *liveObject {
	work := object{"name": name, "cluster_name": namespace, "manifests": list{deployment("web:1")}}
	const inYAML = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: web}, spec: {replicas: 2, selector: {matchLabels: {app: web}},
		template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1", args: ["--b", "--a"]}]}}}}`
	return &liveObject{
		noun: "manifest_work", apiVersion: manifestWorkVersion, kind: "ManifestWork", namespace: namespace, name: name,
		config: merged(work, object{
			"labels": object{"team": "shop"}, "revision": "web:1", "track_progress": true,
			"manifest_configs": list{object{
				"resource_identifier": object{"group": "apps", "resource": "deployments", "namespace": "web", "name": "web"},
				"feedback_rules":      list{object{"type": "WellKnownStatus"}},
			}},
		}),
		updated: merged(work, object{
			"revision": "web:2", "manifests": list{deployment("web:2"), "{apiVersion: v1, kind: Namespace, metadata: {name: web}}"},
			"delete_option": object{"propagation_policy": "Orphan"},
		}),
		foreign: `{metadata: {labels: {owner: x}}}`,
		foreignStatus: `{status: {conditions: [{type: Applied, status: "True", reason: AppliedManifestWorkComplete, message: ok, observedGeneration: 1,
			lastTransitionTime: "2026-08-11T11:59:00Z"}]}}`,
		drift:    `{spec: {workload: {manifests: [` + inYAML + `, {apiVersion: v1, kind: Namespace, metadata: {name: other}}]}}}`,
		conflict: "spec.workload.manifests",
		set: map[string]any{
			"metadata.labels.team": "shop", "metadata.annotations.terraform-provider-multicluster/revision": "web:1",
			"metadata.labels.terraform-provider-multicluster/revision": manifestwork.RevisionLabel("web:1"),
		},
		imports: `{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: ` + name + `, namespace: ` + namespace + `,
			labels: {team: shop}}, spec: {workload: {manifests: [` + inYAML + `]}}}`,
		imported: merged(work, object{"labels": object{"team": "shop"}}),
		minimal:  work,
	}
}
