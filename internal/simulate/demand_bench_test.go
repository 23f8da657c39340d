// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulate_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// BenchmarkDemands decides 10 placements, each of which takes cores of 10 clusters.
func BenchmarkDemands(b *testing.B) {
	for _, size := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			names := make([]string, size)
			for i := range names {
				names[i] = fmt.Sprintf("c%05d", i)
			}
			var subjects []simulate.Subject
			for i := range 10 {
				subjects = append(subjects, demanding(pick(placement.DialectOCM, fmt.Sprintf("p%d", i), 10), 2))
			}
			w, found := simulate.New(b.Context(), sized(4, names...), subjects, world.Options{})
			if found.HasError() {
				b.Fatal(plannertest.Texts(found))
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, found := w.Decide(b.Context()); found.HasError() {
					b.Fatal(plannertest.Texts(found))
				}
			}
		})
	}
}
