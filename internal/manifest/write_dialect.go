// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

func ocmObject(p *Placement) (placementObject, *field.Error) {
	spec := ocm.Placement{Spec: *p.OCM, DecisionStrategy: p.DecisionStrategy}
	object := newObject(api.OCMGroup+"/v1beta1", api.OCMPlacementKind, p.Namespace, p.Name, spec)
	switch p.Unscheduled {
	case "":
		return object, nil
	case apiobject.DisabledByAnnotation:
		object.Metadata.Annotations = map[string]string{apiobject.DisabledAnnotation: "true"}
		return object, nil
	}
	return object, unscheduled(p.Unscheduled)
}

func unscheduled(why string) *field.Error {
	return field.Invalid(field.NewPath("unscheduled"), why, "a manifest cannot express this")
}

func kubeFleetObject(p *Placement) (placementObject, *field.Error) {
	object := newObject(api.FleetPlacementGroup+"/v1beta1", fleetKind(p.Namespace), p.Namespace, p.Name, struct {
		Policy   *kubefleet.Spec `json:"policy"`
		Strategy *fleetStrategy  `json:"strategy,omitempty"`
		kubefleet.ObjectSpec
	}{p.KubeFleet, fleetStrategyOf(p.Strategy), p.ObjectSpec})
	switch {
	case p.DecisionStrategy.GroupStrategy != nil:
		return object, api.NoField(field.NewPath("decisionStrategy"), object.Kind)
	case p.Unscheduled != "":
		return object, unscheduled(p.Unscheduled)
	}
	return object, nil
}

func hybridObject(p *Placement) (placementObject, *field.Error) {
	object := newObject(api.HybridGroup+"/v1alpha1", api.PlacementRuleKind, p.Namespace, p.Name, p.Hybrid)
	for _, key := range p.Decided {
		namespace, name := placement.ParseTargetKey(key)
		object.Status.Decisions = append(object.Status.Decisions, apiobject.RuleDecision{Name: name, Namespace: namespace})
	}
	if p.DecisionStrategy.GroupStrategy != nil {
		return object, api.NoField(field.NewPath("decisionStrategy"), object.Kind)
	}
	for i := range p.Hybrid.Advisors {
		if mistake := unwritable(&p.Hybrid.Advisors[i], field.NewPath("advisors").Index(i)); mistake != nil {
			return object, mistake
		}
	}
	return object, nil
}

// unwritable returns the error of an advisor with a field that a PlacementRule does not have.
func unwritable(advisor *hybrid.Advisor, path *field.Path) *field.Error {
	switch {
	case advisor.OnFailure != "":
		return api.NoField(path.Child("onFailure"), api.PlacementRuleKind)
	case advisor.FailOpen:
		return api.NoField(path.Child("failOpen"), api.PlacementRuleKind)
	case advisor.Recommendations != nil:
		return api.NoField(path.Child("recommendations"), api.PlacementRuleKind)
	case len(advisor.Rules) > 0:
		if _, err := document.JSONToYAML(advisor.Rules); err != nil {
			return field.Invalid(path.Child("rules"), string(advisor.Rules), err.Error())
		}
	}
	return nil
}
