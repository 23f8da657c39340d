// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
)

// stepObjects are the arguments and the outputs of a step of a rollout.
var stepObjects = objects{
	reflect.TypeFor[step.Request](): {
		"strategy": {
			Text: "How the change is rolled out. With type `All`, `Progressive` or `ProgressivePerGroup` it is the " +
				"`rolloutStrategy` of Open Cluster Management. With type `RollingUpdate` it is `spec.strategy` of a " +
				"ClusterResourcePlacement of KubeFleet, and with type `External` it has the `stages` of a ClusterStagedUpdateStrategy, too.",
		},
		"cluster_status": {
			Text: "The status of each cluster, by name. A cluster without a status does not have the workload. A cluster that " +
				"has a status and is not chosen is removed.",
		},
		"now": {
			Text: "The time of the step (RFC 3339), which `min_success_time`, `progress_deadline`, `unavailable_period_seconds` and " +
				"`wait_time` are compared with. Do not use `timestamp()`, which is unknown until apply; use `plantimestamp()`.",
			Default: "the time of the plan",
		},
	},
	reflect.TypeFor[step.PassRequest](): {
		"revision": {
			Text: "The revision that is rolled out: any text, such as an image, a chart version or a hash. A status with " +
				"another `revision` is about an earlier rollout. If unset, every status is about this rollout.",
		},
		"approved_stages": {
			Text: "The approvals that were given. Each is the name of a stage with one task of type `Approval`, or `before-` or " +
				"`after-` and the name of a stage.",
		},
	},
	reflect.TypeFor[step.Target](): {
		"decisions": {
			Text: "The chosen clusters: the attribute `decisions` of `multicluster_placement`. Exactly one of `decisions` and " +
				"`decision_groups` must be set.",
		},
		"decision_groups": {
			Text: "The chosen clusters in groups: the attribute `decision_groups` of `multicluster_placement`. Groups have names, which " +
				"`mandatory_decision_groups` of a strategy can refer to.",
		},
		"number_of_clusters": {
			Text: "The number of clusters that the placement asks for, which percentages of a `RollingUpdate` refer to. Set it for a " +
				"placement of type `PickN` that found fewer.",
			Default: "the number of chosen clusters",
		},
	},
	reflect.TypeFor[step.Decision](): {
		"cluster_name": {Text: "The chosen cluster."},
		"group":        {Text: "The index of its decision group.", Default: "`0`"},
	},
	reflect.TypeFor[step.Group](): {
		"index":         {Text: "The index of the group, from 0. Groups are rolled out in the order of their indexes."},
		"name":          {Text: "The name of the group."},
		"cluster_names": {Text: "The clusters of the group."},
	},
	reflect.TypeFor[step.ClusterStatus](): {
		"status": {
			Text: "The state of the workload. With a strategy of Open Cluster Management `ToApply`, `Progressing`, " +
				"`Succeeded`, `Failed`, `TimeOut` or `Skip`; with one of KubeFleet `Available`, `NotAvailable`, `NotTrackable` " +
				"or `Failed`. [States and conditions](../data-sources/rollout#states-and-conditions) explains which conditions these are.",
		},
		"last_transition_time": {
			Text: "When the cluster got this status (RFC 3339). Required where a time of the strategy starts with it: for " +
				"`Succeeded` with a `min_success_time`, for `NotTrackable` with type `RollingUpdate`, and for `Available` and " +
				"`NotTrackable` with a task of type `TimedWait`. `progress_deadline` has no effect on a cluster without it.",
		},
		"revision": {
			Text: "The revision that the status is about. With a strategy of KubeFleet it is required if `revision` of the " +
				"rollout is set: a cluster that has another revision is updated.",
		},
		"message": {Text: "Why the cluster has this status, in its own words, such as the message of a condition. " +
			"`waits_for` repeats it."},
	},
	reflect.TypeFor[step.Outputs](): {
		"to_apply":    {Text: "The clusters that get the change now, by name, for `for_each`."},
		"in_progress": {Text: "The clusters that got the change earlier and are not finished, by name."},
		"succeeded":   {Text: "The clusters on which the change is complete, and those with the status `Skip`, by name."},
		"timed_out":   {Text: "The clusters that were given up after `progress_deadline`, by name."},
		"removed":     {Text: "The clusters that are no longer chosen and lose the workload now, by name."},
		"waiting":     {Text: "The clusters to which nothing happens now, by name."},
		"breached": {
			Text: "Whether more clusters failed than `max_failures` allows. Nothing new starts then. Strategies of KubeFleet have " +
				"no such limit.",
		},
		"breach_reason": {Text: "How many clusters failed. Null if `breached` is false."},
		"next_change": {
			Text: "The earliest time at which the result can change without a change to the arguments (RFC 3339). Null if there is none.",
		},
		"waves": {
			Text: "The order in which the strategy goes through the clusters if all of them succeed, with every cluster in " +
				"exactly one wave.",
		},
	},
	reflect.TypeFor[step.ClusterProgress](): {
		"wave":   {Text: "The position of the cluster's wave in `waves`, from 0."},
		"status": {Text: "The state of the workload after the step. Null if the cluster does not have the workload."},
		"reason": {Text: "Why the cluster is here. The text may change in any release."},
	},
	reflect.TypeFor[step.Wave](): {
		"name": {
			Text: "The name of the decision group or stage; `" + step.Removal + "` for the clusters that are no longer chosen. " +
				"Empty for a wave of the other clusters.",
		},
		"group":         {Text: "The index of the decision group. Null if the wave is not a decision group."},
		"cluster_names": {Text: "The clusters of the wave: in a stage in the order in which they are updated, else by name."},
	},
}
