// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience_test

import (
	"fmt"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// benchFleet is a fleet in seven regions, with different amounts of memory.
func benchFleet(clusters int) (of planner.Fleet) {
	for i := range clusters {
		memory := *resource.NewQuantity(int64(8+(i*104729)%1016)<<30, resource.BinarySI)
		amounts := placement.Resources{placement.NewResource("memory", memory)}
		of.Clusters = append(of.Clusters, placement.Cluster{
			Name:   fmt.Sprintf("cluster-%06d", i),
			Labels: map[string]string{"region": fmt.Sprintf("r%d", i%7), "env": []string{"prod", "dev", "qa"}[i%3]},
			Claims: map[string]string{"platform": []string{"aws", "gcp", "azure"}[i%3]}, Allocatable: amounts, Capacity: amounts,
			Properties: map[string]string{"cost": fmt.Sprint((i*31)%201 + 1)},
		})
	}
	return of
}

// benchPlacement is a placement of one of the hubs that chooses some of the clusters by their scores.
func benchPlacement(i int, number int32) (s simulate.Subject) {
	s.Name = fmt.Sprintf("placement-%d", i)
	if i%2 == 1 {
		s.KubeFleet = &kubefleet.Spec{PlacementType: kubefleet.PickN, NumberOfClusters: &number, Affinity: &kubefleet.Affinity{
			ClusterAffinity: &kubefleet.ClusterAffinity{Preferred: []kubefleet.PreferredClusterSelector{{
				Weight: 100, Preference: kubefleet.ClusterSelectorTerm{
					PropertySorter: &kubefleet.PropertySorter{Name: "cost", SortOrder: kubefleet.Ascending},
				},
			}}},
		}}
		return s
	}
	weight := int32(2)
	s.OCM = &ocm.Spec{NumberOfClusters: &number, PrioritizerPolicy: ocm.PrioritizerPolicy{
		Configurations: []ocm.PrioritizerConfiguration{{
			ScoreCoordinate: &ocm.ScoreCoordinate{Type: ocm.TypeBuiltIn, BuiltIn: ocm.ResourceAllocatableMemory}, Weight: &weight,
		}},
	}}
	return s
}

func benchQuestion() *resilience.Question {
	q := &resilience.Question{MaxWork: resilience.MaxWork}
	q.Labels = []string{"region"}
	return q
}

// BenchmarkOf loses every single cluster and every region: of a placement that chooses a tenth of the clusters, and of forty that
// choose up to 100 each. Run with
//
//	go test ./internal/resilience -run '^$' -bench .
func BenchmarkOf(b *testing.B) {
	for _, clusters := range []int{1000, 10_000} {
		for _, placements := range []int{1, 40} {
			b.Run(fmt.Sprintf("clusters=%d/placements=%d", clusters, placements), func(b *testing.B) {
				w, found := simulate.New(b.Context(), benchFleet(clusters), benchSubjects(clusters, placements), world.Options{})
				if found.HasError() {
					b.Fatal(plannertest.Texts(found))
				}
				b.ReportAllocs()
				for b.Loop() {
					out, found := resilience.Of(b.Context(), w, benchQuestion())
					if found.HasError() {
						b.Fatal(plannertest.Texts(found))
					}
					b.ReportMetric(float64(out.Work.Decided), "decided")
				}
			})
		}
	}
}

func benchSubjects(clusters, placements int) (subjects []simulate.Subject) {
	for i := range placements {
		number := int32(clusters / 10)
		if placements > 1 {
			number = int32(1 + i*5/2)
		}
		subjects = append(subjects, benchPlacement(i, number))
	}
	return subjects
}
