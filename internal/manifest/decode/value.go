// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// reading are the options of Into, which reads resources as lists of quantities.
var reading = json.WithUnmarshalers(json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readResources), json.UnmarshalFromFunc(readDuration), json.UnmarshalFromFunc(readSize),
	json.UnmarshalFromFunc(readTerm), json.UnmarshalFromFunc(readConfiguration),
))

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

func readDuration(decoder *jsontext.Decoder, into *metav1.Duration) error {
	value, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	var text string
	if value.Kind() == '"' {
		if err := json.Unmarshal(value, &text); err != nil {
			return err
		}
	} else if value.Kind() != 'n' {
		return fmt.Errorf(`found %s; it must be a duration such as "5m"`, excerpt.Text(string(value)))
	}
	if into.Duration, err = time.ParseDuration(cmp.Or(text, "0s")); err != nil {
		return fmt.Errorf(`found %s; it must be a duration such as "5m"`, excerpt.Quote(text))
	}
	return nil
}

func readSize(decoder *jsontext.Decoder, into *intstr.IntOrString) error {
	value, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	if err := into.UnmarshalJSON(value); err != nil {
		return fmt.Errorf(`found %s; it must be a whole number, or a percentage such as "25%%"`, excerpt.Text(string(value)))
	}
	return nil
}

func readResources(decoder *jsontext.Decoder, into *placement.Resources) error {
	*into = nil
	token, err := decoder.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() == 'n' {
		return nil
	}
	if token.Kind() != '{' {
		return fmt.Errorf("found %s; it must be an object of quantities, such as {\"cpu\":\"4\",\"memory\":\"16Gi\"}",
			kindName(token.Kind()))
	}
	for decoder.PeekKind() != '}' {
		name, err := decoder.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := decoder.ReadValue()
		if err != nil {
			return err
		}
		text := string(value)
		if value.Kind() == '"' {
			unquoted, err := jsontext.AppendUnquote(nil, value)
			if err != nil {
				return err
			}
			text = string(unquoted)
		}
		quantity, err := placement.ParseQuantity(text)
		if err != nil {
			return &FieldError{Field: key, Message: fmt.Sprintf("found %s; it %s", excerpt.Quote(text), placement.QuantityRule(text))}
		}
		*into = append(*into, placement.NewResource(key, quantity))
	}
	slices.SortFunc(*into, func(a, b placement.Resource) int { return strings.Compare(a.Name, b.Name) })
	_, err = decoder.ReadToken()
	return err
}
