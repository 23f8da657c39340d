// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestTimes compares RequeueAt, which is upstream's, with the instant of the next change.
func TestTimes(t *testing.T) {
	added := genNow.Add(-time.Minute)
	tainted := func(effect placement.TaintEffect) func(*placement.Cluster) {
		return func(c *placement.Cluster) {
			c.Taints = []placement.Taint{{Key: "gpu", Effect: effect, TimeAdded: added}}
		}
	}
	forFiveMinutes := match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(300)}
	forTen := match.Toleration{Key: "gpu", Operator: "Exists", TolerationSeconds: seconds(600)}
	withoutEnd := match.Toleration{Key: "gpu", Operator: "Exists"}
	addOn := func(req *ocm.Placement) {
		req.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{{ScoreCoordinate: &ocm.ScoreCoordinate{
			Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"},
		}}}
	}
	tolerate := func(list ...match.Toleration) func(*ocm.Placement) {
		return func(req *ocm.Placement) { req.Tolerations = list }
	}
	five, ten := added.Add(5*time.Minute), added.Add(10*time.Minute)
	var never time.Time
	for name, c := range map[string]struct {
		cluster       func(*placement.Cluster)
		request       func(*ocm.Placement)
		decided       bool // whether the cluster is currently chosen
		requeue, next time.Time
	}{
		"no taint":                    {func(*placement.Cluster) {}, tolerate(forFiveMinutes), true, never, never},
		"tolerated without an end":    {tainted(placement.NoSelect), tolerate(withoutEnd), true, never, never},
		"chosen, for five minutes":    {tainted(placement.NoSelect), tolerate(forFiveMinutes), true, five, five},
		"newly chosen":                {tainted(placement.NoSelect), tolerate(forFiveMinutes), false, never, five},
		"newly chosen, NoSelectIfNew": {tainted(placement.NoSelectIfNew), tolerate(forFiveMinutes), false, never, five},
		"chosen, NoSelectIfNew":       {tainted(placement.NoSelectIfNew), tolerate(forFiveMinutes), true, never, never},
		"PreferNoSelect":              {tainted(placement.PreferNoSelect), tolerate(forFiveMinutes), true, never, never},
		"a second one is longer":      {tainted(placement.NoSelect), tolerate(forFiveMinutes, forTen), true, five, ten},
		"a second one is shorter":     {tainted(placement.NoSelect), tolerate(forTen, forFiveMinutes), true, ten, ten},
		"a second one has no end":     {tainted(placement.NoSelect), tolerate(forFiveMinutes, withoutEnd), true, five, never},
		"the first one has no end":    {tainted(placement.NoSelect), tolerate(withoutEnd, forFiveMinutes), true, never, never},
		"not tolerated":               {tainted(placement.NoSelect), tolerate(), true, never, never},
		"chosen, but no longer in a set": {
			func(c *placement.Cluster) { tainted(placement.NoSelect)(c); c.Labels = nil },
			tolerate(forFiveMinutes), true, five, never,
		},
		"the earliest of two taints": {
			func(c *placement.Cluster) {
				tainted(placement.NoSelect)(c)
				c.Taints = append(c.Taints, placement.Taint{Key: "gpu", Value: "a", Effect: placement.NoSelect, TimeAdded: genNow})
			},
			tolerate(forFiveMinutes), true, five, five,
		},
		"a score expires": {
			func(*placement.Cluster) {}, addOn, true, never, genNow.Add(2*time.Minute + 1),
		},
		"a score that is not used": {
			func(*placement.Cluster) {}, func(*ocm.Placement) {}, true, never, never,
		},
		"the score first, the toleration later": {
			tainted(placement.NoSelect), func(req *ocm.Placement) { addOn(req); tolerate(forFiveMinutes)(req) },
			true, five, genNow.Add(2*time.Minute + 1),
		},
	} {
		t.Run(name, func(t *testing.T) {
			inv := oneCluster(c.cluster)
			inv.Scores = []placement.Score{{
				Cluster: "c1", Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: 10}},
				ValidUntil: genNow.Add(2 * time.Minute),
			}}
			if c.decided {
				inv.Decisions = []placement.PlacementDecision{{Placement: "p", Namespace: "default", Clusters: []string{"c1"}}}
			}
			got, err := ocm.Schedule(t.Context(), placementOf(c.request), inv)
			if err != nil {
				t.Fatal(err)
			}
			if !got.RequeueAt.Equal(c.requeue) || !got.NextChange.Equal(c.next) {
				t.Errorf("requeue %s, next change %s; want %s and %s", got.RequeueAt, got.NextChange, c.requeue, c.next)
			}
		})
	}
}

// TestScoreExpiry uses a score at the last instant at which it is valid and one nanosecond later.
func TestScoreExpiry(t *testing.T) {
	inv := oneCluster(func(*placement.Cluster) {})
	inv.Scores = []placement.Score{{
		Cluster: "c1", Name: "usage", Values: []placement.ScoreValue{{Name: "cpu", Value: 10}}, ValidUntil: genNow,
	}}
	req := placementOf(func(req *ocm.Placement) {
		req.PrioritizerPolicy = ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{
			{ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpu"}}},
		}}
	})
	for _, c := range []struct {
		after    time.Duration
		score    int64
		warnings []string
	}{{0, 10, nil}, {1, 0, []string{"AddOnPlacementScores c1/usage expired"}}} {
		inv.Now = genNow.Add(c.after)
		got, err := ocm.Schedule(t.Context(), req, inv)
		if err != nil {
			t.Fatal(err)
		}
		if got.Decisions[0].Score != c.score {
			t.Errorf("%s later the score is %d, want %d", c.after, got.Decisions[0].Score, c.score)
		}
		if diff := cmp.Diff(c.warnings, got.Warnings); diff != "" {
			t.Errorf("%s later: -want +got:\n%s", c.after, diff)
		}
	}
}
