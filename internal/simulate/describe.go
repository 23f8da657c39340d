// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var _ = describe.Struct[FailureDomains](describe.Attributes{
	"labels": {
		Text: "Names of labels, such as `topology.kubernetes.io/region`: the clusters with each of their values are a failure " +
			"domain. A cluster without the label is in none.",
	},
	"claims":       {Text: "Names of claims of ManagedClusters, in the same way."},
	"cluster_sets": {Text: "Names of ManagedClusterSets, each of which is a failure domain."},
}, describe.Example{Page: "guides/reference-simulation#failure_domains", Object: `{ labels = ["region"] }`})

var _ = describe.Struct[Question](describe.Attributes{
	"placement": {
		Text: "An object with `name`, `namespace`, one of `ocm`, `kubefleet` and `hybrid`, " +
			"`decision_strategy`, `previous_decisions` and `demand`; or a resource or data source " +
			"`multicluster_placement`, of which only these are used. Decisions of this name on a hub are its earlier " +
			"ones.",
		Default: "all placements",
	},
	"placements": {
		Text:    "Several such placements, each with a name of its own.",
		Default: "all placements",
	},
	"scheduler": {
		Text:    "Only the placements of the manifests or of the hub with this scheduler: `ocm`, `kubefleet` or `hybrid`.",
		Default: "all",
	},
})

var _ = describe.Struct[Instant](describe.Attributes{
	"now": {
		Text: "The time of the decisions, or of the first step (RFC 3339). Use `plantimestamp()`; `timestamp()` is " +
			"unknown until apply.",
		Default: "the time of the plan",
	},
})

var _ = describe.Struct[Arguments](describe.Attributes{
	"steps": {
		Text: "A list of steps, each a list of edits, such as `[[{ lose = { clusters = [\"eu-1\"] } }]]`. After the " +
			"edits of a step every placement is decided, on the decisions of the step before. An edit that changes " +
			"nothing is an error; on a hub a warning.",
	},
	"disruption_budgets": {
		Text: "The ClusterResourcePlacementDisruptionBudgets that bound evictions, such as " +
			"`[multicluster_disruption_budget.web]`. One replaces that of the same name in the manifests or on the hub.",
	},
	"failure_domains": {
		Text:    "What `domains` of the results and the picture of `explain` divide the fleet by: regions, for example.",
		Default: "the fleet as a whole",
	},
})

var _ = describe.Struct[Given](describe.Attributes{
	"demand": {
		Text: "What the workload takes of each chosen cluster, by resource, at most 16: quantities such as `{ cpu = " +
			"\"4\", memory = \"16Gi\" }`. The placements are decided in their order, each with what those before it " +
			"leave. A cluster with less is rejected; of others the scheduler sees the rest. There is what is " +
			"`available` and what the placements of the simulation already take, or without `available`, what is " +
			"`allocatable`. No scheduler of a hub knows demands.",
		Default: "nothing",
	},
}, describe.Example{Page: "guides/reference-simulation#placement", Object: `{
  name = "web"
  ocm  = { number_of_clusters = 2 }
}`})

var _ = describe.Struct[Outputs](describe.Attributes{
	"results": {Text: "The answers to the steps, in their order."},
})

var _ = describe.Struct[LiveOutputs](describe.Attributes{
	"skipped": {Text: "The placements of the hub that are not simulated, by name, and why."},
})

var _ = describe.Struct[Result](describe.Attributes{
	"edits":       {Text: "What the step does: a phrase for each edit, such as `taint eu-1 with maintenance:NoSchedule`."},
	"moves":       {Text: "The placements that move, by name or `namespace/name`."},
	"unsatisfied": {Text: "The placements that are not satisfied after the step, by name."},
	"replaced": {
		Text: "The placements whose new spec a hub of KubeFleet refuses: they must be deleted and created again, " +
			"without the workload in between.",
	},
	"blocked_evictions": {Text: "The evictions of the step that the hub of KubeFleet does not execute."},
	"unchanged":         {Text: "How many placements do not move."},
	"domains": {
		Text: "The fleet as a whole, then its `failure_domains`, before and after the step: at most 25, those that " +
			"change most.",
	},
	"domain_count": {Text: "How many there are."},
})

var _ = describe.Struct[Spread](describe.Attributes{
	"domain":           {Text: "`fleet`, `label`, `claim` or `cluster_set`."},
	"key":              {Text: "The name of the label or claim; empty for others."},
	"value":            {Text: "The value of the label or claim, or the name of the cluster set; empty for the fleet."},
	"clusters_before":  {Text: "How many clusters it had."},
	"clusters_after":   {Text: "How many clusters it has."},
	"decisions_before": {Text: "How many decisions of all placements were for them."},
	"decisions_after":  {Text: "How many decisions of all placements are for them."},
})

var _ = describe.Struct[BlockedEviction](describe.Attributes{
	"placement":     {Text: "The name of the placement."},
	"cluster_names": {Text: "The clusters that keep the placement."},
	"reason":        {Text: "The disruption budget that blocks them, and how many clusters are available."},
})

var _ = describe.Struct[Unsatisfied](describe.Attributes{
	"reason": {Text: "What was chosen, what is wanted, and why the other clusters were not chosen."},
	"before": {Text: "Whether the placement was not satisfied before the step either."},
})

var _ = describe.Struct[Names](describe.Attributes{
	"names": {Text: "The first 10 names."},
	"count": {Text: "How many there are."},
})
