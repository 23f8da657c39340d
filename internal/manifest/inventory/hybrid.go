// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func (r *reader) addDeployer(raw []byte) (added, error) {
	var o struct {
		Metadata api.Metadata `json:"metadata"`
		Spec     struct {
			Type            string `json:"type"`
			PlacementTarget struct {
				Resource string `json:"resource"`
			} `json:"placementTarget"`
		} `json:"spec"`
	}
	err := r.decode(raw, &o)
	object := added{namespace: o.Metadata.Namespace, name: o.Metadata.Name}
	if err != nil {
		return object, err
	}
	if o.Spec.Type == "" {
		object.mistakes = field.ErrorList{field.Required(field.NewPath("spec", "type"), "the type of the deployer must be set")}
	}
	r.fleet.Targets = append(r.fleet.Targets, placement.Target{
		Kind: placement.TargetDeployer, Name: o.Metadata.Name, Namespace: o.Metadata.Namespace, Labels: o.Metadata.Labels,
		DeployerType: o.Spec.Type, PlacementTarget: o.Spec.PlacementTarget.Resource,
	})
	r.fleet.TargetPlaces = append(r.fleet.TargetPlaces, r.here)
	return object, nil
}

func (r *reader) addPlacementRule(raw []byte) (added, error) {
	rule, mistakes, err := apiobject.DecodePlacementRule(r.decode, raw)
	if err == nil {
		r.fleet.PlacementRules = append(r.fleet.PlacementRules, rule)
	}
	object := added{namespace: rule.Namespace, name: rule.Name}
	if r.validator != nil {
		object.mistakes = mistakes
	}
	return object, err
}
