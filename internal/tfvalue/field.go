// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"
	"strings"
	"sync"
	"unicode"
)

// structField is a field of a struct and the attribute that it is in Terraform.
type structField struct {
	index     []int
	attribute string
	// optional says that JSON omits the zero value of the field. Any other field is required.
	optional bool
	// emptyIsSet says that JSON does not omit a list or map that is empty and not nil.
	emptyIsSet bool
}

// knownFields caches the fields of the structs that were read or written.
var knownFields sync.Map

// fieldsOf lists the fields of a struct that have a JSON name, those of embedded structs included.
func fieldsOf(t reflect.Type) []structField {
	if known, ok := knownFields.Load(t); ok {
		if fields, ok := known.([]structField); ok {
			return fields
		}
	}
	var fields []structField
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" || !field.IsExported() {
			continue
		}
		fields = append(fields, structField{
			index: field.Index, attribute: snakeCase(name), optional: options == "omitempty" || options == "omitzero",
			emptyIsSet: options == "omitzero",
		})
	}
	knownFields.Store(t, fields)
	return fields
}

// Names are the attributes that a struct is in Terraform, in the order of its fields.
func Names(t reflect.Type) []string {
	var names []string
	for _, f := range fieldsOf(t) {
		names = append(names, f.attribute)
	}
	return names
}

// snakeCase converts a JSON name of the Kubernetes API to the name of an attribute.
func snakeCase(name string) string {
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
