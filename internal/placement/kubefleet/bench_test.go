// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet_test

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
)

// BenchmarkSchedule chooses a tenth of fleets of growing size: by preferred affinity and a property sorter alone, and
// also with one or two topology spread constraints, where upstream scores the whole fleet again for every pick.
// Compare two versions with
//
//	go test -run '^$' -bench Schedule -count 10 ./internal/placement/kubefleet > new.txt
//	benchstat old.txt new.txt
func BenchmarkSchedule(b *testing.B) {
	for _, spread := range []struct {
		name        string
		constraints []kubefleet.TopologySpreadConstraint
	}{
		{"preferred", nil},
		{"spread", []kubefleet.TopologySpreadConstraint{{TopologyKey: "zone", WhenUnsatisfiable: kubefleet.DoNotSchedule}}},
		{"spread-two", []kubefleet.TopologySpreadConstraint{
			{TopologyKey: "zone", WhenUnsatisfiable: kubefleet.DoNotSchedule},
			{TopologyKey: "env", WhenUnsatisfiable: kubefleet.ScheduleAnyway},
		}},
	} {
		for _, n := range []int{100, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", spread.name, n), func(b *testing.B) {
				req, inv := benchFleet(n)
				req.TopologySpreadConstraints = spread.constraints
				b.ReportAllocs()
				picked := 0
				for b.Loop() {
					result, err := kubefleet.Schedule(b.Context(), req, inv)
					if err != nil {
						b.Fatal(err)
					}
					picked = len(result.Decisions)
				}
				b.ReportMetric(float64(picked), "picks")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/cluster")
			})
		}
	}
}

// BenchmarkScheduleDomains spreads over very many domains: 10 000 picks of 25 000 clusters, each in its own domain, with
// one constraint and with two.
func BenchmarkScheduleDomains(b *testing.B) {
	for name, keys := range map[string][]string{"one": {"rack"}, "two": {"env", "rack"}} {
		b.Run(name, func(b *testing.B) {
			req, inv := benchFleet(25_000)
			for i := range inv.Clusters {
				inv.Clusters[i].Labels["rack"] = inv.Clusters[i].Name
			}
			for _, key := range keys {
				req.TopologySpreadConstraints = append(req.TopologySpreadConstraints, kubefleet.TopologySpreadConstraint{
					TopologyKey: key, WhenUnsatisfiable: kubefleet.ScheduleAnyway,
				})
			}
			*req.NumberOfClusters = 10_000
			b.ReportAllocs()
			for b.Loop() {
				if _, err := kubefleet.Schedule(b.Context(), req, inv); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// benchFleet returns a fleet of 300 zones in which a few clusters are tainted, unhealthy or in the wrong environment.
func benchFleet(n int) (kubefleet.Placement, placement.Inventory) {
	now := time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)
	inv := placement.Inventory{Now: now}
	for i := range n {
		c := placement.Cluster{
			Name: fmt.Sprintf("member-%06d", i),
			Labels: map[string]string{
				"env":  []string{"prod", "staging", "qa", "dev"}[i%4],
				"zone": fmt.Sprintf("zone-%d", (i/4*7919)%300),
				"tier": []string{"gold", "silver", "bronze"}[(i/7)%3],
			},
			Properties: map[string]string{
				"kubernetes-fleet.io/node-count":         fmt.Sprint(1 + (i*31)%97),
				"kubernetes.azure.com/per-cpu-core-cost": fmt.Sprintf("0.%03d", 100+(i*17)%800),
			},
			Available: placement.Resources{
				placement.NewResource("cpu", *resource.NewMilliQuantity(int64(500+(i*104729)%64000), resource.DecimalSI)),
			},
			Agent: &placement.MemberAgent{
				Online: true, LastHeartbeat: now.Add(-30 * time.Second),
				Joined: placement.AgentCondition{Status: "True"}, Healthy: placement.AgentCondition{Status: "True"},
			},
		}
		if i%10 == 3 {
			c.Taints = []placement.Taint{{Key: "gpu", Value: "true", Effect: placement.NoSchedule}}
		}
		if i%25 == 7 {
			c.Agent.LastHeartbeat = now.Add(-time.Hour)
		}
		inv.Clusters = append(inv.Clusters, c)
	}
	number := int32(n / 10)
	sorter := func(weight int32, name, order string) kubefleet.PreferredClusterSelector {
		return kubefleet.PreferredClusterSelector{Weight: weight, Preference: kubefleet.ClusterSelectorTerm{
			PropertySorter: &kubefleet.PropertySorter{Name: name, SortOrder: order},
		}}
	}
	return kubefleet.Placement{
		Name: "web",
		Spec: kubefleet.Spec{
			PlacementType:    kubefleet.PickN,
			NumberOfClusters: &number,
			Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
				Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
					LabelSelector: &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
						{Key: "env", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"dev"}},
					}},
				}}},
				Preferred: []kubefleet.PreferredClusterSelector{
					{Weight: 20, Preference: kubefleet.ClusterSelectorTerm{
						LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"tier": "gold"}},
					}},
					sorter(50, "kubernetes.azure.com/per-cpu-core-cost", kubefleet.Ascending),
				},
			}},
			Tolerations: []kubefleet.Toleration{{Key: "gpu", Operator: kubefleet.TolerationExists}},
		},
	}, inv
}
