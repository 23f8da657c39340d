// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// amounts are quantities by the name of a resource.
type amounts map[string]resource.Quantity

func (a amounts) add(list placement.Resources) {
	for i := range list {
		sum := a[list[i].Name]
		sum.Add(list[i].Quantity())
		a[list[i].Name] = sum
	}
}

// room is what the placements of one pass over a world leave of its clusters. A nil room is that of a world without demands.
type room struct {
	world *World
	// running is what the placements take where they were before the simulation, and taken what they take in this pass, by the
	// index of the cluster.
	running, taken map[int]amounts
	// by are the placements that take something, by the index of the cluster.
	by map[int][]int
}

// newRoom is the room before any placement of the world is decided.
func (w *World) newRoom() *room {
	if !w.hasDemands() {
		return nil
	}
	r := &room{w, map[int]amounts{}, map[int]amounts{}, map[int][]int{}}
	for i := range w.subjects {
		r.add(r.running, i, w.subjects[i].running, nil)
	}
	return r
}

// add adds what a placement takes of clusters, and notes there that it does, unless by is nil.
func (r *room) add(to map[int]amounts, subject int, clusters []string, by map[int][]int) {
	s := &r.world.subjects[subject]
	if len(s.Demand) == 0 || len(clusters) == 0 {
		return
	}
	isOf := make(map[string]bool, len(clusters))
	for _, name := range clusters {
		isOf[name] = true
	}
	for i := range r.world.fleet.Manifests.Clusters {
		if c := &r.world.fleet.Manifests.Clusters[i]; isOf[c.Name] && s.sees(c) {
			if to[i] == nil {
				to[i] = amounts{}
			}
			to[i].add(s.Demand)
			if by != nil {
				by[i] = append(by[i], subject)
			}
		}
	}
}

// take takes what a placement demands of the clusters that are chosen for it.
func (r *room) take(subject int, o *Outcome) {
	if r != nil {
		r.add(r.taken, subject, o.Clusters(), r.by)
	}
}

// left is how much of a resource is left of a cluster: of what is available, without the placements of the simulation, or else of
// what is allocatable. The latter has everything that runs on the cluster.
func (r *room) left(cluster int, name string) (quantity resource.Quantity, isKnown bool) {
	c := &r.world.fleet.Manifests.Clusters[cluster]
	if quantity, isKnown = c.Available.Get(name); isKnown {
		quantity.Add(r.running[cluster][name])
	} else if quantity, isKnown = c.Allocatable.Get(name); !isKnown {
		return quantity, false
	}
	quantity.Sub(r.taken[cluster][name])
	return quantity, true
}

// limit leaves the clusters in a request that have room for the placement, with what is left of them. The others are the
// rejections, by name.
func (r *room) limit(ctx context.Context, subject int, request *planner.Request) ([]placement.Rejection, error) {
	if r == nil {
		return nil, nil
	}
	var rejected []placement.Rejection
	all := r.world.fleet.Manifests.Clusters
	kept := make([]placement.Cluster, 0, len(all))
	for i := range all {
		if err := placement.Interrupted(ctx, i); err != nil {
			return nil, err
		}
		s := &r.world.subjects[subject]
		if !s.sees(&all[i]) {
			kept = append(kept, all[i])
			continue
		}
		if mismatches := r.lacks(i, s.Demand); len(mismatches) > 0 {
			rejected = append(rejected, placement.Rejection{Cluster: all[i].Name, Stage: stageDemand, Mismatches: mismatches[:1]})
			continue
		}
		c, err := r.reduced(i, s.Dialect())
		if err != nil {
			return nil, err
		}
		kept = append(kept, c)
	}
	request.Manifests.Clusters = kept
	slices.SortFunc(rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
	return rejected, nil
}

// lacks are the resources of which a cluster has less left than is demanded.
func (r *room) lacks(cluster int, demand placement.Resources) (mismatches []placement.Mismatch) {
	for i := range demand {
		left, isKnown := r.left(cluster, demand[i].Name)
		if wanted := demand[i].Quantity(); wanted.Sign() > 0 && (!isKnown || left.Cmp(wanted) < 0) {
			mismatches = append(mismatches, placement.Mismatch{
				Kind: MismatchDemand, Key: demand[i].Name, Found: left.String(), Present: isKnown, Wanted: demand[i].Amount(),
				Detail: takers{r.world, r.by[cluster]},
			})
		}
	}
	return mismatches
}

// takers are placements that take their demands of a cluster.
type takers struct {
	world    *World
	subjects []int
}

// text says what each of them takes of a resource.
func (t takers) text(resource string) string {
	var parts []string
	for _, i := range t.subjects {
		s := &t.world.subjects[i]
		if amount, takes := s.Demand.Get(resource); takes && amount.Sign() > 0 {
			parts = append(parts, excerpt.Text(s.FullName())+" takes "+amount.String())
		}
	}
	return excerpt.List(parts, ", ")
}

// shortOfRoom says of each resource that is short how much of it is left on the cluster with the most of it, and who took the
// rest; empty if no cluster was rejected because of the demand.
func shortOfRoom(result *placement.Result) (text string) {
	most := map[string]*placement.Rejection{}
	left := func(r *placement.Rejection) resource.Quantity {
		quantity, err := resource.ParseQuantity(r.Mismatches[0].Found)
		if err != nil || !r.Mismatches[0].Present {
			return resource.Quantity{}
		}
		return quantity
	}
	for i := range result.Rejected {
		r := &result.Rejected[i]
		if r.Stage != stageDemand {
			continue
		}
		best, has := most[r.Mismatches[0].Key]
		if !has {
			most[r.Mismatches[0].Key] = r
			continue
		}
		if more := left(r); more.Cmp(left(best)) > 0 {
			most[r.Mismatches[0].Key] = r
		}
	}
	for _, name := range slices.Sorted(maps.Keys(most)) {
		text += fmt.Sprintf("\n\nThe cluster %s has the most %s: %s", excerpt.Text(most[name].Cluster), excerpt.Text(name),
			excerpt.Sentence(strings.TrimPrefix(most[name].Mismatches[0].String(), "not enough "+name+": ")))
	}
	return text
}

// reduced is a cluster with what is left of it. Open Cluster Management has no available resources: it scores the allocatable
// ones. A cluster whose object cannot be changed is an error.
func (r *room) reduced(cluster int, dialect placement.Dialect) (placement.Cluster, error) {
	c := r.world.fleet.Manifests.Clusters[cluster]
	taken := r.taken[cluster]
	available, allocatable, changed := c.Available, c.Allocatable, false
	for i := range available {
		name := available[i].Name
		if left, _ := r.left(cluster, name); left.Cmp(available[i].Quantity()) != 0 {
			c.Available, changed = c.Available.With(name, left), true
		}
	}
	for i := range allocatable {
		name := allocatable[i].Name
		_, isAvailable := available.Get(name)
		of, left := taken[name], allocatable[i].Quantity()
		if of.IsZero() || isAvailable && dialect == placement.DialectKubeFleet {
			continue
		}
		if left.Sub(of); left.Sign() < 0 {
			left = resource.Quantity{Format: left.Format}
		}
		c.Allocatable, changed = c.Allocatable.With(name, left), true
	}
	if !changed {
		return c, nil
	}
	return c, edit.PatchResources(&c)
}

// sees reports whether a placement sees a cluster.
func (s *subject) sees(c *placement.Cluster) bool {
	return fleet.Sees(cmp.Or(planner.ClusterKind(s.Dialect()), s.Kind), c)
}
