// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Outputs](describe.Attributes{
	"decisions": {
		Text: "The clusters that the hub has chosen, in its order: by group and name in `ocm`, and as its policy snapshot " +
			"lists them in `kubefleet`. Only KubeFleet publishes scores and reasons.",
	},
	"decisions_by_cluster": {Text: "The chosen clusters by name, for `for_each`."},
	"satisfied":            {Text: "Whether the hub has found as many clusters as required; false before it decides."},
	"conditions": {
		Text: "The status conditions of the placement; in `kubefleet` that of its policy snapshot comes first. Empty " +
			"before the hub decides.",
	},
	"prediction_agrees": {
		Text: "Whether the hub has chosen the predicted clusters, in `ocm` in the predicted groups. If not, it has not " +
			"decided since the placement or the fleet has changed, or decides otherwise. Null, with a warning, if " +
			"nothing can be predicted.",
	},
	"prediction_differences": {
		Text: "The clusters that the hub decided differently than predicted. Null if nothing can be predicted.",
	},
})

var _ = describe.Struct[Difference](describe.Attributes{
	"cluster_name": {Text: "The cluster."},
	"hub":          {Text: "Whether the hub has chosen the cluster."},
	"predicted":    {Text: "Whether the prediction has chosen the cluster."},
	"reason": {Text: "Why the prediction has chosen the cluster or not, or how the groups differ. The text may change in " +
		"any release."},
})

var _ = describe.Struct[Expected](describe.Attributes{
	"clusters": {Text: "The clusters that the hub is expected to choose, by name."},
	"moves": {
		Text: "Which clusters join and leave, and why, compared with before.",
	},
	"satisfied": {Text: "Whether the hub is expected to find as many clusters as required."},
	"certain": {
		Text: "Whether the hub decides so if nothing else changes. If not, `uncertainty` says what counts.",
	},
	"uncertainty": {
		Text: "What may change the decision: other placements, what is measured of clusters, or the time. Null if `certain`.",
	},
	"consumers": {
		Text: "With `consumers = true` in `hub`: what leaves with the first 10 clusters.",
	},
	"agrees": {Text: "Whether the hub has chosen these clusters with its first decision after the change. Null until then."},
})
