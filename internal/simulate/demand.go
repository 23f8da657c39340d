// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// MismatchDemand is the rejection of a cluster that has less room for a resource than is demanded. No scheduler has it.
var MismatchDemand = &placement.MismatchKind{
	Name: "demand",
	Sentence: func(m *placement.Mismatch) string {
		found := m.Found
		if !m.Present {
			found = "none"
		}
		text := fmt.Sprintf("not enough %s: %s is left, %s is demanded", m.Key, found, m.Wanted)
		if by, _ := m.Detail.(takers); len(by.subjects) > 0 {
			text += "; " + by.text(m.Key)
		}
		return text
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
