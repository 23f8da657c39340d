// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hybrid_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// BenchmarkSchedule chooses one of many clusters, which takes a round for each, and creates the report. Compare two
// versions with
//
//	go test -run '^$' -bench Schedule -count 10 ./internal/placement/hybrid > new.txt
//	benchstat old.txt new.txt
//
// B/op has all that is allocated, which is more than what is in use at any time.
func BenchmarkSchedule(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		var inv placement.Inventory
		for i := range n {
			inv.Clusters = append(inv.Clusters, placement.Cluster{Name: fmt.Sprintf("cluster-%06d", i)})
		}
		static := hybrid.Advisor{Name: "mine"}
		costs := map[string]int{}
		for i := range inv.Clusters {
			name, score := inv.Clusters[i].Name, int32(i*7919%101)
			static.Recommendations = append(static.Recommendations, hybrid.StaticRecommendation{Name: name, Score: &score})
			costs[name] = i * 7919 % n
		}
		rules, err := json.Marshal(map[string]any{"costs": costs})
		if err != nil {
			b.Fatal(err)
		}
		for _, test := range []struct {
			name     string
			advisors []hybrid.Advisor
		}{
			{"none", nil},
			{"static", []hybrid.Advisor{{Name: "veto", Type: hybrid.Predicate}, static}},
			// The scores depend on the remaining candidates.
			{"cost", []hybrid.Advisor{{Name: "cost", Rules: rules}}},
		} {
			b.Run(fmt.Sprintf("%s/%d", test.name, n), func(b *testing.B) {
				req := hybrid.Placement{Name: "web", Spec: hybrid.Spec{Replicas: int32Of(1), Advisors: test.advisors}}
				b.ReportAllocs()
				for b.Loop() {
					result, err := hybrid.Schedule(b.Context(), req, inv, hybrid.BuiltIn{})
					if err != nil {
						b.Fatal(err)
					}
					result.Report()
				}
			})
		}
	}
}
