// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"github.com/go-json-experiment/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

func readOCM(raw []byte, strict bool) (Placement, error) {
	if err := decode.Into(raw, &ocmFields{}, apiobject.OlderNames, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	req, err := apiobject.ReadOCMPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, OCM: &req.Spec, DecisionStrategy: req.DecisionStrategy, Unscheduled: req.Unscheduled,
	}, err
}

func readClusterResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace != "" {
		err = field.Invalid(field.NewPath("metadata", "namespace"), p.Namespace,
			"a ClusterResourcePlacement has no namespace")
	}
	return p, err
}

func readResourcePlacement(raw []byte, strict bool) (Placement, error) {
	p, err := readKubeFleet(raw, strict)
	if err == nil && p.Namespace == "" {
		err = field.Required(field.NewPath("metadata", "namespace"), "a ResourcePlacement must have a namespace")
	}
	return p, err
}

func readKubeFleet(raw []byte, strict bool) (Placement, error) {
	var fields kubeFleetFields
	if err := decode.Into(raw, &fields, apiobject.OlderNames, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	if err := fields.unknown(); err != nil && strict {
		return Placement{}, err
	}
	strategy, err := fields.Spec.Strategy.read()
	if err != nil {
		return Placement{}, err
	}
	req, err := apiobject.ReadKubeFleetPlacement(raw)
	return Placement{
		Name: req.Name, Namespace: req.Namespace, KubeFleet: &req.Spec, ObjectSpec: fields.Spec.ObjectSpec, Strategy: strategy,
		Unscheduled: req.Unscheduled,
	}, err
}

// readHybrid reads a PlacementRule. The decisions in its status are its previous decisions.
func readHybrid(raw []byte, strict bool) (Placement, error) {
	if err := decode.Into(raw, &hybridFields{}, json.RejectUnknownMembers(strict)); err != nil {
		return Placement{}, err
	}
	var o struct {
		Spec hybrid.Spec `json:"spec"`
	}
	if err := decode.Into(raw, &o); err != nil {
		return Placement{}, err
	}
	rule, _, err := apiobject.DecodePlacementRule(decode.Object, raw)
	return Placement{Name: rule.Name, Namespace: rule.Namespace, Hybrid: &o.Spec, Decided: rule.Decisions}, err
}
