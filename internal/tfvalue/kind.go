// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

func (r *Reader) refuseKind(v Input, path *Path, wanted string) {
	text := "found " + v.kind.String() + "; it must be " + wanted
	r.Add(Mistake{At: path, Summary: "Invalid value", Message: text, repeats: text})
}

func (r *Reader) refuseNull(path *Path) { r.Refuse(path, "must not be null; remove the element") }

// inBrackets is how to write an element that was found in the place of a list.
func (r *Reader) inBrackets(v Input, t reflect.Type) string {
	switch t = indirect(t); {
	case v.kind == kindObject && t.Kind() == reflect.Struct:
		if r.Instance != nil {
			if resource := r.Instance(t, v.fields); resource != "" {
				return ", such as [" + resource + "]"
			}
		}
		return ", such as [" + writtenElements(v, t) + "]"
	case v.IsString() && t.Kind() == reflect.String:
		return ", such as [" + excerpt.Quote(v.text) + "]"
	}
	return ""
}

// withRequired shows the attributes that an object must have, in the error about a text in its place.
func withRequired(v Input, fields []Field) string {
	var required []string
	for _, f := range fields {
		if f.Required {
			required = append(required, f.Attribute+" = ...")
		}
	}
	if required == nil || !v.IsString() {
		return ""
	}
	return ", such as { " + strings.Join(required, ", ") + " }"
}

// mapOf names a map of a type as HCL does.
func mapOf(t reflect.Type) string {
	if indirect(t).Kind() == reflect.Struct {
		return "an object with an object for every name, such as { x = { ... } }"
	}
	return "an object"
}

// listOf names a list of a type as HCL does.
func listOf(t reflect.Type) string {
	switch indirect(t).Kind() {
	case reflect.Struct:
		return "a list of objects"
	case reflect.String:
		return "a list of strings"
	}
	return "a list"
}
