// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec

import (
	"maps"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// blockOf makes the attributes and the blocks of a struct: a struct inside of it is a block, and a list of structs is a block
// that can be repeated.
func blockOf(typ reflect.Type) (map[string]schema.Attribute, map[string]schema.Block) {
	attributes, blocks := map[string]schema.Attribute{}, map[string]schema.Block{}
	for _, f := range tfvalue.Fields(typ) {
		// The list of a nested block has one line for each attribute.
		description := strings.ReplaceAll(describe.Of(f.Declared)[f.Attribute].String(), "\n\n", " ")
		if nested, repeated := nestedStruct(f.Type); nested != nil {
			blocks[f.Attribute] = nestedBlock(nested, repeated, description)
			continue
		}
		attributes[f.Attribute] = framework.Argument(f, description)
	}
	return attributes, blocks
}

// nestedStruct is the struct that a field has, once or as a list; nil if it has none.
func nestedStruct(t reflect.Type) (nested reflect.Type, repeated bool) {
	switch tfvalue.TypeOf(t).(type) {
	case tftypes.Object:
	case tftypes.List:
		repeated = true
	default:
		return nil, false
	}
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	return t, repeated
}

func nestedBlock(typ reflect.Type, repeated bool, description string) schema.Block {
	attributes, blocks := blockOf(typ)
	if repeated {
		return schema.ListNestedBlock{
			MarkdownDescription: description,
			NestedObject:        schema.NestedBlockObject{Attributes: attributes, Blocks: blocks},
		}
	}
	return schema.SingleNestedBlock{MarkdownDescription: description, Attributes: attributes, Blocks: blocks}
}

// written is a value of blocks as data of a literal in HCL: objects and tuples, without what is not set. Terraform passes a block
// that is not there as null, and one that can be repeated as an empty list. It is nil for a value that is not set. Unknown values
// stay where they are.
func written(v tftypes.Value) (literal any, err error) {
	switch {
	case !v.IsKnown():
		return v, nil
	case v.IsNull():
		return nil, nil
	}
	switch typ := v.Type().(type) {
	case tftypes.Object:
		return writtenObject(v)
	case tftypes.List:
		if _, isBlock := typ.ElementType.(tftypes.Object); isBlock {
			return writtenBlocks(v)
		}
	}
	return v, nil
}

func writtenObject(v tftypes.Value) (map[string]any, error) {
	var attributes map[string]tftypes.Value
	err := v.As(&attributes)
	set := map[string]any{}
	for name, attribute := range attributes {
		if set[name], err = written(attribute); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(set, func(_ string, literal any) bool { return literal == nil })
	return set, err
}

func writtenBlocks(v tftypes.Value) (any, error) {
	var blocks []tftypes.Value
	if err := v.As(&blocks); err != nil || len(blocks) == 0 {
		return nil, err
	}
	literals := make([]any, len(blocks))
	for i := range blocks {
		var err error
		if literals[i], err = written(blocks[i]); err != nil {
			return nil, err
		}
	}
	return literals, nil
}
