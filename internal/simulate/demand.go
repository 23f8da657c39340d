// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// maxDemanded bounds the resources of a demand: each is compared for every cluster.
const maxDemanded = 16

// ValidateDemand checks what a placement demands of each chosen cluster.
func ValidateDemand(demand placement.Resources, path *field.Path) (errs field.ErrorList) {
	if len(demand) > maxDemanded {
		return field.ErrorList{field.TooMany(path, len(demand), maxDemanded)}
	}
	for i := range demand {
		r := &demand[i]
		if amount := r.Quantity(); amount.Sign() < 0 {
			errs = append(errs, field.Invalid(path.Key(r.Name), r.Amount(), "must not be negative"))
		}
	}
	return errs
}

// checkDemands finds demands of resources that no cluster of the fleet has.
func checkDemands(fleet *planner.Fleet, subjects []Subject) finding.List {
	clusters := slices.Concat(fleet.Manifests.Clusters, fleet.Clusters)
	if len(clusters) == 0 {
		return nil // That is another mistake.
	}
	known := map[string]bool{}
	for i := range clusters {
		for _, r := range slices.Concat(clusters[i].Allocatable, clusters[i].Available) {
			known[r.Name] = true
		}
	}
	for i := range subjects {
		s := &subjects[i]
		for k := range s.Demand {
			if name := s.Demand[k].Name; !known[name] {
				return finding.List{finding.Failure(strings.TrimPrefix(s.At+".demand", "."), "No cluster has the resource",
					excerpt.Sentence(fmt.Sprintf("found %s, which no cluster of the fleet has in allocatable or available%s",
						excerpt.Quote(name), excerpt.DidYouMean(name, slices.Sorted(maps.Keys(known))))))}
			}
		}
	}
	return nil
}

// demands take the clusters from the request of a placement of which the placements before it leave too little.
type demands struct {
	// of is what the placements take of each chosen cluster, by their indexes.
	of []placement.Resources
	// running are the placements that were on a cluster before the simulation, by its name: what is available there is without
	// their demands. It is nil until the first request.
	running map[string][]int
}

// filter leaves the clusters in a request that have enough for the placement, with what is left of them. The others are the
// rejections, by name.
func (d *demands) filter(
	ctx context.Context, w *world.World, placed int, r *planner.Request, chosen [][]string,
) ([]placement.Rejection, error) {
	if d.running == nil {
		d.running = byCluster(chosen)
	}
	p := &w.Placements[placed]
	var rejected []placement.Rejection
	taken, all := byCluster(chosen[:placed]), w.Clusters()
	kept := make([]placement.Cluster, 0, len(all))
	for i := range all {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		c := all[i]
		if !p.Covers(&c) {
			kept = append(kept, c)
			continue
		}
		u := usage{d, w, &c, taken[c.Name]}
		if mismatch := u.lacks(d.of[placed]); mismatch != nil {
			rejected = append(rejected, placement.Rejection{
				Cluster: c.Name, Stage: stageDemand, Mismatches: []placement.Mismatch{*mismatch},
			})
			continue
		}
		reduced, err := u.reduced(p.Dialect())
		if err != nil {
			return nil, err
		}
		kept = append(kept, reduced)
	}
	r.Manifests.Clusters = kept
	slices.SortFunc(rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
	return rejected, nil
}

// byCluster are the indexes of placements by the names of their clusters.
func byCluster(chosen [][]string) map[string][]int {
	placements := map[string][]int{}
	for i, names := range chosen {
		for _, name := range slices.Compact(slices.Clone(names)) {
			placements[name] = append(placements[name], i)
		}
	}
	return placements
}

// usage is a cluster with the placements that take their demands of it, by their indexes.
type usage struct {
	*demands
	world   *world.World
	cluster *placement.Cluster
	taken   []int
}

// sum is what placements take of a resource of the cluster.
func (u *usage) sum(placements []int, name string) (sum resource.Quantity) {
	for _, i := range placements {
		if amount, takes := u.of[i].Get(name); takes && u.world.Placements[i].Covers(u.cluster) {
			sum.Add(amount)
		}
	}
	return sum
}

// remaining is how much of a resource remains of the cluster: of what is available, without the placements of the simulation, or
// else of what is allocatable. The latter has everything that runs on the cluster.
func (u *usage) remaining(name string) (quantity resource.Quantity, isKnown bool) {
	if quantity, isKnown = u.cluster.Available.Get(name); isKnown {
		quantity.Add(u.sum(u.running[u.cluster.Name], name))
	} else if quantity, isKnown = u.cluster.Allocatable.Get(name); !isKnown {
		return quantity, false
	}
	quantity.Sub(u.sum(u.taken, name))
	return quantity, true
}

// lacks is the first resource of which less remains than is demanded; nil if there is none.
func (u *usage) lacks(demand placement.Resources) *placement.Mismatch {
	for i := range demand {
		wanted := demand[i].Quantity()
		if wanted.Sign() <= 0 {
			continue
		}
		if remaining, isKnown := u.remaining(demand[i].Name); !isKnown || remaining.Cmp(wanted) < 0 {
			return &placement.Mismatch{
				Kind: MismatchDemand, Key: demand[i].Name, Found: remaining.String(), Present: isKnown, Wanted: demand[i].Amount(),
				Detail: u,
			}
		}
	}
	return nil
}

// takers says what each of the placements takes of a resource.
func (u *usage) takers(name string) string {
	var parts []string
	for _, i := range u.taken {
		p := &u.world.Placements[i]
		if amount, takes := u.of[i].Get(name); takes && amount.Sign() > 0 && p.Covers(u.cluster) {
			parts = append(parts, excerpt.Text(p.FullName())+" takes "+amount.String())
		}
	}
	return excerpt.List(parts, ", ")
}

// reduced is the cluster with what remains of it. Open Cluster Management has no available resources: it scores the allocatable
// ones. A cluster whose object cannot be changed is an error.
func (u *usage) reduced(dialect placement.Dialect) (placement.Cluster, error) {
	c := *u.cluster
	if len(u.taken)+len(u.running[c.Name]) == 0 {
		return c, nil
	}
	changed := false
	for i := range u.cluster.Available {
		r := &u.cluster.Available[i]
		if remaining, _ := u.remaining(r.Name); remaining.Cmp(r.Quantity()) != 0 {
			c.Available, changed = c.Available.With(r.Name, remaining), true
		}
	}
	for i := range u.cluster.Allocatable {
		r := &u.cluster.Allocatable[i]
		_, isAvailable := u.cluster.Available.Get(r.Name)
		taken, remaining := u.sum(u.taken, r.Name), r.Quantity()
		if taken.IsZero() || isAvailable && dialect == placement.DialectKubeFleet {
			continue
		}
		if remaining.Sub(taken); remaining.Sign() < 0 {
			remaining = resource.Quantity{Format: remaining.Format}
		}
		c.Allocatable, changed = c.Allocatable.With(r.Name, remaining), true
	}
	if !changed {
		return c, nil
	}
	return c, fleet.PatchResources(&c)
}
