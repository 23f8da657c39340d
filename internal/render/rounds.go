package render

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// maxNames limits the candidates of a round that are named.
const maxNames = 10

// rounds shows the rounds of a hybrid decision, one per line.
func (m *markdown) rounds() {
	if len(m.Rounds) == 0 {
		return
	}
	t := table{header: []column{{name: "Round", right: true}, {name: "Outcome"}, {name: "Removed"}, {name: "New ratings"}}}
	for i := range m.Rounds[:min(len(m.Rounds), maxRounds)] {
		round := &m.Rounds[i]
		t.add(fmt.Sprint(i), round.Reason, list(round.Removed, 0), ratings(round))
	}
	m.heading("Rounds")
	t.write(&m.text)
	more(&m.text, len(m.Rounds)-maxRounds)
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
