// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// effectOnOne is what a loss does to a placement, without the words.
type effectOnOne struct {
	Satisfied          bool
	Lost, Left, Joined []string
}

// compared is a placement with a loss.
func compared(placement string, l *Loss) string { return fmt.Sprintf("%s without %s", placement, l) }

// bruteForce decides every placement without each loss, from the decisions of the world: alone, and those that have to be decided
// together.
func bruteForce(ctx context.Context, t *rapid.T, a *answer) map[string]effectOnOne {
	all := map[string]effectOnOne{}
	effects, err := a.effects(ctx)
	if err != nil {
		t.Fatal(err)
	}
	before, found := a.world.Decide(ctx)
	if found != nil {
		t.Fatal(plannertest.Texts(found))
	}
	for k := range a.losses {
		l := &a.losses[k]
		isLost := func(name string) bool { return slices.Contains(l.clusters, name) }
		lost := simulate.Without(a.world, func(c *placement.Cluster) bool { return isLost(c.Name) })
		isUnknown := func(i int) bool { return effects[k*a.world.Len()+i] == unknown }
		together, found := lost.DecideSome(ctx, isUnknown)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		for i := range before {
			outcome := together[i]
			if !isUnknown(i) {
				if outcome, found = lost.DecideOne(ctx, i); found.HasError() {
					t.Fatal(plannertest.Texts(found))
				}
			}
			of := moved(before[i].Clusters(), outcome.Clusters(), isLost)
			of.Satisfied = outcome.Satisfied()
			if len(of.Lost)+len(of.Left)+len(of.Joined) > 0 || of.Satisfied != before[i].Satisfied() {
				all[compared(outcome.Placement(), &l.Loss)] = of
			}
		}
	}
	return all
}

func moved(before, after []string, isLost func(name string) bool) (of effectOnOne) {
	for _, name := range before {
		switch {
		case slices.Contains(after, name):
		case isLost(name):
			of.Lost = append(of.Lost, name)
		default:
			of.Left = append(of.Left, name)
		}
	}
	for _, name := range after {
		if !slices.Contains(before, name) {
			of.Joined = append(of.Joined, name)
		}
	}
	return of
}

// TestBruteForce compares with deciding every placement without each loss: what is skipped changes nothing, and what is derived
// is right.
func TestBruteForce(t *testing.T) {
	var work Work
	rapid.Check(t, func(t *rapid.T) {
		w, ok := genWorld(t)
		if !ok {
			t.Skip("the fleet or a placement is wrong")
		}
		q := &Question{MaxWork: MaxWork}
		q.Labels = known(w, "region", func(c *placement.Cluster) map[string]string { return c.Labels })
		q.ClusterSets = []string{"global"}
		q.Claims = known(w, "cloud", func(c *placement.Cluster) map[string]string { return c.Claims })
		a, found := answered(t.Context(), w, q)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		got := map[string]effectOnOne{}
		for i := range a.impacts {
			of := &a.impacts[i]
			got[compared(of.Placement, &of.Loss)] = effectOnOne{of.Satisfied, of.Lost.Names, of.Left.Names, of.Joined.Names}
		}
		want := bruteForce(t.Context(), t, a)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-brute force +got:\n%s", diff)
		}
		work.Decided += a.work.Decided
		work.Derived += a.work.Derived
		work.Unchanged += a.work.Unchanged
	})
	if work.Decided == 0 || work.Derived == 0 || work.Unchanged < work.Decided/4 {
		t.Errorf("the fleets do not show much: %+v", work)
	}
}

// known is a question about the values of a label or claim that the fleet has.
func known(w world.World, key string, of func(c *placement.Cluster) map[string]string) []string {
	for _, c := range w.Clusters() {
		if _, ok := of(&c)[key]; ok {
			return []string{key}
		}
	}
	return nil
}

// mostLost is how many clusters, whichever they are, a placement can lose: it is decided without every part of the fleet.
func mostLost(t *rapid.T, a *answer, subject int) int {
	names := fleet.Names(a.world.Clusters())
	slices.Sort(names)
	names = slices.Compact(names)
	least := len(names)
	for part := range 1 << len(names) {
		without := simulate.Without(a.world, func(c *placement.Cluster) bool { return part>>slices.Index(names, c.Name)&1 == 1 })
		outcome, found := without.DecideOne(t.Context(), subject)
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		if !outcome.Satisfied() {
			least = min(least, bits.OnesCount(uint(part))-1)
		}
	}
	return least
}

// TestSurvives compares with the loss of every part of the fleet.
func TestSurvives(t *testing.T) {
	exact := 0
	rapid.Check(t, func(t *rapid.T) {
		w, ok := genWorld(t)
		if !ok {
			t.Skip("the fleet or a placement is wrong")
		}
		a, found := answered(t.Context(), w, &Question{MaxWork: MaxWork})
		if found.HasError() {
			t.Fatal(plannertest.Texts(found))
		}
		for i := range a.subjects {
			s := a.subjects[i].survives()
			if !a.subjects[i].satisfied && s == (Survives{Exact: true}) {
				continue
			}
			least := mostLost(t, a, i)
			if s.AtLeast > least || s.Exact && s.AtLeast != least {
				t.Fatalf("%s survives the loss of any %d; got %+v", a.subjects[i].name, least, s)
			}
			if s.Exact {
				exact++
			}
		}
	})
	if exact == 0 {
		t.Error("no placement survives an exact number")
	}
}
