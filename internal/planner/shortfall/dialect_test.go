// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestDialects: each dialect says what would satisfy its placements.
func TestDialects(t *testing.T) { plannertest.CheckRows(t, "shortfall.dialects", dialects) }
