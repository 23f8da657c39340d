// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec

import (
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
