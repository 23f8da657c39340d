// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import "reflect"

// Field is a field of a struct that is read or written.
type Field struct {
	// Attribute is its name in Terraform.
	Attribute string
	// Type is its type in Go.
	Type reflect.Type
	// Declared is the struct that declares it: the struct itself, or one that it embeds.
	Declared reflect.Type
	// Required says that the attribute must be set.
	Required bool
}

// Fields lists the fields of a struct in their order, those of embedded structs included.
func Fields(t reflect.Type) []Field {
	known := fieldsOf(t)
	fields := make([]Field, len(known))
	for i, f := range known {
		declared := t
		if last := len(f.index) - 1; last > 0 {
			declared = t.FieldByIndex(f.index[:last]).Type
		}
		fields[i] = Field{
			Attribute: f.attribute, Type: t.FieldByIndex(f.index).Type, Declared: declared, Required: !f.optional,
		}
	}
	return fields
}
