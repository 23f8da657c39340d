// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifestwork"
)

var _ = describe.Struct[Source](describe.Attributes{
	"manifest_works": {Text: "The ManifestWorks in the namespaces of the clusters, by name or by labels."},
	"add_on": {
		Text: "The name of the ManagedClusterAddOns in the namespaces of the clusters. The revision is the hash of the configuration.",
	},
	"placement": {
		Text: "A ClusterResourcePlacement of KubeFleet, or with a `namespace` a ResourcePlacement. Its bindings are read; the " +
			"revision is the name of their resource snapshot.",
	},
	"staged_update_run": {
		Text: "The name of a ClusterStagedUpdateRun of KubeFleet, or `namespace/name` of a StagedUpdateRun. The revision is the " +
			"index of its resource snapshot.",
	},
	"clusters": {
		Text: "The names of the clusters whose status is read, such as the keys of `decisions_by_cluster`. Required " +
			"with `manifest_works`: works of other teams can have the same name. Objects of other clusters are a " +
			"warning.",
		Default: "every cluster that has an object",
	},
})

var _ = describe.Struct[Works](describe.Attributes{
	"name": {Text: "The name of the ManifestWorks."},
	"label_selector": {
		Text: "Labels of the ManifestWorks, in place of `name`. If a cluster has several, the least advanced one counts, and all " +
			"must have the same revision.",
	},
	"completed_by": {
		Text: "What a ManifestWork without rules for `Progressing` is complete by: `Available` if the objects exist on " +
			"the cluster, which says nothing about their pods; `Applied` if the agent has applied them; `Feedback` if " +
			"`feedback` is reported. If unset, it has no status.",
	},
	"feedback": {
		Text: "With `completed_by = \"Feedback\"`: the values that mean completion, by the names of feedback rules. " +
			"Each has to be reported, and every object that reports it has to have it. It may be of the revision before.",
	},
}, describe.Example{Page: "data-sources/workload_status#manifest_works", Object: `{ name = "web" }`})

var _ = describe.Struct[PlacementName](describe.Attributes{
	"name":      {Text: "The name of the placement."},
	"namespace": {Text: "The namespace of a ResourcePlacement."},
}, describe.Example{Page: "data-sources/workload_status#placement", Object: `{ name = "web", namespace = "apps" }`})

var _ = describe.Struct[Statuses](describe.Attributes{
	"cluster_status": {
		Text: "The status of each cluster, by name, for `cluster_status` of `multicluster_rollout`. The `revision` of a " +
			"ManifestWork is that of its annotation `" + manifestwork.Revision + "`.",
	},
	"revisions": {
		Text: "The revision that each cluster has, by its name, also of clusters without a status: `revisions` of a " +
			"`multicluster_rollout` that takes over what runs already.",
	},
	"sources":        {Text: "What each status is derived from, by the name of the cluster."},
	"without_status": {Text: "The clusters that have the workload and no status, by name, and why."},
})

var _ = describe.Struct[Evidence](describe.Attributes{
	"object":              {Text: "The kind, the namespace and the name of the object."},
	"condition":           {Text: "The condition that decides. Null if there is none."},
	"generation":          {Text: "The generation of the object."},
	"observed_generation": {Text: "The generation that the condition is about."},
	"reason":              {Text: "The reason of the condition."},
	"message":             {Text: "The message of the condition, up to 1 024 bytes."},
})
