// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// shownDomains is how many failure domains a result lists, beside the fleet as a whole.
const shownDomains = 25

// Spread is how many clusters a failure domain has, and how many decisions of all placements are for them, before and after a
// step.
type Spread struct {
	// `fleet`, `label`, `claim` or `cluster_set`.
	Domain string `json:"domain"`
	// The name of the label or claim; empty for others.
	Key string `json:"key"`
	// The value of the label or claim, or the name of the cluster set; empty for the fleet.
	Value string `json:"value"`
	// How many clusters it had.
	ClustersBefore int `json:"clustersBefore"`
	// How many clusters it has.
	ClustersAfter int `json:"clustersAfter"`
	// How many decisions of all placements were for them.
	DecisionsBefore int `json:"decisionsBefore"`
	// How many decisions of all placements are for them.
	DecisionsAfter int `json:"decisionsAfter"`
}

// change is how much a failure domain changes.
func (s Spread) change() int {
	return max(s.ClustersAfter-s.ClustersBefore, s.ClustersBefore-s.ClustersAfter) +
		max(s.DecisionsAfter-s.DecisionsBefore, s.DecisionsBefore-s.DecisionsAfter)
}

// spreadOf are the fleet as a whole and its failure domains before and after a step, in the order of the arguments and by value,
// and how many there are. Those that change most are listed.
func (d *FailureDomains) spreadOf(ctx context.Context, prior world.World, step *Step) ([]Spread, int) {
	chosenBefore, chosenAfter := make([][]string, prior.Len()), make([][]string, prior.Len())
	for i := range step.Outcomes {
		chosenBefore[i], chosenAfter[i] = step.World.Placements[i].PriorClusters(), step.Outcomes[i].Clusters()
	}
	priorTallies, laterTallies := d.tally(ctx, prior, chosenBefore), d.tally(ctx, step.World, chosenAfter)
	spread := func(p place) Spread {
		prior, later := priorTallies[p], laterTallies[p]
		return Spread{p.domain, p.key, p.value, prior.clusters, later.clusters, prior.decisions, later.decisions}
	}
	all := maps.Clone(priorTallies)
	maps.Copy(all, laterTallies)
	places := slices.SortedFunc(maps.Keys(all), func(x, y place) int {
		return cmp.Or(cmp.Compare(min(x.order, 0), min(y.order, 0)), cmp.Compare(spread(y).change(), spread(x).change()), x.compare(y))
	})
	shown := places[:min(len(places), 1+shownDomains)]
	slices.SortFunc(shown, place.compare)
	return lists.Map(shown, spread), len(places)
}

// place identifies a failure domain. The order is that of the arguments, and -1 of the fleet.
type place struct {
	order              int
	domain, key, value string
}

func (p place) compare(other place) int {
	return cmp.Or(cmp.Compare(p.order, other.order), cmp.Compare(p.value, other.value))
}

// tally is how many clusters a failure domain has, and how many decisions are for them.
type tally struct{ clusters, decisions int }

// tally counts the clusters of the fleet and of each failure domain, and the decisions for them. What the failure domains do not
// have in this world is not counted.
func (d *FailureDomains) tally(ctx context.Context, w world.World, chosen [][]string) map[place]tally {
	decisions, total := map[string]int{}, 0
	for _, names := range chosen {
		total += len(names)
		for _, name := range names {
			decisions[name]++
		}
	}
	// Clusters of one name are one cluster: a fleet can have it on two hubs.
	known := lists.Set(w.Clusters(), func(c placement.Cluster) string { return c.Name })
	tallies := map[place]tally{{order: -1, domain: OfFleet}: {len(known), total}}
	divisions, _ := d.Divide(ctx, w)
	for i := range divisions {
		for value, names := range divisions[i].Members {
			n := 0
			for _, name := range names {
				n += decisions[name]
			}
			tallies[place{i, divisions[i].Domain, divisions[i].Key, value}] = tally{len(names), n}
		}
	}
	return tallies
}
