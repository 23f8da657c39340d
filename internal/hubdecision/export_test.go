// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// ForecastOf decides what the hub will decide, and says what moves, why, and whether that is too much. It returns nil if
// one of the findings is an error.
func ForecastOf(ctx context.Context, c *planner.Transition, before Baseline) (*Forecast, planner.Findings) {
	expected, found := Expect(ctx, c, before, nil)
	if expected == nil {
		return nil, found
	}
	if found = expected.Findings(ctx); found.HasError() {
		return nil, found
	}
	return expected.Forecast, found
}
