// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Unknown is an unknown value in the data that Value converts.
var Unknown any = unknown{}

type unknown struct{}

// Value is the reverse of Reader: it converts structs, lists, maps and plain values to a value of type t. A field of a
// struct that its JSON form omits is null, and so are the attributes of t that a struct has no field for; a field that t
// has no attribute for is left out. A nil pointer and a nil interface are null; a nil list is empty. It fails for data
// that t does not fit. If t is dynamic, the value has the form of a literal in HCL: objects and tuples, with nothing
// that is not set.
func Value(t tftypes.Type, data any) (tftypes.Value, error) {
	return valueOf(t, reflect.ValueOf(data))
}

// Attributes are the fields of a struct by the names of their attributes, for Value.
func Attributes(data any) map[string]any {
	v := reflect.Indirect(reflect.ValueOf(data))
	attributes := map[string]any{}
	for _, f := range Fields(v.Type()) {
		if field := f.in(v); f.Required || !field.IsZero() {
			attributes[f.Attribute] = field.Interface()
		} else {
			attributes[f.Attribute] = nil
		}
	}
	return attributes
}

func valueOf(t tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	if !v.IsValid() {
		return tftypes.NewValue(t, nil), nil
	}
	switch data := v.Interface().(type) {
	case unknown:
		return tftypes.NewValue(t, tftypes.UnknownValue), nil
	case tftypes.Value:
		return data, nil
	case time.Time:
		if data.IsZero() {
			return tftypes.NewValue(t, nil), nil
		}
		return newValue(t, data.UTC().Format(time.RFC3339Nano))
	case metav1.Duration:
		return newValue(t, excerpt.Duration(data.Duration))
	case intstr.IntOrString:
		return newValue(t, data.String())
	case json.RawMessage:
		return newValue(t, string(data))
	case json.Number:
		return numberValue(t, data)
	}
	if t.Is(tftypes.DynamicPseudoType) {
		return dynamicValue(v)
	}
	if texts, ok := as[TextMap](v); ok {
		return mapValue(t, reflect.ValueOf(texts.Texts()))
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return valueOf(t, v.Elem())
	case reflect.String:
		return newValue(t, v.String())
	case reflect.Bool:
		return newValue(t, v.Bool())
	case reflect.Float64:
		return numberValue(t, json.Number(strconv.FormatFloat(v.Float(), 'g', -1, 64)))
	case reflect.Int, reflect.Int32, reflect.Int64:
		return newValue(t, v.Int())
	case reflect.Struct:
		return structValue(t, v)
	case reflect.Slice:
		return listValue(t, v)
	case reflect.Map:
		return mapValue(t, v)
	}
	return tftypes.Value{}, fmt.Errorf("unsupported Go type %s", v.Type())
}

// newValue returns a value of a type, or an error if the data does not fit it.
func newValue(t tftypes.Type, data any) (tftypes.Value, error) {
	if err := tftypes.ValidateValue(t, data); err != nil {
		return tftypes.Value{}, err
	}
	return tftypes.NewValue(t, data), nil
}

func numberValue(t tftypes.Type, text json.Number) (tftypes.Value, error) {
	if text == "" {
		return tftypes.NewValue(t, nil), nil
	}
	number, ok := parseNumber(text.String())
	if !ok {
		return tftypes.Value{}, fmt.Errorf("%s is not a number", excerpt.Quote(text.String()))
	}
	return newValue(t, number)
}

func structValue(t tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	if t.Is(tftypes.Map{ElementType: tftypes.String}) {
		return mapValue(t, reflect.ValueOf(setFields(v)))
	}
	object, ok := t.(tftypes.Object)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("cannot convert an object to %s", t)
	}
	values := make(map[string]tftypes.Value, len(object.AttributeTypes))
	for name, attribute := range object.AttributeTypes {
		values[name] = tftypes.NewValue(attribute, nil)
	}
	for _, f := range Fields(v.Type()) {
		attribute, ok := object.AttributeTypes[f.Attribute]
		field := f.in(v)
		if !ok || !f.Required && field.IsZero() {
			continue
		}
		value, err := valueOf(attribute, field)
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", f.Attribute, err)
		}
		values[f.Attribute] = value
	}
	return newValue(t, values)
}

func listValue(t tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	list, ok := t.(tftypes.List)
	if !ok {
		return tftypes.Value{}, fmt.Errorf("cannot convert a list to %s", t)
	}
	values := make([]tftypes.Value, v.Len())
	for i := range values {
		var err error
		if values[i], err = valueOf(list.ElementType, v.Index(i)); err != nil {
			return tftypes.Value{}, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return newValue(t, values)
}

func mapValue(t tftypes.Type, v reflect.Value) (tftypes.Value, error) {
	values := make(map[string]tftypes.Value, v.Len())
	for key, item := range v.Seq2() {
		var element tftypes.Type
		switch kind := t.(type) {
		case tftypes.Map:
			element = kind.ElementType
		case tftypes.Object:
			element = kind.AttributeTypes[key.String()]
		}
		if element == nil {
			return tftypes.Value{}, fmt.Errorf("cannot convert a map with the key %q to %s", key, t)
		}
		value, err := valueOf(element, item)
		if err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", key, err)
		}
		values[key.String()] = value
	}
	return newValue(t, values)
}
