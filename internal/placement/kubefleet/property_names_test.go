// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package kubefleet

import (
	"maps"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestPropertyNames: a cluster has a property if the scheduler can read it, and has all that are listed.
func TestPropertyNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		resources := func(label string) (amounts placement.Resources) {
			for _, name := range rapid.SliceOfDistinct(rapid.SampledFrom([]string{"cpu", "gpu", "ephemeral-storage", "x.io/y", ""}),
				rapid.ID).Draw(t, label) {
				amounts = append(amounts, placement.NewResource(name, resource.MustParse("1")))
			}
			return amounts
		}
		cluster := &placement.Cluster{
			Name: "a", Capacity: resources("total"), Allocatable: resources("allocatable"), Available: resources("available"),
			Properties: map[string]string{},
		}
		for _, name := range rapid.SliceOf(rapid.SampledFrom([]string{"x", "y", ResourcePrefix + "total-cpu"})).Draw(t, "properties") {
			cluster.Properties[name] = "1"
		}
		names := map[string]bool{}
		AddPropertyNames(cluster, names)
		listed := slices.Sorted(maps.Keys(names))
		for _, name := range append(slices.Clone(listed), rapid.OneOf(
			rapid.SampledFrom([]string{"x", "y", "z"}),
			rapid.Map(rapid.StringMatching(`(total|allocatable|available|other)?-?(cpu|gpu|ephemeral-storage|x\.io/y)?-?`),
				func(s string) string {
					return ResourcePrefix + s
				}),
		).Draw(t, "name")) {
			compiled := compileProperty(name)
			_, want, _ := compiled.value(cluster)
			if _, got := PropertyText(cluster, name); got != want || got != names[name] {
				t.Fatalf("has %q: %t, want %t; the names are %q", name, got, want, listed)
			}
		}
	})
}
