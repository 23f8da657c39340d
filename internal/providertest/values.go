// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"encoding/json"
	"math/big"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// AttributeOf is an attribute of an object.
func AttributeOf(t testing.TB, v tftypes.Value, name string) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := v.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes[name]
}

// ElementsOf are the elements of a list.
func ElementsOf(t testing.TB, v tftypes.Value) []tftypes.Value {
	t.Helper()
	var elements []tftypes.Value
	if err := v.As(&elements); err != nil {
		t.Fatal(err)
	}
	return elements
}

// StringOf is a text.
func StringOf(t testing.TB, v tftypes.Value) string {
	t.Helper()
	var text string
	if err := v.As(&text); err != nil {
		t.Fatal(err)
	}
	return text
}

// Counts are the numbers of a map; nil for an empty one.
func Counts(t testing.TB, v tftypes.Value) map[string]int64 {
	t.Helper()
	var elements map[string]tftypes.Value
	if err := v.As(&elements); err != nil {
		t.Fatal(err)
	}
	var of map[string]int64
	for key, element := range elements {
		var number big.Float
		if err := element.As(&number); err != nil {
			t.Fatal(err)
		}
		if of == nil {
			of = map[string]int64{}
		}
		of[key], _ = number.Int64()
	}
	return of
}

// With is an object with some attributes replaced. A nil value removes the attribute.
func With(t testing.TB, of tftypes.Value, changes map[string]any) tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := of.As(&attributes); err != nil {
		t.Fatal(err)
	}
	data := object{}
	for name, value := range attributes {
		data[name] = value
	}
	for name, value := range changes {
		if data[name] = value; value == nil {
			delete(data, name)
		}
	}
	return DynamicOf(t, data)
}

// Plain is a value as JSON has it in a state.
func Plain(t *testing.T, value tftypes.Value) any {
	t.Helper()
	if value.IsNull() {
		return nil
	}
	as := func(target any) {
		if err := value.As(target); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case value.Type().Is(tftypes.String):
		var text string
		as(&text)
		return text
	case value.Type().Is(tftypes.Bool):
		var b bool
		as(&b)
		return b
	case value.Type().Is(tftypes.Number):
		var number big.Float
		as(&number)
		return json.Number(number.Text('g', -1))
	case value.Type().Is(tftypes.List{}), value.Type().Is(tftypes.Tuple{}):
		var items []tftypes.Value
		as(&items)
		values := make([]any, len(items))
		for i := range items {
			values[i] = Plain(t, items[i])
		}
		return values
	}
	var items map[string]tftypes.Value
	as(&items)
	values := make(map[string]any, len(items))
	for key, item := range items {
		values[key] = Plain(t, item)
	}
	return values
}

// ChosenNames are the clusters of decisions.
func ChosenNames(t *testing.T, decisions tftypes.Value) []string {
	t.Helper()
	var names []string
	for _, decision := range ElementsOf(t, decisions) {
		names = append(names, StringOf(t, AttributeOf(t, decision, "cluster_name")))
	}
	slices.Sort(names)
	return names
}

// KindsAndNames are the clusters of a list, each as kind/name.
func KindsAndNames(t *testing.T, clusters tftypes.Value) []string {
	t.Helper()
	var names []string
	for _, cluster := range ElementsOf(t, clusters) {
		names = append(names, StringOf(t, AttributeOf(t, cluster, "kind"))+"/"+StringOf(t, AttributeOf(t, cluster, "name")))
	}
	return names
}
