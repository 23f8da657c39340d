// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifestwork

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Work](describe.Attributes{
	"name":         {Text: "The name of the ManifestWork."},
	"cluster_name": {Text: "The name of the cluster, which is the namespace of the ManifestWork."},
	"labels":       {Text: "The labels of the ManifestWork."},
	"annotations":  {Text: "The annotations of the ManifestWork."},
	"revision": {
		Text: "The revision of the workload: any text, such as an image or a hash. It is the annotation and the label `" + Revision +
			"`, by which a status says what it is about; the label of a text that no label may have is a hash. With " +
			"`track_progress`, the tracked objects have the annotation, too: they progress until the cluster has this revision.",
	},
	"manifests": {
		Text: "The objects that the agent applies: a list of objects, or of texts with YAML or JSON. Attributes that " +
			"are null are left out. Only what they mean is compared. The plan shows a changed field of an object, and " +
			"the whole of a changed text: `provider::multicluster::decode_manifests` makes objects of texts.",
	},
	"delete_option": {
		Text:    "What becomes of the objects on the cluster when the ManifestWork is deleted.",
		Default: "what the object on the hub has; `{ propagation_policy = \"Foreground\" }` for a new one, which deletes them",
	},
	"manifest_configs": {Text: "How the agent applies single objects, and what it reports of them."},
	"executor": {
		Text: "The identity with which the agent applies the objects.", Default: "the identity of the agent",
	},
	"track_progress": {
		Text: "Adds the rules by which the agent derives `Progressing` and `Degraded` of Deployments, StatefulSets, " +
			"DaemonSets and Jobs, as `kubectl rollout status` does, where `manifest_configs` has none. Without rules " +
			"for `Progressing`, no status of a rollout can be read.",
		Default: "`false`",
	},
})

var _ = describe.Struct[Arguments](describe.Attributes{
	"wait_for": {
		Text: "What an apply waits for, within `timeouts`: `applied` until the agent has applied all objects, " +
			"`available` until they also exist on the cluster. If unset, it ends when the hub has the ManifestWork. " +
			"After a wait that fails, the next apply goes on waiting.",
	},
	"always_wait_for_deletion": {
		Text: "Whether a deletion waits for the agent even while the cluster is not available, until `timeouts.delete` " +
			"is over. Otherwise it then ends with a warning that says what remains there: a lost cluster does not stop " +
			"a rollout.",
		Default: "`false`",
	},
})

var _ = describe.Struct[DeleteOption](describe.Attributes{
	"propagation_policy": {
		Text: "`Foreground` deletes the objects on the cluster, `Orphan` leaves them there, `SelectivelyOrphan` leaves those of " +
			"`selectively_orphans`.",
		Default: "`Foreground`",
	},
	"selectively_orphans": {Text: "The objects that stay on the cluster with `SelectivelyOrphan`."},
	"ttl_seconds_after_finished": {
		Text: "How many seconds after a condition `Complete` the ManifestWork is deleted. If unset, it is not.",
	},
}, describe.Example{Page: "resources/manifest_work#delete_option", Object: `{ propagation_policy = "Orphan" }`})

var _ = describe.Struct[SelectivelyOrphans](describe.Attributes{
	"orphaning_rules": {Text: "The objects."},
})

var _ = describe.Struct[ResourceIdentifier](describe.Attributes{
	"group":     {Text: "The API group; empty for the core group."},
	"resource":  {Text: "The plural of the kind: `deployments`."},
	"name":      {Text: "The name. In `manifest_configs`, `*` stands for any text."},
	"namespace": {Text: "The namespace; empty for an object without one. In `manifest_configs`, `*` stands for any text."},
})

var _ = describe.Struct[ManifestConfig](describe.Attributes{
	"resource_identifier":  {Text: "The object. The agent ignores one that is not in `manifests`."},
	"feedback_rules":       {Text: "Which fields of the status of the object the agent reports in `resource_status`."},
	"feedback_scrape_type": {Text: "How the agent observes the object: `Poll` or `Watch`.", Default: "`Poll`"},
	"condition_rules":      {Text: "How the agent derives conditions of the object."},
	"update_strategy":      {Text: "How the agent changes the object.", Default: "`{ type = \"Update\" }`"},
}, describe.Example{Page: "resources/manifest_work#manifest_configs", Object: `{
  resource_identifier = { group = "apps", resource = "deployments", name = "web", namespace = "web" }
  feedback_rules      = [{ type = "WellKnownStatus" }]
}`})

var _ = describe.Struct[FeedbackRule](describe.Attributes{
	"type":       {Text: "`WellKnownStatus` for the usual fields of known kinds, or `JSONPaths`."},
	"json_paths": {Text: "The fields with `JSONPaths`."},
})

var _ = describe.Struct[JSONPath](describe.Attributes{
	"name":    {Text: "The name under which the field is reported."},
	"path":    {Text: "The path of the field below `status`, as in `.availableReplicas`."},
	"version": {Text: "The API version that the path is for.", Default: "the newest one"},
})

var _ = describe.Struct[ConditionRule](describe.Attributes{
	"condition": {Text: "The type of the condition, such as `Progressing`, `Degraded` or `Complete`."},
	"type":      {Text: "`CEL`, or `WellKnownConditions` for the rules that the agent has."},
	"cel_expressions": {Text: "The CEL expressions with `CEL`. The condition is `True` if all of them are true; `object` " +
		"is the object."},
	"message":            {Text: "The message of the condition."},
	"message_expression": {Text: "A CEL expression that makes the message."},
})

var _ = describe.Struct[UpdateStrategy](describe.Attributes{
	"type": {
		Text: "`Update`, `CreateOnly` to leave an object that exists as it is, `ServerSideApply`, or `ReadOnly` to only " +
			"report an object.",
	},
	"server_side_apply": {Text: "How the agent uses server-side apply, with `ServerSideApply`."},
})

var _ = describe.Struct[ServerSideApply](describe.Attributes{
	"force":         {Text: "Whether the agent takes fields over that other managers have set.", Default: "`false`"},
	"field_manager": {Text: "The field manager, which begins with `work-agent`.", Default: "`work-agent`"},
	"ignore_fields": {Text: "The fields that the agent does not change."},
})

var _ = describe.Struct[IgnoreField](describe.Attributes{
	"condition": {
		Text: "When the fields are ignored: `OnSpokePresent` if the object exists on the cluster, `OnSpokeChange` if it was " +
			"changed there.",
	},
	"json_paths":          {Text: "The fields as JSON paths."},
	"json_pointers":       {Text: "The fields as JSON pointers."},
	"jq_path_expressions": {Text: "The fields as jq expressions."},
})

var _ = describe.Struct[Executor](describe.Attributes{
	"subject": {Text: "The subject."},
}, describe.Example{Page: "resources/manifest_work#executor", Object: `{
  subject = { type = "ServiceAccount", service_account = { name = "deployer", namespace = "apps" } }
}`})

var _ = describe.Struct[Subject](describe.Attributes{
	"type":            {Text: "`ServiceAccount`, the only type."},
	"service_account": {Text: "The service account on the cluster."},
})

var _ = describe.Struct[ServiceAccount](describe.Attributes{
	"namespace": {Text: "The namespace."},
	"name":      {Text: "The name."},
})

var _ = describe.Struct[Report](describe.Attributes{
	"conditions": {
		Text: "The conditions that the agent has set. Null without `wait_for`: then an apply ends before the agent has " +
			"seen it, and `multicluster_workload_status` reads them.",
	},
	"resource_status": {Text: "What the agent reports of each manifest, in their order. Null without `wait_for`."},
})

var _ = describe.Struct[Condition](describe.Attributes{
	"type":                 {Text: "The type, such as `Applied`, `Available`, `Progressing` or `Degraded`."},
	"status":               {Text: "`True`, `False` or `Unknown`."},
	"reason":               {Text: "The reason, in one word."},
	"message":              {Text: "What the agent says about it, up to 1 024 bytes."},
	"last_transition_time": {Text: "When the status last changed (RFC 3339)."},
	"observed_generation":  {Text: "The generation of the ManifestWork that the condition is about."},
})

var _ = describe.Struct[ResourceStatus](describe.Attributes{
	"ordinal":    {Text: "The position of the manifest, from 0."},
	"group":      {Text: "The API group."},
	"version":    {Text: "The API version."},
	"kind":       {Text: "The kind."},
	"resource":   {Text: "The name of the resource."},
	"namespace":  {Text: "The namespace; empty for an object without one."},
	"name":       {Text: "The name."},
	"conditions": {Text: "The conditions of the object. They have no generation of their own."},
	"feedback":   {Text: "The values of the feedback rules, by name, as texts."},
})
