// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package stagedrun

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Run](describe.Attributes{
	"name": {
		Text: "The name of the run, at most 63 characters. A run takes place once: give the next rollout another name.",
	},
	"namespace": {
		Text: "The namespace of a StagedUpdateRun, for a ResourcePlacement and a StagedUpdateStrategy in it. Without " +
			"it, the object is a ClusterStagedUpdateRun.",
	},
	"labels":      {Text: "The labels of the run."},
	"annotations": {Text: "The annotations of the run."},
})

var _ = describe.Struct[Spec](describe.Attributes{
	"placement_name": {Text: "The name of the placement, whose `strategy` must have the type `External`. Refer to its " +
		"resource, so that the hub has decided it before." + describe.Replaces},
	"staged_rollout_strategy_name": {Text: "The name of the strategy with the stages. The run keeps its stages as they are when " +
		"it starts." + describe.Replaces},
	"resource_snapshot_index": {
		Text:    "The index of the resource snapshot that is rolled out." + describe.Replaces,
		Default: "the resources that the placement selects when the run starts",
	},
	"state": {
		Text: "`Initialize` lets the hub compute the stages and updates nothing, `Run` goes through them, and `Stop` " +
			"starts nothing more. A run that was started cannot return to `Initialize`, and only one that runs can be " +
			"stopped.",
		Default: "`Initialize`",
	},
})

var _ = describe.Struct[Arguments](describe.Attributes{
	"approved_stages": {
		Text: "The approvals, by the name of the run, such as `{ \"web-2\" = [\"canary\"] }`: names of stages with one " +
			"approval, or with `before-` or `after-` in front of them. An apply approves the requests of this run that " +
			"exist. `stages` has the line to add.",
		Default: "none",
	},
	"wait_for": {
		Text: "What an apply waits for, within `timeouts`: `Initialized`, `Succeeded` or the name of a stage that must " +
			"have succeeded. It fails as soon as the run does. When the time is up, the run goes on, and so does the " +
			"wait of the next apply.",
		Default: "nothing",
	},
})

var _ = describe.Struct[Report](describe.Attributes{
	"phase": {Text: "`Pending` until the hub has seen the run, then `Initialized`, `Progressing`, `Waiting`, `Stuck`, " +
		"`Stopping`, `Stopped`, `Succeeded` or `Failed`."},
	"message":                      {Text: "What the hub says of it. Null if it says nothing."},
	"resource_snapshot_index_used": {Text: "The index of the resource snapshot that is rolled out. Null before."},
	"stages":                       {Text: "The stages in order. Empty before the hub has computed them."},
	"approvals": {Text: "The approvals that were asked for, by name: `waiting`, `approved`, or `approved by another client`, " +
		"such as by hand."},
	"stage_clusters": {
		Text: "The clusters of each stage, by its name, in the order of the update, such as `\"eu-1, eu-2\"`, which " +
			"`split(\", \", ...)` divides. Null before the hub has computed them.",
	},
	"removed_clusters": {Text: "The clusters that lose the workload after the last stage. Null before."},
})

var _ = describe.Struct[StageReport](describe.Attributes{
	"name": {Text: "The name of the stage."},
	"state": {Text: "`Pending`, `Updating`, `Waiting`, `Stopping`, `Stopped`, `Succeeded`, `Failed`, or `Skipped` for a stage " +
		"without clusters."},
	"progress":  {Text: "How many clusters are updated, and which are being updated. The text may change in any release."},
	"waits_for": {Text: "What the stage waits for, with the line that approves it. Null if it waits for nothing."},
})
