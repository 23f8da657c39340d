// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

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
