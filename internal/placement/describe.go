// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[Cluster](describe.Attributes{
	"name":   {Text: "The name of the cluster."},
	"labels": {Text: "The labels. `" + ClusterSetLabel + "` names the cluster set."},
	"claims": {Text: "The cluster claims."},
	"taints": {Text: "The taints, which a placement has to tolerate."},
	"deleting": {
		Text: "Whether the cluster is being deleted, so that it is not chosen.", Default: "`false`",
	},
	"allocatable": {Text: "The allocatable amount of each resource, as quantities: `{ cpu = \"16\", memory = \"64Gi\" }`."},
	"capacity":    {Text: "The capacity of each resource.", Default: "`allocatable`"},
	"available":   {Text: "The available amount of each resource, for selectors and sorters of `kubefleet`."},
	"properties":  {Text: "The properties of a member cluster, for selectors and sorters of `kubefleet`."},
	"agent": {
		Text:    "What the agent of a member cluster reports: whether `kubefleet` can place on it.",
		Default: "a joined and healthy cluster",
	},
	"namespaces": {
		Text: "The namespaces of the cluster. A `kubefleet` placement with a `namespace` chooses only clusters that " +
			"have it. If unset, this is not checked.",
	},
	"kind": {
		Text: "`ManagedCluster` or `MemberCluster`: only `hybrid` and the scheduler of that hub use the cluster; others " +
			"count it in `skipped_kinds`. If unset, every scheduler uses it.",
	},
	"annotations":        {Text: "The annotations, for CEL expressions."},
	"kubernetes_version": {Text: "The version of Kubernetes, such as `v1.33.1`, for CEL expressions."},
}, describe.Example{Page: "guides/reference-fleet#clusters", Object: `{
  name        = "eu-1"
  labels      = { env = "prod", region = "eu" }
  allocatable = { cpu = "16", memory = "64Gi" }
}`})

var _ = describe.Struct[Taint](describe.Attributes{
	"key":   {Text: "The key of the taint."},
	"value": {Text: "The value of the taint."},
	"effect": {
		Text: "What it does to a placement that does not tolerate it: `NoSelect` excludes the cluster, `NoSelectIfNew` " +
			"and `NoSchedule` unless it is already chosen, `PreferNoSelect` not. MemberClusters have `NoSchedule`, " +
			"ManagedClusters the others.",
	},
	"time_added": {
		Text: "When the taint was added (RFC 3339), from which `toleration_seconds` counts. If unset, every " +
			"`toleration_seconds` has expired. On a hub, the hub sets it.",
	},
}, describe.Example{Page: "guides/reference-fleet#clusterstaints", Object: `{ key = "maintenance", effect = "NoSelect" }`})

var _ = describe.Struct[MemberAgent](describe.Attributes{
	"online":         {Text: "Whether the agent has ever reported.", Default: "`false`"},
	"last_heartbeat": {Text: "The time of the agent's last heartbeat (RFC 3339). If unset, it is long ago."},
	"joined":         {Text: "The condition `Joined`."},
	"healthy":        {Text: "The condition `Healthy`."},
}, describe.Example{Page: "guides/reference-fleet#clustersagent", Object: `{
  online         = true
  last_heartbeat = "2026-01-01T00:00:00Z"
  joined         = { status = "True" }
  healthy        = { status = "True" }
}`})

var _ = describe.Struct[AgentCondition](describe.Attributes{
	"status":          {Text: "`True`, `False` or `Unknown`. If unset, the condition is missing."},
	"last_transition": {Text: "When the status last changed (RFC 3339)."},
})

var _ = describe.Struct[ClusterSet](describe.Attributes{
	"name": {Text: "The name of the cluster set."},
	"selector_type": {
		Text: "How the set finds its members. `ExclusiveClusterSetLabel`: they carry the set's name in the label `" +
			ClusterSetLabel + "`. `LabelSelector`: they match `label_selector`.",
		Default: "`ExclusiveClusterSetLabel`",
	},
	"label_selector": {
		Text:    "The members of a set of type `LabelSelector`. `{ match_labels = {} }` matches all clusters.",
		Default: "no members",
	},
}, describe.Example{Page: "guides/reference-fleet#cluster_sets", Object: `{
  name           = "prod"
  selector_type  = "LabelSelector"
  label_selector = { match_labels = { env = "prod" } }
}`})

var _ = describe.Struct[Binding](describe.Attributes{
	"name":      {Text: "The name of the binding, which is the name of the cluster set."},
	"namespace": {Text: "The namespace that the cluster set is bound to."},
}, describe.Example{Page: "guides/reference-fleet#cluster_set_bindings", Object: `{ name = "prod", namespace = "apps" }`})

var _ = describe.Struct[Score](describe.Attributes{
	"cluster":     {Text: "The cluster that was measured."},
	"name":        {Text: "The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`."},
	"scores":      {Text: "The scores, with different names."},
	"valid_until": {Text: "When the scores expire (RFC 3339). An expired score is 0, with a warning.", Default: "never"},
}, describe.Example{Page: "guides/reference-fleet#scores",
	Object: `{ cluster = "eu-1", name = "cost", scores = [{ name = "price", value = 80 }] }`})

var _ = describe.Struct[ScoreValue](describe.Attributes{
	"name":  {Text: "The name of the score."},
	"value": {Text: "The score, -100 to 100."},
}, describe.Example{Page: "guides/reference-fleet#scoresscores", Object: `{ name = "price", value = 80 }`})

var _ = describe.Struct[Target](describe.Attributes{
	"kind":             {Text: "`deployer`, or the kind of target that deployers place on, such as `virtualmachines`."},
	"name":             {Text: "The name of the target."},
	"namespace":        {Text: "The namespace of the target."},
	"labels":           {Text: "The labels, which `target_labels` matches."},
	"deployer_type":    {Text: "The type of a deployer, which `deployer_type` of the rule is compared with."},
	"placement_target": {Text: "The kind of target that deployers of this type place on.", Default: "the deployers themselves"},
}, describe.Example{Page: "guides/reference-fleet#targets",
	Object: `{ kind = "VirtualMachine", name = "vm-1", labels = { env = "prod" } }`})

var _ = describe.Struct[PlacementDecision](describe.Attributes{
	"name":        {Text: "The name of the PlacementDecision, without effect."},
	"namespace":   {Text: "The namespace of the other placement."},
	"placement":   {Text: "The name of the other placement."},
	"group_name":  {Text: "The name of the decision group, without effect."},
	"group_index": {Text: "The index of the decision group, without effect."},
	"clusters":    {Text: "The clusters that it chose."},
}, describe.Example{Page: "guides/reference-fleet#placement_decisions",
	Object: `{ placement = "api", namespace = "apps", clusters = ["eu-1"] }`})

var _ = describe.Struct[DecisionStrategy](describe.Attributes{
	"group_strategy": {Text: "How the decisions are grouped.", Default: "one group"},
}, describe.Example{Page: "guides/ocm-placement#decision_strategy", Object: `{
  group_strategy = {
    clusters_per_decision_group = "25%"
    decision_groups = [{
      group_name             = "canary"
      group_cluster_selector = { label_selector = { match_labels = { canary = "true" } } }
    }]
  }
}`})

var _ = describe.Struct[GroupStrategy](describe.Attributes{
	"decision_groups": {
		Text: "The predefined groups, in order. A cluster belongs to the first group that it matches; the clusters that match none " +
			"form groups without a name.",
	},
	"clusters_per_decision_group": {
		Text: "The largest size of a group: a number, or a percentage of all decisions such as `\"25%\"`, rounded up. A " +
			"larger predefined group is split into groups with the same name.",
		Default: "`\"100%\"`",
	},
})

var _ = describe.Struct[DecisionGroup](describe.Attributes{
	"group_name": {
		Text: "The name of the group: 2 to 63 letters, digits, `-`, `_` or `.`, with a letter or digit at both ends.",
	},
	"group_cluster_selector": {Text: "The clusters of the group. A cluster must match all selectors that are set."},
})

var _ = describe.Struct[GroupSelector](describe.Attributes{
	"label_selector": describe.LabelSelector,
	"claim_selector": describe.ClaimSelector,
})

var _ = describe.Struct[ReasonCount](describe.Attributes{
	"reason":  {Text: "The stage, a colon and what the clusters have in common."},
	"count":   {Text: "The number of clusters."},
	"example": {Text: "The first of these clusters."},
})

var _ = describe.Struct[Condition](describe.Attributes{
	"type":    {Text: "The type of the condition."},
	"status":  {Text: "`True`, `False` or `Unknown`."},
	"reason":  {Text: "The reason, one word."},
	"message": {Text: "The reason in a sentence."},
})

var _ = describe.Struct[ClaimSelector](describe.Attributes{
	"match_expressions": {Text: "Requirements that must all be met."},
}, describe.Example{Page: "guides/ocm-placement#ocmpredicatesrequired_cluster_selectorclaim_selector",
	Object: `{ match_expressions = [{ key = "region", operator = "In", values = ["eu"] }] }`})
