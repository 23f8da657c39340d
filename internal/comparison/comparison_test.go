// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// labelled are the names of clusters with their only label.
func labelled(key string, values ...string) (clusters []placement.Cluster) {
	for i, value := range values {
		clusters = append(clusters, placement.Cluster{Name: fmt.Sprintf("c%d", i), Labels: map[string]string{key: value}})
	}
	return clusters
}

// sized are clusters with the cores that they can allocate.
func sized(cores ...string) (clusters []placement.Cluster) {
	for i, amount := range cores {
		cpu := placement.Resources{placement.NewResource("cpu", resource.MustParse(amount))}
		clusters = append(clusters, placement.Cluster{Name: fmt.Sprintf("c%d", i), Allocatable: cpu, Capacity: cpu})
	}
	return clusters
}

func equals(key, value string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
}

func is(key string, operator metav1.LabelSelectorOperator, values ...string) *metav1.LabelSelector {
	return &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: key, Operator: operator, Values: values}}}
}

// selecting is a placement of each dialect that chooses all clusters that a selector matches.
func selecting(dialect placement.Dialect, selector *metav1.LabelSelector) manifest.Placement {
	p := manifest.Placement{Name: "web"}
	switch dialect {
	case placement.DialectOCM:
		p.OCM = &ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}}}}
	case placement.DialectKubeFleet:
		p.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickAll, Affinity: &kubefleet.Affinity{
			ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
				ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector}},
			}},
		}}
		p.KubeFleet.SetDefaults()
	case placement.DialectHybrid:
		p.Hybrid = &hybrid.Spec{DeployerType: hybrid.DeployerTypes{"kubernetes"}, TargetLabels: selector}
	}
	return p
}

func compare(t testing.TB, clusters []placement.Cluster, from, to manifest.Placement) *comparison.Comparison {
	t.Helper()
	pair := comparison.Pair{From: world.Placement{Placement: from}, To: world.Placement{Placement: to}}
	found, findings := comparison.Of(t.Context(), planner.Fleet{Clusters: clusters}, pair, world.Options{}, comparison.MaxWork)
	if findings.HasError() {
		t.Fatal(findings)
	}
	return found
}

func TestOf(t *testing.T) {
	const notIn, in, exists = metav1.LabelSelectorOpNotIn, metav1.LabelSelectorOpIn, metav1.LabelSelectorOpExists
	taint := func(tolerations ...match.Toleration) manifest.Placement {
		return manifest.Placement{Name: "web", OCM: &ocm.Spec{Tolerations: tolerations}}
	}
	one := int32(1)
	steady := func(number *int32, weight int32) manifest.Placement {
		return manifest.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: number, PrioritizerPolicy: ocm.PrioritizerPolicy{
			Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{{
				ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: "ResourceAllocatableCPU"}, Weight: &weight,
			}},
		}}}
	}
	fixed := func(names ...string) manifest.Placement {
		return manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickFixed, ClusterNames: names}}
	}
	cheaper := func(cost string) manifest.Placement {
		p := selecting(placement.DialectKubeFleet, nil)
		p.KubeFleet.Affinity.ClusterAffinity.Required.ClusterSelectorTerms[0].PropertySelector = &kubefleet.PropertySelector{
			MatchExpressions: []kubefleet.PropertySelectorRequirement{{Name: "cost", Operator: kubefleet.LessThan, Values: []string{cost}}},
		}
		return p
	}
	ofOCM := func(selector *metav1.LabelSelector) manifest.Placement {
		return selecting(placement.DialectOCM, selector)
	}
	for _, test := range []struct {
		name     string
		clusters []placement.Cluster
		from, to manifest.Placement
		want     comparison.Comparison
	}{
		{
			name: "equal", clusters: labelled("env", "prod", "dev"),
			from: ofOCM(equals("env", "prod")), to: ofOCM(is("env", in, "prod")),
			want: comparison.Comparison{Verdict: comparison.Equal, Text: "Both placements web decide the same over every fleet.", Fleets: 1},
		},
		{
			name: "different", clusters: labelled("env", "prod", "dev"),
			from: ofOCM(equals("env", "prod")), to: ofOCM(is("env", exists)),
			want: comparison.Comparison{Verdict: comparison.Different, Fleets: 1, Today: map[string]string{
				"c1": "",
			}, Counterexample: []placement.Cluster{{Name: "c1", Labels: map[string]string{"env": "dev"}}}},
		},
		{
			name: "later", clusters: labelled("region", "eu", "us"),
			from: ofOCM(is("region", in, "eu", "us")), to: ofOCM(is("region", notIn, "apac")),
			want: comparison.Comparison{Verdict: comparison.Later, Fleets: 2, Changes: []string{"change the labels of c1: remove region"},
				Later: map[string]string{"c1": ""}, Counterexample: []placement.Cluster{{Name: "c1"}}},
		},
		{
			name: "tolerations", clusters: labelled("env", "prod"),
			from: taint(match.Toleration{Key: "gpu", Operator: "Exists"}), to: taint(match.Toleration{Operator: "Exists"}),
			want: comparison.Comparison{
				Verdict: comparison.Later, Later: map[string]string{"c0": ""}, Counterexample: []placement.Cluster{
					{Name: "c0", Taints: []placement.Taint{{Key: "other", Effect: placement.NoSelect}}},
				},
			},
		},
		{
			name: "equal tolerations", clusters: labelled("env", "prod"),
			from: taint(match.Toleration{Key: "gpu", Operator: "Exists"}, match.Toleration{Operator: "Exists"}),
			to:   taint(match.Toleration{Operator: "Exists"}),
			want: comparison.Comparison{Verdict: comparison.Equal, Fleets: 1},
		},
		{
			name: "weights", clusters: sized("8", "4"), from: steady(&one, 1), to: steady(&one, -1),
			want: comparison.Comparison{Verdict: comparison.Different, Fleets: 1, Today: map[string]string{"c0": "", "c1": ""},
				Counterexample: sized("8", "4")},
		},
		{
			name: "weights of resources that tie", clusters: sized("8", "8"), from: steady(&one, 1), to: steady(&one, -1),
			want: comparison.Comparison{
				Verdict: comparison.Later, Later: map[string]string{"c0": "", "c1": ""},
				Changes: []string{"resize c0: cpu=10%"}, Counterexample: sized("800m", "8"),
			},
		},
		{
			name: "weights that do not matter", clusters: labelled("env", "prod", "prod"), from: steady(nil, 1), to: steady(nil, 2),
			want: comparison.Comparison{Verdict: comparison.Equal, Fleets: 1},
		},
		{
			name: "weights that mean the same", clusters: sized("8", "4"), from: steady(&one, 1), to: steady(&one, 2),
			want: comparison.Comparison{Verdict: comparison.NotFound},
		},
		{
			name: "names", clusters: labelled("env", "prod"), from: fixed("c0"), to: fixed("c0", "c9"),
			want: comparison.Comparison{
				Verdict: comparison.Later, Changes: []string{"add the cluster c9"}, Later: map[string]string{"c9": ""},
				Counterexample: []placement.Cluster{{Name: "c9"}},
			},
		},
		{
			name: "properties", clusters: labelled("env", "prod"), from: cheaper("10"), to: cheaper("20"),
			want: comparison.Comparison{
				Verdict: comparison.Later, Later: map[string]string{"c0": ""},
				Counterexample: []placement.Cluster{{Name: "c0", Properties: map[string]string{"cost": "10"}}},
			},
		},
		{
			name: "schedulers", clusters: labelled("region", "eu", "us"), from: selecting(placement.DialectHybrid, equals("region", "eu")),
			to: ofOCM(equals("region", "eu")),
			want: comparison.Comparison{Verdict: comparison.Later, Counterexample: []placement.Cluster{{
				Name: "c0", Labels: map[string]string{"region": "eu"},
				Taints: []placement.Taint{{Key: "other", Value: "other", Effect: placement.NoSelect}},
			}}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := compare(t, test.clusters, test.from, test.to)
			t.Log(got.Text)
			ignored := func(path cmp.Path) bool {
				return path.Last().String() == ".Edits" || path.Last().String() == ".Tried" || path.Last().String() == ".Text" && test.want.Text == "" ||
					path.Last().String() == ".Fleets" && test.want.Fleets == 0 ||
					path.Last().String() == ".Changes" && test.want.Changes == nil ||
					path.Last().String() == ".Later" && test.want.Later == nil
			}
			names := cmp.Comparer(func(a, b map[string]string) bool { return slices.Equal(keys(a), keys(b)) })
			if diff := cmp.Diff(test.want, *got, cmp.FilterPath(ignored, cmp.Ignore()), names); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func keys(m map[string]string) []string {
	list := make([]string, 0, len(m))
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// TestOf_manyTolerations: more taints than can be compared are no proof, although the first ones are the same.
func TestOf_manyTolerations(t *testing.T) {
	var tolerations []match.Toleration
	for i := range 150 {
		name := fmt.Sprintf("k%03d", i)
		tolerations = append(tolerations, match.Toleration{Key: name, Operator: "Equal", Value: name})
	}
	tolerating := func(tolerations []match.Toleration) world.Placement {
		return world.Placement{Placement: manifest.Placement{Name: "web", OCM: &ocm.Spec{Tolerations: tolerations}}}
	}
	found, findings := comparison.Of(t.Context(), planner.Fleet{Clusters: labelled("env", "prod")},
		comparison.Pair{From: tolerating(tolerations), To: tolerating(tolerations[:149])}, world.Options{}, comparison.MaxUninterruptedWork)
	if findings.HasError() || found.Verdict == comparison.Equal {
		t.Errorf("%+v %v", found, findings)
	}
}

// TestOf_interrupted: a comparison of many fleets ends when it is told to.
func TestOf_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pair := comparison.Pair{
		From: world.Placement{Placement: selecting(placement.DialectOCM, equals("env", "prod"))},
		To:   world.Placement{Placement: selecting(placement.DialectOCM, equals("env", "dev"))},
	}
	_, findings := comparison.Of(ctx, planner.Fleet{Clusters: labelled("env", "test")}, pair, world.Options{}, comparison.MaxWork)
	if !findings.HasError() {
		t.Error("it went on")
	}
}

// TestOf_largeCounterexample: a difference that needs many clusters has no counterexample, and the search for it ends.
func TestOf_largeCounterexample(t *testing.T) {
	var clusters []placement.Cluster
	for i := range 3000 {
		clusters = append(clusters, placement.Cluster{Name: fmt.Sprintf("c%04d", i)})
	}
	choosing := func(number int32) manifest.Placement {
		return manifest.Placement{Name: "web", OCM: &ocm.Spec{NumberOfClusters: &number}}
	}
	for number, want := range map[int32]int{4: 5, 5: 0, 2000: 0} {
		got := compare(t, clusters, choosing(number), choosing(number+1))
		if got.Verdict != comparison.Different || len(got.Counterexample) != want {
			t.Errorf("%d: %s, with a counterexample of %d clusters, want %d", number, got.Verdict, len(got.Counterexample), want)
		}
	}
}
