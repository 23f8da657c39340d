// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"maps"
	"slices"
)

// maxMoves limits the clusters that are shown as moved.
const maxMoves = 50

const (
	chosen    = "chosen"
	notChosen = "not chosen"
)

// moves shows the clusters that left, joined and changed their group with the last pass that changed the decisions, and why.
func (m *markdown) moves() {
	joined, left := m.Moves.Joined, m.Moves.Left
	n := len(joined) + len(left)
	if n+len(m.Moves.Regrouped) == 0 {
		return
	}
	// Each half of a truncated list gets half of the room, or what the other one does not need.
	left = left[:min(len(left), max(maxMoves/2, maxMoves-len(joined)))]
	joined = joined[:min(len(joined), maxMoves-len(left))]
	t := table{header: columns("Cluster", "Before", "After", "Why"), all: n}
	for _, move := range left {
		t.add(move.ClusterName, chosen, notChosen, move.Reason)
	}
	for _, move := range joined {
		t.add(move.ClusterName, notChosen, chosen, move.Reason)
	}
	writeHeading(&m.text, "Moves")
	fmt.Fprintf(&m.text, "The last change of the decisions: %s, %s, %s", m.does(len(m.Moves.Joined), "join"),
		m.does(len(m.Moves.Left), "leave"),
		m.does(m.Moves.Stayed, "stay"))
	if regrouped := len(m.Moves.Regrouped); regrouped > 0 {
		fmt.Fprintf(&m.text, ", %d of them in another group", regrouped)
	}
	m.text.WriteString(".\n")
	if n > 0 {
		m.text.WriteString("\n")
		t.write(&m.text)
	}
	m.regrouped()
}

// regrouped shows the clusters that changed their group.
func (m *markdown) regrouped() {
	all := m.Moves.Regrouped
	if len(all) == 0 {
		return
	}
	m.text.WriteString("\n")
	names := slices.Sorted(maps.Keys(all))
	tableOf(len(all), maxMoves, columns("Cluster", "Change of group"), func(i int) []string {
		return []string{names[i], all[names[i]]}
	}).write(&m.text)
}

// does says how many clusters do something, such as "1 cluster joins".
func (m *markdown) does(n int, verb string) string {
	if n == 1 {
		verb += "s"
	}
	return m.noun(n) + " " + verb
}
