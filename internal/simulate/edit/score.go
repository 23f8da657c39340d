// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package edit

import (
	"context"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// apply changes the values of a score. One without any value is no longer there.
func (s *Score) apply(ctx context.Context, f *Target, path *field.Path) finding.List {
	chosen, findings := f.find(ctx, &s.Selection, path, restriction{placement.ManagedCluster, "scores"})
	if findings != nil {
		return findings
	}
	inv := &f.Inventory
	scores, changes := slices.Clone(inv.Scores), false
	places := map[string]int{}
	for i := range scores {
		if scores[i].Name == s.Name {
			places[scores[i].Cluster] = i
		}
	}
	for _, i := range chosen {
		c := &inv.Clusters[i]
		place, known := places[c.Name]
		if !known {
			place = len(scores)
			scores = append(scores, placement.Score{Cluster: c.Name, Name: s.Name})
		}
		after := s.changed(scores[place].Values)
		changes = changes || !slices.Equal(after, scores[place].Values)
		scores[place].Values = after
	}
	if !changes {
		return f.NoEffect(path, "Each of the clusters has these values of the score %s already, and nothing of what is to be removed.",
			excerpt.Quote(s.Name))
	}
	inv.Scores = slices.DeleteFunc(scores, func(s placement.Score) bool { return len(s.Values) == 0 })
	return nil
}

// changed are the values with what the edit sets and removes, new ones by name.
func (s *Score) changed(ss []placement.ScoreValue) (after []placement.ScoreValue) {
	left := maps.Clone(s.Set)
	for _, value := range ss {
		if slices.Contains(s.Remove, value.Name) {
			continue
		}
		if number, set := left[value.Name]; set {
			value.Value = number
			delete(left, value.Name)
		}
		after = append(after, value)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		after = append(after, placement.ScoreValue{Name: name, Value: left[name]})
	}
	return after
}
