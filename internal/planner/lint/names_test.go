// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// measured is a fleet of clusters that have one of everything.
func measured(n int) planner.Fleet {
	var fleet planner.Fleet
	for i := range n {
		name := fmt.Sprintf("c-%05d", i)
		cpu := placement.Resources{placement.NewResource("cpu", resource.MustParse("4"))}
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{
			Name: name, Labels: map[string]string{"topology.io/zone": name[len(name)-1:], "tier": "gold"},
			Claims:     map[string]string{"region": "eu"},
			Properties: map[string]string{"x.io/cost": "1"}, Capacity: cpu, Allocatable: cpu, Available: cpu,
		})
		fleet.Scores = append(fleet.Scores, placement.Score{
			Cluster: name, Name: "usage", Values: []placement.ScoreValue{{Name: "cpuratio", Value: int32(i % 100)}},
		})
	}
	return fleet
}

const (
	coordinate = "ocm.prioritizerPolicy.configurations[0].scoreCoordinate.addOn."
	cluster    = "kubefleet.affinity.clusterAffinity."
	preference = cluster + "preferredDuringSchedulingIgnoredDuringExecution[0].preference."
	excluded   = preference + `labelSelector.matchExpressions[0].key: The placement "web" uses the label "tiers", which no cluster has: ` +
		`no cluster has the label "tiers"; did you mean "tier"? The expression excludes no cluster.`
	group = "decisionStrategy.groupStrategy.decisionGroups[0].groupClusterSelector."
)

// TestAbsentNames warns about every name that nothing in the fleet has, and about no other.
func TestAbsentNames(t *testing.T) {
	zero := int32(0)
	for name, tt := range map[string]struct {
		placement planner.Placement
		want      string
	}{
		"a score": {prefers(addOn("usage", "cpuratio", nil)), ""},
		"no such score": {
			prefers(addOn("usage", "cpuRatios", nil), addOn("usage", "cpuRatios", nil)),
			coordinate + `scoreName: The placement "web" uses the score "cpuRatios", which no AddOnPlacementScore "usage" has: ` +
				`no AddOnPlacementScore "usage" has the score "cpuRatios"; did you mean "cpuratio"? Every cluster gets 0 for it.`,
		},
		"no such object": {
			prefers(addOn("usages", "cpuratio", nil)),
			coordinate + `resourceName: The placement "web" uses the AddOnPlacementScore "usages", which no cluster has: ` +
				`no cluster has the AddOnPlacementScore "usages"; did you mean "usage"? Every cluster gets 0 for it.`,
		},
		"a score of weight 0": {prefers(addOn("usages", "cpuratio", &zero)), ""},
		"properties": {
			affine(requires("x.io/cost", "resources.kubernetes-fleet.io/total-cpu", "resources.kubernetes-fleet.io/available-cpu"),
				"tier"), "",
		},
		"no such property": {
			affine(requires("x.io/cost", "x.io/costs")),
			cluster + `requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[2].propertySelector.matchExpressions[0].name: ` +
				`The placement "web" uses the property "x.io/costs", which no cluster has: ` +
				`no cluster has the property "x.io/costs"; did you mean "x.io/cost"? The term matches no cluster.`,
		},
		"no such resource": {
			affine(sorts(1, "resources.kubernetes-fleet.io/available-cpus")),
			preference + `propertySorter.name: The placement "web" uses the property "resources.kubernetes-fleet.io/available-cpus", which no ` +
				`cluster has: no cluster has the property "resources.kubernetes-fleet.io/available-cpus"; did you mean ` +
				`"resources.kubernetes-fleet.io/available-cpu"? The preference adds 0 to the score of every cluster.`,
		},
		"a sorter of weight 0": {affine(sorts(0, "x.io/costs")), ""},
		"no such topology": {
			affine(kubefleet.ClusterAffinity{}, "zone"),
			`kubefleet.topologySpreadConstraints[0].topologyKey: The placement "web" uses the label "zone", which no cluster has: ` +
				`no cluster has the label "zone"; did you mean "topology.io/zone"? The constraint has no effect.`,
		},
		"no such topology, and nothing near": {
			affine(prefersLabels(expression("rack", metav1.LabelSelectorOpExists)), "rack"),
			`kubefleet.topologySpreadConstraints[0].topologyKey: The placement "web" uses the label "rack", which no cluster has: ` +
				`no cluster has the label "rack". The constraint has no effect.`,
		},
		"a preferred label": {
			affine(prefersLabels(metav1.LabelSelector{MatchLabels: map[string]string{"Tier": "x", "tier": "gold"}})),
			preference + `labelSelector.matchLabels[Tier]: The placement "web" uses the label "Tier", which no cluster has: ` +
				`no cluster has the label "Tier"; did you mean "tier"? The preference applies to no cluster.`,
		},
		"a preferred label that is new": {
			affine(prefersLabels(metav1.LabelSelector{MatchLabels: map[string]string{"rich": "yes"}})), "",
		},
		"a label that must not be there": {affine(prefersLabels(expression("tiers", metav1.LabelSelectorOpDoesNotExist))), excluded},
		"a value that must not be there": {affine(prefersLabels(expression("tiers", metav1.LabelSelectorOpNotIn, "x"))), excluded},
		"a label that no cluster has":    {affine(prefersLabels(expression("offline", metav1.LabelSelectorOpDoesNotExist))), ""},
		"a predicate that excludes": {
			planner.Placement{Name: "web", OCM: &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
				LabelSelector: new(expression("tiers", metav1.LabelSelectorOpNotIn, "x")),
			}}}}},
			`ocm.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0].key: The placement "web" uses the label ` +
				`"tiers", which no cluster has: no cluster has the label "tiers"; did you mean "tier"? The expression excludes no cluster.`,
		},
		"a group": {
			grouped(placement.GroupSelector{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tiers": "gold"}}}),
			group + `labelSelector.matchLabels[tiers]: The placement "web" uses the label "tiers", which no cluster has: ` +
				`no cluster has the label "tiers"; did you mean "tier"? The group gets no cluster.`,
		},
		"a group by claim": {
			grouped(placement.GroupSelector{ClaimSelector: &placement.ClaimSelector{
				MatchExpressions: expression("regoin", metav1.LabelSelectorOpIn, "eu").MatchExpressions,
			}}),
			group + `claimSelector.matchExpressions[0].key: The placement "web" uses the claim "regoin", which no cluster has: ` +
				`no cluster has the claim "regoin"; did you mean "region"? The group gets no cluster.`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.placement.Name = "web"
			_, found := planner.Decide(t.Context(), &planner.Request{Placement: tt.placement, Fleet: measured(3)})
			if tt.want != "" {
				tt.want = "warning " + tt.want
			}
			if diff := cmp.Diff(tt.want, plannertest.Texts(found)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestAbsentNamesOfFleets: a fleet without clusters has nothing, one cluster cannot be spread, and a group may be one of targets.
func TestAbsentNamesOfFleets(t *testing.T) {
	targets := planner.Placement{Hybrid: &hybrid.Spec{DeployerType: hybrid.DeployerTypes{"vm"}},
		DecisionStrategy: grouped(placement.GroupSelector{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tiers": "gold"}},
		}).DecisionStrategy}
	for name, tt := range map[string]struct {
		request planner.Request
		want    int
	}{
		"no cluster": {
			planner.Request{Placement: prefers(addOn("usages", "cpuratio", nil)), OnUnsatisfied: planner.UnsatisfiedAccept}, 0,
		},
		"one cluster":  {planner.Request{Placement: affine(kubefleet.ClusterAffinity{}, "zone"), Fleet: measured(1)}, 0},
		"two clusters": {planner.Request{Placement: affine(kubefleet.ClusterAffinity{}, "zone"), Fleet: measured(2)}, 1},
		"a target without the label": {planner.Request{Placement: targets, Fleet: planner.Fleet{Targets: []placement.Target{
			{Kind: "deployer", Name: "a", DeployerType: "vm", Labels: map[string]string{"tier": "gold"}},
		}}}, 1},
		"a target with the label": {planner.Request{Placement: targets, Fleet: planner.Fleet{Targets: []placement.Target{
			{Kind: "deployer", Name: "a", DeployerType: "vm", Labels: map[string]string{"tiers": "gold"}},
		}}}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			if _, found := planner.Decide(t.Context(), &tt.request); len(found) != tt.want || found.HasError() {
				t.Errorf("got %d findings, want %d: %s", len(found), tt.want, plannertest.Texts(found))
			}
		})
	}
}

// TestAbsentNamesAreBounded: there are no more than 20 warnings, with different titles and short texts.
func TestAbsentNamesAreBounded(t *testing.T) {
	var configurations []ocm.PrioritizerConfiguration
	for i := range 30 {
		configurations = append(configurations, addOn(fmt.Sprintf("%s-%d", strings.Repeat("x", 90), i), "y", nil))
	}
	_, found := planner.Decide(t.Context(), &planner.Request{Placement: prefers(configurations...), Fleet: measured(2)})
	if len(found) != 20 || !strings.Contains(found[19].Text, "The placement uses 10 more names that the fleet does not have: ") {
		t.Errorf("got %d findings: %s", len(found), plannertest.Texts(found))
	}
	titles := map[string]bool{}
	for _, f := range found {
		titles[f.Title] = true
		if len(f.Title) > 300 || len(f.Text) > 3000 {
			t.Errorf("a finding of %d and %d bytes", len(f.Title), len(f.Text))
		}
	}
	if len(titles) != len(found) {
		t.Errorf("%d findings have %d titles", len(found), len(titles))
	}
}

// TestAbsentNamesInAnyOrder: the order of clusters, scores, sets and bindings does not matter.
func TestAbsentNamesInAnyOrder(t *testing.T) {
	name := rapid.SampledFrom([]string{"usage", "usages", "cpuratio", "cpuRatio", "x.io/cost", "x.io/costs",
		"tier", "tiers", "zone", "rack"})
	rapid.Check(t, func(t *rapid.T) {
		fleet := measured(5)
		for i := range fleet.Clusters {
			fleet.Clusters[i].Labels[name.Draw(t, "label")], fleet.Clusters[i].Properties[name.Draw(t, "property")] = "a", "1"
			fleet.Scores[i].Name, fleet.Scores[i].Values[0].Name = name.Draw(t, "object"), name.Draw(t, "score")
		}
		r := planner.Request{Fleet: fleet, OnUnsatisfied: planner.UnsatisfiedAccept}
		switch rapid.IntRange(0, 2).Draw(t, "placement") {
		case 0:
			r.Placement = prefers(addOn(name.Draw(t, "a"), name.Draw(t, "b"), nil), addOn(name.Draw(t, "c"), name.Draw(t, "d"), nil))
		case 1:
			r.Placement = affine(requires(rapid.SliceOfN(name, 0, 12).Draw(t, "properties")...), name.Draw(t, "key"))
		case 2:
			r.Placement = planner.Placement{OCM: &ocm.Spec{ClusterSets: rapid.SliceOfN(name, 0, 3).Draw(t, "named")}}
			for _, set := range rapid.SliceOfNDistinct(name, 0, 4, rapid.ID).Draw(t, "sets") {
				r.ClusterSets = append(r.ClusterSets, placement.ClusterSet{Name: set})
			}
			r.Namespace = rapid.SampledFrom([]string{"", "x"}).Draw(t, "namespace")
			for _, bound := range rapid.SliceOfN(name, 0, 4).Draw(t, "bound") {
				r.Bindings = append(r.Bindings, placement.Binding{Name: bound,
					Namespace: rapid.SampledFrom([]string{"x", "y"}).Draw(t, "of")})
			}
			r.OnUnsatisfied = planner.UnsatisfiedWarn
		}
		_, found := planner.Decide(context.Background(), &r)
		shuffle(t, r.Clusters)
		shuffle(t, r.Scores)
		shuffle(t, r.ClusterSets)
		shuffle(t, r.Bindings)
		_, again := planner.Decide(context.Background(), &r)
		if diff := cmp.Diff(plannertest.Texts(found), plannertest.Texts(again)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func shuffle[T any](t *rapid.T, list []T) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
	random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
}

// TestAbsentNamesAreInterrupted ends the search with its context.
func TestAbsentNamesAreInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := planner.Request{Placement: affine(sorts(1, "x.io/costs")), Fleet: measured(1000)}
	inv := placement.Inventory{Clusters: r.Clusters, Scores: r.Scores}
	if _, err := lintOf(&r).AbsentNames(ctx, &inv, &placement.Result{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	r.Placement = prefers(addOn("usages", "x", nil))
	if _, err := lintOf(&r).AbsentNames(ctx, &inv, &placement.Result{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestAbsentNamesCostNothing: where the fleet has all names, the search allocates nothing for a cluster.
func TestAbsentNamesCostNothing(t *testing.T) {
	r := affine(requires("x.io/cost", "resources.kubernetes-fleet.io/total-cpu"), "tier")
	allocations := func(n int) float64 {
		request := planner.Request{Placement: r, Fleet: measured(n)}
		delete(request.Clusters[0].Properties, "x.io/cost")
		for i := range request.Clusters[:n-1] {
			request.Clusters[i].Labels = nil // only the last one has the label
		}
		inv := placement.Inventory{Clusters: request.Clusters}
		return testing.AllocsPerRun(5, func() {
			if found, err := lintOf(&request).AbsentNames(t.Context(), &inv, &placement.Result{}); err != nil || len(found) > 0 {
				t.Fatal(found, err)
			}
		})
	}
	if few, many := allocations(10), allocations(5000); many > few {
		t.Errorf("%v allocations for 10 clusters, %v for 5000", few, many)
	}
}

// BenchmarkAbsentNames searches for names in a fleet of 10 000 clusters: the first cluster has them, only the last has them, one
// is nowhere, or many are nowhere.
func BenchmarkAbsentNames(b *testing.B) {
	all := measured(10_000)
	rare := slices.Clone(all.Clusters)
	for i := range rare[:len(rare)-1] {
		rare[i].Properties = map[string]string{"other": "1"}
	}
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf("x.io/cost-%d", i))
	}
	for name, bench := range map[string]struct {
		clusters  []placement.Cluster
		placement planner.Placement
	}{
		"kubefleet/first":  {all.Clusters, affine(requires("x.io/cost"), "tier")},
		"kubefleet/last":   {rare, affine(requires("x.io/cost"), "tier")},
		"kubefleet/absent": {all.Clusters, affine(requires("x.io/costs"), "tier")},
		"kubefleet/1000":   {all.Clusters, affine(requires(many...), "tier")},
		"ocm/first":        {all.Clusters, prefers(addOn("usage", "cpuratio", nil))},
		"ocm/absent":       {all.Clusters, prefers(addOn("usage", "cpuratios", nil))},
	} {
		b.Run(name, func(b *testing.B) {
			r := planner.Request{Placement: bench.placement}
			inv := placement.Inventory{Clusters: bench.clusters, Scores: all.Scores}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := lintOf(&r).AbsentNames(b.Context(), &inv, &placement.Result{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
