// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"context"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Dependence is what the answer depends on among the clusters, if its decisions are those from before the next pass.
func (a *Answer) Dependence(ctx context.Context) (placement.Dependence, error) {
	return a.request.dialect().depends(ctx, a)
}
