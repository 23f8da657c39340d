package rollout_test

import (
	"fmt"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// BenchmarkOCM runs a pass in the middle of a rollout, with groups of 100 clusters, of which the first is mandatory.
func BenchmarkOCM(b *testing.B) {
	for _, typ := range rollout.OCMTypes {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", typ, n), func(b *testing.B) {
				req := benchOCM(typ, n)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := rollout.OCM(req); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/cluster")
			})
		}
	}
}

func benchOCM(typ string, n int) rollout.OCMRequest {
	first := []rollout.OCMMandatoryGroup{{GroupIndex: 0}}
	limits := rollout.OCMLimits{ProgressDeadline: "10m", MaxFailures: intstr.FromString("10%")}
	req := rollout.OCMRequest{
		Strategy: rollout.OCMStrategy{
			Type: typ,
			Progressive: &rollout.OCMProgressive{
				OCMLimits: limits, MandatoryDecisionGroups: first, MaxConcurrency: intstr.FromString("25%"),
			},
			ProgressivePerGroup: &rollout.OCMProgressivePerGroup{OCMLimits: limits, MandatoryDecisionGroups: first},
		},
		Now: ocmNow,
	}
	for i := range n {
		name := fmt.Sprintf("cluster-%06d", n-i)
		if i%100 == 0 {
			req.Groups = append(req.Groups, placement.Group{Index: i / 100})
		}
		g := &req.Groups[i/100]
		g.Clusters = append(g.Clusters, name)
		if i < n/2 {
			s := rollout.OCMClusterStatus{Cluster: name, Status: rollout.OCMSucceeded, LastTransitionTime: ocmNow.Add(-time.Minute)}
			if i > 100 && i%50 == 0 {
				s.Status = rollout.OCMProgressing
			}
			req.Statuses = append(req.Statuses, s)
		}
	}
	return req
}
