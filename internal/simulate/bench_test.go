// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// BenchmarkRun: a region is lost, with 40 placements of both schedulers that ask for 10 clusters each.
func BenchmarkRun(b *testing.B) {
	lost := [][]edit.Edit{{{Lose: &edit.Selection{Selector: &placement.GroupSelector{
		LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "eu"}},
	}}}}}
	for _, count := range []int{1_000, 10_000} {
		b.Run(fmt.Sprintf("clusters=%d", count), func(b *testing.B) {
			of := large(count)
			for i := range of.Clusters {
				of.Clusters[i].Taints = nil
			}
			var subjects []simulate.Subject
			for i := range 20 {
				subjects = append(subjects, pick(placement.DialectOCM, fmt.Sprintf("web-%d", i), 10),
					pick(placement.DialectKubeFleet, fmt.Sprintf("api-%d", i), 10))
			}
			for b.Loop() {
				w, found := simulate.New(b.Context(), of, subjects, world.Options{})
				steps, more := simulate.Run(b.Context(), w, lost, stepsPath)
				if found = append(found, more...); found.HasError() {
					b.Fatal(plannertest.Texts(found))
				}
				if out := simulate.OutputsOf(b.Context(), w, steps, &simulate.FailureDomains{}); len(out.Results[0].Moves) == 0 {
					b.Fatal("nothing moves")
				}
			}
		})
	}
}

// large is a fleet of clusters of both kinds in three regions.
func large(count int) planner.Fleet {
	of := planner.Fleet{}
	for i := range count {
		kind, effect := placement.ManagedCluster, placement.NoSelect
		if i%2 == 1 {
			kind, effect = placement.MemberCluster, placement.NoSchedule
		}
		of.Clusters = append(of.Clusters, placement.Cluster{
			Name: fmt.Sprintf("c%06d", i), Kind: kind, Labels: map[string]string{"region": []string{"eu", "us", "ap"}[i%3]},
			Taints: []placement.Taint{{Key: "slow", Effect: effect}}, Allocatable: ofCPU(int64(i % 64)), Capacity: ofCPU(64),
		})
	}
	return of
}
