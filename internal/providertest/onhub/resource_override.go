// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"maps"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// OverrideVersion is the API version in which the hub has overrides.
const OverrideVersion = "placement.kubernetes-fleet.io/v1"

// liveOverride is a ClusterResourceOverride or, with a namespace, a ResourceOverride on a hub.
func liveOverride(namespace, name string) *LiveObject {
	kind, scope, selects := "ClusterResourceOverride", "Cluster", `clusterResourceSelectors: [{group: "", version: v1, kind: Namespace, name: NAME, selectionScope: NamespaceWithResources}]`
	metadata := `metadata: {name: NAME, labels: {team: shop}}`
	if namespace != "" {
		kind, scope, selects = "ResourceOverride", "Namespaced", `resourceSelectors: [{group: apps, version: v1, kind: Deployment, name: NAME}]`
		metadata = `metadata: {name: NAME, namespace: ` + namespace + `, labels: {team: shop}}`
	}
	const patches = `jsonPatchOverrides: [
		{op: add, path: /metadata/annotations, value: {region: "${MEMBER-CLUSTER-LABEL-KEY-region}", "on": [b, a]}}, {op: remove, path: /metadata/labels/tier}]`
	const rule = `{clusterSelector: {clusterSelectorTerms: [{labelSelector: {matchLabels: {region: eu}}}]}, overrideType: JSONPatch, ` + patches + `}`
	in := func(text string) string { return strings.ReplaceAll(text, "NAME", name) }

	placed := object{"name": "web", "scope": scope}
	config, updated := providertest.OverrideOf(namespace, name, "eu"), providertest.OverrideOf(namespace, name, "us")
	imported := providertest.OverrideOf(namespace, name, "eu")
	maps.Copy(config, object{"labels": object{"team": "shop"}, "annotations": object{"note": "x"}, "placement": placed})
	updated["placement"] = placed
	rules := updated["policy"].(object)["override_rules"].(list)
	updated["policy"] = object{"override_rules": append(rules, object{
		"cluster_selector": object{"cluster_selector_terms": list{}}, "override_type": "Delete",
	})}
	// What the hub has set by default in the items of lists is part of a configuration that is generated.
	imported["labels"] = object{"team": "shop"}
	imported["policy"].(object)["override_rules"].(list)[0].(object)["override_type"] = "JSONPatch"
	if namespace == "" {
		imported["cluster_resource_selectors"].(list)[0].(object)["selection_scope"] = "NamespaceWithResources"
	}
	imported["placement"] = object{"name": "web"}
	if namespace != "" {
		imported["placement"] = placed
	}
	return &LiveObject{
		Noun: "resource_override", APIVersion: OverrideVersion, Kind: kind, Namespace: namespace, Name: name, IsListed: true,
		Config: config, Updated: updated,
		Foreign:  `{metadata: {labels: {owner: x}}}`,
		Drift:    `{spec: {policy: {overrideRules: [{overrideType: Delete}]}}}`,
		Conflict: "spec.policy.overrideRules",
		set:      map[string]any{"metadata.labels.team": "shop", "metadata.annotations.note": "x", "spec.placement.name": "web", "spec.placement.scope": scope},
		Imports: in(`{apiVersion: ` + OverrideVersion + `, kind: ` + kind + `, ` + metadata + `, spec: {placement: {name: web, scope: ` + scope + `}, ` + selects + `,
			policy: {overrideRules: [` + rule + `]}}}`),
		Imported: imported,
		Minimal:  providertest.OverrideOf(namespace, name, "eu"),
	}
}

// PlacedSettings is a fleet whose three clusters have the ConfigMap settings of a ResourcePlacement.
func PlacedSettings(t *testing.T, server *hubtest.Hub) *DecidedFleet {
	t.Helper()
	f := NewDecidedFleet(t, server)
	f.Server.FleetOverrides(t, f.Prefix, f.Namespace)
	f.Create("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: N}, data: {size: '1'}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourcePlacement, metadata: {name: web, namespace: N}, spec: {"+
			"resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: settings}]}}")
	var decided []hubtest.FleetDecision
	for _, name := range []string{"a", "b", "c"} {
		decided = append(decided, hubtest.FleetDecision{Cluster: f.Prefix + name, Selected: true})
	}
	f.Server.WriteFleetDecisions(t, f.Namespace, "web", decided...)
	return f
}

// Sized is an override of the ConfigMap settings on clusters of some names.
func Sized(f *DecidedFleet, name string, value any, clusters ...string) object {
	values := list{}
	for _, cluster := range clusters {
		values = append(values, cluster)
	}
	return object{"name": name, "namespace": f.Namespace,
		"resource_selectors": list{object{"group": "", "version": "v1", "kind": "ConfigMap", "name": "settings"}},
		"policy": object{"override_rules": list{object{
			"cluster_selector": object{"cluster_selector_terms": list{object{"label_selector": object{"match_expressions": list{
				object{"key": "name", "operator": "In", "values": values}}}}}},
			"json_patch_overrides": list{object{"op": "replace", "path": "/data/size", "value": value}},
		}}}}
}
