// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// fleetObjects are what a placement chooses from beside clusters, and what was decided before.
var fleetObjects = objects{
	reflect.TypeFor[planner.Fleet](): {
		"clusters": {
			Text: "The fleet as values, for up to a few hundred clusters: a list of objects, or the instances of a resource " +
				"`multicluster_cluster`. Clusters in `manifests` are added to it. Terraform does not tell a provider which values are " +
				"sensitive: names, labels, claims and scores show in reasons, results and messages, and a value loses its mark if the " +
				"argument is later written in another form. Do not put secrets into them.",
		},
		"kind": {
			Text: "Only clusters of this kind, `ManagedCluster` or `MemberCluster`. Only `hybrid` has it, because it identifies " +
				"clusters by name: set it if clusters of both kinds have the same name. Clusters without a kind are always part " +
				"of the fleet.",
			Default: "the hub's `kind` if set; otherwise both kinds",
		},
		"cluster_sets": {
			Text: "The cluster sets. Every fleet also has the set `" + fleet.GlobalSet + "` of all clusters. Without a `namespace`, all " +
				"sets are open to the placement; `cluster_sets` in `ocm` restricts it. A placement with a `namespace` on a hub has the " +
				"sets of the hub and these, and no others.",
			Default: "a set for each value of the label `" + placement.ClusterSetLabel + "`, or the sets of the hub",
		},
		"cluster_set_bindings": {Text: "The ManagedClusterSetBindings. They apply only if `namespace` is set."},
		"scores":               {Text: "The AddOnPlacementScores."},
		"targets": {
			Text: "Additional targets for `hybrid`, such as deployers or virtual machines. Results name a target `name`, or " +
				"`namespace/name` if it has a namespace.",
		},
		"placement_decisions": {
			Text: "The decisions of other placements. The prioritizer `Balance` prefers clusters with few of them.",
		},
	},
	reflect.TypeFor[planner.Prior](): {
		"previous_decisions": {
			Text: "The previous decisions of this placement, in the form of its attribute `decisions`. The prioritizer `Steady` " +
				"prefers these clusters, taints with the effect `NoSelectIfNew` do not exclude them, `kubefleet` keeps them, and " +
				"`hybrid` adds `decision_weight` to their ratings. They replace the placement's own earlier decisions in `manifests` " +
				"or on the hub.",
		},
	},
	reflect.TypeFor[planner.PreviousDecision](): {
		"cluster_name": {Text: "The cluster that was chosen."},
		"score":        {Text: "Its score at that time. `kubefleet` drops the lowest first when the number shrinks."},
		"reason":       {Text: "The reason at that time, which a decision that is kept repeats."},
		"binding":      {Text: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster."},
	},
	reflect.TypeFor[planner.PreviousBinding](): {
		"state": {
			Text: "`Scheduled` until the resources are rolled out to the cluster, then `Bound`. When the number of clusters shrinks, " +
				"scheduled clusters are dropped first. In the resource all decisions are bound, because they are rolled out by apply.",
			Default: "`Bound`",
		},
		"policy": {
			Text: "Fingerprint of the policy that chose the cluster (ignoring `number_of_clusters`). Decisions made under a different " +
				"policy are rescheduled.",
			Default: "the policy of the placement",
		},
		"topology_spread_score": {Text: "The topology spread score with which the cluster was chosen."},
	},
	reflect.TypeFor[placement.ClusterSet](): {
		"name": {Text: "The name of the cluster set."},
		"selector_type": {
			Text: "How the set finds its members. `ExclusiveClusterSetLabel`: they carry the set's name in the label `" +
				placement.ClusterSetLabel + "`. `LabelSelector`: they match `label_selector`.",
			Default: "`ExclusiveClusterSetLabel`",
		},
		"label_selector": {
			Text:    "The members of a set of type `LabelSelector`. `{ match_labels = {} }` matches all clusters.",
			Default: "no members",
		},
	},
	reflect.TypeFor[placement.Binding](): {
		"name":      {Text: "The name of the binding, which is the name of the cluster set."},
		"namespace": {Text: "The namespace that the cluster set is bound to."},
	},
	reflect.TypeFor[placement.Score](): {
		"cluster":     {Text: "The cluster that was measured."},
		"name":        {Text: "The name of the AddOnPlacementScore, which a score coordinate calls `resource_name`."},
		"scores":      {Text: "The scores, with different names."},
		"valid_until": {Text: "When the scores expire (RFC 3339). An expired score is 0, with a warning.", Default: "never"},
	},
	reflect.TypeFor[placement.ScoreValue](): {
		"name":  {Text: "The name of the score."},
		"value": {Text: "The score, -100 to 100."},
	},
	reflect.TypeFor[placement.Target](): {
		"kind":          {Text: "`deployer`, or the kind of target that deployers place on, such as `virtualmachines`."},
		"name":          {Text: "The name of the target."},
		"namespace":     {Text: "The namespace of the target."},
		"labels":        {Text: "The labels, which `target_labels` matches."},
		"deployer_type": {Text: "The type of a deployer, which `deployer_type` of the rule is compared with."},
		"placement_target": {
			Text:    "The kind of target that deployers of this type place on.",
			Default: "the deployers themselves",
		},
	},
	reflect.TypeFor[placement.PlacementDecision](): {
		"name":        {Text: "The name of the PlacementDecision. It does not change the decision."},
		"namespace":   {Text: "The namespace of the other placement."},
		"placement":   {Text: "The name of the other placement."},
		"group_name":  {Text: "The name of the decision group. It does not change the decision."},
		"group_index": {Text: "The index of the decision group. It does not change the decision."},
		"clusters":    {Text: "The clusters that it chose."},
	},
}
