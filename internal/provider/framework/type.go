// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

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
