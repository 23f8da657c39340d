// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package headroom_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// BenchmarkOf asks for copies on three clusters each in a fleet of 1 000 clusters in seven regions, with losses and an offer. Run
// with
//
//	go test ./internal/headroom -run '^$' -bench .
func BenchmarkOf(b *testing.B) {
	var clusters []placement.Cluster
	for i := range 1000 {
		clusters = append(clusters, cluster(fmt.Sprintf("c%04d", i), fmt.Sprintf("r%d", i%7), amounts{"cpu": int64(i % 5)}))
	}
	for _, dialect := range placement.Dialects {
		b.Run(string(dialect), func(b *testing.B) {
			q := ask(pick(dialect, 3), clusters...)
			q.FailureDomains.Labels = []string{"region"}
			q.Offers = []placement.Cluster{cluster("x", "r1", amounts{"cpu": 64})}
			for b.Loop() {
				if _, found := headroom.Of(b.Context(), q); found.HasError() {
					b.Fatal(plannertest.Texts(found))
				}
			}
		})
	}
}
