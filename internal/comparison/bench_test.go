// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// BenchmarkOf compares 40 placements with others over 1 000 clusters: nothing tells them apart, so that all work is done.
func BenchmarkOf(b *testing.B) {
	fleet, placements := benchmarked(1000)
	pair := comparison.Pair{From: placements[0], To: placements[1]}
	for b.Loop() {
		for range 40 {
			found, findings := comparison.Of(b.Context(), fleet, pair, world.Options{}, comparison.MaxWork/40)
			if findings.HasError() || found.Verdict != comparison.NotFound {
				b.Fatal(found, findings)
			}
		}
	}
}

// benchmarked are clusters, and two placements that choose the same of them.
func benchmarked(count int) (fleet planner.Fleet, placements [2]world.Placement) {
	for i := range count {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{
			Name: fmt.Sprintf("c%04d", i), Labels: map[string]string{"region": fmt.Sprint(i % 7), "env": fmt.Sprint(i % 3)},
		})
	}
	for i := range placements {
		number, weight := int32(5), int32(i+1)
		placements[i].Placement = selecting(placement.DialectOCM, &metav1.LabelSelector{MatchLabels: map[string]string{"env": "1"}})
		placements[i].OCM.NumberOfClusters = &number
		placements[i].OCM.PrioritizerPolicy = byMemory(weight)
	}
	return fleet, placements
}

// byMemory prefers clusters with much memory.
func byMemory(weight int32) ocm.PrioritizerPolicy {
	return ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{{
		ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableMemory}, Weight: &weight,
	}}}
}

// BenchmarkNearest compares a changed placement of a plan: nothing tells it apart, so that all work is done.
func BenchmarkNearest(b *testing.B) {
	for _, count := range []int{100, 1000, 10_000} {
		fleet, placements := benchmarked(count)
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			for b.Loop() {
				if findings := comparison.Nearest(b.Context(), "It", fleet, placements[0], placements[1], time.Time{}); findings != nil {
					b.Fatal(findings)
				}
			}
		})
	}
}
