// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Pass is what a comparison needs of a scheduling pass: how far every cluster came, which kinds of mismatch kept it out, and
// its scores. It has no reasons, so that it can be kept: see [Pass.Encode].
type Pass struct {
	dialect placement.Dialect
	// mistake is that of a request which Open Cluster Management does not schedule. The clusters that nothing had rejected
	// until then are not in the pass, although they are in the fleet.
	mistake string
	// columns are what the scores of a cluster are of: the prioritizers, or the advisors of a hybrid decision and, last, an
	// earlier decision.
	columns []placement.Prioritizer
	// outcomes are what can become of a cluster: chosen, notPicked, and the rejections.
	outcomes []outcome
	// clusters are the chosen ones by name, those that were not picked in rank order, and the rejected ones by name. A hybrid
	// inventory may have two targets of a name; the first applies. A name that the fleet does not have is not a cluster.
	clusters []cluster
	// decided is how many clusters were chosen, and candidates how many were chosen or not picked, including those that a
	// truncated pass omits. Omitted is how many it omits: of the clusters behind the chosen ones all but the first, and all
	// that were rejected.
	decided, candidates, omitted int
	// unscored says that a truncated pass also omits the scores of the chosen clusters.
	unscored bool
	// recorded is how many rounds of a hybrid decision have all of their ratings.
	recorded int
}

// cluster is what a pass knows of a cluster.
type cluster struct {
	name string
	// outcome is an index of Pass.outcomes.
	outcome int32
	score   int64
	// scores has an entry for each column, or none if its scores were not compared. It is empty in a hybrid
	// decision, where the scores change from round to round.
	scores  []placement.ScoreLine
	history *history
}

// mistakeBytes bounds the mistake of a request.
const mistakeBytes = 512

// PassOf is what later passes are compared with.
func PassOf(r *placement.Result) *Pass {
	p, _ := passOf(r)
	slices.SortFunc(p.clusters[:p.decided], func(a, b cluster) int { return strings.Compare(a.name, b.name) })
	return p
}

// byName sorts pointers to clusters.
func byName(clusters []cluster) []*cluster {
	sorted := lists.Pointers(clusters)
	slices.SortFunc(sorted, func(a, b *cluster) int { return strings.Compare(a.name, b.name) })
	return sorted
}

// passOf is the pass of a result with the chosen clusters in rank order. It also returns the position of every cluster in the
// result.
func passOf(r *placement.Result) (p *Pass, positions []int32) {
	total := len(r.Decisions) + len(r.NotPicked) + len(r.Rejected)
	p = &Pass{dialect: r.Dialect, clusters: make([]cluster, 0, total)}
	if len(r.Prioritizers) > 0 {
		p.columns = r.Prioritizers
	}
	positions = make([]int32, 0, total)
	var known map[string]bool
	if r.Dialect == placement.DialectHybrid {
		known = make(map[string]bool, total)
	}
	position := int32(0)
	add := func(c cluster) {
		if known == nil || !known[c.name] {
			p.clusters, positions = append(p.clusters, c), append(positions, position)
		}
		if known != nil {
			known[c.name] = true
		}
		position++
	}
	for i := range r.Decisions {
		add(p.candidate(&r.Decisions[i].Candidate, chosen))
	}
	p.decided = len(p.clusters)
	for i := range r.NotPicked {
		add(p.candidate(&r.NotPicked[i], notPicked))
	}
	p.candidates = len(p.clusters)
	outcomes := newOutcomes()
	for i := range r.Rejected {
		add(cluster{name: r.Rejected[i].Cluster, outcome: outcomes.index(&r.Rejected[i])})
	}
	p.outcomes = outcomes.list
	if p.candidates == 0 {
		p.mistake = mistakeOf(r.Conditions)
	}
	if r.Dialect == placement.DialectHybrid {
		p.addRounds(r.Rounds)
	}
	return p, positions
}

func (p *Pass) candidate(c *placement.Candidate, outcome int32) cluster {
	made := cluster{name: c.Cluster, outcome: outcome, score: c.Score}
	switch {
	case len(c.Scores) == 0 || p.dialect == placement.DialectHybrid:
	case len(c.Scores) == len(p.columns):
		made.scores = c.Scores
	default:
		made.scores = make([]placement.ScoreLine, len(p.columns))
		copy(made.scores, c.Scores)
	}
	return made
}

// mistakeOf is the message of the condition of a misconfigured placement.
func mistakeOf(conditions []placement.Condition) string {
	for _, condition := range conditions {
		if condition.Reason == "Misconfigured" && condition.Status == "True" {
			message := strings.TrimPrefix(condition.Message, ":") // no plug-in stands before the colon
			return excerpt.Lines(message, mistakeBytes)
		}
	}
	return ""
}

// Dialect is the scheduler of the pass.
func (p *Pass) Dialect() placement.Dialect { return p.dialect }

// Chosen reports whether the chosen clusters are exactly those of a list.
func (p *Pass) Chosen(names []string) bool {
	wanted := slices.Compact(slices.Sorted(slices.Values(names)))
	return slices.EqualFunc(p.clusters[:p.decided], wanted, func(c cluster, name string) bool { return c.name == name })
}

// keptBehind is how many of the clusters that were not picked a truncated pass keeps.
const keptBehind = 100

// truncated is the pass with the chosen clusters and the first of those that were not picked.
func (p *Pass) truncated(behind int) *Pass {
	short := *p
	kept := min(len(p.clusters), p.decided+behind, p.candidates)
	short.clusters, short.outcomes = p.clusters[:kept:kept], newOutcomes().list
	short.omitted += len(p.clusters) - kept
	return &short
}

// withoutScores is the pass without the scores of the chosen clusters.
func (p *Pass) withoutScores() *Pass {
	bare := *p
	bare.clusters, bare.unscored = slices.Clone(p.clusters), true
	for i := range bare.clusters[:p.decided] {
		bare.clusters[i] = cluster{name: p.clusters[i].name, outcome: chosen}
	}
	return &bare
}
