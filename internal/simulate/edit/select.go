// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// selected are the indexes of the clusters that are selected, in their order, and the names that no cluster has.
func (s *Selection) selected(clusters []placement.Cluster) (indexes, unknown []int, findings finding.List) {
	matches, err := s.matcher()
	if err != nil {
		return nil, nil, finding.List{finding.Failure("", "The clusters cannot be selected", excerpt.Sentence(err.Error()))}
	}
	known := make(map[string]bool, len(s.Clusters))
	for i := range clusters {
		if c := &clusters[i]; fleet.Sees(s.Kind, c) && matches(c) {
			indexes, known[c.Name] = append(indexes, i), true
		}
	}
	for i, name := range s.Clusters {
		if !known[name] {
			unknown = append(unknown, i)
		}
	}
	return indexes, unknown, nil
}

// matcher reports whether a cluster is one of the names, or matches the selector in both of its parts.
func (s *Selection) matcher() (func(*placement.Cluster) bool, error) {
	if s.Selector == nil {
		names := sets.New(s.Clusters...)
		return func(c *placement.Cluster) bool { return names.Has(c.Name) }, nil
	}
	labels, err := match.CompileSelector(s.Selector.LabelSelector)
	if err != nil {
		return nil, err
	}
	claims, err := match.CompileSelector(s.Selector.ClaimSelector.AsLabels())
	if err != nil {
		return nil, err
	}
	return func(c *placement.Cluster) bool { return labels.Matches(c.Labels) && claims.Matches(c.Claims) }, nil
}

// restriction is what only clusters of one kind have, in the plural; every cluster has what has no kind.
type restriction struct {
	kind placement.ClusterKind
	what string
}

// Evictable are the indexes of the MemberClusters that are selected, at least one. Path is that of the edit.
func (f *Target) Evictable(ctx context.Context, s *Selection, path *field.Path) ([]int, finding.List) {
	return f.find(ctx, s, path, restriction{placement.MemberCluster, "evictions"})
}

// find are the indexes of the clusters that are selected and have what is edited, at least one. Path is that of the edit.
func (f *Target) find(ctx context.Context, s *Selection, path *field.Path, only restriction) ([]int, finding.List) {
	chosen, unknown, findings := s.selected(f.Clusters)
	switch {
	case findings != nil:
		return nil, findings
	case len(unknown) > 0:
		return nil, s.unknownClusters(ctx, f.Clusters, unknown, path, failure)
	case len(chosen) == 0:
		return nil, f.noMatch(s, path)
	}
	chosen = slices.DeleteFunc(chosen, func(i int) bool {
		kind := cmp.Or(f.Clusters[i].Kind, f.Kind)
		return only.kind != "" && kind != "" && kind != only.kind
	})
	if len(chosen) == 0 {
		return nil, failure(path, "The edit does not apply to the clusters", "Only %ss have %s, and none of the clusters is one.",
			only.kind, only.what)
	}
	return chosen, nil
}

// noMatch is the finding about a selector that matches no cluster.
func (f *Target) noMatch(s *Selection, path *field.Path) finding.List {
	return f.NoEffect(path.Child("selector"), "No cluster of the fleet matches the selector%s.", ofKind(s.Kind))
}

func ofKind(kind placement.ClusterKind) string {
	if kind == "" {
		return ""
	}
	return " and is a " + string(kind)
}

// unknownClusters are the findings about names that no cluster of the fleet has.
func (s *Selection) unknownClusters(
	ctx context.Context, clusters []placement.Cluster, unknown []int, path *field.Path,
	find func(path *field.Path, title, format string, args ...any) finding.List,
) (findings finding.List) {
	names := fleet.Names(clusters)
	for _, i := range unknown[:min(len(unknown), finding.Shown)] {
		// Each name is compared with those of all clusters.
		if findings := world.Interrupted(ctx, 0); findings != nil {
			return findings
		}
		findings = append(findings, find(path.Child("clusters").Index(i), "There is no such cluster",
			"The fleet has no cluster %s%s%s", excerpt.Quote(s.Clusters[i]), ofKind(s.Kind), excerpt.DidYouMean(s.Clusters[i], names))...)
	}
	return findings
}

// editClusters changes the clusters that are selected. The function changes a copy of a cluster, whose maps and lists are still
// those of the fleet, and reports whether it did. Without says what none of the clusters has, or what all have already, if
// nothing changes.
func (f *Target) editClusters(
	ctx context.Context, s *Selection, path *field.Path, only restriction, without string,
	edit func(c *placement.Cluster) (bool, error),
) finding.List {
	chosen, findings := f.find(ctx, s, path, only)
	if findings != nil {
		return findings
	}
	clusters, changes := slices.Clone(f.Clusters), false
	for n, i := range chosen {
		if findings := world.Interrupted(ctx, n); findings != nil {
			return findings
		}
		changed, err := edit(&clusters[i])
		if err != nil {
			return failure(path, "The cluster cannot be edited", "Cluster %s: %s", excerpt.Quote(clusters[i].Name), err)
		}
		changes = changes || changed
	}
	if !changes {
		return f.NoEffect(path, "%s", without)
	}
	f.Clusters = clusters
	return nil
}
