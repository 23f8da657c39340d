package hybrid_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// BenchmarkSchedule decides on one of many clusters, which takes a round for each. Compare two versions with
//
//	go test -run '^$' -bench Schedule -count 10 ./internal/placement/hybrid > new.txt
//	benchstat old.txt new.txt
func BenchmarkSchedule(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var inv placement.Inventory
			for i := range n {
				inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprintf("cluster-%04d", i)})
			}
			one := int32(1)
			req := hybrid.Placement{Name: "web", Replicas: &one, Advisors: []hybrid.Advisor{
				{Name: "veto", Type: hybrid.Predicate}, {Name: "mine"},
			}}
			for i := range n {
				score := int32(i * 7919 % 101)
				req.Advisors[1].Recommendations = append(req.Advisors[1].Recommendations,
					hybrid.StaticRecommendation{Name: inv.Clusters[i].Name, Score: &score})
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hybrid.Schedule(b.Context(), req, inv, hybrid.BuiltIn{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
