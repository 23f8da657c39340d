// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest

import (
	"maps"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// hybridFields has all fields that the spec of a PlacementRule may have. Only the kind, the name and the namespace of its targets
// are read. Attributes that only the provider's advisors have are not fields of a PlacementRule.
type hybridFields struct {
	Spec struct {
		hybrid.Spec
		Targets []struct {
			hybrid.TargetReference
			APIVersion      jsontext.Value `json:"apiVersion"`
			UID             jsontext.Value `json:"uid"`
			ResourceVersion jsontext.Value `json:"resourceVersion"`
			FieldPath       jsontext.Value `json:"fieldPath"`
		} `json:"targets"`
		Advisors []struct {
			Name   string         `json:"name"`
			Type   string         `json:"type"`
			Weight *int32         `json:"weight"`
			Rules  jsontext.Value `json:"rules"`
		} `json:"advisors"`
	} `json:"spec"`
	objectFields
}

// kubeFleetFields has all fields that the spec may have, including older names.
type kubeFleetFields struct {
	Spec struct {
		Policy struct {
			kubefleet.Spec
			// Affinity comes last in messages.
			Affinity *kubefleet.Affinity `json:"affinity"`
		} `json:"policy"`
		Strategy *fleetStrategy `json:"strategy"`
		kubefleet.ObjectSpec
		Rest map[string]jsontext.Value `json:",embed"`
	} `json:"spec"`
	objectFields
}

// unknown returns the error about a field that the spec does not have. A field of the policy or the strategy may be beside it.
func (f *kubeFleetFields) unknown() error {
	for _, part := range []struct {
		name string
		of   reflect.Type
	}{{"policy", reflect.TypeFor[kubefleet.Spec]()}, {"strategy", reflect.TypeFor[fleetStrategy]()}} {
		for _, name := range decode.FieldsOf(part.of) {
			if _, isThere := f.Spec.Rest[name]; isThere {
				return field.Forbidden(field.NewPath("spec", name), name+" belongs in spec."+part.name)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Spec.Rest)) {
		known := slices.Concat([]string{"policy", "strategy"}, decode.FieldsOf(reflect.TypeFor[kubefleet.ObjectSpec]()))
		return field.Forbidden(field.NewPath("spec", name), "unknown field; expected one of "+excerpt.List(known,
			", ")+excerpt.DidYouMean(name, known))
	}
	return nil
}

// ocmFields has all fields that the spec of a Placement may have, including older names.
type ocmFields struct {
	Spec struct {
		ocm.Placement
		// PrioritizerPolicy comes last in messages.
		PrioritizerPolicy ocm.PrioritizerPolicy `json:"prioritizerPolicy"`
	} `json:"spec"`
	objectFields
}
