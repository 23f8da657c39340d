// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// KeepNow plans the time of the prior state, so that now = plantimestamp() alone is no change. Terraform accepts that the value
// in the state is preferred to the configured one. Without a configured time none is planned.
func KeepNow(planned, prior tftypes.Value) (tftypes.Value, error) {
	var attributes map[string]tftypes.Value
	if err := planned.As(&attributes); err != nil || attributes["now"].IsNull() {
		return planned, err
	}
	attributes = maps.Clone(attributes)
	attributes["now"] = prior
	return tftypes.NewValue(planned.Type(), attributes), nil
}

// InstantOf is the time of what is decided once: the argument now, or that of the clock, if there is one.
func InstantOf(now time.Time, clock func() time.Time) time.Time {
	if !now.IsZero() || clock == nil {
		return now
	}
	return clock().UTC()
}
