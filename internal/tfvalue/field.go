// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// Field is a field of a struct that is read or written, and the attribute that it is in Terraform.
type Field struct {
	// Attribute is its name in Terraform.
	Attribute string
	// Type is its type in Go.
	Type reflect.Type
	// Declared is the struct that declares it: the struct itself, or one that it embeds.
	Declared reflect.Type
	// Required says that the attribute must be set: JSON does not omit the zero value of the field.
	Required bool

	index []int
	// emptyIsSet says that JSON does not omit a list or map that is empty and not nil.
	emptyIsSet bool
}

// in is the field of a struct.
func (f *Field) in(v reflect.Value) reflect.Value { return v.FieldByIndex(f.index) }

// knownFields caches the fields of the structs that were read or written.
var knownFields sync.Map

// Fields lists the fields of a struct that have a JSON name in their order, those of embedded structs included.
func Fields(t reflect.Type) []Field {
	if known, ok := knownFields.Load(t); ok {
		if fields, ok := known.([]Field); ok {
			return fields
		}
	}
	var fields []Field
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" || !field.IsExported() {
			continue
		}
		declared := t
		if last := len(field.Index) - 1; last > 0 {
			declared = t.FieldByIndex(field.Index[:last]).Type
		}
		fields = append(fields, Field{
			Attribute: SnakeCase(name), Type: field.Type, Declared: declared, index: field.Index,
			Required: options != "omitempty" && options != "omitzero", emptyIsSet: options == "omitzero",
		})
	}
	knownFields.Store(t, fields)
	return fields
}

// Names are the attributes that a struct is in Terraform, in the order of its fields.
func Names(t reflect.Type) []string {
	var names []string
	for _, f := range Fields(t) {
		names = append(names, f.Attribute)
	}
	return names
}

// SnakeCase converts a JSON name of the Kubernetes API to the name of an attribute.
func SnakeCase(name string) string {
	var snake strings.Builder
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			snake.WriteByte('_')
			letter = unicode.ToLower(letter)
		}
		snake.WriteRune(letter)
	}
	return snake.String()
}
