// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
)

// carryObjects are the arguments and the outputs of a rollout that is carried from apply to apply.
var carryObjects = objects{
	reflect.TypeFor[step.CarryRequest](): {
		"revision": {
			Text: "The revision that is rolled out: any text, such as an image, a chart version or a hash. It must be known during " +
				"plan. A new revision starts a new rollout, also in the middle of another one.",
		},
		"approved_stages": {
			Text: "The approvals that were given, by revision, such as `{ \"web:2.1.0\" = [\"prod\"] }`. Each is the name of a stage " +
				"with one task of type `Approval`, `before-` or `after-` and the name of a stage, or the name of a group in " +
				"`approval_groups`. An approval of another revision has no effect. After `retry` has changed, the key is the revision, a " +
				"space and the text of `retry`: a new attempt needs its own approvals. `waits_for` has the line to add.",
		},
		"approval_groups": {
			Text: "The names of the decision groups that start only when `approved_stages` approves them, for type " +
				"`ProgressivePerGroup`, which has no approvals on a hub. The groups behind one that waits for its approval wait, too.",
			Default: "none",
		},
		"require_status": {
			Text: "Whether a cluster is finished only when `cluster_status` says so. With `false` it is finished once an apply has " +
				"given it the revision, or tried it again, and `min_success_time` or `unavailable_period_seconds` has passed; a status " +
				"that applies still takes precedence.",
			Default: "`true`",
		},
		"on_breach": {
			Text: "What to do when more clusters fail than `max_failures` allows. `stop` starts nothing more until enough of them have " +
				"recovered, as on a hub. `rollback` returns the " +
				"clusters to `completed_revision`; clusters that were new lose the workload. Clusters that failed, timed out or never " +
				"reported return at once, the others as `rollback_concurrency` says, the last wave first. A rollout of " +
				"`completed_revision` itself only stops. After a rollback the revision is not tried again until it or `retry` changes.",
			Default: "`stop`",
		},
		"max_failures": {
			Text: "For the types `RollingUpdate` and `External`, which have no such limit on a hub: how many clusters may fail, a " +
				"number or a percentage of the chosen clusters, rounded up. `on_breach = \"rollback\"` requires it. With other types set " +
				"it in `strategy`.",
			Default: "no limit",
		},
		"progress_deadline": {
			Text: "For the types `RollingUpdate` and `External`, which have no deadline on a hub: how long a cluster may be in " +
				"progress or failed before it is given up, such as `\"30m\"`. A stage goes on without a cluster that was given up. With " +
				"other types set it in `strategy`.",
			Default: "no deadline",
		},
		"rollback_concurrency": {
			Text: "How many healthy clusters return at the same time in a rollback: a number of at least 1, or a percentage from " +
				"`\"1%\"` to " +
				"`\"100%\"` of all clusters, rounded up.",
			Default: "all clusters",
		},
		"max_removals": {
			Text: "How many of the clusters with the workload may lose it in one plan because they are no longer chosen or, with " +
				"`-replace`, because `initial_revisions` leaves them out: a number, or a percentage such as `\"25%\"`, rounded down. " +
				"More are an error. Clusters that have left the fleet are included; those that lose the workload in a rollback are not.",
			Default: "any number but not all of them, unless as many others get it in the same plan, and none that `initial_revisions` " +
				"leaves out",
		},
		"allow_missing_groups": {
			Text: "Whether to roll out although a group of `mandatory_decision_groups` or `approval_groups` does not exist or has no " +
				"clusters. A hub ignores a missing mandatory group; here a plan that starts a cluster is an error, because nothing " +
				"would be tried before the other clusters.",
			Default: "`false`",
		},
		"paused": {
			Text: "Starts nothing and removes nothing, and still observes the clusters. `progress_deadline` does not run, and " +
				"starts again afterwards. Clusters that left the fleet leave the rollout.",
			Default: "`false`",
		},
		"abort": {
			Text: "Rolls back as `on_breach = \"rollback\"` does, whatever the clusters report. Leave it set until the rollback is " +
				"complete, then change `revision`, or `retry` and this. In a rollout of `completed_revision` it returns all clusters to " +
				"that revision, without waves; new clusters get it afterwards.",
			Default: "`false`",
		},
		"retry": {
			Text: "Any text. When it changes to another one, clusters that failed or timed out are tried again, and so is a revision " +
				"that was given up. `progress_deadline` starts again. A failure with an older `last_transition_time` no longer applies; " +
				"any other status does. Without it nothing is tried again.",
		},
		"initial_revisions": {
			Text: "The revision that each cluster has when the rollout begins: `{}` if none has the workload. Required in the first " +
				"apply, in the one that imports the rollout and with `-replace`, and not read otherwise: it may stay. With `-replace` it " +
				"must not leave out a cluster that has the workload, unless `max_removals` allows it.",
		},
	},
	reflect.TypeFor[step.Progress](): {
		"revisions": {
			Text: "The revision that each cluster has or gets now, by name, for `for_each`. A cluster that is no longer chosen loses it " +
				"in the next step with a strategy of Open Cluster Management, and when the strategy removes it with one of KubeFleet. One " +
				"that left the fleet leaves at once.",
		},
		"clusters_by_state": {
			Text: "The names of the clusters in each state, separated by `, `, for clusters that are neither finished nor wait. " +
				"`Progressing`: it has the revision, which is not complete. `Soaking`: complete for less than `min_success_time` or " +
				"`unavailable_period_seconds`. " +
				"`Failed`, `TimeOut` and `Skip` as in `cluster_status`. `Leaving`: it is no longer chosen. `RollingBack`, `RolledBack` and " +
				"`RollbackFailed`: it has returned to an earlier revision, which is not complete, is complete, or has failed or timed out. " +
				"A cluster that is missing has the revision and is finished or, with another revision or none, waits. A cluster that was " +
				"finished stays so until a status that applies says something else.",
		},
		"waves": {
			Text: "The order in which the strategy goes through the clusters, with every cluster in exactly one wave. A cluster keeps " +
				"its wave as long as `revision` and `strategy` do not change; one that joins comes into the wave of its decision group or " +
				"stage, or into the last one.",
		},
		"phase": {
			Text: "`Progressing`; `Succeeded`; `PartiallyFailed`: every cluster is finished or was given up; `Paused`; `Stuck`: " +
				"every cluster in progress has failed, and nothing else can start; `Breached`; `RollingBack` or `RolledBack`.",
		},
		"completed_revision": {
			Text: "The last revision that was complete, or with which most clusters were taken over. A revision that all clusters have " +
				"finished, apart from failures that it tolerates, is complete when another one replaces it. Clusters return to it in a " +
				"rollback. Once it is the `revision` itself, nothing is rolled back: clusters that fail only stop others, as long as they " +
				"fail. Null if there is none.",
		},
		"rollback_revisions": {
			Text: "What clusters return to that do not return to `completed_revision`: those that were not finished with it, or were " +
				"taken over with another one. Empty for a cluster that loses the workload.",
		},
		"given_up_revisions": {
			Text: "The last 20 revisions that were given up before they were complete, the latest one last. No cluster returns to one.",
		},
		"breached":      {Text: "Whether nothing starts, because too many clusters failed or the rollout was aborted."},
		"breach_reason": {Text: "Why nothing starts. Null if `breached` is false."},
		"waits_for": {
			Text: "What the rollout waits for, with the clusters that failed first. Null if it is complete. The text may change in " +
				"any release.",
		},
		"next_change": {
			Text: "The earliest time at which a plan can change something without a change to the arguments (RFC 3339): `now` itself " +
				"if the next plan goes on anyway. Null if there is none.",
		},
		"moves": {Text: "What the last step changes on clusters, and why. Unchanged until the next step."},
		"history": {
			Text: "The last 20 steps, a line each, with the time of the plan, the latest one last. The text may change in any release.",
		},
	},
	reflect.TypeFor[step.Move](): {
		"action": {
			Text: "`start`: the clusters get the revision that is rolled out. `return`: they return to an earlier revision. `remove`: " +
				"they lose the workload. `adopt`: they are taken over with the revision that they have.",
		},
		"revision": {Text: "What the clusters get; with `remove`, what they had."},
		"clusters": {Text: "The names of the clusters, separated by `, `."},
		"reason":   {Text: "Why. The text may change in any release."},
	},
}
