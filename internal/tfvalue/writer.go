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

// Value is the reverse of Reader: it converts structs, lists, maps and plain values to a value of type t. A field of a struct
// that its JSON form omits is null, and so are the attributes of t that the data has nothing for; what t has no attribute for is
// left out. A nil pointer and a nil interface are null; a nil list is empty. What is a value of Terraform already stays as it is.
// It fails for data that t does not fit. If t is dynamic, the value has the form of a literal in HCL: objects and tuples, with
// nothing that is not set.
func Value(t tftypes.Type, data any) (tftypes.Value, error) {
	return valueOf(t, literalOf(reflect.ValueOf(data)))
}

// WriteJSON is data as jsonencode writes the literal in HCL that Value makes of it for a dynamic type.
func WriteJSON(data any) (string, error) {
	text, err := json.Marshal(literalOf(reflect.ValueOf(data)))
	return string(text), err
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

// literalOf is data in the form of a literal: texts, numbers, bools, []any, map[string]any, and nil, [Unknown] or a value of
// Terraform in the place of any of them.
func literalOf(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	switch data := v.Interface().(type) {
	case unknown, tftypes.Value, json.Number:
		return data
	case time.Time:
		if data.IsZero() {
			return nil
		}
		return data.UTC().Format(time.RFC3339Nano)
	case metav1.Duration:
		return excerpt.Duration(data.Duration)
	case intstr.IntOrString:
		return data.String()
	case json.RawMessage:
		return string(data)
	}
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return v.Bool()
	case reflect.Float64:
		return json.Number(strconv.FormatFloat(v.Float(), 'f', -1, 64))
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int()
	}
	if texts, ok := as[TextMap](v); ok {
		return literalOf(reflect.ValueOf(texts.Texts()))
	}
	if text, ok := as[JSON](v); ok {
		return valueIn(text)
	}
	if list, ok := as[ObjectList](v); ok {
		return literalOf(reflect.ValueOf(list.Objects()))
	}
	switch v.Kind() {
	case reflect.Struct:
		return setFields(v)
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = literalOf(v.Index(i))
		}
		return list
	case reflect.Map:
		object := make(map[string]any, v.Len())
		for key, item := range v.Seq2() {
			object[key.String()] = literalOf(item)
		}
		return object
	}
	return v.Interface()
}

// setFields are the fields of a struct that its JSON form does not omit, by the names of their attributes.
func setFields(v reflect.Value) map[string]any {
	fields := map[string]any{}
	for _, f := range Fields(v.Type()) {
		if field := f.in(v); f.Required || !field.IsZero() {
			fields[f.Attribute] = literalOf(field)
		}
	}
	return fields
}

// valueOf is a literal as a value of type t.
func valueOf(t tftypes.Type, literal any) (tftypes.Value, error) {
	switch data := literal.(type) {
	case nil:
		return tftypes.NewValue(t, nil), nil
	case unknown:
		return tftypes.NewValue(t, tftypes.UnknownValue), nil
	case tftypes.Value:
		return data, nil
	case map[string]any:
		return objectValue(t, data)
	case []any:
		return listValue(t, data)
	case json.Number:
		return numberValue(orOwn(t, tftypes.Number), data)
	case int64:
		return newValue(orOwn(t, tftypes.Number), data)
	case string:
		return newValue(orOwn(t, tftypes.String), data)
	case bool:
		return newValue(orOwn(t, tftypes.Bool), data)
	}
	return tftypes.Value{}, fmt.Errorf("unsupported Go type %T", literal)
}

// orOwn is a type, or the own type of a value if that is dynamic.
func orOwn(t, own tftypes.Type) tftypes.Type {
	if t.Is(tftypes.DynamicPseudoType) {
		return own
	}
	return t
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

func objectValue(t tftypes.Type, fields map[string]any) (tftypes.Value, error) {
	types := make(map[string]tftypes.Type, len(fields))
	switch kind := t.(type) {
	case tftypes.Object:
		types = kind.AttributeTypes
	case tftypes.Map:
		for name := range fields {
			types[name] = kind.ElementType
		}
	default:
		if !t.Is(tftypes.DynamicPseudoType) {
			return tftypes.Value{}, fmt.Errorf("cannot convert an object to %s", t)
		}
		for name := range fields {
			types[name] = t
		}
	}
	values := make(map[string]tftypes.Value, len(types))
	for name, attribute := range types {
		var err error
		if values[name], err = valueOf(attribute, fields[name]); err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	if t.Is(tftypes.DynamicPseudoType) {
		for name := range values {
			types[name] = values[name].Type()
		}
		t = tftypes.Object{AttributeTypes: types}
	}
	return newValue(t, values)
}

func listValue(t tftypes.Type, list []any) (tftypes.Value, error) {
	element := t
	if kind, ok := t.(tftypes.List); ok {
		element = kind.ElementType
	} else if !t.Is(tftypes.DynamicPseudoType) {
		return tftypes.Value{}, fmt.Errorf("cannot convert a list to %s", t)
	}
	values, types := make([]tftypes.Value, len(list)), make([]tftypes.Type, len(list))
	for i := range list {
		var err error
		if values[i], err = valueOf(element, list[i]); err != nil {
			return tftypes.Value{}, fmt.Errorf("[%d]: %w", i, err)
		}
		types[i] = values[i].Type()
	}
	if t.Is(tftypes.DynamicPseudoType) {
		t = tftypes.Tuple{ElementTypes: types}
	}
	return newValue(t, values)
}
