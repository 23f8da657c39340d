// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
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
	p := &page{limit: maxComment}
	p.WriteString("### Simulation")
	if len(results) != 1 {
		p.writef(": %s\n", excerpt.Count(len(results), "step"))
	}
	for i := range results {
		if i == maxSteps || !p.fits(maxComment/10) {
			p.more(len(results) - i)
			break
		}
		if len(results) > 1 {
			p.writef("\n#### Step %d", i+1)
		}
		writeStep(p, &results[i])
	}
	return p.String()
}

// writeStep writes the answer to one step.
func writeStep(p *page, s *simulate.Result) {
	p.writef(": %d of %s\n\n", len(s.Moves), excerpt.Agree(len(s.Moves)+s.Unchanged, "placement", "moves", "move"))
	switch n := len(s.Unsatisfied); n {
	case 0:
		p.WriteString("Every placement is **satisfied**.\n")
	default:
		p.writef("**Not satisfied**: %s.\n", excerpt.Count(n, "placement"))
	}
	p.table(tableOfTexts("Edit", s.Edits, maxOthers))
	p.table(unsatisfiedTable(s.Unsatisfied))
	p.picture(domainsPicture(s.Domains[:min(len(s.Domains), maxDomains)]))
	p.table(movesTable(s.Moves))
	header := columns("Blocked eviction", "Clusters", "Why")
	p.table(tableOf(s.BlockedEvictions, maxOthers, header, func(b *simulate.BlockedEviction) []string {
		return []string{b.Placement, list(b.ClusterNames, 0), b.Reason}
	}))
	p.table(tableOfTexts("Deleted and created again", s.Replaced, maxOthers))
}

// unsatisfiedTable has the placements that do not get what they ask for: those that did before first.
func unsatisfiedTable(unsatisfied map[string]simulate.Unsatisfied) *table {
	var names []string
	for _, isBefore := range []bool{false, true} {
		for _, name := range slices.Sorted(maps.Keys(unsatisfied)) {
			if unsatisfied[name].Before == isBefore {
				names = append(names, name)
			}
		}
	}
	return tableOf(names, maxOthers, columns("Placement", "Before", "Why"), func(name *string) []string {
		prior := map[bool]string{true: "not satisfied", false: "satisfied"}[unsatisfied[*name].Before]
		return []string{*name, prior, unsatisfied[*name].Reason}
	})
}

// domainsPicture draws failure domains before and after a step.
func domainsPicture(domains []simulate.Spread) *picture {
	keys := map[string]bool{}
	for i := range domains {
		if domains[i].Domain != simulate.OfFleet {
			keys[domains[i].Domain+" "+domains[i].Key] = true
		}
	}
	p := &picture{prefix: "n"}
	for i := range domains {
		d := &domains[i]
		lines := domainLines(d, len(keys) > 1)
		prior := p.add("waiting", mermaidLines(append(lines, amounts(d.ClustersBefore, d.DecisionsBefore))...))
		after := p.add(spreadClass(d), mermaidLines(append(lines, amounts(d.ClustersAfter, d.DecisionsAfter))...))
		p.edge(prior, after)
	}
	return p
}

// amounts are what a failure domain has.
func amounts(clusters, decisions int) string {
	return excerpt.Count(clusters, "cluster") + ", " + excerpt.Count(decisions, "decision")
}

// domainLines name a failure domain in a picture, with its key if others have another one.
func domainLines(s *simulate.Spread, withKey bool) []string {
	switch {
	case s.Domain == simulate.OfFleet:
		return []string{"all clusters"}
	case withKey || s.Value == "":
		return []string{cmp.Or(s.Key, "cluster set"), s.Value}
	}
	return []string{s.Value}
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

// movesTable has the clusters that leave and join, placement by placement.
func movesTable(moves map[string]planner.Moves) *table {
	t := &table{header: columns("Placement", "Cluster", "Before", "After", "Why")}
	for _, name := range slices.Sorted(maps.Keys(moves)) {
		m := moves[name]
		t.all += len(m.Left) + len(m.Joined) + len(m.Regrouped)
		t.addMoves(name, m)
	}
	return t
}

// addMoves adds the moves of a placement, as far as a table has room for them.
func (t *table) addMoves(name string, moves planner.Moves) {
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
