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

// Lines describe the attributes that a struct declares, by name.
type Lines map[string]Line

// Of are the lines of a struct; nil if nothing describes it.
func Of(t reflect.Type) Lines {
	if lines, ok := kubernetes[t]; ok {
		return lines
	}
	if s, ok := reflect.Zero(t).Interface().(interface{ Describe() Lines }); ok {
		return s.Describe()
	}
	return nil
}
