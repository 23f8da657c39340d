// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
)

// separator is what separates the names in ClustersByState. No name of a cluster has a comma.
const separator = ", "

// State is how far a cluster is: what ClustersByState says or, if it is not there, StateSucceeded for a cluster with the revision
// that is rolled out and StateWaiting for any other. To ask for many clusters, use [Progress.StatesOf].
func (p *Progress) State(cluster, revision string) State {
	return p.StatesOf(revision)(cluster)
}

// StatesOf returns how far each cluster is.
func (p *Progress) StatesOf(revision string) func(cluster string) State {
	states := map[string]State{}
	for state, names := range p.ClustersByState {
		for name := range strings.SplitSeq(names, separator) {
			states[name] = State(state)
		}
	}
	return func(cluster string) State {
		if state, ok := states[cluster]; ok {
			return state
		}
		if p.Revisions[cluster] == revision && revision != "" {
			return StateSucceeded
		}
		return StateWaiting
	}
}

// In are the clusters in a state that ClustersByState has, sorted.
func (p *Progress) In(states ...State) []string {
	var names []string
	for _, state := range states {
		if clusters := p.ClustersByState[string(state)]; clusters != "" {
			names = append(names, strings.Split(clusters, separator)...)
		}
	}
	slices.Sort(names)
	return names
}

// returnsTo is what a cluster returns to; empty if it loses the workload.
func (p *Progress) returnsTo(cluster string) string {
	if revision, ok := p.RollbackRevisions[cluster]; ok {
		return revision
	}
	return p.CompletedRevision
}
