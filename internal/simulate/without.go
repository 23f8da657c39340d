package simulate

import (
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Without is the world without the clusters that are lost, and without their scores. Unlike an edit that loses clusters, it may
// leave none.
func (w World) Without(isLost func(c *placement.Cluster) bool) World {
	inv := &w.fleet.Manifests.Inventory
	clusters := make([]placement.Cluster, 0, len(inv.Clusters))
	gone := map[string]bool{}
	for i := range inv.Clusters {
		c := &inv.Clusters[i]
		if !isLost(c) {
			clusters = append(clusters, *c)
			continue
		}
		gone[c.Name] = gone[c.Name] || c.Kind != placement.MemberCluster
	}
	inv.Clusters = clusters
	if len(inv.Scores) > 0 {
		inv.Scores = slices.DeleteFunc(slices.Clone(inv.Scores), func(score placement.Score) bool { return gone[score.Cluster] })
	}
	return w
}
