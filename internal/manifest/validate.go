// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// ValidateObjectSpec checks what the spec of a placement of KubeFleet has beside the policy and the strategy: another placement
// does not have it. The kinds of resources are checked by [Placement.ValidateKinds].
func (p *Placement) ValidateObjectSpec() field.ErrorList {
	if p.dialect().hasObjectSpec {
		return kubefleet.ValidateObject(&p.ObjectSpec, p.Namespace != "")
	}
	return p.refuseObjectSpec()
}

// refuseObjectSpec finds the fields of the spec of a placement of KubeFleet in another one.
func (p *Placement) refuseObjectSpec() field.ErrorList {
	if p.dialect().hasObjectSpec {
		return nil
	}
	return refuseParts(nil, "it belongs to kubefleet: a "+p.kind(), []part{
		{"resourceSelectors", p.ResourceSelectors != nil}, {"revisionHistoryLimit", p.RevisionHistoryLimit != nil},
		{"statusReportingScope", p.StatusReportingScope != ""},
	})
}

// ObjectWarnings find what a hub of KubeFleet accepts and ignores.
func (p *Placement) ObjectWarnings() field.ErrorList {
	if !p.dialect().hasObjectSpec {
		return nil
	}
	return kubefleet.ObjectWarnings(&p.ObjectSpec, p.Namespace != "")
}

// ValidateKinds finds resource selectors of kinds that a placement of KubeFleet cannot select. It needs all selectors: in a
// configuration, none of them is unknown.
func (p *Placement) ValidateKinds() field.ErrorList {
	if !p.dialect().hasObjectSpec {
		return nil
	}
	return kubefleet.ValidateKinds(&p.ObjectSpec, p.Namespace != "")
}

// ValidateRequired finds what a hub requires and a decision does not need.
func (p *Placement) ValidateRequired() field.ErrorList {
	if !p.dialect().hasObjectSpec || p.ResourceSelectors != nil {
		return nil
	}
	example := `{ group = "", version = "v1", kind = "Namespace", name = "team-a" }`
	if p.Namespace != "" {
		example = `{ group = "", version = "v1", kind = "ConfigMap", name = "settings" }`
	}
	return field.ErrorList{field.Required(field.NewPath("resourceSelectors"), "a "+p.kind()+" must select the resources that it "+
		"places, for example "+example)}
}

// ValidateObjectUpdate finds the fields of a placement of KubeFleet that a hub does not let change, besides those of the policy.
func (p *Placement) ValidateObjectUpdate(old *Placement) (errs field.ErrorList) {
	check := func(path *field.Path, prior, planned string) {
		if prior != planned {
			errs = append(errs, field.Invalid(path, planned, "is immutable; it was "+excerpt.Text(prior)))
		}
	}
	check(field.NewPath("statusReportingScope"), cmp.Or(old.StatusReportingScope, kubefleet.ClusterScopeOnly),
		cmp.Or(p.StatusReportingScope, kubefleet.ClusterScopeOnly))
	if prior := old.strategyType(); prior == rollout.TypeExternal {
		check(field.NewPath("strategy", "type"), prior, p.strategyType())
	}
	return errs
}

// strategyType is the type of the strategy of a placement of KubeFleet.
func (p *Placement) strategyType() string {
	if p.Strategy == nil {
		return rollout.TypeRollingUpdate
	}
	return cmp.Or(p.Strategy.Type, rollout.TypeRollingUpdate)
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

// part is a field, and whether it is set.
type part struct {
	name  string
	isSet bool
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
