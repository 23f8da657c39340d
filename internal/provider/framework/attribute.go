// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Optional is an optional text.
func Optional(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

// OptionalList is an optional list of texts.
func OptionalList(description string) schema.ListAttribute {
	return schema.ListAttribute{Optional: true, ElementType: types.StringType, MarkdownDescription: description}
}

// Dynamic is a structured argument, which the provider reads strictly: see [Readers].
func Dynamic(description string) schema.DynamicAttribute {
	return schema.DynamicAttribute{Optional: true, MarkdownDescription: description}
}

// Describe is the description of an attribute of a struct. It panics for an attribute that the struct does not have.
func Describe[T any](attribute string) string {
	return describe.Of(fieldOf[T](attribute).Declared)[attribute].String()
}

// WithExample is a description of a structured argument that has objects of a type, with an example.
func WithExample[T any](attribute, description string) string {
	return withExample(attribute, description, reflect.TypeFor[T]())
}

// docs is where everybody can read the documents, also before a release is in a registry.
const docs = "https://github.com/terraform-multicluster/terraform-provider-multicluster/blob/main/docs/"

// withExample completes a description with what only editors show: an object to start with, and a link to all attributes.
// Terraform does not know the attributes of a structured argument, so no editor completes them.
func withExample(attribute, description string, t reflect.Type) string {
	e, ok := describe.ExampleOf(t)
	if !ok {
		return description
	}
	return description + describe.ExampleBegin + attribute + " = " + e.Value(t) + "\n```\n\n[All attributes](" +
		docs + strings.Replace(e.Page, "#", ".md#", 1) + ")"
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

// Arguments are arguments of a struct: texts, numbers and bools, lists and maps of texts, and any other as a structured argument,
// with an example.
func Arguments[T any](names ...string) map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(names))
	for _, name := range names {
		f := fieldOf[T](name)
		f.Required = f.Required || describe.Of(f.Declared)[name].Required
		switch t := tfvalue.TypeOf(f.Type); {
		case !isPlain(t):
			attributes[name] = schema.DynamicAttribute{
				Required: f.Required, Optional: !f.Required, MarkdownDescription: withExample(name, Describe[T](name), f.Type),
			}
		case t.Is(tftypes.Number):
			attributes[name] = schema.Int64Attribute{
				Required: f.Required, Optional: !f.Required, MarkdownDescription: Describe[T](name),
			}
		default:
			attributes[name] = Argument(f, Describe[T](name))
		}
	}
	return attributes
}

// isPlain reports whether a value of a type is a text, a number or a bool, or a list or a map of texts.
func isPlain(t tftypes.Type) bool {
	switch kind := t.(type) {
	case tftypes.List:
		t = kind.ElementType
	case tftypes.Map:
		t = kind.ElementType
	default:
		return t.Is(tftypes.String) || t.Is(tftypes.Number) || t.Is(tftypes.Bool)
	}
	return t.Is(tftypes.String)
}

// Join is a schema of several parts. A later one replaces what an earlier one has.
func Join[A any](parts ...map[string]A) map[string]A {
	attributes := map[string]A{}
	for _, part := range parts {
		maps.Copy(attributes, part)
	}
	return attributes
}

// Argument is a field of a struct as an argument.
func Argument(f tfvalue.Field, description string) schema.Attribute {
	return attribute(attributeType(tfvalue.TypeOf(f.Type)), f.Required, !f.Required, description)
}

// ComputedAttributes are the outputs of a struct.
func ComputedAttributes[T any]() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{}
	for name, t := range TypeOf[T]().AttrTypes {
		attributes[name] = ComputedAttribute(t, Describe[T](name))
	}
	return attributes
}

// ComputedAttribute is an output of a type.
func ComputedAttribute(t attr.Type, description string) schema.Attribute {
	return attribute(t, false, false, description)
}

// attribute is an argument or, if it is neither required nor optional, an output.
func attribute(t attr.Type, required, optional bool, description string) schema.Attribute {
	computed := !required && !optional
	switch kind := t.(type) {
	case types.ListType:
		return schema.ListAttribute{
			Required: required, Optional: optional, Computed: computed, MarkdownDescription: description, ElementType: kind.ElemType,
		}
	case types.MapType:
		return schema.MapAttribute{
			Required: required, Optional: optional, Computed: computed, MarkdownDescription: description, ElementType: kind.ElemType,
		}
	case types.ObjectType:
		return schema.ObjectAttribute{
			Required: required, Optional: optional, Computed: computed, MarkdownDescription: description, AttributeTypes: kind.AttrTypes,
		}
	}
	switch t {
	case types.BoolType:
		return schema.BoolAttribute{Required: required, Optional: optional, Computed: computed, MarkdownDescription: description}
	case types.NumberType:
		return schema.NumberAttribute{Required: required, Optional: optional, Computed: computed, MarkdownDescription: description}
	}
	return schema.StringAttribute{Required: required, Optional: optional, Computed: computed, MarkdownDescription: description}
}

// TypeOf is the type of the object that a struct is written as.
func TypeOf[T any]() types.ObjectType {
	object, _ := tfvalue.TypeOf(reflect.TypeFor[T]()).(tftypes.Object)
	return objectType(object)
}

func objectType(object tftypes.Object) types.ObjectType {
	attributes := make(map[string]attr.Type, len(object.AttributeTypes))
	for name, attribute := range object.AttributeTypes {
		attributes[name] = attributeType(attribute)
	}
	return types.ObjectType{AttrTypes: attributes}
}

// attributeType is a type as the framework has it.
func attributeType(t tftypes.Type) attr.Type {
	switch kind := t.(type) {
	case tftypes.Object:
		return objectType(kind)
	case tftypes.List:
		return types.ListType{ElemType: attributeType(kind.ElementType)}
	case tftypes.Map:
		return types.MapType{ElemType: attributeType(kind.ElementType)}
	}
	switch {
	case t.Is(tftypes.String):
		return types.StringType
	case t.Is(tftypes.Number):
		return types.NumberType
	case t.Is(tftypes.Bool):
		return types.BoolType
	}
	panic(fmt.Sprintf("no attribute has type %s", t))
}
