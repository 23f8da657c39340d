// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm

import (
	"maps"
	"math"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DependenceOf is what a result depends on among the clusters of the inventory that it was made of. Every filter looks at one
// cluster alone, and so do the scores but those of ResourceAllocatableCPU and ResourceAllocatableMemory: the least and the
// largest amount among the clusters that pass the filters decide what an amount is worth. Balance counts the decisions of other
// placements for clusters that the fleet no longer has as well.
func DependenceOf(spec *Spec, inv *placement.Inventory, result *placement.Result) placement.Dependence {
	dependence := placement.Dependence{Counted: true, Passing: len(result.Decisions) + len(result.NotPicked), Wanted: 1}
	if n := spec.NumberOfClusters; n != nil {
		dependence.Wanted = max(1, int(*n))
	}
	if len(result.NotPicked) == 0 {
		return dependence
	}
	for _, p := range result.Prioritizers {
		if resource, ok := resources[p.Name]; ok {
			dependence.Influences = append(dependence.Influences, extremesOf(inv, result, resource)...)
		}
	}
	return dependence
}

// extremesOf are the clusters with the least and with the largest amount of a resource among those that pass the filters. Amounts
// that are no numbers count as the least: see scoreAllocatable.
func extremesOf(inv *placement.Inventory, result *placement.Result, resource string) []placement.Influence {
	passes := lists.Set(result.NotPicked, func(c placement.Candidate) string { return c.Cluster })
	maps.Copy(passes, lists.Set(result.Decisions, func(d placement.Decision) string { return d.Cluster }))
	least, most := math.Inf(1), math.Inf(-1)
	var leastOnes, mostOnes, notNumbers []string
	for i := range inv.Clusters {
		c := &inv.Clusters[i]
		amount, ok := amountOf(c, resource)
		switch {
		case !ok || !passes[c.Name]:
			continue
		case math.IsNaN(amount):
			notNumbers = append(notNumbers, c.Name)
			continue
		}
		if amount < least {
			least, leastOnes = amount, nil
		}
		if amount == least {
			leastOnes = append(leastOnes, c.Name)
		}
		if amount > most {
			most, mostOnes = amount, nil
		}
		if amount == most {
			mostOnes = append(mostOnes, c.Name)
		}
	}
	influences := []placement.Influence{
		{Role: "the least allocatable " + resource, Clusters: leastOnes},
		{Role: "the most allocatable " + resource, Clusters: mostOnes},
		{Role: "an allocatable " + resource + " that is not a number", Clusters: notNumbers},
	}
	return slices.DeleteFunc(influences, func(one placement.Influence) bool { return len(one.Clusters) == 0 })
}
