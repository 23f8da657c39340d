// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resilience

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// subject is a placement as it is decided without any loss, and what its decisions depend on.
type subject struct {
	name      string
	satisfied bool
	// chosen are the clusters of its decisions, by name.
	chosen   []string
	isChosen sets.Set[string]
	// depends is what the decisions depend on. It is not known of a misconfigured placement.
	known   bool
	depends placement.Dependence
	// influences are the indexes of the influences that a cluster is part of.
	influences map[string][]int
	// fragile says whether the loss of some single cluster leaves the placement unsatisfied, and broken how many losses do.
	fragile bool
	broken  int
}

func newSubject(ctx context.Context, o *world.Outcome) (subject, error) {
	s := subject{
		name: o.Placement(), satisfied: o.Satisfied(), chosen: o.Clusters(), isChosen: sets.New(o.Clusters()...),
		known: o.Answer().Misconfigured == "", influences: map[string][]int{},
	}
	if !s.known {
		return s, nil
	}
	var err error
	if s.depends, err = o.Answer().Dependence(ctx); err != nil {
		return s, err
	}
	for i := range s.depends.Influences {
		for _, name := range s.depends.Influences[i].Clusters {
			s.influences[name] = append(s.influences[name], i)
		}
	}
	return s, nil
}

// An effect is what is known of a loss without deciding again.
type effect int

const (
	// nothing: the decisions stay.
	nothing effect = iota
	// shrinks: the chosen clusters that are left stay, and no other joins.
	shrinks
	// unknown: the placement has to be decided.
	unknown
)

// effectOf is what is known of the effect of a loss.
func (s *subject) effectOf(l *loss) effect {
	if !s.known {
		return unknown
	}
	takesChosen := slices.ContainsFunc(l.clusters, s.isChosen.Has)
	switch {
	case takesChosen && s.depends.Counted && s.depends.Passing == len(s.chosen):
		return shrinks
	case takesChosen || s.ends(l):
		return unknown
	}
	return nothing
}

// ends reports whether a loss takes the whole of an influence.
func (s *subject) ends(l *loss) bool {
	if len(s.influences) == 0 {
		return false
	}
	lost := map[int]int{}
	for _, name := range l.clusters {
		for _, i := range s.influences[name] {
			influence := &s.depends.Influences[i]
			if lost[i]++; influence.Each || lost[i] == len(influence.Clusters) {
				return true
			}
		}
	}
	return false
}

// shrunk is what a loss does if the other chosen clusters stay, and no other joins. Only the number of clusters matters then.
func (s *subject) shrunk(l *loss) (impact Impact) {
	for _, name := range l.clusters {
		if s.isChosen.Has(name) {
			impact.Lost.Add(name)
		}
	}
	impact.After = len(s.chosen) - impact.Lost.Count
	impact.Satisfied = s.satisfied && impact.After >= s.depends.Wanted
	return impact
}

// changed is what a loss does that has been decided.
func (s *subject) changed(l *loss, o *world.Outcome) Impact {
	after := o.Clusters()
	impact := Impact{After: len(after), Satisfied: o.Satisfied()}
	for _, name := range s.chosen {
		if _, stays := slices.BinarySearch(after, name); stays {
			continue
		}
		if l.has(name) {
			impact.Lost.Add(name)
		} else {
			impact.Left.Add(name)
		}
	}
	for _, name := range after {
		if _, stays := slices.BinarySearch(s.chosen, name); !stays {
			impact.Joined.Add(name)
		}
	}
	return impact
}

// survives is how many clusters, whichever they are, the placement can lose at once.
func (s *subject) survives() Survives {
	switch {
	case !s.satisfied || s.fragile:
		return Survives{Exact: true}
	case s.known && s.depends.Counted:
		return Survives{AtLeast: s.depends.Passing - s.depends.Wanted, Exact: true}
	}
	return Survives{AtLeast: 1}
}
