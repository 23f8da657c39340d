package planner

import (
	"cmp"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// kindOfDialect is the kind of cluster that a dialect places on. A hybrid placement rule places on all kinds.
var kindOfDialect = map[placement.Dialect]placement.ClusterKind{
	placement.DialectOCM: placement.ManagedCluster, placement.DialectKubeFleet: placement.MemberCluster,
}

// clusterKind is the only kind of cluster that the placement sees; empty if it sees all.
func (r *Request) clusterKind() placement.ClusterKind {
	return cmp.Or(kindOfDialect[r.Dialect()], r.Kind)
}

// sees reports whether a cluster belongs to the fleet of those who see only one kind. A cluster without a kind always does.
func sees(only placement.ClusterKind, c *placement.Cluster) bool {
	return c.Kind == "" || only == "" || c.Kind == only
}

// Seen are the clusters of the fleet that a dialect places on. It finds those that the dialect cannot tell apart.
func (f *Fleet) Seen(dialect placement.Dialect) ([]placement.Cluster, Findings) {
	only := kindOfDialect[dialect]
	return append(seen(only, f.Manifests.Clusters), seen(only, f.Clusters)...), f.twins(only, only == "")
}

// seen are the clusters that are seen, in a list of its own.
func seen(only placement.ClusterKind, clusters []placement.Cluster) []placement.Cluster {
	list := make([]placement.Cluster, 0, len(clusters))
	for i := range clusters {
		if sees(only, &clusters[i]) {
			list = append(list, clusters[i])
		}
	}
	return list
}

// skipped adds to the kinds that were skipped those of the clusters that are not seen.
func skipped(only placement.ClusterKind, others []manifest.SkippedKind, clusters ...[]placement.Cluster) []manifest.SkippedKind {
	counts := map[placement.ClusterKind]int{}
	for _, list := range clusters {
		for i := range list {
			if !sees(only, &list[i]) {
				counts[list[i].Kind]++
			}
		}
	}
	kinds := slices.Clone(others)
	for kind, count := range counts {
		kinds = append(kinds, manifest.SkippedKind{Kind: manifest.GroupKind(kind), Count: count})
	}
	slices.SortFunc(kinds, func(a, b manifest.SkippedKind) int { return cmp.Compare(a.Kind, b.Kind) })
	return kinds
}
