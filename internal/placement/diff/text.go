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
// reason why clusters join or leave and every cluster that changes its group, and what happens in PlacementDecisions. Long lists
// are cut.
func (c Changes) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %s, %s", counted(len(c.Joined), "join"), counted(len(c.Left), "leave"), counted(c.Stayed, "stay"))
	if n := len(c.Regrouped); n > 0 {
		fmt.Fprintf(&text, ", %d of them in another group", n)
	}
	text.WriteString(".\n")
	section(&text, "join", c.Joined)
	section(&text, "leave", c.Left)
	c.groups(&text)
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

// groups are the clusters that change their group, or their PlacementDecision.
func (c *Changes) groups(text *strings.Builder) {
	if len(c.Regrouped) > 0 {
		text.WriteString("\n")
	}
	for i := range c.Regrouped[:min(len(c.Regrouped), changesShown)] {
		r := &c.Regrouped[i]
		fmt.Fprintf(text, "- %s changes %s\n", excerpt.Text(r.ClusterName), r)
	}
	if more := len(c.Regrouped) - changesShown; more > 0 {
		fmt.Fprintf(text, "- and %d more\n", more)
	}
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

func section(text *strings.Builder, verb string, changes []Change) {
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
		names, ending := byReason[reason], ""
		if len(names) == 1 {
			ending = "s"
		}
		fmt.Fprintf(text, "- %s %s%s: %s\n", excerpt.List(names, ", "), verb, ending, reason)
		more -= len(names)
	}
	if more > 0 {
		fmt.Fprintf(text, "- and %d more\n", more)
	}
}
