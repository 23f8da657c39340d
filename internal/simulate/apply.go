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
)

// Apply returns the world with edits, in their order. They are valid: see [edit.Edit.Validate]. At is the path of their list. An
// edit that cannot be made is an error at its path, and ends it; so is one that changes nothing, which is a warning on a hub. The
// world itself does not change, and shares with the result what the edits do not touch.
func (w World) Apply(ctx context.Context, edits []edit.Edit, at *field.Path) (World, finding.List) {
	w.subjects, w.blocked = slices.Clone(w.subjects), nil
	var found finding.List
	for i := range edits {
		if found = append(found, w.apply(ctx, &edits[i], at.Index(i))...); found.HasError() {
			return World{}, found
		}
	}
	return w, found
}

// apply makes one edit: of a placement, of the time, or of the fleet.
func (w *World) apply(ctx context.Context, e *edit.Edit, at *field.Path) finding.List {
	switch {
	case e.Evict != nil:
		return w.evict(ctx, e.Evict, at.Child("evict"))
	case !e.At.IsZero():
		if e.At.Equal(w.now) {
			return w.target().NoEffect(at.Child("at"), "It is this time already.")
		}
		w.now = e.At
		return nil
	case e.Spec != nil:
		return w.spec(e.Spec, at.Child("spec"))
	}
	return e.Apply(ctx, w.target(), at)
}

// target is what edits change in the world.
func (w *World) target() *edit.Target {
	return &edit.Target{Fleet: &w.fleet.Manifests, Kind: w.fleet.Kind, Now: w.now}
}

// Without is the world without the clusters that are lost, and without their scores. Unlike an edit that loses clusters, it may
// leave none.
func (w World) Without(isLost func(c *placement.Cluster) bool) World {
	inv := &w.fleet.Manifests.Inventory
	all := inv.Clusters
	edit.Lose(inv, func(i int) bool { return isLost(&all[i]) })
	return w
}
