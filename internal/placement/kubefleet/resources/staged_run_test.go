// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources

import (
	"reflect"
	"slices"
)

// Expected is what the hub expects to pass.
const Expected FailureKind = "expected"

// StagedRun is what a StagedUpdateRun of a ResourcePlacement names in place of what a rolling update does.
type StagedRun struct {
	Overrides Named
	Failure   *Failure
}

// StagedRun finds what a staged update run names: it asks for overrides with the plain name of the placement. It is nil where that
// makes no difference.
func (h *Hub) StagedRun(question *Question, rendering *Rendering) *StagedRun {
	placement := question.Placement
	if placement.Namespace == "" {
		return nil
	}
	if snapshots := rendering.Snapshots; len(snapshots) > 1 && len(question.Overrides) > 0 {
		return &StagedRun{Failure: newFailure(Expected, "not all resource snapshot in the same index group are created: resource "+
			"snapshots are still being created for the masterResourceSnapshot %s, total snapshot in the index group = %d, num Of "+
			"existing snapshot in the group= 1, placement = %s", snapshots[0].Name, len(snapshots), placement.Name)}
	}
	placement.Namespace = ""
	works := planWorks(&question.Placement, rendering.Resources, rendering.Snapshots)
	candidates := (&renderer{hub: h, works: works}).candidates()
	var named Named
	for _, override := range sortOverrides(question.Overrides) {
		selects := slices.ContainsFunc(override.targets(), func(id ID) bool { return candidates[id] })
		if selects && override.Reaches(&placement) {
			named.add(override)
		}
	}
	if reflect.DeepEqual(named, rendering.Overrides) {
		return nil
	}
	return &StagedRun{Overrides: named}
}
