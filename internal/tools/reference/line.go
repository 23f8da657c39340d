// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// attributeLine is a line with its attribute.
type attributeLine struct {
	describe.Line
	attribute    string
	of, declared reflect.Type
	// JSON is the struct that an attribute with a JSON document has in it.
	JSON reflect.Type
}

// typeName is the type in the words of HCL. Objects are linked if there is a link.
func (l *attributeLine) typeName(href func(reflect.Type) string) string {
	if l.JSON != nil {
		return "string, " + linked("JSON", href(l.JSON))
	}
	return typeOf(l.of, href)
}

// exampleValue is a value of the attribute that a configuration can start with, in HCL; empty if there is none.
func (l *attributeLine) exampleValue() string {
	e, ok := describe.ExampleOf(l.of)
	if !ok || objectOf(l.of) == nil {
		return ""
	}
	return e.Value(l.of)
}

// linesOf are the lines of a struct, in the order of its fields.
func linesOf(t reflect.Type) []attributeLine {
	fields := tfvalue.Fields(t)
	lines := make([]attributeLine, len(fields))
	for i, f := range fields {
		lines[i] = attributeLine{Line: describe.Of(f.Declared)[f.Attribute], attribute: f.Attribute, of: f.Type, declared: f.Declared}
		lines[i].Required = lines[i].Required || f.Required
		if f.Declared == reflect.TypeFor[planner.Outputs]() && f.Attribute == "report" {
			lines[i].JSON = reflect.TypeFor[placement.Report]()
		}
	}
	return lines
}
