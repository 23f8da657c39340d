// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

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
