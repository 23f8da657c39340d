// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollout

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Strategy](describe.Attributes{
	"rolling_update": {Text: "The settings of type `RollingUpdate`."},
	"apply_strategy": {
		Text: "How KubeFleet applies the resources on a cluster. It does not change the order of the clusters. A staged " +
			"update run compares it with that of the bindings.",
	},
	"delete_strategy":      {Text: "What KubeFleet does with the resources when the placement is deleted."},
	"report_back_strategy": {Text: "Whether KubeFleet writes the status of the resources back to the hub."},
	"stages":               {Text: "The stages of type `External`, in order, 1 to 31. Every chosen cluster must be in exactly one."},
}, describe.Example{Page: "guides/reference-rollout#strategy", Object: `{
  type        = "Progressive"
  progressive = { max_concurrency = "25%", max_failures = 1 }
}`})

var _ = describe.Struct[ApplyStrategy](describe.Attributes{
	"allow_co_ownership": {Text: "Whether KubeFleet applies resources that another applier also owns.", Default: "`false`"},
	"comparison_option": {
		Text:    "The fields that are compared: `PartialComparison`, those in the manifest, or `FullComparison`, all.",
		Default: "`PartialComparison`",
	},
	"when_to_apply": {
		Text:    "`Always`, or `IfNotDrifted`: not if the resource on the cluster has been changed.",
		Default: "`Always`",
	},
	"type": {
		Text:    "`ClientSideApply`, `ServerSideApply`, or `ReportDiff`, which applies nothing and reports differences.",
		Default: "`ClientSideApply`",
	},
	"when_to_take_over": {
		Text: "Whether KubeFleet applies resources that already exist on the cluster: `Always`, `IfNoDiff`, if they do " +
			"not differ, or `Never`.",
		Default: "`Always`",
	},
	"server_side_apply_config": {Text: "The settings of type `ServerSideApply`. Other types do not have it."},
})

var _ = describe.Struct[ServerSideApplyConfig](describe.Attributes{
	"force": {Text: "Whether to take over fields that another manager owns.", Default: "`false`"},
})

var _ = describe.Struct[DeleteStrategy](describe.Attributes{
	"propagation_policy": {
		Text:    "`Delete` removes the resources from the clusters, `Abandon` leaves them there.",
		Default: "`Delete`",
	},
})

var _ = describe.Struct[ReportBackStrategy](describe.Attributes{
	"type": {Text: "`Disabled`, or `Mirror`, which copies the status.", Default: "`Disabled`"},
	"destination": {
		Text: "Where the status is copied to: `OriginalResource`, the resource on the hub, or `WorkAPI`, the Work object. Required " +
			"with type `Mirror`.",
	},
})
