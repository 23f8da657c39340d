// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"cmp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
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
