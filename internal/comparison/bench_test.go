// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// BenchmarkOf compares 40 placements with others over 1 000 clusters: nothing tells them apart, so that all work is done.
func BenchmarkOf(b *testing.B) {
	var fleet planner.Fleet
	for i := range 1000 {
		fleet.Clusters = append(fleet.Clusters, placement.Cluster{
			Name: fmt.Sprintf("c%04d", i), Labels: map[string]string{"region": fmt.Sprint(i % 7), "env": fmt.Sprint(i % 3)},
		})
	}
	placements := make([]world.Placement, 2)
	for i := range placements {
		number, weight := int32(5), int32(i+1)
		placements[i].Placement = selecting(placement.DialectOCM, &metav1.LabelSelector{MatchLabels: map[string]string{"env": "1"}})
		placements[i].OCM.NumberOfClusters = &number
		placements[i].OCM.PrioritizerPolicy = byMemory(weight)
	}
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

// byMemory prefers clusters with much memory.
func byMemory(weight int32) ocm.PrioritizerPolicy {
	return ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{{
		ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableMemory}, Weight: &weight,
	}}}
}
