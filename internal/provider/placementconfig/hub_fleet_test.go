// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestHubDialects: a placement of every dialect is read from a hub.
func TestHubDialects(t *testing.T) {
	for _, dialect := range placement.Dialects {
		if row := hubDialects[dialect]; row.fleetKinds == nil || row.readStored == nil {
			t.Errorf("%s has no row in hubDialects", dialect)
		}
	}
	if len(hubDialects) != len(placement.Dialects) {
		t.Errorf("%d rows, want %d", len(hubDialects), len(placement.Dialects))
	}
}
