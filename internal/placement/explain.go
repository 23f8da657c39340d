// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// The stages that a cluster can reach beyond the ones that reject it.
const (
	// StageDecided is where the chosen clusters end.
	StageDecided = "Decided"
	// StageNotPicked is where the clusters end that match and were not needed.
	StageNotPicked = "NotPicked"
)

// Explanation says what became of one cluster, and why.
type Explanation struct {
	Cluster string
	// Stage is StageDecided, StageNotPicked or the stage that rejected the cluster.
	Stage string
	// Reason is a sentence: for a cluster that was not chosen, it says what was found and what would admit it. It quotes no
	// score of another cluster, so that it stays the same when only others change.
	Reason string
	// Candidate is nil for a rejected cluster.
	Candidate *Candidate
	// Group is the index of the decision's group, or -1.
	Group int
}

// ClusterNames are the chosen clusters, in the order of the decisions. The list is not nil.
func (r *Result) ClusterNames() []string {
	return lists.Map(r.Decisions, func(d Decision) string { return d.Cluster })
}

// Explain calls yield for every cluster: the decisions and the clusters that were not picked in their order, then the
// rejected ones by name and the names that the fleet does not have.
func (r *Result) Explain(yield func(Explanation) bool) {
	for i := range len(r.Decisions) + len(r.NotPicked) + len(r.Rejected) + len(r.Unknown) {
		if !yield(r.Explanation(i)) {
			return
		}
	}
}

// Explanation is the one that Explain yields at a position, counted from 0.
func (r *Result) Explanation(i int) Explanation {
	if i < len(r.Decisions) {
		d := &r.Decisions[i]
		return Explanation{d.Cluster, StageDecided, r.whyDecided(i), &d.Candidate, d.Group}
	}
	i -= len(r.Decisions)
	if i < len(r.NotPicked) {
		c := &r.NotPicked[i]
		return Explanation{c.Cluster, StageNotPicked, r.whyNotPicked(i), c, -1}
	}
	i -= len(r.NotPicked)
	var rejection *Rejection
	if i < len(r.Rejected) {
		rejection = &r.Rejected[i]
	} else {
		rejection = &r.Unknown[i-len(r.Rejected)]
	}
	return Explanation{rejection.Cluster, rejection.Stage, rejection.Reason(), nil, -1}
}

// reasonBytes bounds the reason of one cluster, whatever its request repeats.
const reasonBytes = 2048

// Reason is the sentence for a rejected cluster. Alternatives of which none matched are told one after the other.
func (r *Rejection) Reason() string {
	shown := r.Mismatches[:min(len(r.Mismatches), excerpt.Items)]
	sentences := lists.Map(shown, func(m Mismatch) string { return m.String() })
	text := strings.Join(sentences, "; or ")
	if more := len(r.Mismatches) - len(shown); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	if r.UpstreamReason != "" {
		text = r.UpstreamReason + ": " + text
	}
	return excerpt.Line(text, reasonBytes)
}

func (r *Result) whyDecided(i int) string {
	d := &r.Decisions[i]
	if d.Reason != "" {
		return excerpt.Line(d.Reason, reasonBytes)
	}
	return fmt.Sprintf("rank %d of %d with score %s", i+1, len(r.Decisions)+len(r.NotPicked), r.sum(&d.Candidate))
}

func (r *Result) whyNotPicked(i int) string {
	c := &r.NotPicked[i]
	switch {
	case c.Reason != "":
		return excerpt.Line(c.Reason, reasonBytes)
	case r.Dialect == DialectKubeFleet && !c.scored():
		return "not needed: the placement already has " + excerpt.Count(len(r.Decisions), "cluster")
	case r.Dialect == DialectKubeFleet:
		return r.whyTooLow(c)
	}
	rank := len(r.Decisions) + i + 1
	had := fmt.Sprintf("rank %d of %d with score %d", rank, len(r.Decisions)+len(r.NotPicked), c.Score)
	if len(r.Decisions) == 0 {
		return had + "; number_of_clusters is 0"
	}
	if r.Decisions[len(r.Decisions)-1].Score == c.Score {
		had += "; it has the same score as the last that was chosen and comes later by name"
	}
	return fmt.Sprintf("%s; it would be chosen with a higher score, or with number_of_clusters = %d", had, rank)
}

// sum shows how a score came about, such as "300 = Balance 100 + 2 * Steady 100".
func (r *Result) sum(c *Candidate) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d", c.Score)
	sign := " = "
	for k, line := range c.Scores {
		if k == excerpt.Items {
			fmt.Fprintf(&text, " and %d more", len(c.Scores)-k)
			break
		}
		p := &r.Prioritizers[k]
		text.WriteString(sign)
		sign = " + "
		if p.Weight != 1 {
			fmt.Fprintf(&text, "%d * ", p.Weight)
		}
		if line.Given {
			fmt.Fprintf(&text, "%s %d", excerpt.Text(p.Name), line.Value)
		} else {
			fmt.Fprintf(&text, "%s none", excerpt.Text(p.Name))
		}
	}
	return text.String()
}

// whyTooLow is KubeFleet's sentence for a cluster that was not picked. It does not explain a tie.
func (r *Result) whyTooLow(c *Candidate) string {
	text := fmt.Sprintf("Cluster %q does not score high enough (affinity score: %d, topology spread score: %d)", c.Cluster,
		r.score(c, ScoreAffinity), r.score(c, ScoreSpread))
	if r.LastPicked == nil {
		return text
	}
	tie := ", and the smaller name"
	for k := range c.Scores {
		if c.Scores[k].Value == r.LastPicked.Scores[k].Value {
			continue
		}
		if r.Prioritizers[k].Kind != ScorePrevious {
			return text
		}
		tie = ", which an earlier policy chose"
	}
	return text + "; it has the same scores as the last that was chosen in the same cycle" + tie
}

// scored reports whether the scheduler computed the scores of the candidate.
func (c *Candidate) scored() bool { return len(c.Scores) > 0 && c.Scores[0].Given }

// score is the candidate's score in the column of a kind; 0 if there is no such column.
func (r *Result) score(c *Candidate, kind ScoreKind) int64 {
	k := slices.IndexFunc(r.Prioritizers, func(p Prioritizer) bool { return p.Kind == kind })
	if k < 0 || k >= len(c.Scores) {
		return 0
	}
	return c.Scores[k].Value
}

// ReasonCount is a reason why clusters were not chosen, and how many clusters it kept away.
type ReasonCount struct {
	// The stage, a colon and what the clusters have in common.
	Reason string `json:"reason"`
	// The number of clusters.
	Count int `json:"count"`
	// The first of these clusters.
	// ---
	// It is the best of those that were not picked, else the first by name.
	Example string `json:"example"`
}

// Summary counts the reasons why clusters were not chosen, the most frequent first, then by text. A cluster that
// failed several alternatives counts with the first.
func (r *Result) Summary() []ReasonCount {
	indexes := map[string]int{}
	var counts []ReasonCount
	count := func(reason, cluster string) {
		i, ok := indexes[reason]
		if !ok {
			i, indexes[reason] = len(counts), len(counts)
			counts = append(counts, ReasonCount{Reason: reason, Example: cluster})
		}
		counts[i].Count++
	}
	for i := range r.NotPicked {
		count(StageNotPicked+": "+r.causeOfNotPicked(&r.NotPicked[i]), r.NotPicked[i].Cluster)
	}
	for _, list := range [...][]Rejection{r.Rejected, r.Unknown} {
		for i := range list {
			count(list[i].Stage+": "+list[i].Mismatches[0].cause(), list[i].Cluster)
		}
	}
	slices.SortStableFunc(counts, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return counts
}

// causeOfNotPicked is why a candidate was not picked, without the cluster.
func (r *Result) causeOfNotPicked(c *Candidate) string {
	switch {
	case c.HeldBack:
		return "earlier decisions are kept"
	case len(r.Decisions) == 0:
		return "no cluster is requested"
	case r.Dialect == DialectKubeFleet && !c.scored():
		return "not compared, because the placement already has all its clusters"
	}
	return "others have a better score"
}
