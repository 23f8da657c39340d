// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package fleet has what a placement chooses from: clusters and other targets, cluster sets, their bindings and scores, as values
// and as objects of manifests or of a hub. It checks the values, tells which of them a scheduler sees, and selects clusters.
package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Fleet is what a placement chooses from: values, and the objects of manifests or of a hub.
type Fleet struct {
	// The fleet as values, for up to a few hundred clusters, beside those in `manifests`. Put no secrets into them: names, labels,
	// claims and scores show in reasons, results and messages.
	Clusters []placement.Cluster `json:"clusters,omitzero"`
	// Only clusters of this kind, `ManagedCluster` or `MemberCluster`, and those without a kind. Only for `hybrid`, if clusters of
	// both kinds have the same name. Defaults to the hub's `kind` if set; otherwise both kinds.
	Kind placement.ClusterKind `json:"kind,omitempty"`
	// The cluster sets. Every fleet also has the set `global` of all clusters. Without a `namespace`, all sets are open to the
	// placement; `cluster_sets` in `ocm` restricts it. A placement with a `namespace` on a hub has the sets of the hub and these,
	// and no others. Defaults to a set for each value of the label `cluster.open-cluster-management.io/clusterset`, or the sets of
	// the hub.
	ClusterSets []placement.ClusterSet `json:"clusterSets,omitempty"`
	// The ManagedClusterSetBindings. They apply only if `namespace` is set.
	Bindings []placement.Binding `json:"clusterSetBindings,omitempty"`
	// The AddOnPlacementScores.
	Scores []placement.Score `json:"scores,omitempty"`
	// Additional targets for `hybrid`, such as deployers or virtual machines. Results name them `name` or `namespace/name`.
	Targets []placement.Target `json:"targets,omitzero"`
	// The decisions of other placements, beside those of a hub: the prioritizer `Balance` prefers clusters with few of them. A data
	// source does not count other decisions of the same plan.
	PlacementDecisions []placement.PlacementDecision `json:"placementDecisions,omitempty"`
	// Manifests are the objects of the manifests, or those of the hub if FromHub is set.
	Manifests inventory.Fleet `json:"-"`
}

// SetDefaults fills in what a short description of a cluster leaves out.
func (f *Fleet) SetDefaults() {
	for i := range f.Clusters {
		// A cluster of a few lines of HCL need not repeat itself: what it can allocate is what it has.
		cluster := &f.Clusters[i]
		if cluster.Capacity == nil {
			cluster.Capacity = cluster.Allocatable
		}
		cluster.NamespacesCollected = cluster.Namespaces != nil
	}
}

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

// EmptyTitle is the title of the error of a fleet without clusters.
const EmptyTitle = "The fleet has no clusters"

// noClustersOnHub is the message of a hub without clusters of the only kind that is seen; empty is all kinds.
func noClustersOnHub(only placement.ClusterKind) string {
	if only == "" {
		return "There is no cluster to choose from: the hub has neither ManagedClusters nor MemberClusters."
	}
	if only == api.SecretKind {
		return "There is no cluster to choose from: the hub has no Secrets with the label " + api.ArgoCDClusterLabel + "=" +
			api.ArgoCDCluster + " in the namespace."
	}
	return fmt.Sprintf("There is no cluster to choose from: the hub has no %ss.", only)
}

// noClusters is the message of a fleet without clusters, with the objects that it has.
func noClusters(skipped []inventory.SkippedKind) string {
	text := "There is no cluster to choose from."
	for _, kind := range skipped[:min(len(skipped), excerpt.Items)] {
		text += excerpt.Sentence(fmt.Sprintf(" Skipped %s of kind %s", excerpt.Count(kind.Count, "object"), excerpt.Text(kind.Kind)) +
			kind.DidYouMean())
	}
	if more := len(skipped) - excerpt.Items; more > 0 {
		text += fmt.Sprintf(" Skipped %s.", excerpt.Count(more, "more kind"))
	}
	return text
}

// EmptyText says that there are no clusters of the only kind that is seen, and what there is instead; empty is all kinds.
func (f *Fleet) EmptyText(only placement.ClusterKind) string {
	if f.Clusters == nil && f.Manifests.FromHub {
		return noClustersOnHub(only)
	}
	return noClusters(Skipped(only, f.Manifests.Skipped, f.Manifests.Clusters, f.Clusters))
}
