package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// rolloutObjects are the strategies.
var rolloutObjects = objects{
	reflect.TypeFor[rollout.Strategy](): {
		"rolling_update":       {Text: "The settings of type `RollingUpdate`."},
		"apply_strategy":       {Text: "How KubeFleet applies resources. It makes no difference to the order of clusters."},
		"delete_strategy":      {Text: "What KubeFleet does with the resources of a deleted placement. It makes no difference here."},
		"report_back_strategy": {Text: "What KubeFleet reports of the clusters. It makes no difference here."},
		"stages":               {Text: "The stages of type `External`, in order, at most 31."},
	},
	reflect.TypeFor[rollout.OCMStrategy](): {
		"type": {
			Text:     "One of `All`, `Progressive`, `ProgressivePerGroup`, `RollingUpdate` and `External`.",
			Required: true,
		},
		"all":                   {Text: "The settings of type `All`."},
		"progressive":           {Text: "The settings of type `Progressive`."},
		"progressive_per_group": {Text: "The settings of type `ProgressivePerGroup`."},
	},
	reflect.TypeFor[rollout.OCMLimits](): {
		"min_success_time": {
			Text:    "How long a cluster has to be `Succeeded` before it is finished, such as `5m`. Type `All` does not use it.",
			Default: "`0s`",
		},
		"progress_deadline": {
			Text:    "How long a cluster may be `Progressing` or `Failed` before it is timed out, such as `90s`, or `None`.",
			Default: "`None`",
		},
		"max_failures": {
			Text: "How many clusters may fail or be timed out before the rollout stops: a number, or a percentage such as `\"10%\"`, rounded " +
				"up. Type `All` does not use it.",
			Default: "`0`",
		},
	},
	reflect.TypeFor[rollout.OCMProgressive](): {
		"mandatory_decision_groups": {
			Text: "The decision groups that are rolled out before the others, one at a time and without a failure.",
		},
		"max_concurrency": {
			Text: "How many clusters are rolled out at a time: a number, or a percentage of the clusters outside of the mandatory groups, " +
				"rounded up.",
			Default: "all clusters",
		},
	},
	reflect.TypeFor[rollout.OCMProgressivePerGroup](): {
		"mandatory_decision_groups": {Text: "The decision groups that are rolled out before the others, without a failure."},
	},
	reflect.TypeFor[rollout.OCMMandatoryGroup](): {
		"group_name":  {Text: "The name of decision groups."},
		"group_index": {Text: "The index of a decision group, if `group_name` is not set.", Default: "`0`"},
	},
	reflect.TypeFor[rollout.RollingUpdate](): {
		"max_unavailable": {
			Text: "How many clusters below the number of the placement may be without available resources: a number, or a percentage, " +
				"rounded up.",
			Default: "`25%`",
		},
		"max_surge": {
			Text:    "How many clusters above the number of the placement may have the resources: a number, or a percentage, rounded up.",
			Default: "`25%`",
		},
		"unavailable_period_seconds": {
			Text:    "After how many seconds resources whose availability cannot be tracked are available.",
			Default: "`60`",
		},
	},
	reflect.TypeFor[rollout.ApplyStrategy](): {
		"allow_co_ownership": {Text: "Whether other appliers may own the resources, too."},
	},
	reflect.TypeFor[rollout.StagedApplyStrategy](): {
		"comparison_option":        {Text: "Which fields are compared.", Default: "`PartialComparison`"},
		"when_to_apply":            {Text: "When resources are applied.", Default: "`Always`"},
		"type":                     {Text: "How resources are applied.", Default: "`ClientSideApply`"},
		"when_to_take_over":        {Text: "When existing resources are taken over.", Default: "`Always`"},
		"server_side_apply_config": {Text: "The settings of type `ServerSideApply`."},
	},
	reflect.TypeFor[rollout.StagedServerSideApply](): {
		"force": {Text: "Whether fields that another manager owns are taken over.", Default: "`false`"},
	},
	reflect.TypeFor[rollout.DeleteStrategy](): {
		"propagation_policy": {Text: "`Delete` or `Abandon`.", Default: "`Delete`"},
	},
	reflect.TypeFor[rollout.ReportBackStrategy](): {
		"type":        {Text: "`Disabled` or `Mirror`.", Default: "`Disabled`"},
		"destination": {Text: "`OriginalResource` or `WorkAPI`."},
	},
	reflect.TypeFor[rollout.StagedStage](): {
		"name":              {Text: "The name of the stage: 1 to 63 lower-case letters and digits."},
		"label_selector":    {Text: "The clusters of the stage. Every chosen cluster must be in exactly one stage.", Default: "no clusters"},
		"sorting_label_key": {Text: "A label with a whole number, which orders the clusters of the stage.", Default: "by name"},
		"max_concurrency": {
			Text:    "How many clusters are updated at a time: a number, or a percentage of the clusters of the stage, rounded down.",
			Default: "`1`",
		},
		"before_stage_tasks": {Text: "What must be done before the stage: at most one task, of type `Approval`."},
		"after_stage_tasks":  {Text: "What must be done after the stage: at most one task of each type."},
	},
	reflect.TypeFor[rollout.StagedTask](): {
		"type":      {Text: "`Approval` waits for an approval. `TimedWait` waits for `wait_time`, from when the last cluster of the stage is updated."},
		"wait_time": {Text: "How long a task of type `TimedWait` takes, such as `1h`."},
	},
}
