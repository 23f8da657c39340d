// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package comparison

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// Outputs are the comparisons of all pairs.
type Outputs struct {
	// The worst verdict of all pairs.
	Verdict string `json:"verdict"`
	// The answers, by the full names of the placements of `from`.
	Comparisons map[string]Comparison `json:"comparisons"`
}

// Comparison is what was found out about a pair of placements.
type Comparison struct {
	// `different`; `equal today`, and different after `changes`; `no difference found` over `fleets`; or `equal` over every fleet:
	// they differ in label selectors, claim selectors and tolerations alone, and these exclude the same clusters.
	// ---
	// It is one of [Verdicts].
	Verdict string `json:"verdict"`
	// The answer in sentences.
	Text string `json:"text"`
	// The clusters on which they differ today, by name, with what each of them says; at most 100.
	Today map[string]string `json:"today"`
	// The smallest change of the fleet that was found: of a label, claim, property, taint, score, cluster, set or the time, or
	// several.
	Changes []string `json:"changes"`
	// The same after `changes`.
	Later map[string]string `json:"later"`
	// How many were decided.
	Fleets int `json:"fleets"`
	// The clusters of the smallest part of that fleet that was found on which they differ without earlier decisions, as JSON:
	// `jsondecode` of it is `clusters` of a test, with the same sets, scores and time. Null without one of at most 5 clusters.
	CounterexampleJSON string `json:"counterexample,omitempty"`
	// Counterexample is the same as clusters.
	Counterexample []placement.Cluster `json:"-"`
	// Edits are the changes.
	Edits []edit.Edit `json:"-"`
	// Tried says how many fleets were decided.
	Tried string `json:"-"`
}

// OutputsOf are the outputs about comparisons.
func OutputsOf(comparisons map[string]Comparison) Outputs {
	worst := len(Verdicts) - 1
	for _, c := range comparisons {
		worst = min(worst, slices.Index(Verdicts, c.Verdict))
	}
	return Outputs{Verdict: Verdicts[worst], Comparisons: comparisons}
}

// shown is how many clusters a text names.
const shown = 3

// names are the placements in a sentence.
func (p *Pair) names() string {
	if from, to := excerpt.Text(p.From.FullName()), excerpt.Text(p.To.FullName()); from != to {
		return from + " and " + to
	}
	return "Both placements " + excerpt.Text(p.From.FullName())
}

// tell completes the outputs of a comparison of placements, which names has in a sentence.
func (c *Comparison) tell(names string) {
	c.Changes = lists.Map(c.Edits, func(e edit.Edit) string { return e.String() })
	if c.Today == nil {
		c.Today = map[string]string{}
	}
	if c.Later == nil {
		c.Later = map[string]string{}
	}
	switch c.Verdict {
	case Different:
		c.Text = names + " decide differently: " + clusters(c.Today)
	case Later:
		c.Text = fmt.Sprintf("%s decide the same today. They differ after this change: %s. Then %s", names,
			strings.Join(c.Changes, ", and "), clusters(c.Later))
	case NotFound:
		c.Text = fmt.Sprintf("%s decide the same today, and no difference was found in %s.", names, c.Tried)
	case Equal:
		c.Text = names + " decide the same over every fleet."
	}
}

// clusters are the first differences, in a sentence.
func clusters(differences map[string]string) string {
	names := slices.Sorted(maps.Keys(differences))
	texts := lists.Map(names[:min(len(names), shown)], func(name string) string {
		return excerpt.Text(name) + " (" + differences[name] + ")"
	})
	if more := len(names) - len(texts); more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ") + "."
}

// Arguments are the placements that are compared, beside the fleet.
type Arguments struct {
	// The placements as they are, as in `placements` of a [simulation](simulation).
	From []simulate.Given `json:"from"`
	// The placements that replace them. They are paired by full name, or, if both lists have only one, whatever the names are.
	To []simulate.Given `json:"to"`
	simulate.Instant
}
