// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

var genNow = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

// dialect draws requests and decides them.
type dialect struct {
	name string
	// request draws a request and returns what decides it for a fleet of which the given clusters were decided before.
	request func(*rapid.T) func(inv placement.Inventory, previous []string) (placement.Result, error)
}

var dialects = []dialect{
	{"ocm", func(t *rapid.T) func(placement.Inventory, []string) (placement.Result, error) {
		req := genOCM(t)
		return func(inv placement.Inventory, previous []string) (placement.Result, error) {
			inv.Decisions = append(slices.Clone(inv.Decisions), placement.PlacementDecision{Placement: "p", Clusters: previous})
			return ocm.Schedule(t.Context(), req, inv)
		}
	}},
	{"kubefleet", func(t *rapid.T) func(placement.Inventory, []string) (placement.Result, error) {
		req := genKubeFleet(t)
		// Bindings of an earlier policy give way to better clusters.
		req.Snapshot = req.NewSnapshot(rapid.IntRange(0, 1).Draw(t, "snapshot"))
		return func(inv placement.Inventory, previous []string) (placement.Result, error) {
			for _, name := range previous {
				inv.ResourceBindings = append(inv.ResourceBindings, placement.ResourceBinding{
					Name: "p-" + name, Placement: "p", State: placement.BindingBound, TargetCluster: name, PolicySnapshot: "p-0",
				})
			}
			return kubefleet.Schedule(t.Context(), req, inv)
		}
	}},
	{"hybrid", func(t *rapid.T) func(placement.Inventory, []string) (placement.Result, error) {
		req := genHybrid(t)
		return func(inv placement.Inventory, previous []string) (placement.Result, error) {
			req := req
			req.PreviousDecisions = previous
			return hybrid.Schedule(t.Context(), req, inv, hybrid.BuiltIn{})
		}
	}},
}

func oneOf[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func genInventory(t *rapid.T) placement.Inventory {
	inv := placement.Inventory{
		Now: genNow, Sets: []placement.ClusterSet{
			{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}},
		},
		Bindings: []placement.Binding{{Name: "global"}},
	}
	var busy []string
	for i := range 8 {
		if oneOf(t, "in the fleet", true, true, true, false) {
			c := genCluster(t, fmt.Sprintf("c%d", i))
			inv.Clusters = append(inv.Clusters, c)
			if oneOf(t, "busy", false, false, true) {
				busy = append(busy, c.Name)
			}
		}
	}
	inv.Decisions = []placement.PlacementDecision{{Placement: "other", Clusters: busy}}
	return inv
}

func genCluster(t *rapid.T, name string) placement.Cluster {
	c := placement.Cluster{
		Name:       name,
		Labels:     map[string]string{"env": oneOf(t, "env", "prod", "prod", "prod", "dev"), "zone": oneOf(t, "zone", "a", "b")},
		Properties: map[string]string{"cost": oneOf(t, "cost", "1", "2", "5")},
		Deleting:   oneOf(t, "deleting", false, false, false, false, false, true),
	}
	memory := placement.Resources{placement.NewResource("memory", *resource.NewQuantity(oneOf(t, "memory", int64(1), 2, 4, 8),
		resource.BinarySI))}
	c.Allocatable, c.Capacity = memory, memory
	if oneOf(t, "tainted", false, false, false, false, true) {
		effect := oneOf(t, "effect", placement.NoSelect, placement.NoSelectIfNew, placement.NoSchedule)
		c.Taints = []placement.Taint{{Key: "gpu", Effect: effect}}
	}
	return c
}

func genNumber(t *rapid.T) *int32 {
	number := rapid.Int32Range(0, 6).Draw(t, "number")
	if number == 6 {
		return nil
	}
	return &number
}

var prod = &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}

func genOCM(t *rapid.T) ocm.Placement {
	req := ocm.Placement{Name: "p", Spec: ocm.Spec{NumberOfClusters: genNumber(t)}}
	if rapid.Bool().Draw(t, "in production") {
		req.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: prod}}}
	}
	req.PrioritizerPolicy.Mode = oneOf(t, "mode", ocm.ModeAdditive, ocm.ModeExact)
	if rapid.Bool().Draw(t, "by memory") {
		weight := rapid.Int32Range(-3, 3).Draw(t, "weight")
		req.PrioritizerPolicy.Configurations = []ocm.PrioritizerConfiguration{
			{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableMemory}, Weight: &weight},
		}
	}
	if oneOf(t, "wrong", false, false, false, false, false, false, false, false, false, true) {
		req.PrioritizerPolicy.Mode = "wrong"
	}
	return req
}

func genKubeFleet(t *rapid.T) kubefleet.Placement {
	req := kubefleet.Placement{
		Name: "p",
		Spec: kubefleet.Spec{
			PlacementType: oneOf(t, "type", kubefleet.PickN, kubefleet.PickN, kubefleet.PickN, kubefleet.PickAll, kubefleet.PickFixed),
		},
	}
	if req.PlacementType == kubefleet.PickFixed {
		req.ClusterNames = []string{"c1", "c3", "c5"}
		return req
	}
	affinity := &kubefleet.ClusterAffinity{}
	if rapid.Bool().Draw(t, "in production") {
		affinity.Required = &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: prod}}}
	}
	req.Affinity = &kubefleet.Affinity{ClusterAffinity: affinity}
	if req.PlacementType == kubefleet.PickAll {
		return req
	}
	number := rapid.Int32Range(0, 5).Draw(t, "number")
	req.NumberOfClusters = &number
	if rapid.Bool().Draw(t, "by cost") {
		affinity.Preferred = []kubefleet.PreferredClusterSelector{{Weight: 50, Preference: kubefleet.ClusterSelectorTerm{
			PropertySorter: &kubefleet.PropertySorter{Name: "cost", SortOrder: kubefleet.Ascending},
		}}}
	}
	if rapid.Bool().Draw(t, "spread") {
		req.TopologySpreadConstraints = []kubefleet.TopologySpreadConstraint{
			{TopologyKey: "zone", WhenUnsatisfiable: oneOf(t, "when", kubefleet.DoNotSchedule, kubefleet.ScheduleAnyway)},
		}
	}
	return req
}

func genHybrid(t *rapid.T) hybrid.Placement {
	req := hybrid.Placement{Name: "p", Spec: hybrid.Spec{Replicas: genNumber(t)}}
	if rapid.Bool().Draw(t, "in production") {
		req.TargetLabels = prod
	}
	for _, advisor := range []hybrid.Advisor{
		{Name: "alphabet"},
		{Name: "veto", Type: hybrid.Predicate, Rules: json.RawMessage(`{"resources":[{"name":"c2"}]}`)},
		{Name: "resource_hint", Rules: json.RawMessage(`{"resourceHint":{"type":"memory"}}`)},
	} {
		if rapid.Bool().Draw(t, advisor.Name) {
			req.Advisors = append(req.Advisors, advisor)
		}
	}
	return req
}
