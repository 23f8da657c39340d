// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// dynamicValue converts data to a value of the type that a literal in HCL has. What is a value of Terraform already stays as it
// is.
func dynamicValue(v reflect.Value) (tftypes.Value, error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil), nil
	}
	switch data := v.Interface().(type) {
	case unknown:
		return tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue), nil
	case tftypes.Value:
		return data, nil
	}
	if texts, ok := as[TextMap](v); ok {
		return dynamicValue(reflect.ValueOf(texts.Texts()))
	}
	if text, ok := as[JSON](v); ok {
		return dynamicValue(reflect.ValueOf(valueIn(text)))
	}
	if list, ok := as[ObjectList](v); ok {
		return dynamicValue(reflect.ValueOf(list.Objects()))
	}
	switch kind := v.Kind(); {
	case isText(v.Type()):
	case kind == reflect.Struct:
		return dynamicValue(reflect.ValueOf(setFields(v)))
	case kind == reflect.Map:
		types, values := make(map[string]tftypes.Type, v.Len()), make(map[string]tftypes.Value, v.Len())
		for key, item := range v.Seq2() {
			value, err := dynamicValue(item)
			if err != nil {
				return tftypes.Value{}, err
			}
			types[key.String()], values[key.String()] = value.Type(), value
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, values), nil
	case kind == reflect.Slice:
		types, values := make([]tftypes.Type, v.Len()), make([]tftypes.Value, v.Len())
		for i := range values {
			var err error
			if values[i], err = dynamicValue(v.Index(i)); err != nil {
				return tftypes.Value{}, err
			}
			types[i] = values[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, values), nil
	}
	return valueOf(TypeOf(v.Type()), v)
}

// setFields are the fields of a struct that its JSON form does not omit, by the names of their attributes.
func setFields(v reflect.Value) map[string]any {
	fields := map[string]any{}
	for _, f := range Fields(v.Type()) {
		if field := f.in(v); f.Required || !field.IsZero() {
			fields[f.Attribute] = field.Interface()
		}
	}
	return fields
}

// isText reports whether a struct or a slice is written as a string.
func isText(t reflect.Type) bool {
	return !implements[TextMap](t) && (t.Kind() == reflect.Struct || t.Kind() == reflect.Slice &&
		t.Elem().Kind() == reflect.Uint8) && TypeOf(t).Is(tftypes.String)
}
