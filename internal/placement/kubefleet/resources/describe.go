// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[OverrideSpec](describe.Attributes{
	"placement": {
		Text: "The placement that the override is for. A change of its override is rolled out at once, of others with " +
			"the next rollout. Immutable on a hub: another one replaces the override.",
		Default: "every placement that selects one of the objects",
	},
	"cluster_resource_selectors": {
		Text: "The objects without a namespace, 1 to 20, each by its `name`; an override has no `label_selector`. A " +
			"Namespace stands for itself and **for every object in it**, and the patches have to fit all of them. " +
			"Required without `namespace`. An object has at most one override.",
	},
	"resource_selectors": {
		Text: "The objects in the namespace of the override, 1 to 20. Required with `namespace`. An object has at most " +
			"one override.",
	},
	"policy": {Text: "The rules of the override.", Required: true},
})

var _ = describe.Struct[PlacementReference](describe.Attributes{
	"name": {Text: "The name of the placement."},
	"scope": {
		Text: "`Cluster` for a ClusterResourcePlacement. `Namespaced` for a ResourcePlacement in the namespace of the override, " +
			"which must have one.",
		Default: "`Cluster`",
	},
}, describe.Example{Page: "resources/resource_override#placement", Object: `{ name = "web" }`})

var _ = describe.Struct[ObjectSelector](describe.Attributes{
	"group":   {Text: "The API group; `\"\"` for the core group."},
	"version": {Text: "The API version, such as `v1`."},
	"kind":    {Text: "The kind of the object."},
	"name":    {Text: "The name of the object."},
}, describe.Example{Page: "resources/resource_override#resource_selectors",
	Object: `{ group = "apps", version = "v1", kind = "Deployment", name = "web" }`})

var _ = describe.Struct[OverridePolicy](describe.Attributes{
	"override_rules": {Text: "1 to 20 rules. All that match a cluster apply, each to the result of the one before."},
}, describe.Example{Page: "resources/resource_override#policy", Object: `{
  override_rules = [{
    cluster_selector     = { cluster_selector_terms = [{ label_selector = { match_labels = { region = "eu" } } }] }
    json_patch_overrides = [{ op = "replace", path = "/spec/replicas", value = 3 }]
  }]
}`})

var _ = describe.Struct[OverrideRule](describe.Attributes{
	"cluster_selector": {
		Text: "The clusters that the rule applies to, by a `label_selector` in each term. `{ cluster_selector_terms = " +
			"[] }` matches every cluster.",
		Default: "no cluster",
	},
	"override_type": {
		Text:    "`JSONPatch` to change the objects, or `Delete` to leave them out on these clusters.",
		Default: "`JSONPatch`",
	},
	"json_patch_overrides": {
		Text: "1 to 20 patches (RFC 6902), with `JSONPatch`. All of a rule apply or none: one that fails keeps the " +
			"whole cluster from any update.",
	},
})

var _ = describe.Struct[JSONPatch](describe.Attributes{
	"op": {Text: "`add`, `remove` or `replace`. `add` needs the object or list around its path; the others the value at it."},
	"path": {
		Text: "The path, such as `/spec/replicas`. A slash in a name is `~1`, a tilde `~0`. Of the metadata, only `labels` and " +
			"`annotations` can be changed; `apiVersion`, `kind` and `status` cannot.",
	},
	"value": {
		Text: "The value: any value, with attributes as Kubernetes has them. `${MEMBER-CLUSTER-NAME}` in a string is the name of " +
			"the cluster, and `${MEMBER-CLUSTER-LABEL-KEY-region}` its label `region`, which every cluster must have; write `$${` " +
			"in HCL. `remove` has none.",
	},
})

var _ = describe.Struct[Options](describe.Attributes{
	"skipped_propagating_namespaces": {
		Text: "Namespaces that no ClusterResourcePlacement places with their content, beside `default`, `kube-*` and `fleet-*`.",
	},
	"skipped_propagating_apis": {
		Text: "APIs that are not placed: `group`, `group/version` or `group/version/Kind,Kind`, separated by semicolons; " +
			"for the core group `v1/Kind,Kind`.",
	},
	"allowed_propagating_apis": {
		Text: "The only APIs that are placed, in the same form. It excludes `skipped_propagating_apis`, and places kinds " +
			"that are never placed otherwise.",
	},
	"enable_workload": {Text: "Whether the hub runs workloads itself. PersistentVolumeClaims are not placed then."},
}, describe.Example{Page: "data-sources/rendered_manifests#hub_agent",
	Object: `{ skipped_propagating_namespaces = ["kube-system"] }`})

var _ = describe.Struct[ID](describe.Attributes{
	"group":     {Text: "The API group; empty for the core group."},
	"version":   {Text: "The API version."},
	"kind":      {Text: "The kind."},
	"name":      {Text: "The name."},
	"namespace": {Text: "The namespace. Null for a resource without one."},
})
