// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// maxMoves limits the clusters that are shown as moved.
const maxMoves = 50

const (
	chosen    = "chosen"
	notChosen = "not chosen"
)

// expected shows what the hub is expected to decide, as long as it has not decided.
func (p *placementPage) expected() {
	expected := p.attributes.Expected
	if expected == nil || expected.Agrees != nil {
		return
	}
	p.title()
	p.writef(": the hub is expected to choose %s\n\n%s.\n", excerpt.Count(len(expected.Clusters), p.noun), p.counts(&expected.Moves))
	if !expected.Satisfied {
		p.WriteString("\nThe placement is expected to be **not satisfied**.\n")
	}
	p.moved(&expected.Moves)
	p.table(tableOfMap("Cluster", "What leaves with it", expected.Consumers, maxMoves))
	if !expected.Certain {
		p.WriteString("\nThis is not certain. " + escape(expected.Uncertainty) + "\n")
	}
	p.WriteString("\n#### Before")
}

// moves shows what the last pass that changed the decisions has moved.
func (p *placementPage) moves() {
	moves := &p.attributes.Moves
	if len(moves.Joined)+len(moves.Left)+len(moves.Regrouped) == 0 {
		return
	}
	p.heading("Moves")
	p.writef("\nThe last change of the decisions: %s.\n", p.counts(moves))
	p.moved(moves)
}

// counts says how many clusters move.
func (p *placementPage) counts(moves *planner.Moves) string {
	text := fmt.Sprintf("%s, %s, %s", p.does(len(moves.Joined), "join"), p.does(len(moves.Left), "leave"),
		p.does(moves.Stayed, "stay"))
	if regrouped := len(moves.Regrouped); regrouped > 0 {
		text += fmt.Sprintf(", %d of them in another group", regrouped)
	}
	return text
}

// moved shows the clusters that leave, join and change their group, and why.
func (p *placementPage) moved(moves *planner.Moves) {
	joined, left := slices.Sorted(maps.Keys(moves.Joined)), slices.Sorted(maps.Keys(moves.Left))
	t := &table{header: columns("Cluster", "Before", "After", "Why"), all: len(joined) + len(left)}
	// Each half of a truncated list gets half of the room, or what the other one does not need.
	left = left[:min(len(left), max(maxMoves/2, maxMoves-len(joined)))]
	joined = joined[:min(len(joined), maxMoves-len(left))]
	for _, name := range left {
		t.add(name, chosen, notChosen, planner.ReasonOf(moves.Left[name]))
	}
	for _, name := range joined {
		t.add(name, notChosen, chosen, planner.ReasonOf(moves.Joined[name]))
	}
	p.table(t)
	p.table(tableOfMap("Cluster", "Change of group", moves.Regrouped, maxMoves))
}

// does says how many clusters do something, such as "1 cluster joins".
func (p *placementPage) does(n int, verb string) string {
	return excerpt.Agree(n, p.noun, verb+"s", verb)
}

// rounds shows the rounds of a hybrid decision, one per line.
func (p *placementPage) rounds() {
	t := &table{all: len(p.Rounds), header: append([]column{{name: "Round", right: true}},
		columns("Candidates", "Recommendations", "Outcome", "Removed", "New ratings")...)}
	for i := range p.Rounds[:min(len(p.Rounds), maxRounds)] {
		r := &p.Rounds[i]
		t.add(fmt.Sprint(i), list(r.AllCandidates, 0), recommendations(r), r.Reason, list(r.Removed, 0), ratings(r))
	}
	p.section("Rounds", t)
}

// recommendations are what the advisors of a round recommend, by the advisor's name.
func recommendations(round *placement.ReportedRound) string {
	texts := make([]string, 0, len(round.Recommendations))
	for _, advisor := range slices.Sorted(maps.Keys(round.Recommendations)) {
		reportedRecommendations := round.Recommendations[advisor]
		names := lists.Map(reportedRecommendations, func(r placement.ReportedRecommendation) string {
			return fmt.Sprintf("%s %d", r.Name, r.Score)
		})
		texts = append(texts, advisor+": "+cmp.Or(list(names, 0), "none"))
	}
	return strings.Join(texts, "; ")
}

func ratings(round *placement.ReportedRound) string {
	names := make([]string, min(len(round.Candidates), maxNames))
	for i := range names {
		names[i] = round.Candidates[i].Name + " " + string(round.Candidates[i].Rating)
	}
	return list(names, len(round.Candidates)-len(names)+round.Omitted)
}
