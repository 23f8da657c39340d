// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementspec

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// written is a value of blocks as a literal in HCL has it: objects and tuples, without what is not set. Terraform passes a block
// that is not there as null, and one that can be repeated as an empty list. ok is false for a value that is not set. Unknown
// values stay where they are.
func written(v tftypes.Value) (literal tftypes.Value, ok bool, err error) {
	switch {
	case !v.IsKnown():
		return v, true, nil
	case v.IsNull():
		return v, false, nil
	}
	switch typ := v.Type().(type) {
	case tftypes.Object:
		literal, err = writtenObject(v)
		return literal, true, err
	case tftypes.List:
		if _, isBlock := typ.ElementType.(tftypes.Object); isBlock {
			return writtenBlocks(v)
		}
	}
	return v, true, nil
}

func writtenObject(v tftypes.Value) (tftypes.Value, error) {
	var attributes map[string]tftypes.Value
	if err := v.As(&attributes); err != nil {
		return v, err
	}
	set, types := map[string]tftypes.Value{}, map[string]tftypes.Type{}
	for name, attribute := range attributes {
		literal, ok, err := written(attribute)
		if err != nil {
			return v, err
		}
		if ok {
			set[name], types[name] = literal, literal.Type()
		}
	}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: types}, set), nil
}

func writtenBlocks(v tftypes.Value) (literal tftypes.Value, ok bool, err error) {
	var blocks []tftypes.Value
	if err := v.As(&blocks); err != nil || len(blocks) == 0 {
		return v, false, err
	}
	literals, types := make([]tftypes.Value, len(blocks)), make([]tftypes.Type, len(blocks))
	for i := range blocks {
		if literals[i], _, err = written(blocks[i]); err != nil {
			return v, false, err
		}
		types[i] = literals[i].Type()
	}
	return tftypes.NewValue(tftypes.Tuple{ElementTypes: types}, literals), true, nil
}
