// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package inventory

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func (r *reader) addManagedClusterSet(raw []byte) (added, error) {
	s, err := apiobject.DecodeClusterSet(r.decode, raw)
	object, err := appended(&r.fleet.Sets, s, "", s.Name, err)
	object.mistakes = s.Validate(field.NewPath("metadata", "name"), field.NewPath("spec", "clusterSelector"))
	return object, err
}

func (r *reader) addManagedClusterSetBinding(raw []byte) (added, error) {
	b, err := apiobject.DecodeBinding(r.decode, raw)
	return appended(&r.fleet.Bindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addAddOnPlacementScore(raw []byte) (added, error) {
	s, err := apiobject.DecodeScore(r.decode, raw)
	object, err := appended(&r.fleet.Scores, s, s.Cluster, s.Name, err)
	object.mistakes = s.Validate(field.NewPath("status", "scores"))
	return object, err
}

func (r *reader) addPlacementDecision(raw []byte) (added, error) {
	d, err := apiobject.DecodePlacementDecision(r.decode, raw)
	return appended(&r.fleet.Decisions, d, d.Namespace, d.Name, err)
}

func (r *reader) addResourceBinding(raw []byte) (added, error) {
	b, err := apiobject.DecodeResourceBinding(r.decode, raw)
	return appended(&r.fleet.ResourceBindings, b, b.Namespace, b.Name, err)
}

func (r *reader) addDisruptionBudget(raw []byte) (added, error) {
	b, err := apiobject.DecodeDisruptionBudget(r.decode, raw)
	return appended(&r.fleet.DisruptionBudgets, b, "", b.Name, err)
}

func (r *reader) addKubeFleetPlacement(raw []byte) (added, error) {
	p, err := apiobject.ReadKubeFleetPlacement(raw)
	return appended(&r.fleet.KubeFleetPlacements, p, p.Namespace, p.Name, err)
}

func (r *reader) addPolicySnapshot(raw []byte) (added, error) {
	s, err := apiobject.DecodePolicySnapshot(r.decode, raw)
	return appended(&r.fleet.PolicySnapshots, s, s.Namespace, s.Name, err)
}

func (r *reader) addDeployer(raw []byte) (added, error) {
	var o api.Object[struct {
		Type            string `json:"type"`
		PlacementTarget struct {
			Resource string `json:"resource"`
		} `json:"placementTarget"`
	}, api.Unread]
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
