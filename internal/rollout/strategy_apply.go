// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollout

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// The values that the API of KubeFleet allows in the parts of a strategy that are not about the order of clusters.
var (
	ApplyTypes          = []string{"ClientSideApply", typeServerSideApply, "ReportDiff"}
	ComparisonOptions   = []string{"PartialComparison", "FullComparison"}
	WhenToApply         = []string{"Always", "IfNotDrifted"}
	WhenToTakeOver      = []string{"Always", "IfNoDiff", "Never"}
	PropagationPolicies = []string{"Delete", PropagationAbandon}
	ReportBackTypes     = []string{"Disabled", typeMirror}
	ReportBackTargets   = []string{"OriginalResource", "WorkAPI"}
)

// PropagationAbandon leaves the resources on the clusters when a placement of KubeFleet is deleted.
const PropagationAbandon = "Abandon"

const (
	typeServerSideApply = "ServerSideApply"
	typeMirror          = "Mirror"
)

// oneOf finds a value that is set and not one of those that are allowed.
func oneOf(path *field.Path, value string, allowed []string) field.ErrorList {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	return field.ErrorList{excerpt.NotSupported(path, value, allowed)}
}

// validateApply checks the parts of a strategy of KubeFleet that are not about the order of clusters.
func (s *Strategy) validateApply() field.ErrorList {
	return slices.Concat(
		s.ApplyStrategy.validate(field.NewPath("applyStrategy")), s.DeleteStrategy.validate(field.NewPath("deleteStrategy")),
		s.ReportBackStrategy.validate(field.NewPath("reportBackStrategy")),
	)
}

func (a *ApplyStrategy) validate(path *field.Path) field.ErrorList {
	if a == nil {
		return nil
	}
	errs := slices.Concat(
		oneOf(path.Child("comparisonOption"), a.ComparisonOption, ComparisonOptions),
		oneOf(path.Child("whenToApply"), a.WhenToApply, WhenToApply),
		oneOf(path.Child("type"), a.Type, ApplyTypes), oneOf(path.Child("whenToTakeOver"), a.WhenToTakeOver, WhenToTakeOver),
	)
	if a.ServerSideApplyConfig != nil && a.Type != typeServerSideApply && len(oneOf(path, a.Type, ApplyTypes)) == 0 {
		errs = append(errs, field.Forbidden(path.Child("serverSideApplyConfig"),
			"only type "+typeServerSideApply+" has it; remove it, or set type = "+excerpt.Quote(typeServerSideApply)))
	}
	return errs
}

func (d *DeleteStrategy) validate(path *field.Path) field.ErrorList {
	if d == nil {
		return nil
	}
	return oneOf(path.Child("propagationPolicy"), d.PropagationPolicy, PropagationPolicies)
}

func (r *ReportBackStrategy) validate(path *field.Path) field.ErrorList {
	if r == nil {
		return nil
	}
	destination := path.Child("destination")
	errs := append(oneOf(path.Child("type"), r.Type, ReportBackTypes), oneOf(destination, r.Destination, ReportBackTargets)...)
	if r.Type == typeMirror && r.Destination == "" {
		errs = append(errs, field.Required(destination, "a strategy of type Mirror must have a destination: "+excerpt.List(
			ReportBackTargets, " or ")))
	}
	return errs
}
