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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
)

// Outputs are the comparisons of all pairs.
type Outputs struct {
	// Verdict is the worst one.
	Verdict string `json:"verdict"`
	// Comparisons are those of the pairs, by the full name of the placement of From.
	Comparisons map[string]Comparison `json:"comparisons"`
}

// Comparison is what was found out about a pair of placements.
type Comparison struct {
	// Verdict is one of Verdicts.
	Verdict string `json:"verdict"`
	// Text is the answer in sentences.
	Text string `json:"text"`
	// Today are the clusters on which the placements differ over the fleet as it is, with what each of them says.
	Today map[string]string `json:"today"`
	// Changes are the smallest change that was found after which they differ, and Later the clusters on which they differ then.
	Changes []string          `json:"changes"`
	Later   map[string]string `json:"later"`
	// Fleets is how many fleets were decided.
	Fleets int `json:"fleets"`
	// CounterexampleJSON is a small part of the fleet on which they differ without prior decisions, as an argument has it; empty if
	// there is none.
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
