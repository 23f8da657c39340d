// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestDialects: each dialect says everything that is particular to it, so that no other one's rule applies to it by accident.
func TestDialects(t *testing.T) {
	for _, of := range placement.Dialects {
		if p := plannertest.Placement(of); p.Dialect() != of {
			t.Errorf("%s: a placement cannot have it", of)
		}
	}
	plannertest.CheckRows(t, "planner.dialects", dialects)
	if len(placement.Dialects) < 3 {
		t.Errorf("only %d dialects", len(placement.Dialects))
	}
}

// TestReplaces: KubeFleet refuses another type of placement; the others let everything change.
func TestReplaces(t *testing.T) {
	old := &kubefleet.Spec{PlacementType: kubefleet.PickAll}
	for of, want := range map[placement.Dialect]string{
		placement.DialectOCM: "", placement.DialectHybrid: "",
		placement.DialectKubeFleet: "warning kubefleet.placementType: is replaced",
	} {
		r := webOf(of)
		if r.KubeFleet != nil {
			r.KubeFleet.PlacementType = kubefleet.PickFixed
		}
		if got := plannertest.Titles(r.Replaces(old)); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", of, got, want)
		}
		if got := plannertest.Titles(r.ReplacesObject(&Placement{KubeFleet: old})); !strings.HasPrefix(got, want) ||
			want == "" && got != "" {
			t.Errorf("the object of %s: got %q, want %q", of, got, want)
		}
		if found := append(r.Replaces(nil), r.ReplacesObject(&Placement{OCM: &ocm.Spec{}})...); len(found) > 0 {
			t.Errorf("%s replaces nothing: got %q", of, plannertest.Titles(found))
		}
	}
}
