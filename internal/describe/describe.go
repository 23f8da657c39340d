// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package describe is the form of a description: a line for each attribute of a struct, and an object to start with. Each package
// that declares a struct which Terraform sees describes it beside the struct. Terraform sees structured arguments as dynamic, so
// their attributes are in no schema: schemas, docs/ and the help of editors are made from these descriptions.
package describe

import "reflect"

// Line describes an attribute.
type Line struct {
	// Text has sentences in Markdown.
	Text string
	// Default completes the sentence "Defaults to ..."; empty if the attribute has none that matters.
	Default string
	// Required says that the attribute must be set, although the Kubernetes API declares it as optional.
	Required bool
	// JSON is the struct that an attribute with a JSON document has in it.
	JSON reflect.Type
}

// String is the whole description, in Markdown. The default is a paragraph of its own.
func (l Line) String() string {
	if l.Default == "" {
		return l.Text
	}
	return l.Text + "\n\nDefaults to " + l.Default + "."
}

// Replaces ends the description of an argument whose change replaces the resource.
const Replaces = " Changing it replaces the resource."

// Attributes describe the attributes that a struct declares, by name.
type Attributes map[string]Line

// described and examples have the structs that packages describe.
var described, examples = map[reflect.Type]Attributes{}, map[reflect.Type]Example{}

// Struct describes a struct, with an object that stands for it if it has one. It is called for a variable of its package, so that
// everything is described before anything asks.
func Struct[T any](attributes Attributes, example ...Example) struct{} {
	described[reflect.TypeFor[T]()] = attributes
	for _, e := range example {
		examples[reflect.TypeFor[T]()] = e
	}
	return struct{}{}
}

// Of are the attributes of a struct; nil if nothing describes it.
func Of(t reflect.Type) Attributes { return described[t] }
