// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"context"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// maxCounterexample is how many clusters a counterexample has at most, maxReduction how many clusters are looked at for it, over
// all parts of the fleet that are decided, and maxEntries how many entries of a map of a cluster are taken away one by one.
const maxCounterexample, maxReduction, maxEntries = 5, 100_000, 100

// reduction finds a small part of a fleet over which two placements differ without prior decisions.
type reduction struct {
	sides    *sides
	clusters []placement.Cluster
	// seen is how many clusters were looked at.
	seen int
}

// counterexample is a small part of the clusters of a fleet, as an argument has them, over which both placements differ without
// prior decisions. It is nil if they do not, or if the part has more than maxCounterexample clusters.
func counterexample(ctx context.Context, s *sides) ([]placement.Cluster, error) {
	r := &reduction{sides: s}
	clusters := slices.Clone(s[0].world.Clusters())
	for i := range clusters {
		// An argument lacks what manifests alone have.
		clusters[i].Object, clusters[i].NamespacesCollected, clusters[i].NamespacesLost = nil, false, false
	}
	if !r.take(ctx, clusters) {
		return nil, ctx.Err()
	}
	for size := len(r.clusters); size > 1; {
		size = (size + 1) / 2
		for i := 0; i < len(r.clusters); {
			fewer := slices.Concat(r.clusters[:i], r.clusters[min(i+size, len(r.clusters)):])
			if !r.take(ctx, fewer) {
				i += size
			}
		}
	}
	if len(r.clusters) > maxCounterexample {
		return nil, ctx.Err()
	}
	bare := slices.Clone(r.clusters)
	for i := range bare {
		bare[i].Allocatable, bare[i].Capacity, bare[i].Available = nil, nil, nil
	}
	r.take(ctx, bare)
	for i := range r.clusters {
		r.simplify(ctx, i)
	}
	return r.clusters, ctx.Err()
}

// simplify takes what does not matter from a cluster.
func (r *reduction) simplify(ctx context.Context, i int) {
	for _, remove := range []func(c *placement.Cluster){
		func(c *placement.Cluster) { c.Labels = nil },
		func(c *placement.Cluster) { c.Claims = nil },
		func(c *placement.Cluster) { c.Properties = nil },
		func(c *placement.Cluster) { c.Annotations, c.KubernetesVersion, c.Namespaces = nil, "", nil },
		func(c *placement.Cluster) { c.Agent = nil },
		func(c *placement.Cluster) { c.Taints = nil },
	} {
		r.without(ctx, i, remove)
	}
	for _, entries := range []func(c *placement.Cluster) *map[string]string{labelAxis.of, claimAxis.of, propertyAxis.of} {
		keys := slices.Sorted(maps.Keys(*entries(&r.clusters[i])))
		for _, key := range keys[:min(len(keys), maxEntries)] {
			r.without(ctx, i, func(c *placement.Cluster) {
				fewer := maps.Clone(*entries(c))
				delete(fewer, key)
				*entries(c) = fewer
			})
		}
	}
}

// without takes something from a cluster, unless it matters.
func (r *reduction) without(ctx context.Context, i int, remove func(c *placement.Cluster)) {
	clusters := slices.Clone(r.clusters)
	remove(&clusters[i])
	r.take(ctx, clusters)
}

// take makes clusters the counterexample if the placements differ over them.
func (r *reduction) take(ctx context.Context, clusters []placement.Cluster) bool {
	if r.seen += len(clusters); len(clusters) == 0 || r.seen > maxReduction || !r.differ(ctx, clusters) {
		return false
	}
	r.clusters = clusters
	return true
}

// differ reports whether the placements differ over clusters without prior decisions.
func (r *reduction) differ(ctx context.Context, clusters []placement.Cluster) bool {
	var chosen [2]map[string]*placement.Group
	for i := range r.sides {
		w := r.sides[i].world
		w.Fleet.Manifests.Clusters = clusters
		w.Placements = slices.Clone(w.Placements)
		p := &w.Placements[0]
		p.Prior, p.Decided = planner.Prior{InForce: true}, p.Superseded()
		outcomes, findings := w.Decide(ctx)
		if findings.HasError() {
			return false
		}
		chosen[i] = chosenBy(&outcomes[0])
	}
	return len(parted(chosen[0], chosen[1])) > 0
}
