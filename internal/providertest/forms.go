// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placements"
)

// form writes a value in another form that means the same. At is the attribute that the value is in, and depth how deep.
type form func(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value

// Forms are the forms of values that HCL has beside literals.
var Forms = map[string]form{
	"lists": func(_ *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if items, of, ok := sameType(v); ok {
			return tftypes.NewValue(tftypes.List{ElementType: of}, items)
		}
		return v
	},
	"sets": func(_ *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		items, of, ok := sameType(v)
		if ok && (len(items) == 1 || of.Is(tftypes.String) || depth == 0 && slices.Contains(placementconfig.UnorderedAttributes, at)) {
			slices.Reverse(items) // Terraform has an order of its own.
			return tftypes.NewValue(tftypes.Set{ElementType: of}, items)
		}
		return v
	},
	"maps": func(t *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if !v.Type().Is(tftypes.Object{}) || v.IsNull() {
			return v
		}
		values := AttributesOf(t, v)
		for _, value := range values {
			if !value.Type().Is(tftypes.String) {
				return v
			}
		}
		return tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, values)
	},
	"numbers as strings": func(t *testing.T, v tftypes.Value, _ string, _ int) tftypes.Value {
		if !v.Type().Is(tftypes.Number) {
			return v
		}
		var number big.Float
		if err := v.As(&number); err != nil {
			t.Fatal(err)
		}
		return tftypes.NewValue(tftypes.String, number.Text('f', -1))
	},
	"instances of resources": func(_ *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		items, _, ok := sameType(v)
		if depth > 0 || !ok || !slices.Contains(placementconfig.UnorderedAttributes, at) {
			return v
		}
		instances := map[string]tftypes.Value{}
		for i, item := range items {
			instances[fmt.Sprint(i)] = item
		}
		return ObjectOf(instances)
	},
	"further attributes": func(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
		if depth != 1 || !slices.Contains([]string{"clusters", "cluster_sets", "cluster_set_bindings", "scores"}, at) {
			return v
		}
		values := maps.Clone(AttributesOf(t, v))
		values["id"] = tftypes.NewValue(tftypes.String, "x")
		return ObjectOf(values)
	},
}

// sameType returns the elements of a tuple if they are all of one type.
func sameType(v tftypes.Value) (items []tftypes.Value, of tftypes.Type, ok bool) {
	if !v.Type().Is(tftypes.Tuple{}) || v.As(&items) != nil || len(items) == 0 {
		return nil, nil, false
	}
	items = slices.Clone(items)
	for _, item := range items {
		if !item.Type().Equal(items[0].Type()) {
			return nil, nil, false
		}
	}
	return items, items[0].Type(), true
}

// AttributesOf are the attributes of an object.
func AttributesOf(t *testing.T, v tftypes.Value) map[string]tftypes.Value {
	t.Helper()
	var attributes map[string]tftypes.Value
	if err := v.As(&attributes); err != nil {
		t.Fatal(err)
	}
	return attributes
}

// Reformed is a value in another form, all the way down.
func (f form) Reformed(t *testing.T, v tftypes.Value, at string, depth int) tftypes.Value {
	t.Helper()
	switch {
	case v.IsNull() || !v.IsKnown():
		return v
	case v.Type().Is(tftypes.Tuple{}):
		var items []tftypes.Value
		if err := v.As(&items); err != nil {
			t.Fatal(err)
		}
		items = slices.Clone(items)
		for i := range items {
			items[i] = f.Reformed(t, items[i], at, depth+1)
		}
		v = TupleOf(items)
	case v.Type().Is(tftypes.Object{}):
		values := maps.Clone(AttributesOf(t, v))
		for name := range values {
			values[name] = f.Reformed(t, values[name], at, depth+1)
		}
		v = ObjectOf(values)
	}
	return f(t, v, at, depth)
}

// Reform writes all dynamic attributes of a configuration in another form.
func Reform(t *testing.T, config tftypes.Value, of func(name string, v tftypes.Value) tftypes.Value) tftypes.Value {
	t.Helper()
	typ, _ := config.Type().(tftypes.Object)
	values := maps.Clone(AttributesOf(t, config))
	for name, attribute := range typ.AttributeTypes {
		if attribute.Is(tftypes.DynamicPseudoType) && !values[name].IsNull() {
			values[name] = of(name, values[name])
		}
	}
	return tftypes.NewValue(typ, values)
}

// FingerprintOf is what private state says of the question that was answered.
func FingerprintOf(t *testing.T, private []byte) string {
	t.Helper()
	values := map[string][]byte{}
	if len(private) > 0 {
		if err := json.Unmarshal(private, &values); err != nil {
			t.Fatal(err)
		}
	}
	return string(values[placements.FingerprintKey])
}
