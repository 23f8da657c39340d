// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// The paths of the limit, and of what a rollout begins with.
var (
	maxRemovals      = field.NewPath("maxRemovals")
	initialRevisions = field.NewPath("initialRevisions")
)

// validateRemovals finds the mistakes in the limit of removals.
func (r *CarryRequest) validateRemovals() field.ErrorList {
	size := r.MaxRemovals
	if size == nil {
		return nil
	}
	percent, err := intstr.GetScaledValueFromIntOrPercent(size, 100, false)
	if err != nil || percent < 0 || size.Type == intstr.String && percent > 100 {
		return field.ErrorList{field.Invalid(maxRemovals, size.String(),
			`must be a number of clusters of at least 0, or a percentage from "0%" to "100%"`)}
	}
	return nil
}

// TooManyRemovals finds a step that takes the workload from more clusters than it may, because they are no longer chosen. A
// rollback is requested, and is not limited. Prior is nil for a rollout that begins.
func (r *CarryRequest) TooManyRemovals(prior *Memory, now *Progress) field.ErrorList {
	if prior == nil {
		return nil
	}
	chosen := r.chosen()
	var removed []string
	for name := range prior.Revisions {
		if _, has := now.Revisions[name]; !has && !chosen[name] {
			removed = append(removed, name)
		}
	}
	if r.MaxRemovals != nil {
		return r.exceeded(removed, len(prior.Revisions))
	}
	// Without a limit, the strategy decides how many clusters leave at the same time. A hub also takes the workload from all of
	// them. If no cluster keeps it, at least as many have to get it in the same step.
	if len(removed) < len(prior.Revisions) || len(removed) <= len(now.Revisions) {
		return nil
	}
	why := "no cluster is chosen"
	if len(chosen) > 0 {
		why = fmt.Sprintf("the decisions are others, and this step starts %d of them", len(now.Revisions))
	}
	return field.ErrorList{field.Forbidden(r.argument(), fmt.Sprintf("%s; %s with the workload would lose it: %s. Check the "+
		"placement and its fleet. To keep the workload, set paused = true. If this is intended, set max_removals = %d",
		why, excerpt.Count(len(removed), "cluster"), names(removed), len(removed)))}
}

// LeftOut finds clusters with the workload of a rollout that is replaced, which would lose it because the initial revisions leave
// them out.
func (r *CarryRequest) LeftOut(replaced []string) field.ErrorList {
	removed := lists.Filter(replaced, func(name string) (string, bool) { return name, r.Initial[name] == "" })
	if len(removed) == 0 {
		return nil
	}
	if r.MaxRemovals != nil {
		return r.exceeded(removed, len(replaced))
	}
	return field.ErrorList{field.Forbidden(initialRevisions, fmt.Sprintf("it leaves out %d of the %s with the workload, "+
		"which would lose it: %s. Write what each cluster has now, or plan without -replace. If this is intended, set "+
		"max_removals = %d",
		len(removed), excerpt.Count(len(replaced), "cluster"), names(removed), len(removed)))}
}

// exceeded is the error of more removals than max_removals allows.
func (r *CarryRequest) exceeded(removed []string, total int) field.ErrorList {
	allowed, err := intstr.GetScaledValueFromIntOrPercent(r.MaxRemovals, total, false)
	if err != nil || len(removed) <= allowed {
		return nil // Validate reports the error.
	}
	return field.ErrorList{field.Invalid(maxRemovals, r.MaxRemovals.String(),
		fmt.Sprintf("it allows %d of the %s with the workload to lose it, and %d would: %s. Check the placement and its fleet, or "+
			"initial_revisions. If this is intended, raise max_removals",
			allowed, excerpt.Count(total, "cluster"), len(removed), names(removed)))}
}

// names lists clusters.
func names(clusters []string) string {
	return excerpt.List(slices.Sorted(slices.Values(clusters)), ", ")
}
