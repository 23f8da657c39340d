// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"fmt"
	"regexp"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// DisruptionBudget is a ClusterResourcePlacementDisruptionBudget. It bounds the evictions of the ClusterResourcePlacement of its
// name.
//
// Example for guides/reference-simulation#disruption_budgets:
//
//	{ name = "web", min_available = 2 }
type DisruptionBudget struct {
	// The name of the budget and of the ClusterResourcePlacement that it is for.
	Name string `json:"name"`
	DisruptionBudgetSpec
}

// DisruptionBudgetSpec is the spec of a DisruptionBudget.
type DisruptionBudgetSpec struct {
	// How many clusters of the placement may be unavailable: an eviction needs one fewer. A number, or a percentage of
	// `number_of_clusters`, rounded up. Not for type `PickAll`. Exactly one of `max_unavailable` and `min_available` must be set.
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
	// How many clusters must stay available: an eviction needs one more. In the same form; for type `PickAll` a number.
	MinAvailable *intstr.IntOrString `json:"minAvailable,omitempty"`
}

// Validate finds what the API of KubeFleet refuses, and a budget without a limit, which would block every eviction. The path is
// that of the budget, nil for the root.
func (d *DisruptionBudget) Validate(path *field.Path) field.ErrorList {
	errs := placement.ValidateName(d.Name, path.Child("name"))
	for _, limit := range []struct {
		name  string
		value *intstr.IntOrString
	}{{"maxUnavailable", d.MaxUnavailable}, {"minAvailable", d.MinAvailable}} {
		v := limit.value
		if v != nil && (v.Type == intstr.Int && v.IntVal < 0 || v.Type == intstr.String && !percentage.MatchString(v.StrVal)) {
			errs = append(errs, field.Invalid(path.Child(limit.name), v.String(),
				`must be a number of at least 0, or a percentage from "0%" to "100%"`))
		}
	}
	switch {
	case d.MaxUnavailable == nil && d.MinAvailable == nil:
		errs = append(errs, field.Required(path.Child("maxUnavailable"), "set max_unavailable or min_available: a budget with "+
			"neither blocks every eviction"))
	case d.MaxUnavailable != nil && d.MinAvailable != nil:
		errs = append(errs, field.Forbidden(path.Child("minAvailable"), "max_unavailable is set as well; remove one of them"))
	}
	return errs
}

// percentage is how the API writes one.
var percentage = regexp.MustCompile(`^(100|[0-9]{1,2})%$`)

// ValidateFor finds what the hub refuses in the budget of a placement with this policy. Of a placement of type PickAll, upstream
// does not know how many clusters it should have.
func (d *DisruptionBudget) ValidateFor(s *Spec) field.ErrorList {
	const want = "the placement is of type PickAll, which needs min_available as a number"
	switch {
	case s.PlacementType != "" && s.PlacementType != PickAll:
		return nil
	case d.MaxUnavailable != nil:
		return field.ErrorList{field.Forbidden(field.NewPath("maxUnavailable"), want)}
	case d.MinAvailable != nil && d.MinAvailable.Type == intstr.String:
		return field.ErrorList{field.Invalid(field.NewPath("minAvailable"), d.MinAvailable.String(), want)}
	}
	return nil
}

// Blocks says why the hub does not evict a placement with this policy from the cluster of a binding, if total bindings exist and
// some are available; empty if it does. What failed on the cluster is evicted in any case. Upstream also blocks an eviction
// before the resources are on the cluster; that is left out, because it passes.
func (d *DisruptionBudget) Blocks(s *Spec, b *placement.ResourceBinding, total, available int) string {
	if b.Deleting || b.Failed {
		return ""
	}
	blocked := d.blocks(s, total, available)
	if blocked == "" {
		return ""
	}
	return fmt.Sprintf("the ClusterResourcePlacementDisruptionBudget %s %s", excerpt.Quote(d.Name), blocked)
}

// blocks says why a budget allows no disruption; empty if it allows one. A budget with neither field allows none.
func (d *DisruptionBudget) blocks(s *Spec, total, available int) string {
	if len(d.ValidateFor(s)) > 0 {
		return "is for a placement of type PickAll, which needs minAvailable as a number"
	}
	desired := 0
	if s.NumberOfClusters != nil {
		desired = int(*s.NumberOfClusters)
	}
	// As upstream, a text that is no percentage is 0.
	scaled := func(limit *intstr.IntOrString) int {
		number, _ := intstr.GetScaledValueFromIntOrPercent(limit, desired, true)
		return number
	}
	limit, allowed := "has neither maxUnavailable nor minAvailable", 0
	switch {
	case d.MaxUnavailable != nil:
		limit, allowed = "has maxUnavailable "+d.MaxUnavailable.String(), scaled(d.MaxUnavailable)-(total-available)
	case d.MinAvailable != nil:
		limit, allowed = "has minAvailable "+d.MinAvailable.String(), available-scaled(d.MinAvailable)
	}
	if allowed > 0 {
		return ""
	}
	return fmt.Sprintf("%s, and %d of %s available", limit, available, excerpt.Agree(total, "cluster", "is", "are"))
}
