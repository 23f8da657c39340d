// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// dynamicValue converts data to a value of the type that a literal in HCL has.
func dynamicValue(v reflect.Value) (tftypes.Value, error) {
	if texts, ok := as[TextMap](v); ok {
		return dynamicValue(reflect.ValueOf(texts.Texts()))
	}
	if text, ok := as[JSON](v); ok {
		return dynamicElement(reflect.ValueOf(valueIn(text)))
	}
	if list, ok := as[ObjectList](v); ok {
		return dynamicValue(reflect.ValueOf(list.Objects()))
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return tftypes.NewValue(tftypes.DynamicPseudoType, nil), nil
		}
		return valueOf(tftypes.DynamicPseudoType, v.Elem())
	case reflect.Struct:
		fields := map[string]reflect.Value{}
		for _, f := range Fields(v.Type()) {
			if field := f.in(v); f.Required || !field.IsZero() {
				fields[f.Attribute] = field
			}
		}
		return dynamicObject(fields)
	case reflect.Map:
		fields := map[string]reflect.Value{}
		for key, item := range v.Seq2() {
			fields[key.String()] = item
		}
		return dynamicObject(fields)
	case reflect.Slice:
		types, values := make([]tftypes.Type, v.Len()), make([]tftypes.Value, v.Len())
		for i := range values {
			var err error
			if values[i], err = dynamicElement(v.Index(i)); err != nil {
				return tftypes.Value{}, err
			}
			types[i] = values[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values), nil
	}
	return dynamicElement(v)
}

func dynamicObject(fields map[string]reflect.Value) (tftypes.Value, error) {
	types, values := make(map[string]tftypes.Type, len(fields)), make(map[string]tftypes.Value, len(fields))
	for name, field := range fields {
		value, err := dynamicElement(field)
		if err != nil {
			return tftypes.Value{}, err
		}
		types[name], values[name] = value.Type(), value
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values), nil
}

// dynamicElement converts data to a value of its own type.
func dynamicElement(v reflect.Value) (tftypes.Value, error) {
	for (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil() {
		v = v.Elem()
	}
	switch {
	case !v.IsValid() || v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil), nil
	case v.Kind() == reflect.Struct && !isText(v.Type()), v.Kind() == reflect.Map, v.Kind() == reflect.Slice && !isText(v.Type()):
		return dynamicValue(v)
	}
	return valueOf(TypeOf(v.Type()), v)
}

// isText reports whether a struct or a slice is written as a string.
func isText(t reflect.Type) bool {
	return !implements[TextMap](t) && (t.Kind() == reflect.Struct || t.Kind() == reflect.Slice &&
		t.Elem().Kind() == reflect.Uint8) && TypeOf(t).Is(tftypes.String)
}
