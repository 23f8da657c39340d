// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// mandatoryGroups describes the groups that come first, in both types that have them.
var mandatoryGroups = Line{
	Text: "Decision groups that are rolled out first, one group at a time. In these groups no failure is tolerated. Groups " +
		"that do not exist are ignored.",
	Default: "none",
}

// rolloutObjects are the strategy of a rollout, and the object that has it.
var rolloutObjects = objects{
	reflect.TypeFor[manifest.RolloutOf](): {
		"kind": {
			Text: "With `ocm`, `ManifestWorkReplicaSet` or `ClusterManagementAddOn`. With `kubefleet`, " +
				"`ClusterStagedUpdateStrategy`, or `StagedUpdateStrategy` if the placement has a `namespace`.",
		},
		"name": {Text: "The name of the object. An object that has a namespace is in that of the placement."},
	},
	reflect.TypeFor[rollout.Strategy](): {
		"rolling_update": {
			Text:    "The settings of type `RollingUpdate`: `spec.strategy.rollingUpdate` of a placement of KubeFleet.",
			Default: "the defaults of its attributes",
		},
		"apply_strategy": {
			Text: "How KubeFleet applies the resources on a cluster: `spec.strategy.applyStrategy`. It does not change the order of the " +
				"clusters. A staged update run compares it with that of the bindings.",
			Default: "the defaults of its attributes",
		},
		"delete_strategy": {
			Text: "What KubeFleet does with the resources when the placement is deleted: `spec.strategy.deleteStrategy`. It has " +
				"no effect on a rollout.",
			Default: "the defaults of its attributes",
		},
		"report_back_strategy": {
			Text: "Whether KubeFleet copies the status of the resources back to the hub: `spec.strategy.reportBackStrategy`. It has no " +
				"effect on a rollout.",
			Default: "the defaults of its attributes",
		},
		"stages": {
			Text: "The stages of type `External`, in order, 1 to 31: `spec.stages` of a StagedUpdateStrategy or " +
				"ClusterStagedUpdateStrategy. Every chosen cluster must be in exactly one stage.",
		},
	},
	reflect.TypeFor[ocm.Strategy](): {
		"type": {
			Text: "For Open Cluster Management `All`: all clusters at the same time; `Progressive`: a limited number of " +
				"clusters at a time; `ProgressivePerGroup`: one decision group at a time. For KubeFleet `RollingUpdate`: a rolling update; " +
				"`External`: a staged update run with `stages`. Always set after decoding: the default of the API server is `All` for Open " +
				"Cluster Management and `RollingUpdate` for KubeFleet.",
			Required: true,
		},
		"all": {
			Text:    "The settings of type `All`. Only `progress_deadline` has an effect.",
			Default: "the defaults of its attributes",
		},
		"progressive":           {Text: "The settings of type `Progressive`.", Default: "the defaults of its attributes"},
		"progressive_per_group": {Text: "The settings of type `ProgressivePerGroup`.", Default: "the defaults of its attributes"},
	},
	reflect.TypeFor[ocm.Limits](): {
		"min_success_time": {
			Text:    "How long a cluster must have succeeded before it counts as finished: a duration such as `\"5m\"`, at least 0.",
			Default: "`\"0s\"`",
		},
		"progress_deadline": {
			Text: "How long a cluster may be progressing or failed before it is timed out: a whole number with the unit `h`, " +
				"`m` or `s`, such as `\"10m\"`, or `None`.",
			Default: "`None`, no deadline",
		},
		"max_failures": {
			Text: "How many clusters may be failed or timed out before no further cluster starts: a number, or a percentage from " +
				"`\"0%\"` to " +
				"`\"100%\"`, rounded up. With type `ProgressivePerGroup` it applies to each group. A number above the total acts as 0.",
			Default: "`0`",
		},
	},
	reflect.TypeFor[ocm.Progressive](): {
		"mandatory_decision_groups": mandatoryGroups,
		"max_concurrency": {
			Text: "How many clusters are rolled out at a time: a number, or a percentage from `\"0%\"` to `\"100%\"` of the " +
				"clusters outside of the mandatory groups, rounded up. 0 and a number above the total act as the total.",
			Default: "all clusters",
		},
	},
	reflect.TypeFor[ocm.ProgressivePerGroup](): {
		"mandatory_decision_groups": mandatoryGroups,
	},
	reflect.TypeFor[ocm.MandatoryGroup](): {
		"group_name":  {Text: "The name of the decision groups. If it is set, `group_index` has no effect."},
		"group_index": {Text: "The index of the decision group, at least 0.", Default: "`0`"},
	},
	reflect.TypeFor[rollingupdate.Config](): {
		"max_unavailable": {
			Text: "How many clusters below the target number may be without ready resources: a number of at least 0, or a percentage of " +
				"the target number from `\"0%\"` to `\"100%\"`, rounded up.",
			Default: "`\"25%\"`",
		},
		"max_surge": {
			Text: "How many clusters above the target number may have the resources: a number of at least 0, or a percentage " +
				"of the target number from `\"0%\"` to `\"100%\"`, rounded up.",
			Default: "`\"25%\"`",
		},
		"unavailable_period_seconds": {
			Text: "For how many seconds resources whose availability cannot be tracked must be applied before they are " +
				"ready, at least 0.",
			Default: "`60`",
		},
	},
	reflect.TypeFor[rollout.ApplyStrategy](): {
		"allow_co_ownership": {
			Text:    "Whether KubeFleet applies resources that another applier also owns.",
			Default: "`false`",
		},
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
	},
	reflect.TypeFor[rollout.ServerSideApplyConfig](): {
		"force": {Text: "Whether to take over fields that another manager owns.", Default: "`false`"},
	},
	reflect.TypeFor[rollout.DeleteStrategy](): {
		"propagation_policy": {
			Text:    "`Delete` removes the resources from the clusters, `Abandon` leaves them there.",
			Default: "`Delete`",
		},
	},
	reflect.TypeFor[rollout.ReportBackStrategy](): {
		"type": {Text: "`Disabled`, or `Mirror`, which copies the status.", Default: "`Disabled`"},
		"destination": {
			Text: "Where the status is copied to: `OriginalResource`, the resource on the hub, or `WorkAPI`, the Work object. Required " +
				"with type `Mirror`.",
		},
	},
	reflect.TypeFor[staged.Stage](): {
		"name": {Text: "The name of the stage: 1 to 63 lower-case letters and digits, unique in the strategy."},
		"label_selector": {
			Text: "Matches the labels of the clusters of the stage. An empty selector matches every cluster.", Default: "no cluster",
		},
		"sorting_label_key": {
			Text: "The label whose value, a whole number, orders the clusters of the stage, the smallest first. Every cluster " +
				"of the stage must have it. Clusters with equal values are in the order of their names.",
			Default: "the order of the names",
		},
		"max_concurrency": {
			Text: "How many clusters are updated at the same time: a number of at least 1, or a percentage of the clusters of the stage " +
				"from `\"1%\"` to `\"100%\"`, rounded down to at least 1.",
			Default: "`1`",
		},
		"before_stage_tasks": {Text: "What must be done before the first cluster of the stage is updated: at most one task, " +
			"an `Approval`.", Default: "none"},
		"after_stage_tasks": {
			Text: "What must be done before the next stage starts: at most one task of each type.", Default: "none",
		},
	},
	reflect.TypeFor[staged.Task](): {
		"type": {
			Text: "`Approval` waits until an approval request is approved. `TimedWait` waits for `wait_time` after all clusters " +
				"of the stage are updated.",
		},
		"wait_time": {
			Text: "How long a `TimedWait` takes: a duration such as `\"1h30m\"`, above 0. Required with that type; an " +
				"`Approval` does not have it.",
		},
	},
}
