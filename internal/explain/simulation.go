// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// maxSteps limits the steps that are shown, and maxDomains the failure domains of a picture.
const (
	maxSteps   = 20
	maxDomains = 30
)

// simulationMarkdown returns a simulation in GitHub's Markdown, for a comment on a pull request: for each step the placements
// that are not satisfied, a picture of the failure domains before and after, and what moves and why. Long lists are truncated,
// with a note. The text of names and reasons is escaped.
func simulationMarkdown(results []simulate.Result) string {
	var text comment
	text.WriteString("### Simulation")
	if len(results) != 1 {
		fmt.Fprintf(&text, ": %s\n", excerpt.Count(len(results), "step"))
	}
	for i := range results {
		if i == maxSteps || !text.fits(maxComment/10) {
			more(&text.Builder, len(results)-i)
			break
		}
		s := &simulationStep{&results[i], &text}
		if len(results) > 1 {
			fmt.Fprintf(&text, "\n#### Step %d: ", i+1)
		} else {
			text.WriteString(": ")
		}
		s.write()
	}
	return text.String()
}

// simulationStep is the answer to one step.
type simulationStep struct {
	*simulate.Result
	text *comment
}

func (s *simulationStep) write() {
	verb := "move"
	if len(s.Moves)+s.Unchanged == 1 {
		verb = "moves"
	}
	fmt.Fprintf(s.text, "%d of %s %s\n\n", len(s.Moves), excerpt.Count(len(s.Moves)+s.Unchanged, "placement"), verb)
	switch n := len(s.Unsatisfied); n {
	case 0:
		s.text.WriteString("Every placement is **satisfied**.\n")
	default:
		fmt.Fprintf(s.text, "**Not satisfied**: %s.\n", excerpt.Count(n, "placement"))
	}
	s.text.table(listOf("Edit", s.Edits, maxOthers))
	s.unsatisfied()
	s.picture()
	s.moves()
	s.blockedEvictions()
	s.text.table(listOf("Deleted and created again", s.Replaced, maxOthers))
}

// unsatisfied lists the placements that do not get what they ask for: those that did before first.
func (s *simulationStep) unsatisfied() {
	var names []string
	for _, isBefore := range []bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(s.Unsatisfied)) {
			if s.Unsatisfied[name].Before == isBefore {
				names = append(names, name)
			}
		}
	}
	s.text.table(tableOf(len(names), maxOthers, columns("Placement", "Before", "Why"), func(i int) []string {
		unsatisfied := s.Unsatisfied[names[i]]
		prior := map[bool]string{true: "not satisfied", false: "satisfied"}[unsatisfied.Before]
		return []string{names[i], prior, unsatisfied.Reason}
	}))
}

// picture draws the failure domains before and after the step.
func (s *simulationStep) picture() {
	shown := s.Domains[:min(len(s.Domains), maxDomains)]
	keys := map[string]bool{}
	for i := range shown {
		if shown[i].Domain != simulate.OfFleet {
			keys[shown[i].Domain+" "+shown[i].Key] = true
		}
	}
	p := picture{prefix: "n", known: map[string]int{}}
	for i := range shown {
		d := &shown[i]
		lines := domainLines(d.Domain, d.Key, d.Value, len(keys) > 1)
		prior := p.node(fmt.Sprint("before ", i), "waiting", append(lines, amounts(d.ClustersBefore, d.DecisionsBefore))...)
		after := p.node(fmt.Sprint("after ", i), spreadClass(d), append(lines, amounts(d.ClustersAfter, d.DecisionsAfter))...)
		p.edge(prior, after)
	}
	p.writeTo(s.text)
}

// amounts are what a failure domain has.
func amounts(clusters, decisions int) string {
	return excerpt.Count(clusters, "cluster") + ", " + excerpt.Count(decisions, "decision")
}

// domainLines name a failure domain in a picture, with its key if others have another one.
func domainLines(domain, key, value string, withKey bool) []string {
	switch {
	case domain == simulate.OfFleet:
		return []string{"all clusters"}
	case withKey || value == "":
		return []string{cmp.Or(key, "cluster set"), value}
	}
	return []string{value}
}

// spreadClass is how a failure domain looks after the step.
func spreadClass(s *simulate.Spread) string {
	switch {
	case s.ClustersAfter == 0 || s.DecisionsAfter == 0 && s.DecisionsBefore > 0:
		return "failed"
	case s.ClustersBefore != s.ClustersAfter || s.DecisionsBefore != s.DecisionsAfter:
		return "active"
	}
	return "waiting"
}

// moves lists the clusters that leave and join, placement by placement.
func (s *simulationStep) moves() {
	t := table{header: columns("Placement", "Cluster", "Before", "After", "Why")}
	for _, name := range slices.Sorted(maps.Keys(s.Moves)) {
		moves := s.Moves[name]
		t.all += len(moves.Left) + len(moves.Joined) + len(moves.Regrouped)
		addMoves(&t, name, moves)
	}
	s.text.table(&t)
}

// addMoves adds the moves of a placement, as far as a table has room for them.
func addMoves(t *table, name string, moves planner.Moves) {
	asIs := func(text string) string { return text }
	for _, part := range []struct {
		reasons       map[string]string
		before, after string
		reason        func(text string) string
	}{
		{moves.Left, chosen, notChosen, planner.ReasonOf}, {moves.Joined, notChosen, chosen, planner.ReasonOf},
		{moves.Regrouped, chosen, chosen, asIs},
	} {
		clusters := slices.Sorted(maps.Keys(part.reasons))
		for _, cluster := range clusters[:min(len(clusters), maxMoves-len(t.rows))] {
			t.add(name, cluster, part.before, part.after, part.reason(part.reasons[cluster]))
		}
	}
}

// blockedEvictions lists the evictions that the hub does not execute.
func (s *simulationStep) blockedEvictions() {
	s.text.table(tableOf(len(s.BlockedEvictions), maxOthers, columns("Blocked eviction", "Clusters", "Why"), func(i int) []string {
		b := &s.BlockedEvictions[i]
		return []string{b.Placement, list(b.ClusterNames, 0), b.Reason}
	}))
}
