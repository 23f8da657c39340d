// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/reference"
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

// Describe is the description of an attribute.
func Describe[T any](attribute string) string {
	return reference.Describe(reflect.TypeFor[T](), attribute)
}

// WithDefault is the description of an attribute with a default, which the documentation shows in a column of its own.
func WithDefault(text, value string) string {
	return reference.Line{Text: text, Default: value}.String()
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
