// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Unknown stands for an unknown value in test data.
type Unknown struct{}

// Object is test data of an object or a map.
type Object = map[string]any

// List is test data of a list.
type List = []any

type (
	unknown = Unknown
	object  = Object
	list    = List
)

// Config makes a configuration of test data; attributes that are not given are null.
func Config(t testing.TB, typ tftypes.Type, data any) tftypes.Value {
	t.Helper()
	if typ.Is(tftypes.DynamicPseudoType) {
		return DynamicOf(t, data)
	}
	switch v := data.(type) {
	case nil:
		return tftypes.NewValue(typ, nil)
	case unknown:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	case list:
		of, ok := typ.(tftypes.List)
		if !ok {
			t.Fatalf("found a list; it must be %s", typ)
		}
		values := make([]tftypes.Value, len(v))
		for i := range v {
			values[i] = Config(t, of.ElementType, v[i])
		}
		return tftypes.NewValue(typ, values)
	case object:
		return tftypes.NewValue(typ, membersOf(t, typ, v))
	}
	return tftypes.NewValue(typ, data)
}

func membersOf(t testing.TB, typ tftypes.Type, data object) map[string]tftypes.Value {
	t.Helper()
	values := map[string]tftypes.Value{}
	switch of := typ.(type) {
	case tftypes.Map:
		for key, item := range data {
			values[key] = Config(t, of.ElementType, item)
		}
	case tftypes.Object:
		for name, attribute := range of.AttributeTypes {
			values[name] = Config(t, attribute, data[name])
		}
		for name := range data {
			if _, ok := of.AttributeTypes[name]; !ok {
				t.Fatalf("there is no attribute %q", name)
			}
		}
	}
	return values
}

// DynamicOf makes a value of test data without a schema, as HCL does of an object constructor.
func DynamicOf(t Fataler, data any) tftypes.Value {
	t.Helper()
	switch v := data.(type) {
	case nil:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	case unknown:
		return tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue)
	case float64:
		return tftypes.NewValue(tftypes.Number, v)
	case *big.Float:
		return tftypes.NewValue(tftypes.Number, v)
	case string:
		return tftypes.NewValue(tftypes.String, v)
	case bool:
		return tftypes.NewValue(tftypes.Bool, v)
	case int64:
		return tftypes.NewValue(tftypes.Number, v)
	case list:
		values, types := make([]tftypes.Value, len(v)), make([]tftypes.Type, len(v))
		for i := range v {
			values[i] = DynamicOf(t, v[i])
			types[i] = values[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values)
	case object:
		values, types := map[string]tftypes.Value{}, map[string]tftypes.Type{}
		for name, item := range v {
			values[name] = DynamicOf(t, item)
			types[name] = values[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values)
	case tftypes.Value:
		return v
	}
	t.Fatalf("%T is no test data", data)
	return tftypes.Value{}
}

// TupleOf is a tuple of values, with the types that they have.
func TupleOf(items []tftypes.Value) tftypes.Value {
	types := make([]tftypes.Type, len(items))
	for i := range items {
		types[i] = items[i].Type()
	}
	return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, items)
}

// ObjectOf is an object of values, with the types that they have.
func ObjectOf(attributes map[string]tftypes.Value) tftypes.Value {
	types := map[string]tftypes.Type{}
	for name := range attributes {
		types[name] = attributes[name].Type()
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, attributes)
}

// Merged is an object with further attributes.
func Merged(of object, further object) object {
	all := maps.Clone(of)
	maps.Copy(all, further)
	return all
}

// ManagedClusterYAML is a ManagedCluster with some lines of its status.
func ManagedClusterYAML(status string) string {
	return "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata:\n  name: us-1\nstatus:\n" + status
}
