// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Fill writes computed attributes into an object. Those that bypass the framework go into the request.
func Fill(ctx context.Context, object tftypes.Value, outputs map[string]any) (tftypes.Value, error) {
	request := rawserver.FromContext(ctx)
	var attributes map[string]tftypes.Value
	if err := object.As(&attributes); err != nil {
		return tftypes.Value{}, err
	}
	attributes = maps.Clone(attributes)
	for name, output := range outputs {
		typ, bypassed := request.Type(name)
		if !bypassed {
			typ = attributes[name].Type()
		}
		value, err := tfvalue.Value(typ, output)
		switch {
		case err != nil:
			return tftypes.Value{}, fmt.Errorf("attribute %s: %w", name, err)
		case !bypassed:
			attributes[name] = value
		default:
			if err := request.Set(name, value); err != nil {
				return tftypes.Value{}, err
			}
		}
	}
	return tftypes.NewValue(object.Type(), attributes), nil
}
