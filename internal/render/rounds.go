package render

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// maxNames is how many candidates of a round are named.
const maxNames = 10

// rounds shows how a hybrid decision came about, one line a round.
func (m *markdown) rounds() {
	if len(m.Rounds) == 0 {
		return
	}
	t := table{header: []column{{name: "Round", right: true}, {name: "Outcome"}, {name: "Removed"}, {name: "New ratings"}}}
	for i := range m.Rounds[:min(len(m.Rounds), maxRounds)] {
		round := &m.Rounds[i]
		t.add(fmt.Sprint(i), round.Reason, list(round.Removed), ratings(round.Candidates))
	}
	m.heading("Rounds")
	t.write(&m.text)
	more(&m.text, len(m.Rounds)-maxRounds)
}

func ratings(candidates []placement.ReportedRating) string {
	names := make([]string, len(candidates))
	for i, c := range candidates {
		names[i] = c.Name + " " + string(c.Rating)
	}
	return list(names)
}

func list(names []string) string {
	text := strings.Join(names[:min(len(names), maxNames)], ", ")
	if n := len(names) - maxNames; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
