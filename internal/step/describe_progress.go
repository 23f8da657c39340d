// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Progress](describe.Attributes{
	"revisions": {
		Text: "The revision that each cluster has or gets now, by name. A cluster that is no longer " +
			"chosen loses it in the next step, or when KubeFleet's strategy removes it; one that left the fleet at once.",
	},
	"clusters_by_state": {
		Text: "The clusters in each state, separated by `, `, without those that are finished or wait. " +
			"`Progressing`: not complete. `Soaking`: complete for less than `min_success_time` or " +
			"`unavailable_period_seconds`. `Failed`, `TimeOut`, `Skip`: as in `cluster_status`. `Leaving`: no longer " +
			"chosen. `RollingBack`, `RolledBack`, `RollbackFailed`: back on an earlier revision, which is not complete, " +
			"complete, or failed or timed out.",
	},
	"phase": {
		Text: "`Progressing`; `Succeeded`; `PartiallyFailed`: every cluster is finished or was given up; `Paused`; `Stuck`: " +
			"every cluster in progress has failed, and nothing else can start; `Breached`; `RollingBack` or `RolledBack`.",
	},
	"completed_revision": {
		Text: "What clusters return to in a rollback: the last revision whose `phase` was `Succeeded` or " +
			"`PartiallyFailed`, which all but tolerated failures had finished when another replaced it, or with which most " +
			"were taken over. Once it is `revision` itself, failures only stop. Null if there is none.",
	},
	"rollback_revisions": {
		Text: "What clusters return to that were not finished with `completed_revision`, or were taken over with " +
			"another one. Empty for a cluster that loses the workload.",
	},
	"given_up_revisions": {
		Text: "The last 20 revisions that were given up. No cluster returns to one.",
	},
	"breached":      {Text: "Whether nothing starts, because too many clusters failed or the rollout was aborted."},
	"breach_reason": {Text: "Why nothing starts. Null if `breached` is false."},
	"waits_for": {
		Text: "What the rollout waits for, failed clusters first. Null if it is complete. The text may change in any " +
			"release.",
	},
	"next_change": {
		Text: "The earliest time at which a plan can change something with the same arguments (RFC 3339): `now` itself " +
			"if the next plan goes on. Null if there is none.",
	},
	"history": {
		Text: "What the last 20 steps changed on clusters, and why: a line each, the latest one last. The text may " +
			"change in any release.",
	},
})

var _ = describe.Struct[WavePlaces](describe.Attributes{
	"waves": {
		Text: "The wave of every cluster of a decision group or stage, by name: the position, from 0, in the strategy. It stays as " +
			"long as `revision` and `strategy` do; a cluster that joins comes into that of its group or stage. Others " +
			"are divided by number, as the function `waves` shows.",
	},
	"wave_names": {
		Text: "The names of the waves of a named group or stage, by position; `" + Removal + "` for the " +
			"clusters that are no longer chosen.",
	},
	"wave_groups": {Text: "The indexes of the decision groups that are waves, by position."},
})

var _ = describe.Struct[Outputs](describe.Attributes{
	"to_apply":    {Text: "The clusters that get the change now, by name, for `for_each`."},
	"in_progress": {Text: "The clusters that got the change earlier and are not finished, by name."},
	"succeeded":   {Text: "The clusters on which the change is complete, and those with the status `Skip`, by name."},
	"timed_out":   {Text: "The clusters that were given up after `progress_deadline`, by name."},
	"removed":     {Text: "The clusters that are no longer chosen and lose the workload now, by name."},
	"waiting":     {Text: "The clusters to which nothing happens now, by name."},
	"breached": {
		Text: "Whether more clusters failed than `max_failures` allows. Nothing new starts then. KubeFleet has no such " +
			"limit.",
	},
	"breach_reason": {Text: "How many clusters failed. Null if `breached` is false."},
	"next_change": {
		Text: "The earliest time at which the result can change with the same arguments (RFC 3339). Null if there is " +
			"none.",
	},
	"waves": {Text: "The order in which the strategy goes through the clusters if all of them succeed."},
})

var _ = describe.Struct[ClusterProgress](describe.Attributes{
	"wave":   {Text: "The position of the cluster's wave in `waves`, from 0."},
	"status": {Text: "The state of the workload after the step. Null if the cluster does not have the workload."},
	"reason": {Text: "Why the cluster is here. The text may change in any release."},
})

var _ = describe.Struct[Wave](describe.Attributes{
	"name": {
		Text: "The name of the decision group or stage; `" + Removal + "` for the clusters that are no longer chosen. " +
			"Empty for a wave of the other clusters.",
	},
	"group":         {Text: "The index of the decision group. Null if the wave is not a decision group."},
	"cluster_names": {Text: "The clusters of the wave: in a stage in the order in which they are updated, else by name."},
})
