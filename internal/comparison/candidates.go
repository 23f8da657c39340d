// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// maxRepresentatives is how many clusters are edited: one of each sort.
const maxRepresentatives = 20

// maxWitnesses is how many clusters on which the filters differ are tried, and maxTaints how many taints.
const maxWitnesses, maxTaints = 100, 1000

// candidates are lists of edits after which the decisions may differ: single edits that make a cluster one on which the filters
// differ, a new cluster of that sort, all other single edits, several that make a cluster one of that sort, and pairs.
func (s *search) candidates(t *terms, witnesses []placement.Cluster) (candidates iter.Seq[[]edit.Edit], count int) {
	clusters := s.representatives(t)
	likely := s.likely(t, clusters, witnesses[:min(len(witnesses), maxWitnesses)])
	// Each of these makes room for another cluster, so that pairs with them come first.
	single := lists.Map(clusters, func(c *placement.Cluster) edit.Edit {
		return edit.Edit{Lose: &edit.Selection{Clusters: []string{c.Name}}}
	})
	for _, c := range clusters {
		single = append(single, s.ofCluster(t, c)...)
	}
	single = slices.Concat(single, s.variants(t, clusters), s.ofFleet(t))
	count = len(likely) + len(single)*(len(single)+1)/2
	several, _ := slices.BinarySearchFunc(likely, 2, func(edits []edit.Edit, n int) int { return cmp.Compare(len(edits), n) })
	return func(yield func([]edit.Edit) bool) {
		for _, edits := range slices.Concat(likely[:several], slices.Collect(slices.Chunk(single, 1)), likely[several:]) {
			if !yield(edits) {
				return
			}
		}
		lists.Choose(single, 2)(yield)
	}, count
}

// likely are the edits that make an old or a new cluster one on which the filters differ, the fewest edits first.
func (s *search) likely(t *terms, clusters []*placement.Cluster, witnesses []placement.Cluster) (lists [][]edit.Edit) {
	for i := range witnesses {
		for _, c := range clusters {
			if edits := t.towards(c, &witnesses[i]); len(edits) > 0 {
				lists = append(lists, edits)
			}
		}
		lists = append(lists, []edit.Edit{s.addition(t.alike(clusters, &witnesses[i]))})
	}
	slices.SortStableFunc(lists, func(a, b []edit.Edit) int { return cmp.Compare(len(a), len(b)) })
	return lists
}

// representatives are clusters of the fleet: the ones at the end of what a placement chooses and at the beginning of what it does
// not, and then the first one of each sort that the terms tell apart.
func (s *search) representatives(t *terms) (clusters []*placement.Cluster) {
	all := s.sides[0].world.Clusters()
	byName := lists.Index(all, func(c placement.Cluster) string { return c.Name })
	note := func(c *placement.Cluster) {
		if c != nil && !slices.Contains(clusters, c) {
			clusters = append(clusters, c)
		}
	}
	chosen := map[string]string{}
	for _, side := range s.sides {
		result := &side.outcome.Answer().Result
		if n := len(result.Decisions); n > 0 {
			note(byName[result.Decisions[n-1].Cluster])
		}
		if len(result.NotPicked) > 0 {
			note(byName[result.NotPicked[0].Cluster])
		}
		for i := range result.Decisions {
			chosen[result.Decisions[i].Cluster] += "+"
		}
	}
	sorts := map[string]bool{}
	for i := range all {
		if len(clusters) >= maxRepresentatives {
			break
		}
		sort := strings.Builder{}
		fmt.Fprintf(&sort, "%s %v", chosen[all[i].Name], all[i].Taints)
		for k := range t.axes {
			if value := t.axes[k].value(&all[i]); value != nil {
				fmt.Fprintf(&sort, " %d=%q", k, *value)
			}
		}
		if !sorts[sort.String()] {
			sorts[sort.String()] = true
			note(&all[i])
		}
	}
	return clusters
}

// towards are the edits that make a cluster like another one, as far as the terms tell them apart.
func (t *terms) towards(c, like *placement.Cluster) (edits []edit.Edit) {
	if len(like.Taints) > 0 {
		return []edit.Edit{taint(c, like.Taints[0])}
	}
	for i := range t.axes {
		if wanted := t.axes[i].value(like); !same(t.axes[i].value(c), wanted) {
			edits = append(edits, t.axes[i].changed(c.Name, wanted))
		}
	}
	return edits
}

// alike is a cluster with the terms of a witness, and all else of the first representative: a scheduler that chooses that one may
// choose it.
func (t *terms) alike(clusters []*placement.Cluster, witness *placement.Cluster) *placement.Cluster {
	if len(clusters) == 0 {
		return witness
	}
	c := copied(clusters[0])
	if len(witness.Taints) > 0 {
		c.Taints = append(c.Taints, witness.Taints...)
		return &c
	}
	for i := range t.axes {
		t.axes[i].set(&c, t.axes[i].value(witness))
	}
	return &c
}

// variants are new clusters, each of which differs from the first representative in one term.
func (s *search) variants(t *terms, clusters []*placement.Cluster) (edits []edit.Edit) {
	if len(clusters) == 0 {
		return nil
	}
	for _, a := range slices.Concat(t.axes, t.properties) {
		for _, value := range a.values {
			c := copied(clusters[0])
			a.set(&c, value)
			edits = append(edits, s.addition(&c))
		}
	}
	for i := range t.taints[:min(len(t.taints), maxTaints)] {
		c := copied(clusters[0])
		c.Taints = append(c.Taints, t.taints[i])
		edits = append(edits, s.addition(&c))
	}
	return edits
}

// copied is a cluster with terms of its own.
func copied(c *placement.Cluster) placement.Cluster {
	other := *c
	other.Labels, other.Claims, other.Properties = maps.Clone(c.Labels), maps.Clone(c.Claims), maps.Clone(c.Properties)
	other.Taints = slices.Clone(c.Taints)
	return other
}

func taint(c *placement.Cluster, t placement.Taint) edit.Edit {
	return edit.Edit{Taint: &edit.Taint{Selection: one(c), Taint: t}}
}

// one selects a cluster.
func one(c *placement.Cluster) edit.Selection { return edit.Selection{Clusters: []string{c.Name}} }

// addition puts a cluster like another one into the fleet, under a name that the fleet does not have.
func (s *search) addition(like *placement.Cluster) edit.Edit {
	c := *like
	if s.taken == nil {
		s.taken = lists.Set(s.sides[0].world.Clusters(), func(c placement.Cluster) string { return c.Name })
	}
	for i := 1; c.Name == like.Name || s.taken[c.Name]; i++ {
		c.Name = fmt.Sprintf("new-%d", i)
	}
	// The whole object has the name of the other one.
	c.Object = nil
	return edit.Edit{Add: &c}
}

// ofCluster are the edits of a cluster.
func (s *search) ofCluster(t *terms, c *placement.Cluster) (edits []edit.Edit) {
	for _, a := range slices.Concat(t.axes, t.properties) {
		for _, value := range a.values {
			if !same(a.value(c), value) {
				edits = append(edits, a.changed(c.Name, value))
			}
		}
	}
	for _, added := range t.taints[:min(len(t.taints), maxTaints)] {
		edits = append(edits, taint(c, added))
	}
	for i := range c.Taints {
		edits = append(edits, edit.Edit{Untaint: &edit.Untaint{Selection: one(c), Key: c.Taints[i].Key}})
	}
	edits = append(edits, s.addition(c))
	for _, percent := range []string{"10%", "1000%"} {
		for _, name := range []string{"cpu", "memory"} {
			edits = append(edits, edit.Edit{Resize: &edit.Resize{Selection: one(c), Resources: map[string]string{name: percent}}})
		}
	}
	for i := range s.sides[0].world.Fleet.Manifests.Scores {
		score := &s.sides[0].world.Fleet.Manifests.Scores[i]
		if score.Cluster != c.Name {
			continue
		}
		for _, measured := range score.Values {
			for _, value := range []int32{-100, 100} {
				edits = append(edits, edit.Edit{Score: &edit.Score{
					Selection: one(c), Name: score.Name, Set: map[string]int32{measured.Name: value},
				}})
			}
		}
	}
	return edits
}

// ofFleet are the edits of the sets and of the time, and the clusters that are missing.
func (s *search) ofFleet(t *terms) (edits []edit.Edit) {
	for _, name := range t.names {
		edits = append(edits, edit.Edit{Add: &placement.Cluster{Name: name}})
	}
	for i := range t.bindings {
		b := &t.bindings[i]
		edits = append(edits, edit.Edit{Binding: &edit.Binding{Add: b}}, edit.Edit{Binding: &edit.Binding{Remove: b}})
	}
	for _, side := range s.sides {
		if next := side.outcome.Answer().Result.NextChange; !next.IsZero() {
			edits = append(edits, edit.Edit{At: next})
		}
	}
	return edits
}
