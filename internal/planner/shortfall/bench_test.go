// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// BenchmarkDecide decides a placement that is not satisfied, with what it lacks: half of the clusters are tainted.
func BenchmarkDecide(b *testing.B) {
	for _, size := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			r := planner.Request{OnUnsatisfied: planner.UnsatisfiedAccept}
			r.Name = "web"
			for i := range size {
				c := placement.Cluster{Name: fmt.Sprintf("c%05d", i), Labels: map[string]string{"name": "x", "zone": fmt.Sprint(i % 7)}}
				if i%2 == 0 {
					c.Taints = []placement.Taint{{Key: "gpu", Value: fmt.Sprint(i % 12), Effect: placement.NoSelect}}
				}
				r.Clusters = append(r.Clusters, c)
			}
			spec := plannertest.Labelled("x")
			spec.NumberOfClusters = new(int32(size))
			spec.Predicates = append(spec.Predicates, ocm.Predicate{RequiredClusterSelector: ocm.ClusterSelector{
				CELSelector: &ocm.CELSelector{CELExpressions: []string{`managedCluster.metadata.labels["zone"] == "9"`}},
			}})
			r.OCM = spec
			b.ReportAllocs()
			for b.Loop() {
				answer, found := planner.Decide(b.Context(), &r)
				if found.HasError() || answer.Shortfall == nil {
					b.Fatal(plannertest.Texts(found))
				}
			}
		})
	}
}
