// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Canonical encodes what a struct that was read means: two values have the same encoding if they differ only in what makes no
// difference, such as list or tuple, 3 or "3", null or left out, and the order of strings in a list. The elements of the
// unordered attributes of the struct have no order either. A field with the option omitzero is another one empty than null.
//
// The encoding is not meant to be read. A field that is added to a struct does not change it as long as the field is not set.
func Canonical(data any, unordered ...string) []byte {
	v := reflect.ValueOf(data)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return appendStruct(nil, v, unordered)
}

func appendStruct(encoded []byte, v reflect.Value, unordered []string) []byte {
	encoded = append(encoded, '{')
	for _, f := range Fields(v.Type()) {
		field := f.in(v)
		if field.IsZero() || !f.emptyIsSet && isEmpty(field) {
			continue
		}
		encoded = append(append(encoded, f.Attribute...), ':')
		if slices.Contains(unordered, f.Attribute) {
			encoded = appendUnordered(encoded, field)
		} else {
			encoded = appendValue(encoded, field)
		}
	}
	return append(encoded, '}')
}

func isEmpty(v reflect.Value) bool {
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}

func appendValue(encoded []byte, v reflect.Value) []byte {
	switch data := v.Interface().(type) {
	case time.Time:
		return strconv.AppendQuote(encoded, data.UTC().Format(time.RFC3339Nano))
	case metav1.Duration:
		return strconv.AppendQuote(encoded, data.Duration.String())
	case intstr.IntOrString:
		return strconv.AppendQuote(encoded, data.String())
	case json.RawMessage:
		return strconv.AppendQuote(encoded, canonicalJSON(data))
	}
	if texts, ok := as[TextMap](v); ok {
		return appendValue(encoded, reflect.ValueOf(texts.Texts()))
	}
	if text, ok := as[JSON](v); ok {
		return strconv.AppendQuote(encoded, canonicalJSON(text.JSON()))
	}
	if list, ok := as[ObjectList](v); ok {
		// The order of a list of strings matters here, such as in the arguments of a container. Maps are written in order.
		text, _ := json.Marshal(list.Objects())
		return append(encoded, text...)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return appendValue(encoded, v.Elem())
	case reflect.Struct:
		return appendStruct(encoded, v, nil)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.String {
			return appendUnordered(encoded, v)
		}
		return appendList(encoded, elementsOf(v))
	case reflect.Map:
		return appendMap(encoded, v)
	case reflect.String:
		return strconv.AppendQuote(encoded, v.String())
	case reflect.Bool:
		return strconv.AppendBool(encoded, v.Bool())
	case reflect.Float64:
		return strconv.AppendFloat(encoded, v.Float(), 'g', -1, 64)
	}
	return fmt.Append(encoded, v)
}

// elementsOf are the encoded elements of a list.
func elementsOf(v reflect.Value) [][]byte {
	elements := make([][]byte, v.Len())
	for i := range elements {
		elements[i] = appendValue(nil, v.Index(i))
	}
	return elements
}

func appendUnordered(encoded []byte, v reflect.Value) []byte {
	elements := elementsOf(v)
	slices.SortFunc(elements, bytes.Compare)
	return appendList(encoded, elements)
}

func appendList(encoded []byte, elements [][]byte) []byte {
	encoded = append(encoded, '[')
	for _, element := range elements {
		encoded = append(append(encoded, element...), ',')
	}
	return append(encoded, ']')
}

func appendMap(encoded []byte, v reflect.Value) []byte {
	entries := make([][]byte, 0, v.Len())
	for key, value := range v.Seq2() {
		entry := append(strconv.AppendQuote(nil, key.String()), ':')
		entries = append(entries, appendValue(entry, value))
	}
	slices.SortFunc(entries, bytes.Compare)
	return appendList(encoded, entries)
}

// SameMeaning reports whether two values of an attribute, as Attributes has them, mean the same. Nothing and an empty list or map
// do.
func SameMeaning(a, b any) (bool, error) {
	first, err := Value(tftypes.DynamicPseudoType, a)
	if err != nil {
		return false, err
	}
	second, err := Value(tftypes.DynamicPseudoType, b)
	if err != nil {
		return false, err
	}
	return first.Equal(second) || isNothing(first) && isNothing(second), nil
}

func isNothing(v tftypes.Value) bool {
	in := Of(v)
	return in.IsNull() || (in.kind == kindObject || in.kind == kindList) && len(in.fields)+len(in.list) == 0
}
