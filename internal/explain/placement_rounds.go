// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

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
	shown := min(len(names), maxNames)
	text := strings.Join(names[:shown], ", ")
	if n := len(names) - shown + further; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return strings.TrimSpace(text)
}
