// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package functions

import (
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// NewPlaceWithin makes the function place with a limit of time.
func NewPlaceWithin(read *framework.Readers, limit time.Duration) function.Function {
	of := placementconfig.Question
	of.Function.Limit = limit
	return of.NewFunction(read)
}
