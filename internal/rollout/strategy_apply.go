// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollout

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
		placement.ValidateOneOf(a.ComparisonOption, ComparisonOptions, path.Child("comparisonOption")),
		placement.ValidateOneOf(a.WhenToApply, WhenToApply, path.Child("whenToApply")),
		placement.ValidateOneOf(a.Type, ApplyTypes, path.Child("type")),
		placement.ValidateOneOf(a.WhenToTakeOver, WhenToTakeOver, path.Child("whenToTakeOver")),
	)
	isKnown := a.Type == "" || slices.Contains(ApplyTypes, a.Type)
	if a.ServerSideApplyConfig != nil && a.Type != typeServerSideApply && isKnown {
		errs = append(errs, field.Forbidden(path.Child("serverSideApplyConfig"),
			"only type "+typeServerSideApply+" has it; remove it, or set type = "+excerpt.Quote(typeServerSideApply)))
	}
	return errs
}

func (d *DeleteStrategy) validate(path *field.Path) field.ErrorList {
	if d == nil {
		return nil
	}
	return placement.ValidateOneOf(d.PropagationPolicy, PropagationPolicies, path.Child("propagationPolicy"))
}

func (r *ReportBackStrategy) validate(path *field.Path) field.ErrorList {
	if r == nil {
		return nil
	}
	destination := path.Child("destination")
	errs := placement.ValidateOneOf(r.Type, ReportBackTypes, path.Child("type"))
	errs = append(errs, placement.ValidateOneOf(r.Destination, ReportBackTargets, destination)...)
	if r.Type == typeMirror && r.Destination == "" {
		errs = append(errs, field.Required(destination, "a strategy of type Mirror must have a destination: "+excerpt.List(
			ReportBackTargets, " or ")))
	}
	return errs
}
