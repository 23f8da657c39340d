// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package rollout has the strategies of rollouts: the vocabulary of both hubs in one struct, and its rules. What a strategy does
// next is in the packages below: in [ocm], which follows the rollout handler of Open Cluster Management, and in [rollingupdate]
// and [staged], which follow the controllers of KubeFleet. They say which of the chosen clusters receive a change now, which
// wait, and why.
//
// The packages are pure: no I/O, no clock, no randomness, no goroutines. The time is part of the request.
package rollout

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// The types of a Strategy that are KubeFleet's.
const (
	// TypeRollingUpdate is a rolling update.
	TypeRollingUpdate = "RollingUpdate"
	// TypeExternal is a staged update run.
	TypeExternal = "External"
)

// The types of a Strategy: those of KubeFleet, and all.
var (
	KubeFleetTypes = []string{TypeRollingUpdate, TypeExternal}
	StrategyTypes  = slices.Concat(ocm.Types, KubeFleetTypes)
)

// OCMStrategy is the part of a [Strategy] that is OCM's.
type OCMStrategy = ocm.Strategy

// Strategy is how a change is rolled out: the rolloutStrategy of an OCM object, or the spec.strategy of a KubeFleet placement
// with the stages of its StagedUpdateStrategy. The type says which: its own block, and for External the stages, apply.
//
// Example for guides/reference-rollout#strategy:
//
//	{
//	  type        = "Progressive"
//	  progressive = { max_concurrency = "25%", max_failures = 1 }
//	}
type Strategy struct {
	// OCMStrategy has the type and the blocks of OCM.
	OCMStrategy
	// The settings of type `RollingUpdate`.
	RollingUpdate *rollingupdate.Config `json:"rollingUpdate,omitempty"`
	// How KubeFleet applies the resources on a cluster. It does not change the order of the clusters. A staged update run compares
	// it with that of the bindings.
	ApplyStrategy *ApplyStrategy `json:"applyStrategy,omitempty"`
	// What KubeFleet does with the resources when the placement is deleted.
	// ---
	// It does not affect a rollout.
	DeleteStrategy *DeleteStrategy `json:"deleteStrategy,omitempty"`
	// Whether KubeFleet writes the status of the resources back to the hub.
	// ---
	// It does not affect a rollout.
	ReportBackStrategy *ReportBackStrategy `json:"reportBackStrategy,omitempty"`
	// The stages of type `External`, in order, 1 to 31. Every chosen cluster must be in exactly one.
	Stages []staged.Stage `json:"stages,omitempty"`
}

// ApplyStrategy is the spec.strategy.applyStrategy of a KubeFleet placement, without the defaults of the API server.
type ApplyStrategy struct {
	// The fields that are compared: `PartialComparison`, those in the manifest, or `FullComparison`, all. Defaults to
	// `PartialComparison`.
	ComparisonOption string `json:"comparisonOption,omitempty"`
	// `Always`, or `IfNotDrifted`: not if the resource on the cluster has been changed. Defaults to `Always`.
	WhenToApply string `json:"whenToApply,omitempty"`
	// `ClientSideApply`, `ServerSideApply`, or `ReportDiff`, which applies nothing and reports differences. Defaults to
	// `ClientSideApply`.
	Type string `json:"type,omitempty"`
	// Whether KubeFleet applies resources that already exist on the cluster: `Always`, `IfNoDiff`, if they do not differ, or
	// `Never`. Defaults to `Always`.
	WhenToTakeOver string `json:"whenToTakeOver,omitempty"`
	// The settings of type `ServerSideApply`. Other types do not have it.
	ServerSideApplyConfig *ServerSideApplyConfig `json:"serverSideApplyConfig,omitempty"`
	// Whether KubeFleet applies resources that another applier also owns. Defaults to `false`.
	AllowCoOwnership *bool `json:"allowCoOwnership,omitempty"`
}

// ServerSideApplyConfig configures a server-side apply.
type ServerSideApplyConfig struct {
	// Whether to take over fields that another manager owns. Defaults to `false`.
	Force *bool `json:"force,omitempty"`
}

// DeleteStrategy is the spec.strategy.deleteStrategy of a KubeFleet placement.
type DeleteStrategy struct {
	// `Delete` removes the resources from the clusters, `Abandon` leaves them there. Defaults to `Delete`.
	PropagationPolicy string `json:"propagationPolicy,omitempty"`
}

// BudgetWarnings are about a rolling update that is valid and never changes a cluster.
func (s *Strategy) BudgetWarnings() field.ErrorList {
	if s == nil || s.RollingUpdate == nil {
		return nil
	}
	isZero := func(size *intstr.IntOrString) bool {
		return size != nil && (size.Type == intstr.Int && size.IntVal == 0 || size.Type == intstr.String && size.StrVal == "0%")
	}
	if !isZero(s.RollingUpdate.MaxUnavailable) || !isZero(s.RollingUpdate.MaxSurge) {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("rollingUpdate", "maxSurge"), s.RollingUpdate.MaxSurge.String(),
		"maxUnavailable is 0 as well, so that KubeFleet never changes a cluster; at least one of them must be greater than 0")}
}

// ReportBackStrategy is the spec.strategy.reportBackStrategy of a KubeFleet placement.
type ReportBackStrategy struct {
	// `Disabled`, or `Mirror`, which copies the status. Defaults to `Disabled`.
	Type string `json:"type,omitempty"`
	// Where the status is copied to: `OriginalResource`, the resource on the hub, or `WorkAPI`, the Work object. Required with type
	// `Mirror`.
	Destination string `json:"destination,omitempty"`
}

// IsOCM reports whether the strategy is one of OCM.
func (s *Strategy) IsOCM() bool { return slices.Contains(ocm.Types, s.Type) }

// SetDefaults sets the defaults of the API server of KubeFleet in the stages.
func (s *Strategy) SetDefaults() {
	for i := range s.Stages {
		if s.Stages[i].MaxConcurrency == nil {
			one := intstr.FromInt32(1)
			s.Stages[i].MaxConcurrency = &one
		}
	}
}

// Validate finds what a hub would refuse, and a strategy that does not say what it is: without a type it would be All on a hub
// of OCM and RollingUpdate on one of KubeFleet.
func (s *Strategy) Validate() field.ErrorList {
	switch s.Type {
	case "":
		return field.ErrorList{field.Required(field.NewPath("type"), "must be one of "+excerpt.List(StrategyTypes, ", "))}
	case TypeRollingUpdate:
		return append(validateRollingUpdate(s.RollingUpdate, field.NewPath("rollingUpdate")), s.validateApply()...)
	case TypeExternal:
		return append(s.validateApply(), staged.ValidateStages(s.Stages, field.NewPath("stages"))...)
	}
	if !s.IsOCM() {
		return field.ErrorList{excerpt.NotSupported(field.NewPath("type"), s.Type, StrategyTypes)}
	}
	return s.OCMStrategy.Validate()
}

// Warnings finds what has no effect: the blocks of other types.
func (s *Strategy) Warnings() field.ErrorList {
	var errs field.ErrorList
	for _, block := range []struct {
		name, of string
		isSet    bool
	}{
		{"all", ocm.TypeAll, s.All != nil},
		{"progressive", ocm.TypeProgressive, s.Progressive != nil},
		{"progressivePerGroup", ocm.TypeProgressivePerGroup, s.ProgressivePerGroup != nil},
		{"rollingUpdate", TypeRollingUpdate, s.RollingUpdate != nil},
		{"stages", TypeExternal, s.Stages != nil},
	} {
		if block.isSet && block.of != s.Type {
			errs = append(errs, field.Invalid(field.NewPath(block.name), s.Type,
				"it has no effect without type = "+excerpt.Quote(block.of)))
		}
	}
	return append(errs, s.BudgetWarnings()...)
}

// ValidateObject is [Strategy.Validate] for the objects of a hub: the stages may be missing, because they are not in the
// placement, and a placement of type External with a rolling update is refused.
func (s *Strategy) ValidateObject() field.ErrorList {
	if s.Type != TypeExternal {
		return s.Validate()
	}
	errs := s.validateApply()
	if s.RollingUpdate != nil {
		errs = append(errs, field.Forbidden(field.NewPath("rollingUpdate"), "a placement with a strategy of type External has no "+
			"rolling_update; remove it, or set type = "+excerpt.Quote(TypeRollingUpdate)))
	}
	if len(s.Stages) > 0 {
		errs = append(errs, staged.ValidateStages(s.Stages, field.NewPath("stages"))...)
	}
	return errs
}

// validateRollingUpdate finds what the API of KubeFleet would refuse.
func validateRollingUpdate(r *rollingupdate.Config, path *field.Path) field.ErrorList {
	if r == nil {
		return nil
	}
	var errs field.ErrorList
	if r.MaxUnavailable != nil {
		errs = append(errs, ocm.ValidateLimit(*r.MaxUnavailable, path.Child("maxUnavailable"))...)
	}
	if r.MaxSurge != nil {
		errs = append(errs, ocm.ValidateLimit(*r.MaxSurge, path.Child("maxSurge"))...)
	}
	if _, err := r.Period(); err != nil {
		errs = append(errs, field.Invalid(path.Child("unavailablePeriodSeconds"), *r.UnavailablePeriodSeconds, "must not be negative"))
	}
	return errs
}
