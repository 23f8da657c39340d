// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"strings"
)

// separator is what separates the names in ClustersByState. No name of a cluster has a comma.
const separator = ", "

// StatesOf returns how far each cluster is: what ClustersByState says or, if it is not there, StateSucceeded for a cluster with
// the revision that is rolled out and StateWaiting for any other.
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

// ReturnsTo is what a cluster returns to; empty if it loses the workload.
func (p *Progress) ReturnsTo(cluster string) string {
	if revision, ok := p.RollbackRevisions[cluster]; ok {
		return revision
	}
	return p.CompletedRevision
}
