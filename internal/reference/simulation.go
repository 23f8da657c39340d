// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// simulationObjects are the arguments and the results of simulations.
var simulationObjects = objects{
	reflect.TypeFor[simulate.Question](): {
		"placement": {
			Text: "One placement: an object with `name`, `namespace`, one of `ocm`, `kubefleet` and `hybrid`, `decision_strategy` and " +
				"`previous_decisions`, as `multicluster_placement` has them, and `demand`; or a whole resource or data source " +
				"`multicluster_placement`, of which only these are used. On a hub, the decisions that the hub has of a placement of this " +
				"name are its earlier ones.",
			Default: "all placements of the manifests or of the hub",
		},
		"placements": {
			Text: "Several such placements, each with a name of its own.", Default: "all placements of the manifests or of the hub",
		},
		"dialect": {
			Text:    "Only the placements of the manifests or of the hub with this scheduler: `ocm`, `kubefleet` or `hybrid`.",
			Default: "all",
		},
		"now": {
			Text: "The time of the decisions, or of the first step (RFC 3339). Do not use `timestamp()`, which is unknown until apply; " +
				"use `plantimestamp()`.",
			Default: "the time of the plan",
		},
	},
	reflect.TypeFor[simulate.Arguments](): {
		"steps": {
			Text: "A list of steps, each a list of edits, such as `[[{ lose = { clusters = [\"eu-1\"] } }]]`. The edits of a step are " +
				"made in their order, and then every placement is decided once, on the decisions of the step before. An edit that " +
				"changes nothing is an error; on a hub a warning, because the change may have been made there.",
		},
		"failure_domains": {
			Text:    "What `domains` of the results and the picture of `explain` divide the fleet by: regions, for example.",
			Default: "the fleet as a whole",
		},
	},
	reflect.TypeFor[simulate.Given](): {
		"demand": {
			Text: "What the workload takes of each chosen cluster, by resource, at most 16: quantities such as `{ cpu = \"4\", memory = " +
				"\"16Gi\" }`. The placements are decided in their order, and each has what those before it leave. A cluster with less is " +
				"rejected; of the others, the scheduler sees what is left. There is what `available` says, and as much as the placements " +
				"of the simulation take where `previous_decisions` or the hub have them, because it runs there already; for a resource " +
				"without `available`, what is `allocatable`, with everything that may run there. No scheduler of a hub knows demands: " +
				"only simulations have them.",
			Default: "nothing",
		},
	},
	reflect.TypeFor[edit.Edit](): {
		"lose":    {Text: "Takes clusters out of the fleet, with their scores. `clusters` may also name other targets of `hybrid`."},
		"add":     {Text: "Adds a cluster, with the attributes of `clusters`."},
		"taint":   {Text: "Adds a taint to clusters. It replaces one with the same key and effect."},
		"untaint": {Text: "Removes the taints of a key."},
		"label":   {Text: "Changes labels. The label `cluster.open-cluster-management.io/clusterset` moves a cluster to another set."},
		"claim":   {Text: "Changes claims of ManagedClusters."},
		"property": {
			Text: "Changes properties of MemberClusters, such as `kubernetes-fleet.io/node-count`. For CPU and memory use `resize`.",
		},
		"resize":  {Text: "Changes the resources of clusters."},
		"score":   {Text: "Changes the values of an AddOnPlacementScore."},
		"set":     {Text: "Adds or removes a ManagedClusterSet. To change one, remove it and add it."},
		"binding": {Text: "Adds or removes a ManagedClusterSetBinding."},
		"evict": {
			Text: "Takes placements of KubeFleet from clusters, as an eviction does: a taint alone keeps no placement of KubeFleet " +
				"from a cluster that it has. The scheduler may choose the cluster again, unless the same step taints it. What the " +
				"ClusterResourcePlacementDisruptionBudgets of the manifests or of the hub block stays, and is in `blocked_evictions`.",
		},
		"at":   {Text: "The time from then on (RFC 3339), also in later steps. Tolerations and scores may expire until then."},
		"spec": {Text: "Changes the spec of a placement."},
	},
	reflect.TypeFor[edit.Selection](): {
		"clusters": {Text: "The names of the clusters."},
		"selector": {Text: "Selects the clusters that match both selectors, instead of `clusters`."},
		"kind": {
			Text:    "Only clusters of this kind, `ManagedCluster` or `MemberCluster`.",
			Default: "both kinds",
		},
	},
	reflect.TypeFor[edit.Untaint](): {
		"key":    {Text: "The key of the taints."},
		"effect": {Text: "Only taints with this effect.", Default: "every effect"},
	},
	reflect.TypeFor[edit.Texts](): {
		"set":    {Text: "The new values by name. Others stay."},
		"remove": {Text: "The names that are removed."},
	},
	reflect.TypeFor[edit.Resize](): {
		"resources": {
			Text: "What a cluster has and can allocate, by resource: a quantity such as `\"64Gi\"`, or a percentage of what it has " +
				"such as `\"150%\"`. What runs on the cluster stays, so `available` changes by the same amount.",
		},
		"available": {
			Text: "What is left of it on a MemberCluster, by resource: a quantity, or a percentage of what is left. `\"50%\"` is a " +
				"cluster on which load has arrived.",
		},
	},
	reflect.TypeFor[edit.Score](): {
		"name":   {Text: "The name of the AddOnPlacementScore."},
		"set":    {Text: "The new values by name, -100 to 100. Others stay."},
		"remove": {Text: "The names of the values that are removed."},
	},
	reflect.TypeFor[edit.Set](): {
		"add":    {Text: "The cluster set to add."},
		"remove": {Text: "The name of the cluster set to remove."},
	},
	reflect.TypeFor[edit.Binding](): {
		"add":    {Text: "The binding to add."},
		"remove": {Text: "The binding to remove."},
	},
	reflect.TypeFor[edit.Evict](): {
		"placement": {
			Text:    "The name of the placement: `name`, or `namespace/name` for a ResourcePlacement.",
			Default: "all placements of KubeFleet but those of type PickFixed",
		},
	},
	reflect.TypeFor[edit.Spec](): {
		"placement":         {Text: "The name of the placement: `name`, or `namespace/name` if it has a namespace."},
		"ocm":               {Text: "The new spec of a placement of Open Cluster Management, as a whole."},
		"kubefleet":         {Text: "The new policy of a placement of KubeFleet, as a whole."},
		"hybrid":            {Text: "The new spec of a hybrid placement rule, as a whole."},
		"decision_strategy": {Text: "The new decision strategy.", Default: "as it is"},
	},
	reflect.TypeFor[simulate.Outputs](): {
		"results": {Text: "The answers to the steps, in their order."},
	},
	reflect.TypeFor[simulate.LiveOutputs](): {
		"skipped": {
			Text: "The placements of the hub that are not simulated, by name, with the reason: those that the hub does not schedule, " +
				"for example.",
		},
	},
	reflect.TypeFor[simulate.Result](): {
		"edits": {Text: "What the step does: a phrase for each edit, such as `taint eu-1 with maintenance:NoSchedule`."},
		"moves": {
			Text: "The placements that move, by name: `name`, or `namespace/name` if it has a namespace. Those that do not move " +
				"are not in it.",
		},
		"unsatisfied": {Text: "The placements that are not satisfied after the step, by name."},
		"replaced": {
			Text: "The placements with a new spec that a hub of KubeFleet refuses as a change: they have to be deleted and created " +
				"again, which takes the workload from all of their clusters in between.",
		},
		"blocked_evictions": {Text: "The evictions of the step that the hub of KubeFleet does not execute."},
		"unchanged":         {Text: "How many placements do not move."},
		"domains": {
			Text: "The fleet as a whole, and then its `failure_domains` in their order, before and after the step: at most 25, those " +
				"that change most.",
		},
		"domain_count": {Text: "How many there are, with the fleet as a whole."},
	},
	reflect.TypeFor[simulate.Spread](): {
		"domain":           {Text: "`fleet`, `label`, `claim` or `cluster_set`."},
		"key":              {Text: "The name of the label or claim; empty for others."},
		"value":            {Text: "The value of the label or claim, or the name of the cluster set; empty for the fleet."},
		"clusters_before":  {Text: "How many clusters it had."},
		"clusters_after":   {Text: "How many clusters it has."},
		"decisions_before": {Text: "How many decisions of all placements were for them."},
		"decisions_after":  {Text: "How many decisions of all placements are for them."},
	},
	reflect.TypeFor[simulate.BlockedEviction](): {
		"placement":     {Text: "The name of the placement."},
		"cluster_names": {Text: "The clusters that keep the placement."},
		"reason":        {Text: "The disruption budget that blocks them, and how many clusters are available."},
	},
	reflect.TypeFor[simulate.Unsatisfied](): {
		"reason": {Text: "What was chosen, what is wanted, and why the other clusters were not chosen."},
		"before": {Text: "Whether the placement was not satisfied before the step either."},
	},
}
