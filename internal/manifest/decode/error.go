// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package decode

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// FieldError is an invalid value of a field.
type FieldError struct {
	Field   string
	Message string
	// offset is the position of the value in the object.
	Offset int
}

// Error returns the field and the message.
func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// FirstOf returns the first of the errors that validation found, or nil.
func FirstOf(mistakes field.ErrorList) error {
	if len(mistakes) == 0 {
		return nil
	}
	return excerpt.Error(mistakes[0])
}

// fieldPath turns a JSON pointer such as /spec/taints/0/key into spec.taints[0].key.
func fieldPath(pointer jsontext.Pointer) string {
	var path strings.Builder
	for name := range pointer.Tokens() {
		if _, err := strconv.Atoi(name); err == nil {
			path.WriteString("[" + name + "]")
			continue
		}
		if path.Len() > 0 {
			path.WriteByte('.')
		}
		path.WriteString(name)
	}
	return path.String()
}

func foundKind(err *json.SemanticError) string {
	if len(err.JSONValue) > 0 {
		return string(err.JSONValue)
	}
	return kindName(err.JSONKind)
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case 'n':
		return "null"
	case 't', 'f':
		return "a bool"
	case '"':
		return "text"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "another type"
}

// unknownField is the message about a field that an object does not have: those that it has, and the nearest.
func unknownField(err *json.SemanticError) string {
	known := FieldsOf(err.GoType)
	return "unknown field; expected one of " + excerpt.List(known, ", ") + excerpt.DidYouMean(err.JSONPointer.LastToken(), known)
}

// FieldsOf returns the JSON names of the fields of a struct, in its order.
func FieldsOf(structType reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(structType) {
		if name := jsonName(f); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// jsonName returns the JSON name of a field, or an empty string if it has none of its own.
func jsonName(f reflect.StructField) string {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	isEmbedded := f.Anonymous && name == "" || strings.Contains(options, "embed")
	if !f.IsExported() || isEmbedded || name == "-" {
		return ""
	}
	return cmp.Or(name, f.Name)
}

func wantedKind(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	switch t.Kind() {
	case reflect.String:
		return "text, in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct, reflect.Pointer:
		return "an object"
	}
	return "another type"
}
