package reference

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// resultObjects are the outputs of a placement.
var resultObjects = objects{
	reflect.TypeFor[planner.Outputs](): {
		"decisions":            {Text: "The chosen clusters, the best first."},
		"decisions_by_cluster": {Text: "The chosen clusters by name, for `for_each`."},
		"decision_groups": {
			Text: "The groups of the decisions: first the predefined ones that have members, then the rest. Without decisions there is " +
				"one empty group.",
		},
		"satisfied":         {Text: "Whether the placement found as many clusters as required."},
		"conditions":        {Text: "The status conditions that the hub would publish."},
		"rejection_summary": {Text: "The number of clusters that were not chosen, by reason."},
		"next_change": {
			Text: "The first time at which the decision may change with time alone, because a toleration or a score expires (RFC 3339). " +
				"Null if the decision does not depend on time.",
		},
		"skipped_kinds": {
			Text: "The number of objects that were skipped, by kind: objects in the manifests that no scheduler uses, and clusters of a " +
				"kind that the placement does not choose from.",
		},
		"report": {
			Text: "The full report as JSON, for `jsondecode`: the stage that every cluster of the fleet reached, its scores and the " +
				"reason; the filters, the prioritizers, the conditions and the PlacementDecisions.",
			JSON: reflect.TypeFor[placement.Report](),
		},
	},
	reflect.TypeFor[planner.Decision](): {
		"cluster_name": {Text: "The chosen cluster."},
		"score": {
			Text: "The score: in `ocm` the sum of weight times score over all prioritizers, in `kubefleet` the affinity score, in " +
				"`hybrid` the rating in the last round.",
		},
		"group":      {Text: "The index of the decision's group in `decision_groups`."},
		"group_name": {Text: "The name of the group; empty outside the predefined groups."},
		"reason":     {Text: "Why the cluster was chosen, with its scores. The text may change in any release."},
		"binding":    {Text: "The binding of a `kubefleet` decision, which the next pass uses to keep the cluster; null in other dialects."},
	},
	reflect.TypeFor[planner.Group](): {
		"index":               {Text: "The index of the group, from 0."},
		"name":                {Text: "The name of the group; empty outside the predefined groups."},
		"cluster_names":       {Text: "The clusters of the group, by name."},
		"placement_decisions": {Text: "The names of the group's PlacementDecisions, with at most 100 clusters each."},
	},
}
