// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubobject

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestDialects: every dialect has a row with its placements and their decisions, its kinds are in the right scope, and what its
// scheduler reads can be listed.
func TestDialects(t *testing.T) {
	if len(Dialects) > len(placement.Dialects) {
		t.Errorf("Dialects has %d rows for %d dialects", len(Dialects), len(placement.Dialects))
	}
	for _, of := range placement.Dialects {
		row := Dialects[of]
		if row == nil {
			t.Errorf("%s has no row in Dialects", of)
			continue
		}
		for name, kinds := range map[string]Scoped{"Placements": row.Placements, "Decisions": row.Decisions} {
			if len(kinds.Kinds()) == 0 {
				t.Errorf("%s has no %s", of, name)
			}
		}
		if kinds := api.PlacementKinds[of]; kinds.KindIn("x") != row.Placements.KindIn("x").GroupKind ||
			kinds.KindIn("") != row.Placements.KindIn("").GroupKind {
			t.Errorf("%s: the kinds of its placements are %v and %v", of, kinds.Kinds(), row.Placements.Kinds())
		}
		checkScopes(t, of, row)
		kinds, optional := row.Fleet(Needs{Bindings: true, Scores: true, Budgets: true})
		for _, kind := range slices.Concat(kinds, optional, row.Decisions.Kinds()) {
			if !slices.Contains(FleetKinds, kind) {
				t.Errorf("%s: %s is not one of FleetKinds", of, kind)
			}
		}
	}
}

// checkScopes wants each kind of a row to have the scope of its field.
func checkScopes(t *testing.T, of placement.Dialect, row *Dialect) {
	t.Helper()
	value := reflect.ValueOf(row).Elem()
	for i := range value.NumField() {
		kinds, ok := value.Field(i).Interface().(Scoped)
		if ok && (kinds.Cluster != nil && kinds.Cluster.IsNamespaced || kinds.Namespaced != nil && !kinds.Namespaced.IsNamespaced) {
			t.Errorf("%s: %s are of the wrong scope: %v", of, value.Type().Field(i).Name, kinds.Kinds())
		}
	}
}

// TestKindIn: no namespace means the cluster-scoped kind, if there is one.
func TestKindIn(t *testing.T) {
	for _, tt := range []struct {
		of                Scoped
		without, within   *Kind
		isWithout, isWith bool
	}{
		{KubeFleet.Placements, ClusterResourcePlacement, ResourcePlacement, true, true},
		{OCM.Placements, Placement, Placement, false, true},
		{Scoped{Cluster: MemberCluster}, MemberCluster, MemberCluster, true, false},
		{Scoped{}, nil, nil, false, false},
	} {
		without, within := tt.of.KindIn(""), tt.of.KindIn("x")
		if without != tt.without || within != tt.within {
			t.Errorf("%v: got %v without a namespace and %v in one", tt.of.Kinds(), without, within)
		}
		if without != nil && (without.IsIn("") != tt.isWithout || within.IsIn("x") != tt.isWith) {
			t.Errorf("%v: IsIn is %t without a namespace and %t in one", tt.of.Kinds(), without.IsIn(""), within.IsIn("x"))
		}
	}
	if got := PlacementKindsIn(""); !slices.Equal(got, []*Kind{ClusterResourcePlacement}) {
		t.Errorf("without a namespace: got %v", got)
	}
}

// TestFleet: a scheduler reads what it needs, and nothing else.
func TestFleet(t *testing.T) {
	all := Needs{Bindings: true, Scores: true, Budgets: true}
	for _, tt := range []struct {
		of    *Dialect
		needs Needs
		want  string
	}{
		{OCM, Needs{}, "ManagedCluster ManagedClusterSet PlacementDecision |"},
		{OCM, all, "ManagedCluster ManagedClusterSet PlacementDecision ManagedClusterSetBinding AddOnPlacementScore |"},
		{KubeFleet, Needs{}, "MemberCluster |"},
		{KubeFleet, all, "MemberCluster | ClusterResourcePlacementDisruptionBudget"},
		// The decisions in the status of other rules do not matter.
		{Hybrid, all, "| Deployer"},
	} {
		kinds, optional := tt.of.Fleet(tt.needs)
		var names []string
		for _, kind := range kinds {
			names = append(names, kind.Kind)
		}
		names = append(names, "|")
		for _, kind := range optional {
			names = append(names, kind.Kind)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.needs, got, tt.want)
		}
	}
}
