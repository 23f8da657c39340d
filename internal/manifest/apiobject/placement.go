// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiobject converts one object of each kind of the APIs to the types of package placement and of the dialects, and
// clusters back.
package apiobject

import (
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// ReadKubeFleetPlacement reads one ClusterResourcePlacement or ResourcePlacement of KubeFleet from JSON, without the API
// server's defaults, which kubefleet.Spec.SetDefaults sets. An absent policy is PickAll. The field metricSorter of older
// documents is read as propertySorter.
func ReadKubeFleetPlacement(raw []byte) (kubefleet.Placement, error) {
	var o api.Object[policySpec, api.Unread]
	if err := decode.Into(raw, &o, OlderNames); err != nil {
		return kubefleet.Placement{}, err
	}
	req := kubefleet.Placement{
		Name: o.Metadata.Name, Namespace: o.Metadata.Namespace, Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll},
	}
	if o.Spec.Policy != nil {
		req.Spec = *o.Spec.Policy
	}
	if o.Metadata.DeletionTimestamp != nil {
		req.Unscheduled = BeingDeleted
	}
	return req, nil
}

// policySpec is the part of the spec of a placement of KubeFleet, and of a policy snapshot, that is read.
type policySpec struct {
	Policy *kubefleet.Spec `json:"policy"`
}

// Reasons why the placement controller of Open Cluster Management does not schedule a Placement.
const (
	BeingDeleted         = "it is being deleted"
	DisabledByAnnotation = "the annotation " + DisabledAnnotation + " disables it"
	DisabledAnnotation   = api.OCMGroup + "/experimental-scheduling-disable"
)

// ReadOCMPlacement reads one Placement object of Open Cluster Management from JSON. The v1alpha1 field
// spec.prioritizerPolicy.configurations[].name is read as scoreCoordinate.builtIn.
func ReadOCMPlacement(raw []byte) (ocm.Placement, error) {
	var o api.Object[ocm.Placement, api.Unread]
	if err := decode.Into(raw, &o, OlderNames); err != nil {
		return ocm.Placement{}, err
	}
	req := o.Spec
	req.Name, req.Namespace = o.Metadata.Name, o.Metadata.Namespace
	switch {
	case o.Metadata.DeletionTimestamp != nil:
		req.Unscheduled = BeingDeleted
	case o.Metadata.Annotations[DisabledAnnotation] == "true":
		req.Unscheduled = DisabledByAnnotation
	}
	return req, nil
}

// OlderNames reads what upstream has renamed in placements by its older names too.
var OlderNames = decode.Also(json.UnmarshalFromFunc(readTerm), json.UnmarshalFromFunc(readConfiguration))

// readTerm reads the sorter of a term also by its older name.
func readTerm(decoder *jsontext.Decoder, into *kubefleet.ClusterSelectorTerm) error {
	type term kubefleet.ClusterSelectorTerm
	var written struct {
		term
		MetricSorter *kubefleet.PropertySorter `json:"metricSorter"`
	}
	err := json.UnmarshalDecode(decoder, &written)
	*into = kubefleet.ClusterSelectorTerm(written.term)
	into.PropertySorter = cmp.Or(into.PropertySorter, written.MetricSorter)
	return err
}

// readConfiguration reads the score of a configuration also by its name, as v1alpha1 has it.
func readConfiguration(decoder *jsontext.Decoder, into *ocm.PrioritizerConfiguration) error {
	type configuration ocm.PrioritizerConfiguration
	var written struct {
		configuration
		Name string `json:"name"`
	}
	err := json.UnmarshalDecode(decoder, &written)
	*into = ocm.PrioritizerConfiguration(written.configuration)
	if written.Name != "" && into.ScoreCoordinate == nil {
		into.ScoreCoordinate = &ocm.ScoreCoordinate{BuiltIn: written.Name}
	}
	return err
}
