// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// comparedNames limits the comparisons of NearMisses: every one takes time.
const comparedNames = 10_000

// NearMisses finds states of clusters that are not chosen and whose names are probably misspelt: a chosen cluster without a state
// has nearly the same name. A state of a cluster that is no longer chosen is no mistake.
func (r *Request) NearMisses() field.ErrorList {
	chosen := r.chosen()
	var stateless []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		if _, has := r.ClusterStatus[name]; !has {
			stateless = append(stateless, name)
		}
	}
	exists := r.members()
	var errs field.ErrorList
	compared := 0
	for _, name := range slices.Sorted(maps.Keys(r.ClusterStatus)) {
		if chosen[name] || exists[name] {
			continue
		}
		if compared += len(stateless); compared > comparedNames {
			break
		}
		similar := slices.DeleteFunc(slices.Clone(stateless), func(other string) bool { return !excerpt.IsMisspelling(name, other) })
		if near := excerpt.Nearest(name, similar); near != "" {
			errs = append(errs, field.Invalid(field.NewPath("clusterStatus").Key(name), name,
				"this cluster is not chosen, and the chosen cluster "+excerpt.Quote(near)+" has no status; did you mean "+excerpt.Quote(
					near)+"?"))
		}
	}
	return errs
}

// members are the names of the clusters of the fleet.
func (t *Target) members() map[string]bool {
	return lists.Set(t.Fleet, func(m Member) string { return m.Name })
}

// Absent finds the first chosen cluster that the fleet does not have. Stages select clusters of the fleet: KubeFleet refuses a
// run with a cluster that does not exist.
func (r *Request) Absent() *field.Error {
	if r.Strategy.Type != rollout.TypeExternal || r.Fleet == nil {
		return nil
	}
	exists := r.members()
	var first *field.Error
	absent := ""
	more := 0
	for name, place := range r.clusters() {
		switch {
		case exists[name]:
		case first == nil:
			absent = name
			first = field.Invalid(place.path(), name, "the fleet has no cluster of this name, and stages select the clusters of the fleet")
		default:
			more++
		}
	}
	if first == nil {
		return nil
	}
	if more > 0 {
		first.Detail += "; it misses " + excerpt.Count(more, "more chosen cluster")
	}
	first.Detail += excerpt.DidYouMean(absent, slices.Sorted(maps.Keys(exists)))
	return first
}
