// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[CarryRequest](describe.Attributes{
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
})

var _ = describe.Struct[Request](describe.Attributes{
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
})

var _ = describe.Struct[PassRequest](describe.Attributes{
	"revision": {
		Text: "The revision that is rolled out: any text, such as an image, a chart version or a hash. A status with " +
			"another `revision` is about an earlier rollout. If unset, every status is about this rollout.",
	},
	"approved_stages": {
		Text: "The approvals that were given, by revision, such as `{ \"web:2.1.0\" = [\"prod\"] }`, as in the resource. Each is " +
			"the name of a stage with one task of type `Approval`, or `before-` or `after-` and the name of a stage.",
	},
})

var _ = describe.Struct[Target](describe.Attributes{
	"decisions": {
		Text: "The chosen clusters: the attribute `decisions` of `multicluster_placement`, which has no groups. Exactly one of " +
			"`decisions` and `decision_groups` must be set.",
	},
	"decision_groups": {
		Text: "The chosen clusters in groups: the attribute `decision_groups` of `multicluster_placement`, the index of the group " +
			"of each cluster, such as `{ eu-1 = 0, us-1 = 1 }`. Groups are rolled out in the order of their indexes. It can also be " +
			"a list of groups.",
	},
	"decision_group_names": {
		Text: "The names of the groups, by index: the attribute `decision_group_names` of `multicluster_placement`. " +
			"`mandatory_decision_groups` of a strategy and `approval_groups` can refer to them.",
		Default: "no names",
	},
	"number_of_clusters": {
		Text: "The number of clusters that the placement asks for, which percentages of a `RollingUpdate` refer to. Set it for a " +
			"placement of type `PickN` that found fewer.",
		Default: "the number of chosen clusters",
	},
})

var _ = describe.Struct[Decision](describe.Attributes{
	"cluster_name": {Text: "The chosen cluster."},
	"group":        {Text: "The index of its decision group.", Default: "`0`"},
}, describe.Example{Page: "reference-rollout#decisions", Object: `{ cluster_name = "eu-1", group = 0 }`})

var _ = describe.Struct[Group](describe.Attributes{
	"index":         {Text: "The index of the group, from 0. Groups are rolled out in the order of their indexes."},
	"name":          {Text: "The name of the group."},
	"cluster_names": {Text: "The clusters of the group."},
}, describe.Example{Page: "reference-rollout#decision_groups",
	Object: `{ index = 0, name = "canary", cluster_names = ["eu-1"] }`})

var _ = describe.Struct[ClusterStatus](describe.Attributes{
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
}, describe.Example{Page: "reference-rollout#cluster_status", Key: "eu-1", Object: `{ status = "Succeeded", revision = "1.27" }`})
