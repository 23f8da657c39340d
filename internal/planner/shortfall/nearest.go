// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package shortfall

import (
	"context"
	"fmt"
	"iter"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Nearest is the nearest change with which a placement chooses a cluster.
type Nearest struct {
	// Text is the change in words, without the end of a sentence.
	Text string

	changes []*candidate
}

// Apply makes the change in copies of the placement and of its fleet. It replaces what it changes.
func (n *Nearest) Apply(p *manifest.Placement, f *fleet.Fleet) { applyAll(n.changes, p, f) }

// Near finds the nearest change with which a placement chooses a cluster that it has not chosen: another number of clusters, or
// else another change, or else two, each with the number that it needs. It is nil if none is found. The error says that ctx has
// ended.
func Near(ctx context.Context, q *Question, cluster string) (*Nearest, error) {
	s := &search{Question: q, of: dialects[q.Placement.Dialect()], left: q.Checks}
	s.cluster = lists.Find(q.Inventory.Clusters, func(c *placement.Cluster) bool { return c.Name == cluster })
	if s.cluster == nil {
		return nil, nil
	}
	list := s.tolerations()
	for _, term := range s.Placement.Terms() {
		list = append(list, s.matches(term.Labels)...)
	}
	candidates := lists.Pointers(slices.Concat(list, s.of.admit(s), s.of.requirements(s), s.closedSets()))
	for count := range 3 {
		changes, err := s.first(ctx, lists.Choose(candidates, count))
		if err != nil {
			return nil, err
		}
		if changes != nil {
			s.note(changes...)
			return &Nearest{s.found.Ways[0].Text, changes}, nil
		}
	}
	return nil, nil
}

// first is the first of some ways that lets the placement choose the cluster, or else the first that does with more clusters; nil
// if none does.
func (s *search) first(ctx context.Context, ways iter.Seq[[]*candidate]) ([]*candidate, error) {
	var passing [][]*candidate
	for way := range ways {
		result, err := s.decide(ctx, way)
		switch {
		case err != nil:
			return nil, err
		case result == nil:
		case s.reached(result):
			return way, nil
		case s.passesOver(result):
			passing = append(passing, way)
		}
	}
	argument, number := s.Placement.Wanted()
	for i := 0; i < len(passing) && number != nil; i++ {
		widened := func(more int) []*candidate {
			c := s.numbered(argument, *number+int32(more))
			return append(slices.Clip(passing[i]), &c)
		}
		more, err := s.least(ctx, len(s.Inventory.Clusters)-int(*number), widened)
		if err != nil {
			return nil, err
		}
		if more > 0 {
			return widened(more), nil
		}
	}
	return nil, nil
}

// passesOver reports whether a placement of more clusters may choose the cluster, too. An advisor of a hybrid rule can name as
// many as the rule wants.
func (s *search) passesOver(result *placement.Result) bool {
	return slices.ContainsFunc(result.NotPicked, func(c placement.Candidate) bool { return c.Cluster == s.cluster.Name }) ||
		slices.ContainsFunc(result.Rejected, func(r placement.Rejection) bool {
			return r.Cluster == s.cluster.Name && r.Stage == hybrid.StageRecommendation
		})
}

// matches is the change of the labels of the cluster that a selector matches; none if it matches them as they are, or whatever
// they are.
func (s *search) matches(selector *metav1.LabelSelector) []candidate {
	given, wanted := s.cluster.Labels, matching(s.cluster.Labels, selector)
	var texts []string
	for key, value := range wanted {
		if prior, isGiven := given[key]; !isGiven || prior != value {
			texts = append(texts, excerpt.Text(key)+" = "+excerpt.Quote(value))
		}
	}
	for key := range given {
		if _, stays := wanted[key]; !stays {
			texts = append(texts, "no "+excerpt.Text(key))
		}
	}
	if len(texts) == 0 {
		return nil
	}
	slices.Sort(texts)
	text := fmt.Sprintf("label the cluster %s with %s", excerpt.Quote(s.cluster.Name), excerpt.List(texts, ", "))
	return []candidate{{text: text, apply: func(_ *manifest.Placement, f *fleet.Fleet) {
		for _, list := range []*[]placement.Cluster{&f.Clusters, &f.Manifests.Clusters} {
			*list = slices.Clone(*list)
			for i := range *list {
				if c := &(*list)[i]; c.Name == s.cluster.Name && c.Kind == s.cluster.Kind {
					c.Labels = matching(c.Labels, selector)
					// No expression can read an object that cannot be read.
					_ = fleet.PatchLabels(c)
				}
			}
		}
	}}}
}
