// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Arguments](describe.Attributes{
	"objects": {
		Text: "The objects of the hub, as values or as texts with YAML or JSON: the placement, resources, overrides, " +
			"envelopes and CRDs. A kind that is not of Kubernetes itself has a namespace if its CRD or one of its " +
			"objects says so.",
		Default: "the objects of `manifests`, or of the provider's hub",
	},
	"overrides": {
		Text: "Further overrides: the instances of `multicluster_resource_override`, or such objects. One replaces that " +
			"of its kind, namespace and name.",
	},
	"decisions": {
		Text:    "The names of the clusters that the placement has chosen.",
		Default: "what `multicluster_placement` would decide",
	},
	"hub_agent": {Text: "The options of the hub agent of KubeFleet that say what is placed, if they are set there."},
	"with_manifests": {
		Text:    "Whether `variants` have the manifests themselves. They are in the state, but for the values of Secrets.",
		Default: "`false`",
	},
	"manifests_of": {
		Text: "The names of clusters: only the variants of these have manifests.", Default: "all chosen clusters",
	},
	"on_failure": {
		Text: "What becomes of clusters that the hub would leave without an update, which `failures` has: `error` ends " +
			"the plan, `warn` is a warning.",
		Default: "`error`",
	},
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"selected_resources":   {Text: "The selected resources in the order of KubeFleet."},
	"manifests_by_cluster": {Text: "What each chosen cluster gets, by its name."},
	"variants":             {Text: "The clusters that get the same manifests, together; the variant with most clusters first."},
	"changes": {
		Text: "What overrides change, up to 200: a field of one or more resources, on the clusters on which they change " +
			"it alike.",
	},
	"changes_complete": {Text: "Whether `changes` has every change."},
	"failures":         {Text: "Why the hub would leave clusters without an update. Equal failures are together."},
	"resource_hash": {
		Text: "The hash of the selected resources, which the hub writes into the annotation `kubernetes-fleet.io/resource-hash`. It " +
			"does not depend on overrides.",
	},
})

var _ = describe.Struct[Cluster](describe.Attributes{
	"overrides": {Text: "The overrides that apply, in their order, as `Kind/name` or `Kind/namespace/name`."},
	"manifests": {Text: "How many manifests the cluster gets. 0 for a cluster that the hub would not update."},
	"digest": {
		Text: "A digest that changes only if the manifests do. Equal clusters have the same. Null for a cluster that the " +
			"hub would not update.",
	},
})

var _ = describe.Struct[Variant](describe.Attributes{
	"digest":        {Text: "The digest of its clusters."},
	"cluster_names": {Text: "The names of the clusters."},
	"changed":       {Text: "How many objects overrides are applied to."},
	"works":         {Text: "The Work objects that the hub would make. Null unless they are asked for."},
})

var _ = describe.Struct[Change](describe.Attributes{
	"cluster_names":  {Text: "The names of the clusters."},
	"overrides":      {Text: "The overrides that are applied to the resources, in their order."},
	"resources":      {Text: "The first ten of the changed resources, as `Kind/name` or `Kind/namespace/name`."},
	"resource_count": {Text: "How many resources are changed in this way."},
	"path":           {Text: "The field, as a JSON pointer. Null for resources that are deleted."},
	"before":         {Text: "The value before, JSON, up to 200 bytes. Null for a field that is added."},
	"after":          {Text: "The value after, JSON, up to 200 bytes. Null for a field that is removed."},
})

var _ = describe.Struct[Work](describe.Attributes{
	"name":      {Text: "The name in the namespace of the cluster, `fleet-member-NAME`."},
	"envelope":  {Text: "The envelope whose manifests it has. Null for selected resources."},
	"manifests": {Text: "The manifests in their order, JSON each, for `jsondecode`. The values of Secrets are `(hidden)`."},
})

var _ = describe.Struct[Failure](describe.Attributes{
	"cluster_names": {Text: "The names of the clusters."},
	"resource":      {Text: "The object that fails, and the envelope that it is in. Null if no object fails."},
	"override":      {Text: "The name of the override that fails. Null if none does."},
	"message":       {Text: "Why."},
})
