// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Sees reports whether a cluster belongs to the fleet of those who see only one kind. A cluster without a kind always does.
func Sees(only placement.ClusterKind, c *placement.Cluster) bool {
	return c.Kind == "" || only == "" || c.Kind == only
}

// Seen are the clusters of the fleet that those see who see only one kind; empty is all kinds. It finds those that they cannot
// tell apart.
func (f *Fleet) Seen(only placement.ClusterKind) ([]placement.Cluster, finding.List) {
	return append(Seen(only, f.Manifests.Clusters), Seen(only, f.Clusters)...), f.Twins(only, only == "")
}

// Seen are the clusters that are seen, in a list of its own.
func Seen(only placement.ClusterKind, clusters []placement.Cluster) []placement.Cluster {
	list := make([]placement.Cluster, 0, len(clusters))
	for i := range clusters {
		if Sees(only, &clusters[i]) {
			list = append(list, clusters[i])
		}
	}
	return list
}

// Skipped adds to the kinds that were skipped those of the clusters that are not seen.
func Skipped(
	only placement.ClusterKind, others []inventory.SkippedKind, clusters ...[]placement.Cluster,
) []inventory.SkippedKind {
	counts := map[placement.ClusterKind]int{}
	for _, list := range clusters {
		for i := range list {
			if !Sees(only, &list[i]) {
				counts[list[i].Kind]++
			}
		}
	}
	kinds := slices.Clone(others)
	for kind, count := range counts {
		kinds = append(kinds, inventory.SkippedKind{Kind: api.GroupKind(kind), Count: count})
	}
	slices.SortFunc(kinds, func(a, b inventory.SkippedKind) int { return cmp.Compare(a.Kind, b.Kind) })
	return kinds
}
