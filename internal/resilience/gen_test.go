// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

var (
	regions = []string{"eu", "us", "ap"}
	clouds  = []string{"aws", "gcp"}
)

// chance is true in one of n cases.
func chance(t *rapid.T, n int, label string) bool { return rapid.IntRange(1, n).Draw(t, label) == n }

// genFleet draws a small fleet in which amounts, labels and properties often tie.
func genFleet(t *rapid.T) (of planner.Fleet) {
	for i := range rapid.IntRange(1, 7).Draw(t, "clusters") {
		c := placement.Cluster{
			Name: fmt.Sprintf("c%d", i), Labels: map[string]string{}, Claims: map[string]string{}, Properties: map[string]string{},
		}
		if !chance(t, 6, "no region") {
			c.Labels["region"] = rapid.SampledFrom(regions).Draw(t, "region")
		}
		if !chance(t, 6, "no cloud") {
			c.Claims["cloud"] = rapid.SampledFrom(clouds).Draw(t, "cloud")
		}
		c.Labels[placement.ClusterSetLabel] = rapid.SampledFrom([]string{"blue", "green"}).Draw(t, "set")
		for _, name := range []string{"cpu", "memory"} {
			if !chance(t, 6, "no "+name) {
				amount := placement.NewResource(name, *resource.NewQuantity(rapid.Int64Range(1, 5).Draw(t, name), resource.DecimalSI))
				c.Allocatable = append(c.Allocatable, amount)
			}
		}
		c.Capacity, c.Available = c.Allocatable, c.Allocatable
		if !chance(t, 6, "no cost") {
			c.Properties["cost"] = rapid.SampledFrom([]string{"1", "1000m", "2", "3", "0.1"}).Draw(t, "cost")
		}
		if chance(t, 40, "bad cost") {
			c.Properties["cost"] = "much"
		}
		if chance(t, 6, "tainted") {
			c.Taints = []placement.Taint{{Key: "gpu", Effect: rapid.SampledFrom([]placement.TaintEffect{
				placement.NoSelect, placement.NoSelectIfNew, placement.NoSchedule,
			}).Draw(t, "effect")}}
		}
		of.Clusters = append(of.Clusters, c)
		if chance(t, 3, "score") {
			of.Scores = append(of.Scores, placement.Score{Cluster: c.Name, Name: "usage", Values: []placement.ScoreValue{
				{Name: "free", Value: rapid.Int32Range(-2, 2).Draw(t, "free") * 50},
			}})
		}
	}
	return of
}

func genSelector(t *rapid.T) *metav1.LabelSelector {
	if !chance(t, 3, "selects") {
		return nil
	}
	return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: "region", Operator: metav1.LabelSelectorOpNotIn, Values: []string{rapid.SampledFrom(regions).Draw(t, "not in")}},
	}}
}

func genNumber(t *rapid.T) *int32 {
	number := rapid.Int32Range(0, 5).Draw(t, "number")
	return &number
}

func genOCM(t *rapid.T) *ocm.Spec {
	s := &ocm.Spec{}
	if !chance(t, 4, "all clusters") {
		s.NumberOfClusters = genNumber(t)
	}
	if chance(t, 3, "of a set") {
		s.ClusterSets = []string{"blue"}
	}
	if of := genSelector(t); of != nil {
		s.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: of}}}
	}
	s.PrioritizerPolicy.Mode = rapid.SampledFrom([]string{"", ocm.ModeExact}).Draw(t, "mode")
	for range rapid.IntRange(0, 3).Draw(t, "prioritizers") {
		of := ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: rapid.SampledFrom([]string{
			ocm.Balance, ocm.Steady, ocm.ResourceAllocatableCPU, ocm.ResourceAllocatableMemory,
		}).Draw(t, "built in")}
		if chance(t, 4, "add-on") {
			of = ocm.ScoreCoordinate{Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "free"}}
		}
		weight := rapid.Int32Range(-3, 3).Draw(t, "weight")
		s.PrioritizerPolicy.Configurations = append(s.PrioritizerPolicy.Configurations,
			ocm.PrioritizerConfiguration{ScoreCoordinate: &of, Weight: &weight})
	}
	return s
}

func genKubeFleet(t *rapid.T) *kubefleet.Spec {
	s := &kubefleet.Spec{PlacementType: rapid.SampledFrom([]string{
		kubefleet.PickAll, kubefleet.PickN, kubefleet.PickN, kubefleet.PickN, kubefleet.PickFixed,
	}).Draw(t, "type")}
	if s.PlacementType == kubefleet.PickFixed {
		s.ClusterNames = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"c0", "c1", "c2", "gone"}), 0, 3,
			rapid.ID[string]).Draw(t, "names")
		return s
	}
	s.Affinity = &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{}}
	if of := genSelector(t); of != nil {
		s.Affinity.ClusterAffinity.Required = &kubefleet.ClusterSelector{
			ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: of}},
		}
	}
	if s.PlacementType == kubefleet.PickAll {
		return s
	}
	s.NumberOfClusters = genNumber(t)
	for range rapid.IntRange(0, 2).Draw(t, "preferred") {
		preferred := kubefleet.PreferredClusterSelector{
			Weight: rapid.Int32Range(-10, 10).Draw(t, "weight"), Preference: kubefleet.ClusterSelectorTerm{LabelSelector: genSelector(t)},
		}
		if !chance(t, 3, "no sorter") {
			preferred.Preference.PropertySorter = &kubefleet.PropertySorter{
				Name:      rapid.SampledFrom([]string{"cost", kubefleet.ResourcePrefix + "available-cpu"}).Draw(t, "sort by"),
				SortOrder: rapid.SampledFrom(kubefleet.SortOrders).Draw(t, "order"),
			}
		}
		s.Affinity.ClusterAffinity.Preferred = append(s.Affinity.ClusterAffinity.Preferred, preferred)
	}
	for range rapid.IntRange(0, 2).Draw(t, "constraints") {
		skew := rapid.Int32Range(1, 2).Draw(t, "skew")
		s.TopologySpreadConstraints = append(s.TopologySpreadConstraints, kubefleet.TopologySpreadConstraint{
			TopologyKey: "region", MaxSkew: &skew,
			WhenUnsatisfiable: rapid.SampledFrom([]string{kubefleet.DoNotSchedule, kubefleet.ScheduleAnyway}).Draw(t, "when"),
		})
	}
	return s
}

func genHybrid(t *rapid.T) *hybrid.Spec {
	s := &hybrid.Spec{TargetLabels: genSelector(t)}
	if !chance(t, 4, "no limit") {
		s.Replicas = genNumber(t)
	}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"alphabet", "veto", "resource_hint", "cost", "rotate", "mine",
	}), 0, 3, rapid.ID[string]).Draw(t, "advisors") {
		a := hybrid.Advisor{Name: name, Type: rapid.SampledFrom([]string{"", hybrid.Predicate}).Draw(t, "type")}
		weight := rapid.Int32Range(0, 3).Draw(t, "weight") * 50
		a.Weight = &weight
		switch name {
		case "veto":
			a.Rules = []byte(`{"resources":[{"name":"c1"}]}`)
		case "resource_hint":
			a.Rules = []byte(`{"resourceHint":{"type":"cpu"}}`)
		case "cost":
			a.Rules = []byte(`{"costs":{"c0":1,"c1":2,"c2":2,"c3":5}}`)
		case "rotate":
			a.Rules = []byte(`{"rotation":1}`)
		case "mine":
			for _, target := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"c0", "c1", "c2", "c3", "c4"}), 0, 5,
				rapid.ID[string]).Draw(t, "recommended") {
				score := rapid.Int32Range(0, 4).Draw(t, "score") * 25
				a.Recommendations = append(a.Recommendations, hybrid.StaticRecommendation{Name: target, Score: &score})
			}
			if a.Recommendations == nil {
				a.Recommendations = []hybrid.StaticRecommendation{}
			}
		}
		s.Advisors = append(s.Advisors, a)
	}
	return s
}

// genPrior draws earlier decisions, which a hub can be about to change.
func genPrior(t *rapid.T) (prior planner.Prior) {
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"c0", "c1", "c2", "c3", "gone"}), 1, 3,
		rapid.ID[string]).Draw(t, "earlier") {
		d := planner.PreviousDecision{ClusterName: name, Score: float64(rapid.IntRange(0, 2).Draw(t, "score"))}
		if chance(t, 2, "binding") {
			d.Binding = &planner.PreviousBinding{
				State: rapid.SampledFrom([]placement.BindingState{
					placement.BindingBound, placement.BindingScheduled, placement.BindingUnscheduled,
				}).Draw(t, "state"),
				Policy: rapid.SampledFrom([]string{"", "other"}).Draw(t, "policy"),
			}
		}
		prior.PreviousDecisions = append(prior.PreviousDecisions, d)
	}
	return prior
}

// genWorld draws a fleet with one to three placements. There is none if the fleet or a placement is wrong, or if they do not settle.
func genWorld(t *rapid.T) (world.World, bool) {
	of := genFleet(t)
	subjects := make([]simulate.Subject, rapid.IntRange(1, 3).Draw(t, "placements"))
	for i := range subjects {
		s := &subjects[i]
		s.Name = fmt.Sprintf("p%d", i)
		switch rapid.SampledFrom(placement.Dialects).Draw(t, "dialect") {
		case placement.DialectOCM:
			s.OCM = genOCM(t)
		case placement.DialectKubeFleet:
			s.KubeFleet = genKubeFleet(t)
		case placement.DialectHybrid:
			s.Hybrid = genHybrid(t)
		}
		if chance(t, 2, "decided before") {
			s.Prior = genPrior(t)
		}
	}
	w, found := simulate.New(t.Context(), of, subjects, world.Options{})
	isUnsettled := func(f finding.Finding) bool { return f.Title == "Placements do not settle" }
	return w, !found.HasError() && !slices.ContainsFunc(found, isUnsettled)
}
