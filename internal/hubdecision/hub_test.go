// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// webOnHub is a placement of a dialect on a hub of three clusters.
func webOnHub(of placement.Dialect) *planner.Request {
	r := &planner.Request{Placement: plannertest.Placement(of), Fleet: fleetOnHub(), Now: longAgo}
	r.Name, r.Namespace = "web", "x"
	return r
}

// onHub is what a hub has decided and what its scheduler is satisfied with.
func onHub(of placement.Dialect, clusters ...string) *decisions.Decided {
	d := decided(clusters...)
	d.Placement, d.Satisfied = plannertest.Placement(of), true
	return d
}

// with is what a hub has decided, changed.
func with(d *decisions.Decided, change func(d *decisions.Decided)) *decisions.Decided {
	change(d)
	return d
}

// TestWarnings: what a hub has decided may not be its last word, not what is wanted, or not what is predicted.
func TestWarnings(t *testing.T) {
	isNot, differs := false, &Prediction{ClusterNames: []string{"a"}, Differences: []Difference{
		{"a", false, true, "it is better"}, {"b", true, false, "it is gone"}, {"c", true, true, "groups"},
	}}
	for name, tt := range map[string]struct {
		decided       *decisions.Decided
		prediction    *Prediction
		unpredictable error
		want, text    string
	}{
		"as predicted": {decided: onHub(placement.DialectOCM, "a"), prediction: &Prediction{ClusterNames: []string{"a"}}},
		"not as predicted": {
			decided: onHub(placement.DialectOCM, "b", "c"), prediction: differs,
			want: "warning name: was decided differently than predicted",
			text: "The hub has chosen 2 clusters (b, c). Predicted: 1 cluster (a).\n  - a, predicted, not on the hub: it is better\n" +
				"  - b, on the hub, not predicted: it is gone\n  - c, in another group: groups",
		},
		"no prediction": {
			decided: onHub(placement.DialectOCM, "a"), unpredictable: errors.New("no scores"), want: "warning name: cannot be predicted",
			text: "no scores.",
		},
		"not scheduled": {
			decided: with(onHub(placement.DialectOCM, "b"),
				func(d *decisions.Decided) { d.Placement.Unscheduled = "it has another scheduler" }),
			want: "warning name: is not scheduled by the hub", text: "it has another scheduler.", prediction: differs,
		},
		"not decided yet": {
			decided: with(onHub(placement.DialectOCM), func(d *decisions.Decided) { d.Scheduled = false }),
			want:    "warning name: has not been decided by the hub yet", text: "check that its scheduler runs.",
		},
		"a placement that the scheduler refuses": {
			decided: with(onHub(placement.DialectOCM), func(d *decisions.Decided) { d.Scheduled = false }),
			want:    "warning name: has not been decided by the hub yet", text: "The hub cannot decide the placement: a wrong selector.",
			prediction: &Prediction{Misconfigured: "a wrong selector"},
		},
		"a name with a dot": {
			decided: with(onHub(placement.DialectKubeFleet), func(d *decisions.Decided) {
				d.Scheduled, d.Placement.Name = false, "shop.v2"
			}),
			want: "warning name: has not been decided by the hub yet", text: `such as "shop-v2".`,
		},
		"ocm writes": {
			decided: with(onHub(placement.DialectOCM, "a"), func(d *decisions.Decided) { d.Writing = true }), prediction: differs,
			want: "warning name: is being decided by the hub", text: "the status of the placement and its PlacementDecisions have other " +
				"clusters or groups",
		},
		"hybrid writes": {
			decided: with(onHub(placement.DialectHybrid, "a"), func(d *decisions.Decided) { d.Writing = true }),
			want:    "warning name: is being decided by the hub", text: "the status of the placement and its PlacementDecisions have " +
				"other clusters or groups",
		},
		"kubefleet writes": {
			decided: with(onHub(placement.DialectKubeFleet, "a"), func(d *decisions.Decided) { d.Writing = true }),
			want:    "warning name: is being decided by the hub", text: "the policy snapshot has selected other clusters than the " +
				"bindings have",
		},
		"an earlier generation": {
			decided: with(onHub(placement.DialectKubeFleet, "a"), func(d *decisions.Decided) { d.Current = &isNot }),
			want:    "warning name: has changed since the hub decided it", text: "an earlier generation", prediction: differs,
		},
		"not satisfied": {
			decided: with(onHub(placement.DialectOCM, "a"), func(d *decisions.Decided) {
				d.Satisfied = false
				d.Conditions = []placement.Condition{
					{Type: ocm.ConditionSatisfied, Status: "False", Reason: "TooFew", Message: "1 missing"},
					{Type: ocm.ConditionMisconfigured, Status: "False", Reason: "Fine"}, {Type: "Other", Status: "True"},
				}
			}),
			want: "warning name: is not satisfied on the hub", text: "The hub has chosen 1 cluster (a). PlacementSatisfied: 1 " +
				"missing (TooFew).",
		},
	} {
		t.Run(name, func(t *testing.T) {
			found := Warnings(webOnHub(tt.decided.Placement.Dialect()), tt.decided, tt.prediction, tt.unpredictable)
			if got := plannertest.Titles(found); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.want != "" && !strings.Contains(found[0].Text, tt.text) {
				t.Errorf("got %q, want %q", found[0].Text, tt.text)
			}
		})
	}
}

// TestRefreshed: a refresh warns of what is neither accepted nor an error of the plan.
func TestRefreshed(t *testing.T) {
	unsatisfied := func() *decisions.Decided {
		return with(onHub(placement.DialectOCM, "a"), func(d *decisions.Decided) { d.Satisfied = false })
	}
	undecided := with(onHub(placement.DialectOCM), func(d *decisions.Decided) { d.Scheduled = false })
	for name, tt := range map[string]struct {
		decided       *decisions.Decided
		of            Refreshed
		onUnsatisfied string
		want          string
	}{
		"satisfied":            {decided: onHub(placement.DialectOCM, "a")},
		"not satisfied":        {decided: unsatisfied(), want: "warning name: is not satisfied on the hub"},
		"accepted":             {decided: unsatisfied(), onUnsatisfied: planner.UnsatisfiedAccept},
		"an error of the plan": {decided: unsatisfied(), onUnsatisfied: planner.UnsatisfiedError},
		"clusters would leave": {decided: unsatisfied(), of: Refreshed{Loses: true}},
		"a warning is asked for": {
			decided: unsatisfied(), of: Refreshed{Loses: true}, onUnsatisfied: planner.UnsatisfiedWarn,
			want: "warning name: is not satisfied on the hub",
		},
		"no clusters":           {decided: onHub(placement.DialectOCM), want: "warning name: has no clusters on the hub"},
		"no clusters, accepted": {decided: onHub(placement.DialectOCM), onUnsatisfied: planner.UnsatisfiedAccept},
		"not decided":           {decided: undecided, want: "warning name: has not been decided by the hub yet"},
		"no longer decided": {
			decided: undecided, of: Refreshed{HasDecided: true}, want: "warning name: has no decisions on the hub",
		},
		"read while it changed": {
			decided: onHub(placement.DialectOCM, "a"), of: Refreshed{Keeps: true}, want: "warning name: is being decided by the hub",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := webOnHub(placement.DialectOCM)
			r.OnUnsatisfied = tt.onUnsatisfied
			found := tt.of.Warnings(r, tt.decided)
			if got := plannertest.Titles(found); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if tt.of.Keeps && !strings.HasSuffix(found[0].Text, "The state keeps the last complete decisions until then.") {
				t.Errorf("got %q", found[0].Text)
			}
		})
	}
	if got := plannertest.Titles(Undecided(webOnHub(placement.DialectOCM),
		undecided)); got != "warning ocm: has not been decided by the hub yet" {
		t.Errorf("got %q", got)
	}
	if found := Undecided(webOnHub(placement.DialectOCM), onHub(placement.DialectOCM)); len(found) > 0 {
		t.Errorf("got %q", plannertest.Titles(found))
	}
}

// TestIsDone: KubeFleet publishes the generation that it has decided; of the others only the decisions show it.
func TestIsDone(t *testing.T) {
	is, isNot := true, false
	before := Baseline{Decided: onHub(placement.DialectOCM, "a")}
	forecast := &Forecast{ClusterNames: []string{"b"}}
	current := func(d *decisions.Decided, is *bool) *decisions.Decided {
		return with(d, func(d *decisions.Decided) { d.Current = is })
	}
	for name, tt := range map[string]struct {
		now      *decisions.Decided
		forecast *Forecast
		before   Baseline
		isStill  bool
		want     bool
	}{
		"ocm, as predicted": {now: onHub(placement.DialectOCM, "b"), forecast: forecast, before: before, want: true},
		"ocm, as before":    {now: onHub(placement.DialectOCM, "a"), forecast: forecast, before: before, isStill: true},
		"ocm, otherwise, still": {
			now: onHub(placement.DialectOCM, "c"), forecast: forecast, before: before, isStill: true, want: true,
		},
		"ocm, otherwise, it changes":   {now: onHub(placement.DialectOCM, "c"), forecast: forecast, before: before},
		"ocm, new, without a forecast": {now: onHub(placement.DialectOCM, "c"), isStill: true, want: true},
		"ocm, it writes": {
			now:      with(onHub(placement.DialectOCM, "b"), func(d *decisions.Decided) { d.Writing = true }),
			forecast: forecast, isStill: true,
		},
		"not scheduled": {
			now:  with(onHub(placement.DialectOCM), func(d *decisions.Decided) { d.Placement.Unscheduled, d.Scheduled = "x", false }),
			want: true,
		},
		"kubefleet, this generation": {
			now: current(onHub(placement.DialectKubeFleet, "a"), &is), forecast: forecast, want: true,
		},
		"kubefleet, an earlier generation": {
			now: current(onHub(placement.DialectKubeFleet, "b"), &isNot), forecast: forecast, isStill: true,
		},
		"kubefleet, an unknown generation": {now: onHub(placement.DialectKubeFleet, "b"), forecast: forecast, isStill: true},
		"hybrid, as predicted":             {now: onHub(placement.DialectHybrid, "b"), forecast: forecast, want: true},
		"hybrid, of an earlier generation": {
			now: current(onHub(placement.DialectHybrid, "b"), &isNot), forecast: forecast, isStill: true,
		},
		"hybrid, as before, still the same": {
			now: onHub(placement.DialectHybrid, "a"), forecast: forecast, before: before, isStill: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := IsDone(tt.now, tt.forecast, tt.before, tt.isStill); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

// TestForecastAgrees compares clusters and their groups, and not their order.
func TestForecastAgrees(t *testing.T) {
	forecast := Forecast{ClusterNames: []string{"a", "b"}, groups: map[string]string{"a": "group 0", "b": "group 0"}}
	other := Forecast{ClusterNames: []string{"b", "a"}, groups: map[string]string{"a": "group 0", "b": "group 1"}}
	for name, tt := range map[string]struct{ got, want bool }{
		"another order":         {forecast.Agrees(decided("b", "a")), true},
		"another group":         {other.Agrees(decided("b", "a")), false},
		"fewer":                 {forecast.Agrees(decided("a")), false},
		"others":                {forecast.Agrees(decided("a", "c")), false},
		"groups do not matter":  {(&Forecast{ClusterNames: []string{"a"}}).Agrees(decided("a")), true},
		"the same forecast":     {forecast.Same(&forecast), true},
		"forecasts in groups":   {forecast.Same(&other), false},
		"the same decisions":    {SameDecisions(decided("a", "b"), decided("b", "a")), true},
		"other decisions":       {SameDecisions(decided("a", "b"), decided("b", "c")), false},
		"the same clusters":     {SameClusters([]string{"a", "b"}, []string{"b", "a"}), true},
		"not the same clusters": {SameClusters([]string{"a", "b"}, []string{"b"}), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %t", name, tt.got)
		}
	}
	kept := Baseline{Clusters: []string{"a", "c", "d"}, Lost: []string{"e"}, Dropped: []string{"d"}}
	if diff := cmp.Diff([]string{"c", "e"}, forecast.Leaving(kept)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	kept.Replaces = true
	if diff := cmp.Diff([]string{"a", "c", "d"}, forecast.Leaving(kept)); diff != "" {
		t.Errorf("replaced: -want +got:\n%s", diff)
	}
}

// TestDeleted: the deletion of a placement takes the workload from its clusters.
func TestDeleted(t *testing.T) {
	if found := Deleted(onHub(placement.DialectOCM), "What follows"); len(found) > 0 {
		t.Errorf("no cluster has the workload: got %v", found)
	}
	found := Deleted(onHub(placement.DialectOCM, "a", "b"), "What follows")
	if len(found) != 1 || !found[0].Warning || !strings.Contains(found[0].Text, "from all its clusters: 2 clusters (a, b).") ||
		!strings.HasSuffix(found[0].Text, "\n\nWhat follows") {
		t.Errorf("got %v", found)
	}
}

// TestForecastTwice: a hub that sees a change of a placement and the deletion of a cluster apart decides twice. What the first
// decision takes away counts.
func TestForecastTwice(t *testing.T) {
	one, two, allowed := int32(1), int32(2), intstr.FromInt32(1)
	fleetDecided := onHub(placement.DialectKubeFleet, "b", "c")
	for _, name := range fleetDecided.Names() {
		fleetDecided.ResourceBindings = append(fleetDecided.ResourceBindings, placement.ResourceBinding{
			Namespace: "x", Placement: "web", TargetCluster: name, State: placement.BindingBound,
		})
	}
	for name, tt := range map[string]struct {
		decided *decisions.Decided
		deleted string
		want    string
	}{
		"ocm":             {onHub(placement.DialectOCM, "a", "b"), "a", "if the placement changes first: 1 cluster (a), then 1 cluster (b)"},
		"ocm, once":       {onHub(placement.DialectOCM, "a", "b"), "b", ""},
		"kubefleet":       {fleetDecided, "c", "if the placement changes first: 1 cluster (c), then 1 cluster (b)"},
		"kubefleet, once": {fleetDecided, "b", ""},
	} {
		t.Run(name, func(t *testing.T) {
			before := Baseline{Decided: tt.decided, Clusters: tt.decided.Names()}
			c := &planner.Transition{Request: webOnHub(tt.decided.Placement.Dialect()), Limit: planner.Limit{MaxMoves: &allowed}}
			if prior, planned := before.Decided.Placement.KubeFleet, c.KubeFleet; planned != nil {
				prior.PlacementType, prior.NumberOfClusters = kubefleet.PickN, &two
				planned.PlacementType, planned.NumberOfClusters = kubefleet.PickN, &one
			} else {
				before.Decided.Placement.OCM.NumberOfClusters, c.OCM.NumberOfClusters = &two, &one
			}
			undeleted := c.Fleet
			isDeleted := func(c placement.Cluster) bool { return c.Name == tt.deleted }
			c.Manifests.Clusters = slices.DeleteFunc(slices.Clone(undeleted.Manifests.Clusters), isDeleted)
			expected, _ := Expect(t.Context(), c, before, &undeleted)
			found := expected.Findings(t.Context())
			isTwice := tt.want != ""
			if len(found) != 1 || found[0].Warning == isTwice || !strings.Contains(found[0].Text, tt.want) {
				t.Error(plannertest.Texts(found))
			}
			if once, _ := Expect(t.Context(), c, before, nil); once.Same(expected.Forecast) == isTwice {
				t.Errorf("the same forecast without the deletion: %t", !isTwice)
			}
		})
	}
}

// TestForecast: the hub is expected to take the workload from clusters, within max_moves or not.
func TestForecast(t *testing.T) {
	one := int32(1)
	none, all := intstr.FromInt32(0), intstr.FromString("100%")
	for name, tt := range map[string]struct {
		limit  *intstr.IntOrString
		before Baseline
		want   string
		names  []string
	}{
		"created": {want: "warning ocm: is created on the hub", names: []string{"a"}},
		"the same": {
			before: Baseline{Decided: onHub(placement.DialectOCM, "a"), Clusters: []string{"a"}}, limit: &none, names: []string{"a"},
		},
		"a cluster leaves": {
			before: Baseline{Decided: onHub(placement.DialectOCM, "a", "b"), Clusters: []string{"a", "b"}}, limit: &all,
			want: "warning ocm: will move", names: []string{"a"},
		},
		"too many leave": {
			before: Baseline{Decided: onHub(placement.DialectOCM, "a", "b"), Clusters: []string{"a", "b"}}, limit: &none,
			want: "error max_moves: " + planner.TooManyMoves,
		},
		"replaced": {
			before: Baseline{Clusters: []string{"a"}, Replaces: true}, want: "warning ocm: is replaced on the hub", names: []string{"a"},
		},
		"replaced, which takes the workload from all": {
			before: Baseline{Clusters: []string{"a"}, Replaces: true}, limit: &none, want: "error max_moves: " + planner.TooManyMoves,
		},
		"replaced, the workload stays": {
			before: Baseline{Clusters: []string{"a"}, Replaces: true, Abandons: true}, limit: &none, names: []string{"a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := &planner.Transition{Request: webOnHub(placement.DialectOCM), Limit: planner.Limit{MaxMoves: tt.limit}}
			c.OCM.NumberOfClusters = &one
			forecast, found := ForecastOf(t.Context(), c, tt.before)
			if got := plannertest.Titles(found); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if forecast == nil && tt.names != nil {
				t.Fatal("there is no forecast")
			}
			if forecast != nil {
				if diff := cmp.Diff(tt.names, forecast.ClusterNames); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}
