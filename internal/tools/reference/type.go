// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// typeOf is the type of an attribute in the words of HCL. Its objects are linked if there is a link.
func typeOf(t reflect.Type, href func(reflect.Type) string) string {
	if scalar := scalarOf(t); scalar != "" {
		return scalar
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeOf(t.Elem(), href)
	case reflect.Slice:
		list := "list of " + pluralOf(t.Elem(), href)
		if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.NumberMap]()) {
			return "map of numbers or " + list
		}
		return list
	case reflect.Map:
		return "map of " + pluralOf(t.Elem(), href)
	}
	return linked("object", href(t))
}

func pluralOf(t reflect.Type, href func(reflect.Type) string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if scalar := scalarOf(t); scalar != "" {
		return scalar + "s"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "lists of " + pluralOf(t.Elem(), href)
	case reflect.Map:
		return "maps of " + pluralOf(t.Elem(), href)
	}
	return linked("objects", href(t))
}

func linked(text, href string) string {
	if href == "" {
		return text
	}
	return "[" + text + "](" + href + ")"
}

// objectOf is the struct that an attribute has objects of, one or many; nil if it has none.
func objectOf(t reflect.Type) reflect.Type {
	if scalarOf(t) != "" {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return objectOf(t.Elem())
	case reflect.Struct:
		return t
	}
	return nil
}

// scalarOf is the type of an attribute that has no attributes of its own; empty for any other.
func scalarOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[metav1.Duration]():
		return "string"
	case reflect.TypeFor[json.RawMessage]():
		return "object or string"
	case reflect.TypeFor[json.Number]():
		return "number"
	case reflect.TypeFor[intstr.IntOrString]():
		return "number or string"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.TextMap]()) {
		return "map of strings"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.TextList]()) {
		return "string or list of strings"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.ObjectList]()) {
		return "list of objects or strings"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.JSON]()) {
		return "any"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return scalarOf(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Float64, reflect.Int, reflect.Int32, reflect.Int64:
		return "number"
	}
	return ""
}
