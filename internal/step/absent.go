// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// Absent finds the first chosen cluster that the fleet does not have. Stages select clusters of the fleet: KubeFleet refuses a
// run with a cluster that does not exist.
func (r *Request) Absent() field.ErrorList {
	if r.Strategy.Type != rollout.TypeExternal || r.Fleet == nil {
		return nil
	}
	exists := r.members()
	var first *field.Error
	more := 0
	check := func(name string, path *field.Path) {
		switch {
		case exists[name]:
		case first == nil:
			first = field.Invalid(path, name, "the fleet has no cluster of this name, and stages select the clusters of the fleet")
		default:
			more++
		}
	}
	for i, d := range r.Decisions {
		check(d.ClusterName, field.NewPath("decisions").Index(i).Child("clusterName"))
	}
	for i := range r.DecisionGroups {
		g := &r.DecisionGroups[i]
		for k, name := range g.ClusterNames {
			check(name, g.path(i, k))
		}
	}
	if first == nil {
		return nil
	}
	if more > 0 {
		first.Detail += "; it misses " + excerpt.Count(more, "more chosen cluster")
	}
	if name, ok := first.BadValue.(string); ok {
		first.Detail += excerpt.DidYouMean(name, slices.Sorted(maps.Keys(exists)))
	}
	return field.ErrorList{first}
}
