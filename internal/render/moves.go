package render

import "fmt"

// maxMoves limits the clusters that are shown as moved.
const maxMoves = 50

const (
	chosen    = "chosen"
	notChosen = "not chosen"
)

// moves shows the clusters that left and joined with the last pass that changed the decisions, and why.
func (m *markdown) moves() {
	joined, left := m.Moves.Joined, m.Moves.Left
	n := len(joined) + len(left)
	if n == 0 {
		return
	}
	// Each half of a truncated list gets half of the room, or what the other one does not need.
	left = left[:min(len(left), max(maxMoves/2, maxMoves-len(joined)))]
	joined = joined[:min(len(joined), maxMoves-len(left))]
	t := table{header: []column{{name: "Cluster"}, {name: "Before"}, {name: "After"}, {name: "Why"}}}
	for _, move := range left {
		t.add(move.Cluster, chosen, notChosen, move.Reason)
	}
	for _, move := range joined {
		t.add(move.Cluster, notChosen, chosen, move.Reason)
	}
	m.heading("Moves")
	fmt.Fprintf(&m.text, "The last change of the decisions: %s, %s, %s.\n\n",
		m.does(len(m.Moves.Joined), "join"), m.does(len(m.Moves.Left), "leave"), m.does(m.Moves.Stayed, "stay"))
	t.write(&m.text)
	more(&m.text, n-len(t.rows))
}

// does says how many clusters do something, such as "1 cluster joins".
func (m *markdown) does(n int, verb string) string {
	if n == 1 {
		verb += "s"
	}
	return m.noun(n) + " " + verb
}
