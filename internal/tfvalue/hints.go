// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"maps"
	"reflect"
	"slices"
)

// Hints are what a reader knows of the structs that some objects are read into, by struct.
type Hints struct {
	// Additional are attributes that an object may have although its struct has no field for them.
	Additional map[reflect.Type]AdditionalAttributes
	// Selects says of what an object selects everything if nothing in it is set, such as "cluster"; it is read with a warning.
	// SelectsIn says that instead of the struct that the object is in.
	Selects, SelectsIn map[reflect.Type]string
	// Instead says what to pass in place of objects of another struct, of which the first is given; empty for objects that may be
	// right.
	Instead map[reflect.Type]func(first map[string]Input) string
}

// JoinHints are several hints as one.
func JoinHints(several ...Hints) Hints {
	all := Hints{
		map[reflect.Type]AdditionalAttributes{}, map[reflect.Type]string{}, map[reflect.Type]string{},
		map[reflect.Type]func(first map[string]Input) string{},
	}
	for i := range several {
		maps.Copy(all.Additional, several[i].Additional)
		maps.Copy(all.Selects, several[i].Selects)
		maps.Copy(all.SelectsIn, several[i].SelectsIn)
		maps.Copy(all.Instead, several[i].Instead)
	}
	return all
}

// AdditionalAttributes are those of a resource, whose instances can be passed on as they are, or those of an output. What a
// struct has no field for is not used.
type AdditionalAttributes struct {
	// Only is the attribute that only instances have; empty if the attributes may be in any object. Elsewhere, an attribute that the
	// provider would not use has to be null.
	Only  string
	Names []string
	// Resource is the type of the resource; empty for one that is never an element of a list.
	Resource string
}

// isInstance reports whether an object with these attributes is an instance of the resource.
func (a *AdditionalAttributes) isInstance(attributes map[string]Input) bool {
	_, ok := attributes[a.Only]
	return ok
}

// of are those of the names that an object with these attributes may have.
func (a AdditionalAttributes) of(attributes map[string]Input) []string {
	if a.Only == "" || a.isInstance(attributes) {
		return a.Names
	}
	return slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool {
		value, ok := attributes[name]
		return !ok || !value.IsNull()
	})
}
