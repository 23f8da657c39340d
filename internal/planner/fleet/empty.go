// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
