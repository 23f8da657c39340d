// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// TestAllocatableBeyondFloat64 has amounts that are infinite or NaN as float64. Upstream's code gives the wanted scores on
// amd64.
func TestAllocatableBeyondFloat64(t *testing.T) {
	const none = int64(math.MinInt64)
	for name, c := range map[string]struct {
		cpu  []string
		want []int64
	}{
		"finite":                     {[]string{"1", "2", "3"}, []int64{-100, 0, 100}},
		"equal":                      {[]string{"2", "2000m"}, []int64{100, 100}},
		"one infinite":               {[]string{"1", "2", "1e400"}, []int64{-100, -100, none}},
		"only infinite ones":         {[]string{"1e400", "1e500"}, []int64{none, none}},
		"only one, infinite":         {[]string{"1e400"}, []int64{none}},
		"one infinitely small":       {[]string{"-1e400", "1"}, []int64{none, none}},
		"NaN":                        {[]string{"0e400", "1", "2"}, []int64{none, none, none}},
		"only one, NaN":              {[]string{"0e400"}, []int64{none}},
		"a difference beyond limits": {[]string{"-1e308", "1e308", "0"}, []int64{-100, none, -100}},
	} {
		t.Run(name, func(t *testing.T) {
			req, inv := everyStep(len(c.cpu), "true")
			req.PrioritizerPolicy = ocm.PrioritizerPolicy{Mode: ocm.ModeExact, Configurations: []ocm.PrioritizerConfiguration{
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableCPU}},
			}}
			for i, text := range c.cpu {
				amounts := placement.Resources{placement.NewResource("cpu", resource.MustParse(text))}
				inv.Clusters[i].Allocatable, inv.Clusters[i].Capacity = amounts, amounts
			}
			got, err := ocm.Schedule(t.Context(), req, inv)
			if err != nil {
				t.Fatal(err)
			}
			scores := make([]int64, len(c.cpu))
			for _, d := range got.Decisions {
				var i int
				if _, err := fmt.Sscanf(d.Cluster, "c%d", &i); err != nil {
					t.Fatal(err)
				}
				scores[i] = d.Scores[0].Value
			}
			if diff := cmp.Diff(c.want, scores); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
