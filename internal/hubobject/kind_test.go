// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"slices"
	"testing"
)

// TestKinds: every kind of a fleet and of a placement can be named and read.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range slices.Concat(FleetKinds, []*Kind{Placement, ClusterSchedulingPolicySnapshot, SchedulingPolicySnapshot}) {
		if kind.Group == "" || kind.Kind == "" || kind.Plural == "" || kind.Product == "" {
			t.Errorf("%+v is not complete", kind)
		}
		if seen[kind.String()] {
			t.Errorf("%s is there twice", kind)
		}
		seen[kind.String()] = true
		versions := kind.Versions()
		if len(versions) == 0 || kind.Preferred != "" && versions[0] != kind.Preferred {
			t.Errorf("%s has the versions %v, and prefers %q", kind, versions, kind.Preferred)
		}
	}
	for _, kind := range PlacementKinds {
		if kind.IsNamespaced == (kind == ClusterResourcePlacement) {
			t.Errorf("%s: IsNamespaced is %t", kind, kind.IsNamespaced)
		}
	}
}
