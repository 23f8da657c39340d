// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package diff

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// changesShown is how many reasons String shows in each direction.
const changesShown = 20

// String is a text of several lines for people: how many clusters join, leave, stay and change their group, then a line for every
// reason why clusters join, leave or change their group, and what happens in PlacementDecisions. Long lists
// are cut.
func (c Changes) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s, %s", counted(len(c.Joined), "join"), counted(len(c.Left), "leave"), counted(c.Stayed, "stay"))
	if n := len(c.Regrouped); n > 0 {
		fmt.Fprintf(&text, ", %d of them in another group", n)
	}
	text.WriteString(".\n")
	section(&text, "joins", "join", c.Joined)
	section(&text, "leaves", "leave", c.Left)
	section(&text, "changes its group", "change their group", lists.Map(c.Regrouped, func(r Regroup) Change {
		return Change{ClusterName: fmt.Sprintf("%s (%s to %s)", r.ClusterName, r.From, r.To), Reason: r.Reason}
	}))
	c.shifts(&text)
	return strings.TrimSuffix(text.String(), "\n")
}

// Line says what moves on one line: the clusters that leave with the reason of the first, and those that join.
func (c *Changes) Line() string {
	var parts []string
	if n := len(c.Left); n > 0 {
		parts = append(parts, fmt.Sprintf("leaves %s (%s)", named(c.Left), excerpt.Text(c.Left[0].Reason)))
	}
	if n := len(c.Joined); n > 0 {
		parts = append(parts, fmt.Sprintf("joins %s (%s)", named(c.Joined), excerpt.Text(c.Joined[0].Reason)))
	}
	if n := len(c.Regrouped); n > 0 {
		parts = append(parts, excerpt.Count(n, "cluster")+" in other groups")
	}
	return strings.Join(parts, "; ")
}

// named are the names of the first clusters.
func named(changes []Change) string {
	names := lists.Map(changes, func(c Change) string { return c.ClusterName })
	return excerpt.List(names, ", ")
}

// shifts are the clusters that change their PlacementDecision.
func (c *Changes) shifts(text *strings.Builder) {
	if len(c.Shifted) > 0 {
		fmt.Fprintf(text, "\n%s to another PlacementDecision: %s. A hub updates one PlacementDecision after the other. A "+
			"cluster that is in none of them for a moment loses its add-ons, which are then installed again "+
			"(open-cluster-management-io/ocm#1346).\n",
			counted(len(c.Shifted), "shift"), excerpt.List(c.Shifted, ", "))
	}
}

func counted(n int, verb string) string {
	if n == 1 {
		verb += "s"
	}
	return excerpt.Count(n, "cluster") + " " + verb
}

// section has a line for each reason, with what one cluster or many do.
func section(text *strings.Builder, one, many string, changes []Change) {
	if len(changes) == 0 {
		return
	}
	text.WriteString("\n")
	var reasons []string
	byReason := map[string][]string{}
	for i := range changes {
		reason := changes[i].Reason
		if byReason[reason] == nil {
			reasons = append(reasons, reason)
		}
		byReason[reason] = append(byReason[reason], changes[i].ClusterName)
	}
	more := len(changes)
	for _, reason := range reasons[:min(len(reasons), changesShown)] {
		names, verb := byReason[reason], many
		if len(names) == 1 {
			verb = one
		}
		fmt.Fprintf(text, "- %s %s: %s\n", excerpt.List(names, ", "), verb, reason)
		more -= len(names)
	}
	if more > 0 {
		fmt.Fprintf(text, "- and %d more\n", more)
	}
}
