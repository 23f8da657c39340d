// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/replicas"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Divide divides replicas among the chosen clusters.
//
// # Function divide
//
// Divides the replicas of a workload among the clusters that a placement has chosen: equally, by weights, by the scores of the
// decisions, or by what the clusters have available. Bounds limit what a cluster or a decision group gets; if they leave no
// solution, it is an error.
//
// Webster's method (Sainte-Laguë) divides: each replica goes to the cluster with the highest quotient of its weight and `2n + 1`,
// where `n` is the number of its replicas so far, and of equal ones to the first by name.
var Divide = framework.Function{
	Name: "divide", Limit: framework.FunctionTime, Call: divide,
	Summary: "Divide replicas among the chosen clusters",
	Parameters: []function.Parameter{
		function.NumberParameter{
			Name: "replicas", MarkdownDescription: fmt.Sprintf("The number of replicas, from 0 to %d.", replicas.Max),
		},
		function.DynamicParameter{
			Name: "decisions", AllowUnknownValues: true,
			MarkdownDescription: "A resource or data source `multicluster_placement`, `multicluster_placement_decisions`, or the " +
				"result of `place`; or its `decisions`, or its `decisions_by_cluster`, which has no scores. `group_bounds` needs the " +
				"whole placement.",
		},
		function.DynamicParameter{
			Name: "by", AllowNullValue: true,
			MarkdownDescription: "How to divide. An empty object or null divides equally; an unknown attribute is an error.",
		},
	},
	Return: function.MapReturn{ElementType: types.Int64Type},
}

func divide(ctx context.Context, read *framework.Readers, arguments framework.ArgumentValues) (any, error) {
	var total int64
	// The framework says of a number that is not a whole one that it cannot convert it.
	if err := framework.ReadError(0, read.Argument(arguments.Input(0), &total, nil)); err != nil {
		return nil, err
	}
	var by replicas.By
	reader := read.Argument(arguments.Input(2), &by, nil)
	reader.Check(nil, &by, by.Validate())
	if err := framework.ReadError(2, reader); err != nil {
		return nil, err
	}
	given := arguments.Input(1)
	switch {
	case given.IsUnknown():
		return tfvalue.Unknown, nil
	case given.IsNull():
		return nil, framework.ArgumentMistake(1, "found null; pass a placement or its decisions")
	}
	reader = read.Reader()
	chosen := readChosen(reader, given, &by)
	if err := framework.ReadError(1, reader); err != nil {
		return nil, err
	}
	if len(reader.Unknown()) > 0 {
		return tfvalue.Unknown, nil
	}
	divided, mistakes, err := by.Divide(ctx, total, chosen)
	reader = read.Reader()
	reader.Check(nil, &by, mistakes)
	if err := cmp.Or(framework.ReadError(2, reader), err); err != nil {
		return nil, err
	}
	result := make(map[string]int64, len(chosen))
	for i := range chosen {
		result[chosen[i].Cluster] = divided[i]
	}
	return result, nil
}

// readChosen reads the chosen clusters from a placement, from its decisions, or from its decisions_by_cluster.
func readChosen(reader *tfvalue.Reader, v tfvalue.Input, by *replicas.By) []replicas.Chosen {
	switch {
	case !v.Field("decisions").IsNull() && !v.Field("decision_groups").IsNull():
		return chosenOfPlacement(reader, v)
	case by.GroupBounds != nil:
		reader.Refuse(nil, "decisions have no groups, which group_bounds needs: pass the placement")
		return nil
	case v.IsList():
		return chosenOfDecisions(reader, v, tfvalue.Root("decisions"), nil)
	case by.Score:
		reader.Refuse(nil, "decisions_by_cluster has no scores, which score needs: pass the decisions or the placement")
		return nil
	}
	byCluster := map[string]planner.ChosenCluster{}
	reader.Read(v, &byCluster, tfvalue.Root("decisions_by_cluster"))
	var chosen []replicas.Chosen
	for _, name := range slices.Sorted(maps.Keys(byCluster)) {
		chosen = append(chosen, replicas.Chosen{Cluster: name})
	}
	return chosen
}

// chosenOfPlacement reads a placement. Its other attributes are not used.
func chosenOfPlacement(reader *tfvalue.Reader, v tfvalue.Input) []replicas.Chosen {
	var groups planner.Groups
	reader.Read(v.Field("decision_groups"), &groups.DecisionGroups, tfvalue.Root("decision_groups"))
	reader.Read(v.Field("decision_group_names"), &groups.DecisionGroupNames, tfvalue.Root("decision_group_names"))
	keys := map[string]string{}
	for _, group := range groups.List() {
		for _, cluster := range group.Clusters {
			keys[cluster] = cmp.Or(group.Name, strconv.Itoa(group.Index))
		}
	}
	return chosenOfDecisions(reader, v.Field("decisions"), tfvalue.Root("decisions"), keys)
}

// chosenOfDecisions reads decisions. Groups has the keys of their groups in group_bounds.
func chosenOfDecisions(reader *tfvalue.Reader, v tfvalue.Input, path *tfvalue.Path, groups map[string]string) []replicas.Chosen {
	var decisions []planner.Decision
	reader.Read(v, &decisions, path)
	chosen := make([]replicas.Chosen, len(decisions))
	known := make(map[string]bool, len(decisions))
	for i := range decisions {
		d := &decisions[i]
		if known[d.ClusterName] && !reader.HasMistakes() {
			reader.Refuse(path.Index(i).Attribute("cluster_name"), "found %s, which another decision has already",
				excerpt.Quote(d.ClusterName))
		}
		known[d.ClusterName] = true
		chosen[i] = replicas.Chosen{Cluster: d.ClusterName, Group: groups[d.ClusterName], Score: d.Score.String()}
	}
	return chosen
}
