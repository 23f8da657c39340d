// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package planner

import (
	"reflect"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/lint"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestDialects: each dialect says everything that is particular to it, so that no other one's rule applies to it by accident.
func TestDialects(t *testing.T) {
	for _, of := range placement.Dialects {
		if p := plannertest.Placement(of); p.Dialect() != of {
			t.Errorf("%s: a placement cannot have it", of)
		}
		checkRow(t, of, "dialects", reflect.ValueOf(dialects[of]))
		checkRow(t, of, "lint.Dialects", reflect.ValueOf(lint.Dialects[of]))
	}
	for table, rows := range map[string]int{"dialects": len(dialects), "lint.Dialects": len(lint.Dialects)} {
		if rows != len(placement.Dialects) {
			t.Errorf("%s has %d rows for %d dialects", table, rows, len(placement.Dialects))
		}
	}
	if len(placement.Dialects) < 3 {
		t.Errorf("only %d dialects", len(placement.Dialects))
	}
}

// checkRow wants every field of a dialect's row in a table. False is an answer, and no kind of cluster is all of them.
func checkRow(t *testing.T, of placement.Dialect, table string, row reflect.Value) {
	t.Helper()
	if row.IsNil() {
		t.Errorf("%s: no row in %s", of, table)
		return
	}
	for _, field := range reflect.VisibleFields(row.Elem().Type()) {
		if field.Type.Kind() != reflect.Bool && field.Name != "kind" && row.Elem().FieldByIndex(field.Index).IsZero() {
			t.Errorf("%s: %s has no %s", of, table, field.Name)
		}
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
