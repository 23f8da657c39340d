// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiobject

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestClusterWriters: the clusters of every dialect can be written. Those of hybrid placement rules are those of the others.
func TestClusterWriters(t *testing.T) {
	for _, of := range placement.Dialects {
		if clusterWriters[of] == nil && of != placement.DialectHybrid {
			t.Errorf("%s: no row in clusterWriters", of)
		}
	}
}
