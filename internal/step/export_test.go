// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
)

// State is how far a cluster is.
func (p *Progress) State(cluster, revision string) State { return p.StatesOf(revision)(cluster) }

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
