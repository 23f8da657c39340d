// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package shortfall says what a placement that is not satisfied lacks: the smallest changes of it or of its fleet that satisfy
// it. [Near] says what a placement lacks that has not chosen a particular cluster. Each change is checked by deciding again. It
// is pure.
//
// Read [Find] first. What can be changed is in a file for each dialect, such as ocm.go.
package shortfall

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
)

// Shortfall is what a placement lacks.
type Shortfall struct {
	// How many clusters are missing, at least 1.
	Missing int `json:"missing"`
	// The smallest changes that satisfy the placement, the cheapest first, each checked by deciding again. Two are combined only if
	// no single one of an existing cluster or of the placement is enough.
	// ---
	// No part of a way satisfies the placement.
	Ways []Way `json:"ways"`
	// Whether every change was checked: not if there are too many, or if HTTP advisors would have to be asked.
	Complete bool `json:"complete"`
}

// Way is one or two changes that together satisfy a placement.
type Way struct {
	// The way in words. The text may change in any release.
	// ---
	// It is a sentence without its end.
	Text string `json:"text"`
	// One or two changes, which are all necessary.
	Changes []Remedy `json:"changes"`
}

// The kinds of a Remedy, from the cheapest to the most expensive.
const (
	// Number is another number of clusters.
	Number = "number"
	// Tolerate is another toleration.
	Tolerate = "toleration"
	// Remove is a requirement less.
	Remove = "requirement"
	// OpenSet is a cluster set that becomes open to the placement.
	OpenSet = "cluster set"
	// NewClusters are clusters that the fleet does not have.
	NewClusters = "new clusters"
)

// Kinds are the kinds of changes.
var Kinds = []string{Number, Tolerate, Remove, OpenSet, NewClusters}

// Opens is a cluster set that satisfies the placement once it is bound to its namespace; empty if there is none.
func (s *Shortfall) Opens() string {
	for i := 0; s != nil && i < len(s.Ways); i++ {
		if changes := s.Ways[i].Changes; len(changes) == 1 && changes[0].Kind == OpenSet && changes[0].At == "" {
			return changes[0].ClusterSet
		}
	}
	return ""
}

// Remedy is one change of a placement or its fleet. Besides Kind and At, that of its kind is set.
type Remedy struct {
	// `number`, `toleration`, `requirement` for one that is removed, `cluster set` for one that becomes open to the placement, or
	// `new clusters`.
	Kind string `json:"kind"`
	// The argument that changes. Null for a change of the fleet alone.
	// ---
	// It is in the words of HCL.
	At string `json:"at,omitempty"`
	// The number of clusters, for the kind `number`.
	Number *int32 `json:"number,omitempty"`
	// The taint that is tolerated, for the kind `toleration`.
	Toleration *Toleration `json:"toleration,omitempty"`
	// The name of the cluster set, for the kind `cluster set`.
	ClusterSet string `json:"clusterSet,omitempty"`
	// The clusters that are added, for the kind `new clusters`.
	Clusters *Clusters `json:"clusters,omitempty"`
}

// Toleration is a toleration of one taint.
type Toleration struct {
	// The key of the taint.
	Key string `json:"key"`
	// The value of the taint. Null if it has none.
	Value string `json:"value,omitempty"`
	// The effect of the taint.
	Effect placement.TaintEffect `json:"effect"`
}

// Clusters are new clusters that are all alike.
type Clusters struct {
	// How many clusters, which are all alike.
	Count int `json:"count"`
	// The labels that they need. Null if they need none.
	Labels map[string]string `json:"labels,omitempty"`
	// The cluster claims that they need. Null if they need none.
	Claims map[string]string `json:"claims,omitempty"`
	// Quantities by the names of properties, such as `resources.kubernetes-fleet.io/available-memory`. Null if they need none.
	AtLeast map[string]string `json:"atLeast,omitempty"`
	// The name of the cluster, if the placement asks for it by name; null if any will do.
	Name string `json:"name,omitempty"`
}

// Question is a placement that is not satisfied, and what it chooses from.
type Question struct {
	Placement *manifest.Placement
	Fleet     *fleet.Fleet
	// Inventory and Result are what the placement was decided over and how.
	Inventory *placement.Inventory
	Result    *placement.Result
	// Decide decides a changed placement over a changed fleet.
	Decide func(ctx context.Context, p *manifest.Placement, f *fleet.Fleet) (placement.Result, error)
	// Checks bounds how often it decides; see [Checks].
	Checks int
}

// Bounds of the work.
const (
	// maxChecks is how often a small fleet is decided.
	maxChecks = 100
	// checkedClusters is how many clusters all decisions together look at, minChecks what a large fleet is decided at least.
	checkedClusters = 1_000_000
	minChecks       = 10
)

// Checks is how often a fleet of a number of clusters is decided at most.
func Checks(clusters int) int {
	return max(minChecks, min(maxChecks, checkedClusters/max(1, clusters)))
}

// IsSatisfied reports whether a result is what a placement asks for, and at least one cluster.
func IsSatisfied(result *placement.Result) bool { return result.Satisfied && len(result.Decisions) > 0 }

// candidate is a change that may satisfy a placement.
type candidate struct {
	Remedy
	text string
	// apply makes the change in a placement that is the caller's own, and in a copy of its fleet, whose lists it replaces.
	apply func(p *manifest.Placement, f *fleet.Fleet)
}

// Find finds the ways to satisfy a placement: every single change that does, or else pairs of them, and the smallest number of
// new clusters. The error says that ctx has ended.
func Find(ctx context.Context, q *Question) (*Shortfall, error) {
	s := &search{Question: q, of: dialects[q.Placement.Dialect()], left: q.Checks}
	s.found = Shortfall{Missing: Missing(q.Placement, q.Result), Ways: []Way{}, Complete: q.Checks > 0}
	candidates := s.candidates()
	if err := s.noteAll(ctx, append(s.numbers(), candidates...), 1); err != nil {
		return nil, err
	}
	if len(s.found.Ways) == 0 {
		if err := s.noteAll(ctx, candidates, 2); err != nil {
			return nil, err
		}
	}
	if err := s.create(ctx); err != nil {
		return nil, err
	}
	return &s.found, nil
}

// search is a search for ways.
type search struct {
	*Question
	of    *dialect
	left  int
	found Shortfall
	// cluster is the one that has to be chosen; nil if the placement has to be satisfied.
	cluster *placement.Cluster
}

// Missing is how many clusters a placement misses that is not satisfied, at least 1.
func Missing(p *manifest.Placement, result *placement.Result) int {
	chosen, names := len(result.Decisions), p.ClusterNames()
	_, wanted := p.Wanted()
	switch {
	case names != nil:
		return max(1, len(names)-chosen)
	case wanted != nil && p.Hybrid == nil: // A hybrid placement rule is satisfied with any target.
		return max(1, int(*wanted)-chosen)
	}
	return 1
}

// reached reports whether a result is what is searched for: it chooses the cluster, or satisfies the placement. One that the
// scheduler or the hub refuses, which is nil, does not.
func (s *search) reached(result *placement.Result) bool {
	switch {
	case result == nil:
		return false
	case s.cluster != nil:
		return slices.Contains(result.ClusterNames(), s.cluster.Name)
	}
	return IsSatisfied(result)
}

// least is the smallest number from 1 to most with which the changes reach what is searched for; 0 if even most does not.
func (s *search) least(ctx context.Context, most int, changes func(number int) []*candidate) (number int, err error) {
	isEnough := func(number int) bool {
		result, failed := s.decide(ctx, changes(number))
		err = cmp.Or(err, failed)
		return s.reached(result) || err != nil
	}
	if most < 1 || !isEnough(most) || err != nil {
		return 0, err
	}
	return 1 + sort.Search(most-1, func(fewer int) bool { return isEnough(fewer + 1) }), err
}

// decide decides with changes. The result is nil if the scheduler or the hub refuses them, and beyond the bound.
func (s *search) decide(ctx context.Context, changes []*candidate) (*placement.Result, error) {
	if s.left--; s.left < 0 {
		s.found.Complete = false
		return nil, nil
	}
	p, f := *s.Placement, *s.Fleet
	applyAll(changes, &p, &f)
	result, err := s.Decide(ctx, &p, &f)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("the search for what is missing was interrupted: %w", ctx.Err())
	}
	decided := &result
	if err != nil {
		decided = nil
	}
	return decided, nil
}

// applyAll makes changes in copies of a placement and of its fleet. The last one of a list goes first: the others keep their
// indexes.
func applyAll(changes []*candidate, p *manifest.Placement, f *fleet.Fleet) {
	own(p)
	for _, c := range slices.Backward(changes) {
		c.apply(p, f)
	}
}

func (s *search) note(changes ...*candidate) {
	var way Way
	for i, c := range changes {
		if i > 0 {
			way.Text += ", and "
		}
		way.Text += c.text
		way.Changes = append(way.Changes, c.Remedy)
	}
	s.found.Ways = append(s.found.Ways, way)
}

// noteAll notes every combination of a number of candidates that satisfies.
func (s *search) noteAll(ctx context.Context, candidates []candidate, count int) error {
	for changes := range lists.Choose(lists.Pointers(candidates), count) {
		result, err := s.decide(ctx, changes)
		if err != nil || s.left < 0 {
			return err
		}
		if s.reached(result) {
			s.note(changes...)
		}
	}
	return nil
}
