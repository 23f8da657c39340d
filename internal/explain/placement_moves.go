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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
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
func (m *markdown) expected(expected *hubdecision.Expected) {
	if expected == nil || expected.Agrees != nil {
		return
	}
	m.title()
	fmt.Fprintf(&m.text, ": the hub is expected to choose %s\n\n%s.\n", m.noun(len(expected.Clusters)), m.counts(&expected.Moves))
	if !expected.Satisfied {
		m.text.WriteString("\nThe placement is expected to be **not satisfied**.\n")
	}
	m.moved(&expected.Moves)
	if names := slices.Sorted(maps.Keys(expected.Consumers)); len(names) > 0 {
		m.text.WriteString("\n")
		tableOf(len(names), maxMoves, columns("Cluster", "What leaves with it"), func(i int) []string {
			return []string{names[i], expected.Consumers[names[i]]}
		}).write(&m.text)
	}
	if !expected.Certain {
		m.text.WriteString("\nThis is not certain. " + escape(expected.Uncertainty) + "\n")
	}
	m.text.WriteString("\n#### Before")
}

// moves shows what the last pass that changed the decisions has moved.
func (m *markdown) moves() {
	if len(m.Moves.Joined)+len(m.Moves.Left)+len(m.Moves.Regrouped) == 0 {
		return
	}
	writeHeading(&m.text, "Moves")
	fmt.Fprintf(&m.text, "The last change of the decisions: %s.\n", m.counts(&m.Moves))
	m.moved(&m.Moves)
}

// counts says how many clusters move.
func (m *markdown) counts(moves *planner.Moves) string {
	text := fmt.Sprintf("%s, %s, %s", m.does(len(moves.Joined), "join"), m.does(len(moves.Left), "leave"),
		m.does(moves.Stayed, "stay"))
	if regrouped := len(moves.Regrouped); regrouped > 0 {
		text += fmt.Sprintf(", %d of them in another group", regrouped)
	}
	return text
}

// moved shows the clusters that leave, join and change their group, and why.
func (m *markdown) moved(moves *planner.Moves) {
	joined, left := slices.Sorted(maps.Keys(moves.Joined)), slices.Sorted(maps.Keys(moves.Left))
	n := len(joined) + len(left)
	// Each half of a truncated list gets half of the room, or what the other one does not need.
	left = left[:min(len(left), max(maxMoves/2, maxMoves-len(joined)))]
	joined = joined[:min(len(joined), maxMoves-len(left))]
	t := table{header: columns("Cluster", "Before", "After", "Why"), all: n}
	for _, name := range left {
		t.add(name, chosen, notChosen, planner.ReasonOf(moves.Left[name]))
	}
	for _, name := range joined {
		t.add(name, notChosen, chosen, planner.ReasonOf(moves.Joined[name]))
	}
	if n > 0 {
		m.text.WriteString("\n")
		t.write(&m.text)
	}
	if len(moves.Regrouped) == 0 {
		return
	}
	m.text.WriteString("\n")
	names := slices.Sorted(maps.Keys(moves.Regrouped))
	tableOf(len(names), maxMoves, columns("Cluster", "Change of group"), func(i int) []string {
		return []string{names[i], moves.Regrouped[names[i]]}
	}).write(&m.text)
}

// does says how many clusters do something, such as "1 cluster joins".
func (m *markdown) does(n int, verb string) string {
	if n == 1 {
		verb += "s"
	}
	return m.noun(n) + " " + verb
}

// maxNames limits the candidates of a round that are named.
const maxNames = 10

// rounds shows the rounds of a hybrid decision, one per line.
func (m *markdown) rounds() {
	header := append([]column{{name: "Round", right: true}},
		columns("Candidates", "Recommendations", "Outcome", "Removed", "New ratings")...)
	tableOf(len(m.Rounds), maxRounds, header, func(i int) []string {
		round := &m.Rounds[i]
		return []string{
			fmt.Sprint(i), list(round.AllCandidates, 0), recommendations(round), round.Reason, list(round.Removed, 0), ratings(round),
		}
	}).section(&m.text, "Rounds")
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

// list joins the first names, and counts the rest together with those that were omitted before.
func list(names []string, further int) string {
	return strings.TrimSpace(excerpt.First(names, maxNames, ", ", further))
}
