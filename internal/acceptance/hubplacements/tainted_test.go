// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubTainted_placement: the replacement of a tainted placement takes the workload from its clusters, so max_moves applies.
func TestHubTainted_placement(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, kind)
			startWith(r, r.Config(2), 2)
			already := r.Title() + "is an object of the state already"
			r.Says(r.Tainted(r.Config(2, object{"max_moves": "1"})).Diags, already,
				"ERROR Too many clusters would lose the workload|2 of 2 clusters would lose the workload")
			r.Says(r.Tainted(r.Config(2)).Diags, already, r.Title()+"is replaced on the hub|takes the workload from all its "+
				"clusters: 2 clusters")
		})
	}
}
