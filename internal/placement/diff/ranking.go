// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// ranking is a pass whose clusters can be found by name.
type ranking struct {
	*Pass
	// indexes are those of the clusters in Pass.clusters.
	indexes map[string]int
}

func newRanking(p *Pass) ranking {
	indexed := ranking{Pass: p, indexes: make(map[string]int, len(p.clusters))}
	for i := range p.clusters {
		indexed.indexes[p.clusters[i].name] = i
	}
	return indexed
}

// cluster is nil for one that the pass does not know.
func (r *ranking) cluster(name string) *cluster {
	if i, ok := r.indexes[name]; ok {
		return &r.clusters[i]
	}
	return nil
}

// omits reports whether the pass may have known the cluster before it was truncated.
func (r *ranking) omits(name string) bool { return r.omitted > 0 && r.cluster(name) == nil }

func (r *ranking) has(name string, outcome int32) bool {
	c := r.cluster(name)
	return c != nil && c.outcome == outcome
}

// isCandidate reports whether the cluster was chosen or not picked.
func (r *ranking) isCandidate(name string) bool {
	c := r.cluster(name)
	return c != nil && c.outcome < firstRejection
}

// scored reports whether the scores of a candidate were compared.
func (r *ranking) scored(name string) bool {
	c := r.cluster(name)
	return c != nil && (r.dialect != placement.DialectKubeFleet || len(c.scores) > 0 && c.scores[0].Given)
}

// chosenNames are the names of the chosen clusters, sorted.
func (r *ranking) chosenNames() []string {
	names := make([]string, r.decided)
	for i := range names {
		names[i] = r.clusters[i].name
	}
	slices.Sort(names)
	return names
}

// rank says how a candidate of Open Cluster Management compares, whose score decides. The verb is is or was.
func (r *ranking) rank(name, verb string) string {
	if r.dialect != placement.DialectOCM {
		return ""
	}
	return fmt.Sprintf("; it %s rank %d of %d with score %d", verb, r.indexes[name]+1, r.candidates, r.cluster(name).score)
}

// later is the ranking of the later pass, whose reasons are known.
type later struct {
	ranking
	result *placement.Result
	// positions are those of the clusters in the result.
	positions []int32
}

func newLater(result *placement.Result) later {
	p, positions := passOf(result)
	return later{newRanking(p), result, positions}
}

// reason is the sentence for a cluster of the pass.
func (l *later) reason(name string) string {
	return l.result.Explanation(int(l.positions[l.indexes[name]])).Reason
}
