// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

// BenchmarkOCM runs a pass in the middle of a rollout, with groups of 100 clusters, of which the first is mandatory.
func BenchmarkPass(b *testing.B) {
	for _, typ := range ocm.Types {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", typ, n), func(b *testing.B) {
				req := benchRequest(typ, n)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := ocm.Pass(req); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/cluster")
			})
		}
	}
}

func benchRequest(typ string, n int) ocm.Request {
	first := []ocm.MandatoryGroup{{GroupIndex: 0}}
	limits := ocm.Limits{ProgressDeadline: "10m", MaxFailures: intstr.FromString("10%")}
	req := ocm.Request{
		Strategy: ocm.Strategy{
			Type: typ,
			Progressive: &ocm.Progressive{
				Limits: limits, MandatoryDecisionGroups: first, MaxConcurrency: intstr.FromString("25%"),
			},
			ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: limits, MandatoryDecisionGroups: first},
		},
		Now: noon,
	}
	for i := range n {
		name := fmt.Sprintf("cluster-%06d", n-i)
		if i%100 == 0 {
			req.Groups = append(req.Groups, placement.Group{Index: i / 100})
		}
		g := &req.Groups[i/100]
		g.Clusters = append(g.Clusters, name)
		if i < n/2 {
			s := ocm.ClusterStatus{Cluster: name, Status: ocm.Succeeded, LastTransitionTime: noon.Add(-time.Minute)}
			if i > 100 && i%50 == 0 {
				s.Status = ocm.Progressing
			}
			req.Statuses = append(req.Statuses, s)
		}
	}
	return req
}
