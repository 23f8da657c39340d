// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Optional is an optional text.
func Optional(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

// OptionalMap is an optional map of texts.
func OptionalMap(description string) schema.MapAttribute {
	return schema.MapAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}

// Dynamic is a structured argument, which the provider reads strictly: see [Reading].
func Dynamic(description string) schema.DynamicAttribute {
	return schema.DynamicAttribute{Optional: true, MarkdownDescription: description}
}

// Describe is the description of an attribute of a struct. It panics for an attribute that the struct does not have.
func Describe[T any](attribute string) string {
	return describe.Of(fieldOf[T](attribute).Declared)[attribute].String()
}

// DescribeArgument is the description of a structured argument of a struct, with an example.
func DescribeArgument[T any](attribute string) string {
	return withExample(attribute, Describe[T](attribute), fieldOf[T](attribute).Type)
}

// WithExample is a description of a structured argument that has objects of a type, with an example.
func WithExample[T any](attribute, description string) string {
	return withExample(attribute, description, reflect.TypeFor[T]())
}

// guides are where everybody can read the guides, also before a release is in a registry.
const guides = "https://github.com/terraform-multicluster/terraform-provider-multicluster/blob/main/docs/guides/"

// withExample completes a description with what only editors show: an object to start with, and a link to all attributes.
// Terraform does not know the attributes of a structured argument, so no editor completes them.
func withExample(attribute, description string, t reflect.Type) string {
	e, ok := describe.ExampleOf(t)
	if !ok {
		return description
	}
	return description + describe.ExampleBegin + attribute + " = " + e.Value(t) + "\n```\n\n[All attributes](" +
		guides + strings.Replace(e.Page, "#", ".md#", 1) + ")"
}

func fieldOf[T any](attribute string) tfvalue.Field {
	t := reflect.TypeFor[T]()
	for _, f := range tfvalue.Fields(t) {
		if f.Attribute == attribute {
			return f
		}
	}
	panic(fmt.Sprintf("%s has no attribute %s", t, attribute))
}

// WithDefault is the description of an attribute with a default.
func WithDefault(text, value string) string {
	return describe.Line{Text: text, Default: value}.String()
}

// ComputedAttributes are the outputs of a struct.
func ComputedAttributes[T any]() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for name, of := range TypeOf[T]().AttrTypes {
		attributes[name] = ComputedAttribute(of, Describe[T](name))
	}
	return attributes
}

// ComputedAttribute is an output of a type.
func ComputedAttribute(t attr.Type, description string) schema.Attribute {
	switch of := t.(type) {
	case types.ListType:
		return schema.ListAttribute{Computed: true, ElementType: of.ElemType, MarkdownDescription: description}
	case types.MapType:
		return schema.MapAttribute{Computed: true, ElementType: of.ElemType, MarkdownDescription: description}
	case types.ObjectType:
		return schema.ObjectAttribute{Computed: true, AttributeTypes: of.AttrTypes, MarkdownDescription: description}
	}
	if t.Equal(types.BoolType) {
		return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
	}
	if t.Equal(types.NumberType) {
		return schema.NumberAttribute{Computed: true, MarkdownDescription: description}
	}
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}
