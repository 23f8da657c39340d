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
	return cmp.Or(string(err.JSONValue), kindName(err.JSONKind))
}

// otherKind stands for a kind without a name.
const otherKind = "another type"

// kindNames are the kinds of values of JSON.
var kindNames = map[jsontext.Kind]string{
	'n': "null", 't': "a bool", 'f': "a bool", '"': "text", '0': "a number", '{': "an object", '[': "a list",
}

func kindName(kind jsontext.Kind) string { return cmp.Or(kindNames[kind], otherKind) }

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

// wantedKinds are the values of JSON that are read into a type.
var wantedKinds = map[reflect.Kind]string{
	reflect.String: "text, in quotes", reflect.Bool: "true or false", reflect.Slice: "a list",
	reflect.Int: "a whole number", reflect.Int32: "a whole number", reflect.Int64: "a whole number",
	reflect.Map: "an object", reflect.Struct: "an object", reflect.Pointer: "an object",
}

func wantedKind(t reflect.Type) string {
	if t == nil {
		return otherKind
	}
	return cmp.Or(wantedKinds[t.Kind()], otherKind)
}
