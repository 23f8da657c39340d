package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
)

// carryObjects are the arguments and the outputs of a rollout that is carried from apply to apply.
var carryObjects = objects{
	reflect.TypeFor[step.CarryRequest](): {
		"revision": {
			Text: "The revision that is rolled out: any text, such as an image, a chart version or a hash. It must be known during plan. A new " +
				"revision starts a new rollout, also in the middle of another one.",
		},
		"require_status": {
			Text: "Whether a cluster is finished only when `cluster_status` says so. With `false` it is finished once an apply has given it the " +
				"revision and `min_success_time` or `unavailable_period_seconds` has passed; a status that counts still takes precedence.",
			Default: "`true`",
		},
		"on_breach": {
			Text: "What to do when more clusters fail than `max_failures` allows. `stop` starts nothing more. `rollback` returns the clusters to " +
				"the revision that they had, in the reverse order of the waves and as many at a time as the strategy rolls out; clusters that " +
				"were new lose the workload. A rollout that was complete once only stops. Either way the revision is not tried again until it or `retry` changes.",
			Default: "`stop`",
		},
		"paused": {
			Text:    "Starts nothing and removes nothing, and still observes the clusters. Clusters that left the fleet leave the rollout.",
			Default: "`false`",
		},
		"abort": {
			Text: "Rolls back as `on_breach = \"rollback\"` does, whatever the clusters report. Leave it set until the rollback is complete, then " +
				"change `revision`, or `retry` and this.",
			Default: "`false`",
		},
		"retry": {
			Text: "Any text. When it changes, clusters that failed or timed out are tried again, and so is a revision that was given up. A status " +
				"with an older time does not count any more.",
		},
		"revisions": {
			Text: "Set it for the first apply of a rollout that takes over clusters which have the workload already, and after an import, to " +
				"what every cluster has. Nothing moves until it is removed.",
		},
	},
	reflect.TypeFor[step.Progress](): {
		"revisions": {
			Text: "The revision that each cluster shall have now, by name, for `for_each`. A cluster that is no longer chosen stays with its " +
				"revision until the strategy removes it; one that left the fleet leaves at once.",
		},
		"previous_revisions": {
			Text: "The revision that each cluster had before, which it returns to in a rollback. Empty for a cluster that was new.",
		},
		"since": {
			Text: "When each cluster got its revision or, in the state `Succeeded`, when it was complete (RFC 3339). Clusters are missing for " +
				"which no plan had `now`.",
		},
		"states": {
			Text: "How far the clusters are that are neither finished nor wait. A cluster that is missing has the revision and is finished or, " +
				"with another revision or none, waits. `Progressing`: it has the revision, which is not complete. `Soaking`: complete for less " +
				"than `min_success_time`. `Failed`, `TimeOut` and `Skip` as in `cluster_status`. `Leaving`: it is no longer chosen. " +
				"`RollingBack` and `RolledBack`: it has the revision from before again, which is not complete, or is. A cluster that was " +
				"finished stays so until a status that counts says something else.",
		},
		"waves": {
			Text: "The order in which the strategy goes through the clusters, with every cluster in exactly one wave. A cluster keeps its wave as " +
				"long as `revision` and `strategy` do not change; one that joins comes into the wave of its decision group or stage, or into the last one.",
		},
		"phase": {
			Text: "`Progressing`, `Succeeded`, `Paused`, `Breached`, `RollingBack` or `RolledBack`.",
		},
		"completed": {
			Text: "Whether every cluster was finished once. Nothing is rolled back from then on: a cluster that fails only stops others.",
		},
		"breached_revision": {
			Text: "The last revision that was given up before it was complete. Clusters that have it return to the one before that. Null if " +
				"there is none.",
		},
		"breached":      {Text: "Whether the revision was given up, because too many clusters failed or it was aborted."},
		"breach_reason": {Text: "Why the revision was given up. Null if it was not."},
		"waits_for":     {Text: "What the rollout waits for. Null if it is complete. The text may change in any release."},
		"next_change": {
			Text: "The first time at which a plan may change something with time alone (RFC 3339): `now` itself if the next plan goes on anyway. " +
				"Null if there is none.",
		},
		"retried_at": {Text: "When `retry` changed last (RFC 3339). Null if it did not since `revision` changed."},
	},
}
