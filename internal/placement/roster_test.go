// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

func fleetOf(n int) []placement.Cluster {
	fleet := make([]placement.Cluster, n)
	for i := range fleet {
		fleet[i].Name = fmt.Sprintf("c%04d", n-1-i)
	}
	return fleet
}

func rosterOf(t *testing.T, fleet []placement.Cluster) placement.Roster {
	t.Helper()
	roster, err := placement.NewRoster(fleet)
	if err != nil {
		t.Fatal(err)
	}
	return roster
}

// TestRosterPosition looks up every cluster in several orders, and names that the fleet does not have.
func TestRosterPosition(t *testing.T) {
	const n = 500
	roster := rosterOf(t, fleetOf(n))
	for _, step := range []int{1, 7, n - 1} {
		for i := range n {
			want := i * step % n
			name := fmt.Sprintf("c%04d", want)
			if at, ok := roster.Position(name); !ok || int(at) != want || roster.Clusters[at].Name != name {
				t.Fatalf("step %d: %s is at %d, %t", step, name, at, ok)
			}
			if at, ok := roster.Position(name + "x"); ok {
				t.Fatalf("step %d: %sx is at %d", step, name, at)
			}
		}
	}
	if names := roster.Names([]int32{3, 1}); !slices.Equal(names, []string{"c0003", "c0001"}) {
		t.Errorf("got %q", names)
	}
}

// TestRosterRejections: the mismatches of a rejection are its own.
func TestRosterRejections(t *testing.T) {
	const n = 1500
	roster := rosterOf(t, fleetOf(n))
	scratch := make([]placement.Mismatch, 600)
	for i := range n {
		if i%3 == 0 {
			continue
		}
		for k := range i % 3 {
			scratch[k] = placement.Mismatch{Kind: placement.MismatchLabel, Key: fmt.Sprint(i)}
		}
		roster.Reject(int32(i), "stage", "", scratch[:i%3]...)
	}
	var arena placement.MismatchArena
	if first := arena.Keep(scratch[:1]...); cap(first) != 1 || len(arena.Keep(scratch...)) != len(scratch) {
		t.Errorf("a list has room for %d", cap(first))
	}
	rejected := roster.Rejected()
	if len(rejected) != n/3*2 {
		t.Errorf("%d clusters are rejected", len(rejected))
	}
	for _, r := range rejected {
		var i int
		if _, err := fmt.Sscanf(r.Cluster, "c%d", &i); err != nil {
			t.Fatal(err)
		}
		want := slices.Repeat([]placement.Mismatch{{Kind: placement.MismatchLabel, Key: fmt.Sprint(i)}}, i%3)
		if diff := cmp.Diff(want, r.Mismatches); diff != "" {
			t.Fatalf("%s: -want +got:\n%s", r.Cluster, diff)
		}
	}
}

// TestNewRoster: a duplicate name is an error.
func TestNewRoster(t *testing.T) {
	fleet := append(fleetOf(3), placement.Cluster{Name: "c0001"})
	if _, err := placement.NewRoster(fleet); err == nil || err.Error() != `the fleet has two clusters named "c0001"` {
		t.Errorf("got %v", err)
	}
}
