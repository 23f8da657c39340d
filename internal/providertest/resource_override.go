// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

// OverrideOf is the configuration of an override of one object, on the clusters of a region: a Namespace with the name of the
// override or, with a namespace, a Deployment.
func OverrideOf(namespace, name, region string) object {
	o := object{"name": name, "policy": object{"override_rules": list{object{
		"cluster_selector": object{"cluster_selector_terms": list{object{"label_selector": object{"match_labels": object{"region": region}}}}},
		"json_patch_overrides": list{
			object{"op": "add", "path": "/metadata/annotations", "value": object{"region": "${MEMBER-CLUSTER-LABEL-KEY-region}", "on": list{"b", "a"}}},
			object{"op": "remove", "path": "/metadata/labels/tier"},
		},
	}}}}
	if namespace == "" {
		o["cluster_resource_selectors"] = list{object{"group": "", "version": "v1", "kind": "Namespace", "name": name}}
		return o
	}
	o["namespace"] = namespace
	o["resource_selectors"] = list{object{"group": "apps", "version": "v1", "kind": "Deployment", "name": name}}
	return o
}

// Ruled is an override with one rule.
func Ruled(o object, rule object) object {
	return Merged(o, object{"policy": object{"override_rules": list{rule}}})
}

// Patched is an override with one patch on every cluster.
func Patched(o object, patch object) object {
	return Ruled(o, object{"cluster_selector": object{"cluster_selector_terms": list{}}, "json_patch_overrides": list{patch}})
}
