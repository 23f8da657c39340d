// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// NewObject drives an object.
func NewObject(t testing.TB, noun string) *Resource {
	t.Helper()
	return NewResource(t, t, "multicluster_"+noun)
}

// FullObjects have a value for every argument.
func FullObjects() map[string]object {
	labels := func() object { return object{"env": "prod", placement.ClusterSetLabel: "blue"} }
	return map[string]object{
		"cluster": {
			"name": "eu-1", "kind": "ManagedCluster", "labels": labels(), "annotations": object{"note": "x"},
			"claims":      object{"region": "eu"},
			"allocatable": object{"cpu": "40"}, "capacity": object{"cpu": "48"}, "available": object{"cpu": "12"},
			"properties": object{"kubernetes-fleet.io/node-count": "5"}, "namespaces": list{"default"},
			"kubernetes_version": "v1.33.1", "deleting": false,
			"taints": list{object{"key": "gpu", "value": "true", "effect": "NoSelect", "time_added": "2026-08-11T11:59:00Z"}},
			"agent": object{
				"online": true, "last_heartbeat": "2026-08-11T11:59:00Z",
				"joined":  object{"status": "True", "last_transition": "2026-08-11T11:00:00Z"},
				"healthy": object{"status": "True", "last_transition": "2026-08-11T11:00:00Z"},
			},
			"hub_accepts_client": true, "lease_duration_seconds": int64(30),
			"managed_cluster_client_configs": list{object{"url": "https://10.0.0.1:6443", "ca_bundle": "Y2E="}},
			"adopt":                          true, "force_conflicts": true, "timeouts": object{"delete": "30m"}, "on_destroy": "release",
		},
		"cluster_set": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"create": "30m"}, "on_destroy": "release",
			"name": "blue", "selector_type": "LabelSelector",
			"label_selector": object{
				"match_labels":      object{"env": "prod"},
				"match_expressions": list{object{"key": "env", "operator": "In", "values": list{"prod"}}},
			},
			"clusters": list{
				object{"name": "eu-1", "labels": labels(), "taints": list{object{"key": "gpu", "effect": "NoSelect"}}},
				object{"name": "eu-2"},
			},
		},
		"cluster_set_binding": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"update": "30m"}, "on_destroy": "release",
			"namespace": "default", "name": "blue",
		},
		"disruption_budget": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"update": "30m"}, "on_destroy": "release",
			"name": "web", "max_unavailable": "25%",
		},
		"resource_override": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"create": "30m"}, "on_destroy": "release",
			"namespace": "shop", "name": "web", "labels": labels(), "annotations": object{"note": "x"},
			"placement":          object{"name": "web", "scope": "Namespaced"},
			"resource_selectors": list{object{"group": "apps", "version": "v1", "kind": "Deployment", "name": "web"}},
			"policy": object{"override_rules": list{
				object{
					"cluster_selector": object{"cluster_selector_terms": list{object{"label_selector": object{"match_labels": object{"region": "eu"}}}}},
					"override_type":    "JSONPatch",
					"json_patch_overrides": list{
						object{"op": "add", "path": "/metadata/annotations", "value": object{"region": "${MEMBER-CLUSTER-LABEL-KEY-region}", "on": list{"b", int64(1)}}},
						object{"op": "replace", "path": "/spec/replicas", "value": int64(2)},
					},
				},
				object{"cluster_selector": object{"cluster_selector_terms": list{}}, "override_type": "Delete"},
			}},
		},
		"cluster_score": {
			"adopt": true, "force_conflicts": true, "timeouts": object{"delete": "30m"}, "on_destroy": "release",
			"cluster": "eu-1", "name": "usage", "valid_until": "2026-08-12T00:00:00Z",
			"scores": list{object{"name": "cpu", "value": int64(50)}},
		},
	}
}
