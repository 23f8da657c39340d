// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[CarryRequest](describe.Attributes{
	"revision": {
		Text: "Any text, such as an image, a chart version or a hash, known during plan. A new one starts a new " +
			"rollout, also in the middle of another.",
	},
	"approved_stages": {
		Text: "The approvals, by revision, such as `{ \"web:2.1.0\" = [\"prod\"] }`: names of stages with one task of " +
			"type `Approval`, or with `before-` or `after-` in front, and names in `approval_groups`. After `retry` has " +
			"changed, approvals are needed anew: the key is the revision, a space and the text of `retry`. `waits_for` has " +
			"the line to add.",
	},
	"approval_groups": {
		Text: "For `ProgressivePerGroup`: the names of the decision groups that start only when `approved_stages` " +
			"approves them. Those behind wait, too.",
		Default: "none",
	},
	"require_status": {
		Text: "Whether a cluster is finished only when `cluster_status` says so. With `false` also once an apply has " +
			"given it the revision and `min_success_time` or `unavailable_period_seconds` has passed, unless a status says " +
			"otherwise.",
		Default: "`true`",
	},
	"on_breach": {
		Text: "`stop` starts nothing more while more clusters fail than `max_failures` allows. `rollback` " +
			"returns the clusters to `completed_revision`: those that failed, timed out or never reported at once, the " +
			"others as `rollback_concurrency` says, the last wave first; new ones lose the workload. The revision is " +
			"tried again when it or `retry` changes.",
		Default: "`stop`",
	},
	"max_failures": {
		Text: "For `RollingUpdate` and `External`, as `strategy` has it for others: how many clusters may " +
			"fail, a number or a percentage of the chosen ones, rounded up. `on_breach = \"rollback\"` requires it.",
		Default: "no limit",
	},
	"progress_deadline": {
		Text: "For `RollingUpdate` and `External`: how long a cluster may be in progress or failed before it " +
			"is given up, such as `\"30m\"`. A stage goes on without that cluster.",
		Default: "no deadline",
	},
	"rollback_concurrency": {
		Text: "How many healthy clusters return at the same time in a rollback: at least 1, or `\"1%\"` to `\"100%\"`, " +
			"rounded up.",
		Default: "all clusters",
	},
	"max_removals": {
		Text: "How many clusters may lose the workload in one plan, as no longer chosen, gone from the fleet or, with " +
			"`-replace`, not in `initial_revisions`: a number, or a percentage, rounded down. More are an error. A " +
			"rollback does not count.",
		Default: "any number but all, unless as many others get it, and none that `initial_revisions` leaves out",
	},
	"allow_missing_groups": {
		Text: "Whether to roll out although a group of `mandatory_decision_groups` or `approval_groups` is missing or " +
			"empty, as a hub does. Otherwise a plan that starts a cluster is an error: nothing would be tried first.",
		Default: "`false`",
	},
	"paused": {
		Text: "Starts and removes nothing, also in a rollback, and still observes. `progress_deadline` starts again " +
			"afterwards. Clusters that left the fleet leave the rollout.",
		Default: "`false`",
	},
	"abort": {
		Text: "Rolls back as `on_breach = \"rollback\"` does, whatever the clusters report. Leave it set until that is " +
			"complete, then change `revision`, or `retry` and this. In a rollout of `completed_revision` all clusters " +
			"return to it at once; new ones get it afterwards.",
		Default: "`false`",
	},
	"retry": {
		Text: "Any text. Another one tries what failed, timed out or was given up again, and `progress_deadline` starts " +
			"again. A failure with an older `last_transition_time` no longer applies, one without a time does.",
	},
	"initial_revisions": {
		Text: "The revision of each cluster when the rollout begins: `{}` if none has the workload. Required in the first " +
			"apply, an import and with `-replace`, where `max_removals` limits what it leaves out; not read " +
			"otherwise.",
	},
})

var _ = describe.Struct[Request](describe.Attributes{
	"strategy": {
		Text: "The `rolloutStrategy` of Open Cluster Management, the `spec.strategy` of KubeFleet, or with type `External` the " +
			"`stages` of a ClusterStagedUpdateStrategy.",
	},
	"cluster_status": {
		Text: "The status of each cluster, by name. A cluster without a status does not have the workload. One that has " +
			"a status and is not chosen is removed.",
	},
	"now": {
		Text:    "The time of the step (RFC 3339). Use `plantimestamp()`; `timestamp()` is unknown until apply.",
		Default: "the time of the plan",
	},
})

var _ = describe.Struct[PassRequest](describe.Attributes{
	"revision": {
		Text: "The revision that is rolled out. A status with another `revision` is about an earlier rollout. If unset, " +
			"every status is about this rollout.",
	},
	"approved_stages": {Text: "The approvals, by revision, as in the resource, without groups."},
})

var _ = describe.Struct[Target](describe.Attributes{
	"decisions": {
		Text: "The chosen clusters: `decisions` of `multicluster_placement`, without groups. Exactly one of `decisions` " +
			"and `decision_groups` must be set.",
	},
	"decision_groups": {
		Text: "The chosen clusters in groups, in the order of their indexes: `decision_groups` of " +
			"`multicluster_placement`, such as `{ eu-1 = 0, us-1 = 1 }`, or a list of groups.",
	},
	"decision_group_names": {
		Text: "The names of the groups, by index: `decision_group_names` of `multicluster_placement`. " +
			"`mandatory_decision_groups` and `approval_groups` refer to them.",
		Default: "no names",
	},
	"number_of_clusters": {
		Text: "The number that percentages of a `RollingUpdate` refer to. Set it for a placement of type `PickN` that " +
			"found fewer clusters than it asks for.",
		Default: "the number of chosen clusters",
	},
})

var _ = describe.Struct[Decision](describe.Attributes{
	"cluster_name": {Text: "The chosen cluster."},
	"group":        {Text: "The index of its decision group.", Default: "`0`"},
}, describe.Example{Page: "guides/reference-rollout#decisions", Object: `{ cluster_name = "eu-1", group = 0 }`})

var _ = describe.Struct[Group](describe.Attributes{
	"index":         {Text: "The index of the group, from 0. Groups are rolled out in the order of their indexes."},
	"name":          {Text: "The name of the group."},
	"cluster_names": {Text: "The clusters of the group."},
}, describe.Example{Page: "guides/reference-rollout#decision_groups",
	Object: `{ index = 0, name = "canary", cluster_names = ["eu-1"] }`})

var _ = describe.Struct[ClusterStatus](describe.Attributes{
	"status": {
		Text: "With a strategy of Open Cluster Management `ToApply`, `Progressing`, `Succeeded`, `Failed`, `TimeOut` or " +
			"`Skip`; with one of KubeFleet `Available`, `NotAvailable`, `NotTrackable` or `Failed`: see [states and " +
			"conditions](../data-sources/rollout#states-and-conditions).",
	},
	"last_transition_time": {
		Text: "When the cluster got this status (RFC 3339). Required for `Succeeded` with a `min_success_time`, for " +
			"`NotTrackable` with type `RollingUpdate`, and for `Available` and `NotTrackable` with a task of type " +
			"`TimedWait`. Without it, `progress_deadline` has no effect.",
	},
	"revision": {
		Text: "The revision that the status is about. Required with a strategy of KubeFleet if `revision` of the " +
			"rollout is set.",
	},
	"message": {Text: "Why the cluster has this status. `waits_for` repeats it."},
}, describe.Example{Page: "guides/reference-rollout#cluster_status", Key: "eu-1",
	Object: `{ status = "Succeeded", revision = "1.27" }`})
