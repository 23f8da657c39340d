package provider

import (
	"context"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// selectClusters returns the clusters of a fleet that are in one of the sets and that a selector matches, by name. It
// asks the scheduler itself, so that both always agree; taints and deletion keep no cluster out here.
func selectClusters(
	ctx context.Context,
	clusters []placement.Cluster, sets []placement.ClusterSet, scores []placement.Score, selector ocm.ClusterSelector,
) ([]placement.Cluster, error) {
	fleet := make([]placement.Cluster, len(clusters))
	byName := make(map[string]*placement.Cluster, len(clusters))
	for i := range clusters {
		fleet[i], byName[clusters[i].Name] = clusters[i], &clusters[i]
		fleet[i].Taints, fleet[i].Deleting = nil, false
	}
	result, err := ocm.Schedule(ctx,
		ocm.Placement{
			Spec: ocm.Spec{
				Predicates:        []ocm.Predicate{{RequiredClusterSelector: selector}},
				PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: ocm.ModeExact},
			},
		},
		placement.Inventory{Clusters: fleet, Sets: sets, Bindings: bindAll(sets), Scores: scores},
	)
	if err != nil {
		return nil, err
	}
	selected := make([]placement.Cluster, len(result.Decisions))
	for i := range result.Decisions {
		selected[i] = *byName[result.Decisions[i].Cluster]
	}
	slices.SortFunc(selected, func(a, b placement.Cluster) int { return strings.Compare(a.Name, b.Name) })
	return selected, nil
}

func namesOf(clusters []placement.Cluster) []string {
	names := make([]string, len(clusters))
	for i := range clusters {
		names[i] = clusters[i].Name
	}
	return names
}
