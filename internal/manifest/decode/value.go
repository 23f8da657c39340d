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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// values read the types of Kubernetes, and resources as lists of quantities.
var values = json.JoinUnmarshalers(
	json.UnmarshalFromFunc(readResources), json.UnmarshalFromFunc(readDuration), json.UnmarshalFromFunc(readSize),
)

// reading is the option of [Into] unless another is given.
var reading = Also()

// Also is an option of [Into]: it reads further types.
func Also(others ...*json.Unmarshalers) json.Options {
	return json.WithUnmarshalers(json.JoinUnmarshalers(append(others, values)...))
}

func readDuration(decoder *jsontext.Decoder, into *metav1.Duration) error {
	value, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
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
	switch kind := decoder.PeekKind(); kind {
	case '{':
	case 'n':
		return decoder.SkipValue()
	default:
		return fmt.Errorf("found %s; it must be an object of quantities, such as {\"cpu\":\"4\",\"memory\":\"16Gi\"}", kindName(kind))
	}
	err := jsonwalk.Members(decoder, func(key string) error {
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
		return nil
	})
	slices.SortFunc(*into, func(a, b placement.Resource) int { return strings.Compare(a.Name, b.Name) })
	return err
}
