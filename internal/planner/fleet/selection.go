// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package fleet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// Selection says which clusters of a fleet to list.
type Selection struct {
	// Kind is the only kind of cluster; empty is all kinds.
	Kind placement.ClusterKind
	// ClusterSets are the sets of which a cluster has to be in one; empty means no limit.
	ClusterSets []string
	Selector    ocm.ClusterSelector
}

// Select lists the clusters that are selected, by name and kind. Cluster sets and scores are those of ManagedClusters: both
// kinds may have a cluster of one name.
func Select(ctx context.Context, fleet *inventory.Fleet, s Selection) ([]placement.Cluster, finding.List) {
	switch {
	case len(fleet.Clusters) > 0:
	case fleet.FromHub:
		return nil, finding.List{finding.Failure("", "The hub has no clusters", noClustersOnHub(s.Kind))}
	default:
		return nil, finding.List{finding.Failure("manifests", EmptyTitle, noClusters(fleet.Skipped))}
	}
	sets, findings := s.sets(fleet)
	if findings = append(findings, sameNames(fleet)...); findings.HasError() {
		return nil, findings
	}
	var selected []placement.Cluster
	for _, kind := range append(slices.Clone(placement.ClusterKinds), "") {
		// A cluster without a kind is in the cluster sets of its labels, too.
		managed := kind != placement.MemberCluster
		if !Sees(s.Kind, &placement.Cluster{Kind: kind}) || !managed && len(s.ClusterSets) > 0 {
			continue
		}
		clusters := slices.DeleteFunc(slices.Clone(fleet.Clusters), func(c placement.Cluster) bool { return c.Kind != kind })
		var scores []placement.Score
		if managed {
			scores = fleet.Scores
		}
		list, err := selectClusters(ctx, clusters, sets, scores, s.Selector)
		if err != nil {
			return nil, append(findings, finding.Failure("", "The clusters cannot be selected", excerpt.Sentence(err.Error())))
		}
		selected = append(selected, list...)
	}
	slices.SortStableFunc(selected, func(a, b placement.Cluster) int { return strings.Compare(a.Name, b.Name) })
	return selected, findings
}

// sameNames finds the clusters without a kind that have one name. They are objects of several namespaces or kinds.
func sameNames(fleet *inventory.Fleet) finding.List {
	first := map[string]int{}
	for i := range fleet.Clusters {
		c := &fleet.Clusters[i]
		if c.Kind != "" {
			continue
		}
		prior, known := first[c.Name]
		switch {
		case !known:
			first[c.Name] = i
		case fleet.FromHub:
			return finding.List{finding.Failure("namespace", "Clusters have the same name", fmt.Sprintf("The hub has several objects "+
				"for the cluster %s. Clusters are identified by name: read those of one namespace, or rename one of them.",
				excerpt.Quote(c.Name)))}
		default:
			return finding.List{sameCluster(c.Name, fleet.ClusterPlaces[prior], fleet.ClusterPlaces[i])}
		}
	}
	return nil
}

// sets are the cluster sets to look in: those that were asked for, or one of all clusters.
func (s *Selection) sets(fleet *inventory.Fleet) ([]placement.ClusterSet, finding.List) {
	if len(s.ClusterSets) == 0 {
		return []placement.ClusterSet{AllClusters()}, nil
	}
	all := NamedSets(fleet)
	names := SetNames(all)
	var findings finding.List
	var sets []placement.ClusterSet
	for i, name := range s.ClusterSets {
		clusterSet := lists.Find(all, func(other *placement.ClusterSet) bool { return other.Name == name })
		if clusterSet == nil {
			findings = append(findings, finding.Failure(fmt.Sprintf("cluster_sets[%d]", i), "Unsupported value",
				excerpt.Sentence(fmt.Sprintf("found %s; the fleet has %s%s", excerpt.Quote(name), knownSets(names),
					excerpt.DidYouMean(name, names)))))
			continue
		}
		sets = append(sets, *clusterSet)
	}
	return sets, findings
}

// knownSets are the names of the cluster sets that there are, for a sentence. A hub may have none.
func knownSets(names []string) string {
	if len(names) == 0 {
		return "no cluster sets"
	}
	return "the cluster sets " + excerpt.List(names, ", ")
}

// Members lists the clusters that are members of a cluster set, by name.
func Members(ctx context.Context, clusters []placement.Cluster, set placement.ClusterSet) ([]placement.Cluster, error) {
	return selectClusters(ctx, Seen(placement.ManagedCluster, clusters), []placement.ClusterSet{set}, nil, ocm.ClusterSelector{})
}

// selectClusters returns the clusters of a fleet that are in one of the sets and that a selector matches, by name. It
// asks the scheduler itself, so that both always agree; taints and deletion keep no cluster out here.
func selectClusters(
	ctx context.Context,
	clusters []placement.Cluster, sets []placement.ClusterSet, scores []placement.Score, selector ocm.ClusterSelector,
) ([]placement.Cluster, error) {
	fleet, byName := slices.Clone(clusters), lists.Index(clusters, func(c placement.Cluster) string { return c.Name })
	for i := range fleet {
		fleet[i].Taints, fleet[i].Deleting = nil, false
	}
	result, err := ocm.Schedule(ctx,
		ocm.Placement{
			Spec: ocm.Spec{
				Predicates:        []ocm.Predicate{{RequiredClusterSelector: selector}},
				PrioritizerPolicy: ocm.PrioritizerPolicy{Mode: ocm.ModeExact},
			},
		},
		placement.Inventory{Clusters: fleet, Sets: sets, Bindings: BindAll(sets), Scores: scores},
	)
	if err != nil {
		return nil, err
	}
	selected := lists.Map(result.Decisions, func(d placement.Decision) placement.Cluster { return *byName[d.Cluster] })
	slices.SortFunc(selected, func(a, b placement.Cluster) int { return strings.Compare(a.Name, b.Name) })
	return selected, nil
}

// Names are the names of clusters.
func Names(clusters []placement.Cluster) []string {
	return lists.Map(clusters, func(c placement.Cluster) string { return c.Name })
}
