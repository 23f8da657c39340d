// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"errors"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// placed is a world with placements of two clusters each, in which nothing moves. Each alone would prefer clusters that the others
// do not have, so that all of them would move if they were decided on the decisions of one another.
func placed(t *testing.T, names ...string) (simulate.World, inventory.Fleet) {
	t.Helper()
	number := int32(2)
	of := inventory.Fleet{}
	for _, name := range []string{"a", "b", "c"} {
		of.Clusters = append(of.Clusters, placement.Cluster{Name: name, Kind: placement.ManagedCluster})
	}
	var subjects []simulate.Subject
	for _, name := range names {
		subjects = append(subjects, simulate.Subject{Placement: planner.Placement{Name: name, OCM: &ocm.Spec{NumberOfClusters: &number}}})
	}
	w, found := simulate.New(t.Context(), planner.Fleet{Manifests: of}, subjects, simulate.Options{})
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	outcomes, found := w.Decide(t.Context())
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	return w.ComparedWith(outcomes), of
}

// TestMovesOf: the placements that move are lines, of which the first are shown, and the clusters that they lose are counted.
func TestMovesOf(t *testing.T) {
	names := make([]string, 25)
	for i := range names {
		names[i] = "p" + string(rune('a'+i))
	}
	w, of := placed(t, names...)
	without := of
	without.Clusters = of.Clusters[1:]
	outcomes, found := w.WithFleet(&without).Decide(t.Context())
	if found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	list, moved, lost := movesOf(outcomes)
	if moved != 25 || lost != 25 {
		t.Errorf("%d placements move, %d clusters are lost", moved, lost)
	}
	if first := "- pa (ocm): leaves a ("; !strings.Contains(list, first) || !strings.Contains(list, "; joins b (") {
		t.Errorf("nothing says %q: %s", first, list)
	}
	if !strings.Contains(list, "more placement") || strings.Contains(list, "py (ocm)") {
		t.Errorf("all are shown: %s", list)
	}
	if outcomes, found = w.WithFleet(&of).Decide(t.Context()); found.HasError() {
		t.Fatal(plannertest.Texts(found))
	}
	if list, moved, lost := movesOf(outcomes); list != "" || moved+lost != 0 {
		t.Errorf("the same fleet moves %s", list)
	}
}

// TestCount: the decisions about one plan are bounded, and that is told once.
func TestCount(t *testing.T) {
	w, of := placed(t, "web")
	i := impact{fleet: of, compared: maxCompared - len(of.Clusters)}
	for n, want := range [][2]bool{{false, true}, {true, true}, {true, false}, {true, false}} {
		if isMore, isFirst := i.count(&w); isMore != want[0] || isFirst != want[1] {
			t.Errorf("change %d: got %t, %t", n, isMore, isFirst)
		}
	}
}

// TestNotCompared: a placement that the hub moves in a way that is not known is told, and one that it does not move is not.
func TestNotCompared(t *testing.T) {
	named := func(name string) planner.Placement { return planner.Placement{Name: name, OCM: &ocm.Spec{}} }
	disabled := named("disabled")
	disabled.Unscheduled = "it is disabled"
	later := &decisions.Decided{Placement: named("later"), SpecError: errors.New(`unknown field "x"`)}
	subjects, skipped := predictable([]*decisions.Decided{
		{Placement: named("web"), Satisfied: true}, later, {Placement: disabled},
	}, "")
	if len(subjects) != 1 || subjects[0].Name != "web" || len(skipped) != 2 {
		t.Fatalf("%d subjects, skipped %v", len(subjects), skipped)
	}
	want := plannertest.Texts(finding.List{finding.Warning("", "Placements of the hub are not compared", "What this plan moves of "+
		"1 placement of the hub is not known:\n\n- later: the spec of the placement is of a later version than the provider knows: "+
		`unknown field "x".`)})
	if got := plannertest.Texts(notCompared(skipped)); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	many := make([]skippedPlacement, finding.Shown+2)
	for i := range many {
		many[i] = skippedPlacement{"a", "x", true}
	}
	if got := plannertest.Texts(notCompared(many)); strings.Count(got, "\n- a: x") != finding.Shown ||
		!strings.HasSuffix(got, "\n- and 2 more placements") {
		t.Errorf("got %q", got)
	}
	if found := notCompared(skipped[1:]); found != nil {
		t.Errorf("found %v", found)
	}
}
