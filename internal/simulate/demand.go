// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// MismatchDemand is the rejection of a cluster that has less room for a resource than is demanded. No scheduler has it.
var MismatchDemand = &placement.MismatchKind{
	Name: "demand",
	Sentence: func(m *placement.Mismatch) string {
		found := m.Found
		if !m.Present {
			found = "none"
		}
		return fmt.Sprintf("not enough %s: %s is left, %s is demanded", m.Key, found, m.Wanted)
	},
	Cause:  func(m *placement.Mismatch) string { return "not enough " + m.Key },
	Before: "it had not enough room for the demand",
	Shared: true,
}

// stageDemand is the stage that rejects clusters without room.
const stageDemand = "Demand"

// maxDemanded bounds the resources of a demand: each is compared for every cluster.
const maxDemanded = 16

// ValidateDemand checks what a placement demands of each chosen cluster.
func ValidateDemand(demand placement.Resources, at *field.Path) (errs field.ErrorList) {
	if len(demand) > maxDemanded {
		return field.ErrorList{field.TooMany(at, len(demand), maxDemanded)}
	}
	for i := range demand {
		r := &demand[i]
		if amount := r.Quantity(); amount.Sign() < 0 {
			errs = append(errs, field.Invalid(at.Key(r.Name), r.Amount(), "must not be negative"))
		}
	}
	return errs
}

// checkDemands finds demands of resources that no cluster of the fleet has.
func (w *World) checkDemands() finding.List {
	var names []string
	for i := range w.fleet.Manifests.Clusters {
		c := &w.fleet.Manifests.Clusters[i]
		for _, list := range []placement.Resources{c.Allocatable, c.Available} {
			for k := range list {
				if at, has := slices.BinarySearch(names, list[k].Name); !has {
					names = slices.Insert(names, at, list[k].Name)
				}
			}
		}
	}
	for i := range w.subjects {
		s := &w.subjects[i]
		for k := range s.Demand {
			name := s.Demand[k].Name
			if _, has := slices.BinarySearch(names, name); !has {
				return finding.List{finding.Failure(strings.TrimPrefix(s.At+".demand", "."), "No cluster has the resource",
					excerpt.Sentence(fmt.Sprintf("found %s, which no cluster of the fleet has in allocatable or available%s",
						excerpt.Quote(name), excerpt.DidYouMean(name, names))))}
			}
		}
	}
	return nil
}

// hasDemands reports whether a placement of the world has a demand.
func (w *World) hasDemands() bool {
	return slices.ContainsFunc(w.subjects, func(s subject) bool { return len(s.Demand) > 0 })
}

// begin finds mistakes in the demands, and notes where the placements were before the simulation.
func (w *World) begin(ctx context.Context) finding.List {
	if !w.hasDemands() {
		return nil
	}
	if found := w.checkDemands(); found != nil {
		return found
	}
	for i := range w.subjects {
		outcome, found := w.DecideOne(ctx, i)
		if found.HasError() {
			return found
		}
		if known := outcome.answer.Predecessor(); known != nil {
			w.subjects[i].running = known.Clusters
		}
	}
	return nil
}

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
}

// newRoom is the room before any placement of the world is decided.
func (w *World) newRoom() *room {
	if !w.hasDemands() {
		return nil
	}
	r := &room{w, map[int]amounts{}, map[int]amounts{}}
	for i := range w.subjects {
		r.add(r.running, i, w.subjects[i].running)
	}
	return r
}

// add adds what a placement takes of clusters.
func (r *room) add(to map[int]amounts, subject int, clusters []string) {
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
		}
	}
}

// take takes what a placement demands of the clusters that are chosen for it.
func (r *room) take(subject int, o *Outcome) {
	if r != nil {
		r.add(r.taken, subject, o.Clusters())
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
			})
		}
	}
	return mismatches
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

// reject puts the clusters without room to the rejected ones of a result. A placement that lists them does not miss them.
func reject(result *placement.Result, rejected []placement.Rejection) {
	if len(rejected) == 0 {
		return
	}
	isRejected := make(map[string]bool, len(rejected))
	for i := range rejected {
		isRejected[rejected[i].Cluster] = true
	}
	result.Unknown = slices.DeleteFunc(slices.Clone(result.Unknown), func(r placement.Rejection) bool {
		return isRejected[r.Cluster]
	})
	result.Rejected = slices.Concat(result.Rejected, rejected)
	slices.SortStableFunc(result.Rejected, func(a, b placement.Rejection) int { return strings.Compare(a.Cluster, b.Cluster) })
}

// isWithoutRoom reports whether every cluster was rejected because of the demand.
func isWithoutRoom(result *placement.Result) bool {
	return len(result.Decisions)+len(result.NotPicked) == 0 && len(result.Rejected) > 0 &&
		!slices.ContainsFunc(result.Rejected, func(r placement.Rejection) bool { return r.Stage != stageDemand })
}
