// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// BenchmarkCarry is a plan in the middle of a rollout: half of the clusters have the revision, and the last step has succeeded.
func BenchmarkCarry(b *testing.B) {
	for _, size := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			req, memory := middle(size)
			for b.Loop() {
				if _, err := Carry(b.Context(), req, memory); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/cluster")
		})
	}
}

func middle(size int) (*CarryRequest, *Memory) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	req := &CarryRequest{
		Request: Request{
			Strategy: progressive(100), ClusterStatus: map[string]ClusterStatus{}, Now: now.Add(time.Hour),
			Target: Target{DecisionGroups: []Group{{}}},
		},
		Revision: "v2",
	}
	memory := &Memory{Strategy: rollout.Strategy{}, Revision: "v2", Progress: Progress{
		Revisions: map[string]string{}, CompletedRevision: "v1", Times: Times{Clusters: map[string]ClusterTimes{}},
		Phase: PhaseProgressing,
	}}
	for i := range size {
		name := fmt.Sprintf("cluster-%06d", i)
		req.DecisionGroups[0].ClusterNames = append(req.DecisionGroups[0].ClusterNames, name)
		if memory.Revisions[name] = "v1"; i < size/2 {
			memory.Revisions[name], memory.Times.Clusters[name] = "v2", ClusterTimes{Since: Moment{Planned: now}}
			req.ClusterStatus[name] = ClusterStatus{Status: Succeeded, Revision: "v2", LastTransitionTime: now}
		}
	}
	return req, memory
}
