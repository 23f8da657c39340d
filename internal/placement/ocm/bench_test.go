// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// BenchmarkSchedule runs a typical placement over fleets of growing size. Compare two versions with
//
//	go test -run '^$' -bench Schedule -count 10 ./internal/placement/ocm > new.txt
//	benchstat old.txt new.txt
func BenchmarkSchedule(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			req, inv := benchFleet(n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ocm.Schedule(b.Context(), req, inv); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/cluster")
		})
	}
}

// BenchmarkScheduleCEL is the same placement with a CEL expression.
func BenchmarkScheduleCEL(b *testing.B) {
	req, inv := benchFleet(1000)
	req.Predicates[0].RequiredClusterSelector.CELSelector = &ocm.CELSelector{
		CELExpressions: []string{`managedCluster.status.version.kubernetes.startsWith("v1.33")`},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ocm.Schedule(b.Context(), req, inv); err != nil {
			b.Fatal(err)
		}
	}
}

// benchFleet returns the fleet and the placement of the recorded bench-* answers, at any size.
func benchFleet(n int) (ocm.Placement, placement.Inventory) {
	added := time.Date(2026, 8, 1, 0, 0, 0, 0, time.UTC)
	inv := placement.Inventory{
		Now:      time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC),
		Sets:     []placement.ClusterSet{{Name: "prod"}},
		Bindings: []placement.Binding{{Name: "prod", Namespace: "default"}},
	}
	name := func(i int) string { return fmt.Sprintf("cluster-%06d", i) }
	for i := range n {
		c := placement.Cluster{
			Name: name(i),
			Labels: map[string]string{
				placement.ClusterSetLabel: "prod",
				"env":                     []string{"prod", "dev", "qa"}[i%3],
				"region":                  fmt.Sprintf("r%d", i%7),
			},
			Claims: map[string]string{
				"id.k8s.io":                           name(i),
				"platform.open-cluster-management.io": []string{"aws", "gcp", "azure", "baremetal"}[i%4],
			},
			Allocatable: placement.Resources{
				placement.NewResource("cpu", *resource.NewQuantity(int64(4+(i*7919)%252), resource.DecimalSI)),
				placement.NewResource("memory", *resource.NewQuantity(int64(8+(i*104729)%1016)<<30, resource.BinarySI)),
			},
			KubernetesVersion: "v1.33.1",
		}
		c.Capacity = c.Allocatable
		switch i % 20 {
		case 0:
			c.Labels["canary"] = "east"
		case 1:
			c.Labels["canary"] = "west"
		}
		if i%10 == 3 {
			c.Taints = append(c.Taints,
				placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: added})
		}
		if i%25 == 7 {
			c.Taints = append(c.Taints,
				placement.Taint{Key: "maintenance", Effect: placement.NoSelect, TimeAdded: added})
		}
		inv.Clusters = append(inv.Clusters, c)
		inv.Scores = append(inv.Scores, placement.Score{Cluster: name(i), Name: "usage", Values: []placement.ScoreValue{
			{Name: "cpuratio", Value: int32((i*31)%201 - 100)},
			{Name: "memratio", Value: int32((i*17)%201 - 100)},
		}})
	}
	decide := func(owner string, from, step int) {
		for i := from; i < n; i += step * placement.SliceSize {
			d := placement.PlacementDecision{Namespace: "default", Placement: owner}
			for k := i; k < n && k < i+step*placement.SliceSize; k += step {
				d.Clusters = append(d.Clusters, name(k))
			}
			inv.Decisions = append(inv.Decisions, d)
		}
	}
	decide("p", 0, 10)
	for q := range 20 {
		decide(fmt.Sprintf("other-%d", q), q, 20+q)
	}
	return benchPlacement(n), inv
}

func benchPlacement(n int) ocm.Placement {
	number, quarter := int32(n/10), intstr.FromString("25%")
	weight := func(w int32) *int32 { return &w }
	builtIn := func(name string, w int32) ocm.PrioritizerConfiguration {
		return ocm.PrioritizerConfiguration{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: name}, Weight: weight(w)}
	}
	group := func(canary string) placement.DecisionGroup {
		return placement.DecisionGroup{
			GroupName: "canary-" + canary,
			GroupClusterSelector: placement.GroupSelector{
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"canary": canary}},
			},
		}
	}
	return ocm.Placement{
		Name:      "p",
		Namespace: "default",
		DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
			DecisionGroups:           []placement.DecisionGroup{group("east"), group("west")},
			ClustersPerDecisionGroup: &quarter,
		}},
		Spec: ocm.Spec{
			NumberOfClusters: &number,
			Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{
				LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
					{Key: "env", Operator: metav1.LabelSelectorOpIn, Values: []string{"prod", "dev"}},
				}},
				ClaimSelector: &placement.ClaimSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
					{Key: "platform.open-cluster-management.io", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"baremetal"}},
				}},
			}}},
			Tolerations: []match.Toleration{{Key: "gpu", Operator: match.OperatorExists}},
			PrioritizerPolicy: ocm.PrioritizerPolicy{Configurations: []ocm.PrioritizerConfiguration{
				builtIn(ocm.Steady, 1), builtIn(ocm.Balance, 1),
				builtIn(ocm.ResourceAllocatableCPU, 2), builtIn(ocm.ResourceAllocatableMemory, 2),
				{
					ScoreCoordinate: &ocm.ScoreCoordinate{
						Type: ocm.TypeAddOn, AddOn: &ocm.AddOnScore{ResourceName: "usage", ScoreName: "cpuratio"},
					},
					Weight: weight(3),
				},
			}},
		},
	}
}
