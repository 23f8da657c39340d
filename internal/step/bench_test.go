// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// BenchmarkPass is a pass in the middle of a rollout.
func BenchmarkPass(b *testing.B) {
	for _, typ := range []string{
		ocm.TypeProgressive, ocm.TypeProgressivePerGroup, rollout.TypeRollingUpdate, rollout.TypeExternal,
	} {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", typ, n), func(b *testing.B) {
				r := benchmarkRequest(typ, n)
				if errs := r.Validate(); len(errs) > 0 {
					b.Fatal(errs)
				}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Pass(r); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/cluster")
			})
		}
	}
}

// benchmarkRequest has groups of a hundredth of the clusters, or 20 stages. Half of the clusters have the revision.
func benchmarkRequest(typ string, n int) *PassRequest {
	r := &PassRequest{Revision: "2", Request: Request{
		Strategy: strategyOf(typ), ClusterStatus: make(map[string]ClusterStatus, n), Now: noon,
	}}
	limits := ocm.Limits{ProgressDeadline: "10m", MaxFailures: intstr.FromString("10%")}
	r.Strategy.Progressive = &ocm.Progressive{Limits: limits, MaxConcurrency: intstr.FromString("25%")}
	r.Strategy.ProgressivePerGroup = &ocm.ProgressivePerGroup{Limits: limits}
	key, approved := "rank", []string(nil)
	for i := range 20 {
		stage := stageOf(fmt.Sprint("s", i), n/100, approval, nil)
		stage.SortingLabelKey = &key
		r.Strategy.Stages = append(r.Strategy.Stages, stage)
		approved = append(approved, stage.Name)
	}
	r.ApprovedStages = map[string][]string{r.Revision: approved}
	for i := range n {
		// Not in the order of the names.
		k := i * 7919 % n
		name := fmt.Sprintf("cluster-%06d", k)
		r.Decisions = append(r.Decisions, Decision{ClusterName: name, Group: k * 100 / n})
		r.Fleet = append(r.Fleet, Member{Name: name, Labels: map[string]string{"stage": fmt.Sprint("s", k*20/n),
			"rank": fmt.Sprint(k % 17)}})
		s := ClusterStatus{Status: Available, LastTransitionTime: noon.Add(-time.Minute), Revision: "1"}
		if k < n/2 {
			s.Revision = "2"
		}
		if r.Strategy.IsOCM() {
			s.Status = Succeeded
		}
		r.ClusterStatus[name] = s
	}
	return r
}
