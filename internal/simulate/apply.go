// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// edited is a world with edits.
type edited struct {
	world.World
	// blocked are the evictions that the edits have asked for and that the hub does not execute.
	blocked []BlockedEviction
}

// apply returns a world with edits, in their order. They are valid: see [edit.Edit.Validate]. Path is that of their list. An edit
// that cannot be made is an error at its path, and ends it; so is one that changes nothing, which is a warning on a hub. The
// world itself does not change, and shares with the result what the edits do not touch.
func apply(ctx context.Context, w world.World, edits []edit.Edit, path *field.Path) (edited, finding.List) {
	after := edited{World: w}
	after.Placements = slices.Clone(w.Placements)
	var findings finding.List
	for i := range edits {
		if findings = append(findings, after.apply(ctx, &edits[i], path.Index(i))...); findings.HasError() {
			return edited{}, findings
		}
	}
	return after, findings
}

// apply makes one edit: of a placement, of the time, or of the fleet.
func (w *edited) apply(ctx context.Context, e *edit.Edit, path *field.Path) finding.List {
	switch {
	case e.Evict != nil:
		return w.evict(ctx, e.Evict, path.Child("evict"))
	case !e.At.IsZero():
		if e.At.Equal(w.Now) {
			return w.target().NoEffect(path.Child("at"), "It is this time already.")
		}
		w.Now = e.At
		return nil
	case e.Spec != nil:
		return w.spec(e.Spec, path.Child("spec"))
	}
	return e.Apply(ctx, w.target(), path)
}

// target is what edits change in the world.
func (w *edited) target() *edit.Target {
	return &edit.Target{Fleet: &w.Fleet.Manifests, Kind: w.Fleet.Kind, Now: w.Now}
}

// Without is a world without the clusters that are lost, and without their scores. Unlike an edit that loses clusters, it may
// leave none.
func Without(w world.World, isLost func(c *placement.Cluster) bool) world.World {
	inv := &w.Fleet.Manifests.Inventory
	all := inv.Clusters
	edit.Lose(inv, func(i int) bool { return isLost(&all[i]) })
	return w
}
