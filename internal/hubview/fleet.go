// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
)

// FleetQuery selects the objects of a fleet.
type FleetQuery struct {
	Kinds []*hubobject.Kind
	// WithObjects says that the clusters have their whole objects, which CEL expressions read. Without it those of a large fleet do
	// not have them.
	WithObjects bool
	// Selected restricts the list of each kind.
	Selected hub.Selection
}

// Fleet lists the kinds at once.
func (v *view) Fleet(ctx context.Context, query FleetQuery) (inventory.Fleet, error) {
	// The order of the objects does not depend on that of the query.
	kinds := slices.SortedFunc(slices.Values(query.Kinds), func(a, b *hubobject.Kind) int {
		return cmp.Compare(slices.Index(hubobject.FleetKinds, a), slices.Index(hubobject.FleetKinds, b))
	})
	kinds = slices.Compact(kinds)
	fleets := make([]inventory.Fleet, len(kinds))
	errs := make([]error, len(kinds))
	var reads sync.WaitGroup
	for i, kind := range kinds {
		reads.Go(func() {
			fleets[i], errs[i] = v.fleet(ctx, fleetKey{kind, query.Selected, query.WithObjects})
		})
	}
	reads.Wait()
	if ctx.Err() != nil {
		return inventory.Fleet{}, fmt.Errorf("reading the hub was interrupted: %w", ctx.Err())
	}
	if err := apiserver.First(errs...); err != nil {
		return inventory.Fleet{}, err
	}
	fleet := inventory.Fleet{FromHub: true}
	for i := range fleets {
		fleet.Join(&fleets[i])
	}
	return fleet, nil
}
