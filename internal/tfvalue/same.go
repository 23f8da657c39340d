// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// SameMeaning reports whether two values of an attribute, as Attributes has them, mean the same. Nothing and an empty list or map
// do.
func SameMeaning(a, b any) (bool, error) {
	first, err := Value(tftypes.DynamicPseudoType, a)
	if err != nil {
		return false, err
	}
	second, err := Value(tftypes.DynamicPseudoType, b)
	if err != nil {
		return false, err
	}
	return first.Equal(second) || isNothing(first) && isNothing(second), nil
}

func isNothing(v tftypes.Value) bool {
	in := Of(v)
	return in.IsNull() || (in.kind == kindObject || in.kind == kindList) && len(in.fields)+len(in.list) == 0
}
