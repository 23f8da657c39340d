// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// part is a field, and whether it is set.
type part struct {
	name  string
	isSet bool
}

// ValidateRollout finds a strategy that no object of the dialect can have, and an object that cannot have the strategy. The
// values of the strategy are validated by [rollout.Strategy.Validate].
func (p *Placement) ValidateRollout() field.ErrorList {
	switch {
	case p.Strategy == nil && p.RolloutOf != nil:
		return field.ErrorList{field.Required(field.NewPath("strategy"), "rollout_of names the object that has the strategy")}
	case p.Strategy == nil:
		return nil
	}
	return p.dialect().validateRollout(p)
}

func validateOCMRollout(p *Placement) field.ErrorList {
	return append(validateOCMStrategy(p.Strategy), p.RolloutOf.validate(api.ReplicaSetKind, api.AddOnKind)...)
}

func validateOCMStrategy(s *rollout.Strategy) field.ErrorList {
	path := field.NewPath("strategy")
	if !s.IsOCM() {
		return field.ErrorList{excerpt.NotSupported(path.Child("type"), s.Type, ocm.Types)}
	}
	return refuseParts(path, "the strategy of a "+api.OCMPlacementKind, []part{
		{"rollingUpdate", s.RollingUpdate != nil}, {"applyStrategy", s.ApplyStrategy != nil},
		{"deleteStrategy", s.DeleteStrategy != nil},
		{"reportBackStrategy", s.ReportBackStrategy != nil}, {"stages", s.Stages != nil},
	})
}

func validateFleetRollout(p *Placement) field.ErrorList {
	errs := validateFleetStrategy(p)
	if len(errs) > 0 || len(p.Strategy.Stages) == 0 {
		return errs
	}
	return p.RolloutOf.validate(api.StagesKinds.KindIn(p.Namespace))
}

func validateFleetStrategy(p *Placement) field.ErrorList {
	s, path, stages := p.Strategy, field.NewPath("strategy"), field.NewPath("strategy", "stages")
	switch {
	case s.Type != rollout.TypeRollingUpdate && s.Type != rollout.TypeExternal:
		return field.ErrorList{excerpt.NotSupported(path.Child("type"), s.Type, rollout.KubeFleetTypes)}
	case s.Type == rollout.TypeRollingUpdate && len(s.Stages) > 0:
		return field.ErrorList{field.Forbidden(stages, "only type External has stages")}
	case p.RolloutOf != nil && len(s.Stages) == 0:
		return field.ErrorList{field.Required(stages, "rollout_of names the object that has the stages")}
	}
	return refuseParts(path, "the strategy of a "+fleetKind(p.Namespace), []part{
		{"all", s.All != nil}, {"progressive", s.Progressive != nil}, {"progressivePerGroup", s.ProgressivePerGroup != nil},
	})
}

// refuseParts finds the fields that what is at a path does not have.
func refuseParts(path *field.Path, what string, parts []part) field.ErrorList {
	var errs field.ErrorList
	for _, part := range parts {
		if part.isSet {
			errs = append(errs, field.Forbidden(path.Child(part.name), what+" has no such field"))
		}
	}
	return errs
}

// validate finds an object that cannot have the strategy: one of another kind, or none.
func (r *RolloutOf) validate(kinds ...string) field.ErrorList {
	path := field.NewPath("rolloutOf")
	switch {
	case r == nil:
		return field.ErrorList{field.Required(path, "set the kind ("+excerpt.List(kinds, " or ")+") and the name of the object that "+
			"has the strategy")}
	case r.Name == "":
		return field.ErrorList{field.Required(path.Child("name"), "the object must have a name")}
	case !slices.Contains(kinds, r.Kind):
		return field.ErrorList{excerpt.NotSupported(path.Child("kind"), r.Kind, kinds)}
	}
	return nil
}
