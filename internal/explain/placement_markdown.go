// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Limits of the text, so that it fits a comment on a pull request.
const (
	maxDecisions = 50
	maxReasons   = 20
	maxOthers    = 50
	maxRounds    = 10
	maxWarnings  = 20
	maxWays      = 10
)

// markdown is a placement in GitHub's Markdown, for a comment on a pull request: whether the
// placement is satisfied, what moved, the decisions, why the other clusters were not chosen, and warnings. Long lists are
// truncated, with a note. The text of names, labels and messages is escaped.
func (e *explainedPlacement) markdown() string {
	r := e.report()
	m := markdown{Report: r, Moves: e.Moves, partial: e.full == nil, groupNames: map[int]string{}}
	if e.full == nil && e.Decisions == nil {
		m.undecided()
		return m.text.String()
	}
	for i := range r.PlacementDecisions {
		m.groupNames[r.PlacementDecisions[i].GroupIndex] = r.PlacementDecisions[i].GroupName
	}
	for i := range r.Clusters {
		switch c := &r.Clusters[i]; c.Stage {
		case placement.StageDecided:
			m.decided = append(m.decided, c)
		case placement.StageNotPicked:
			m.notPicked = append(m.notPicked, c)
		default:
			m.rejected = append(m.rejected, c)
		}
	}
	m.expected(e.Expected)
	m.headline()
	m.ways(e)
	m.moves()
	m.decisions()
	m.others()
	m.rounds()
	m.conditions()
	m.outlook()
	return m.text.String()
}

// markdown is the text of one placement.
type markdown struct {
	*placement.Report
	Moves planner.Moves
	// partial says that the report has the chosen clusters only.
	partial                      bool
	text                         strings.Builder
	decided, notPicked, rejected []*placement.ReportedCluster
	// groupNames has every group of the decisions by its index. A group can have no name.
	groupNames map[int]string
}

// noun returns a number of clusters, or of targets for hybrid placement rules, which also choose other targets.
func (m *markdown) noun(n int) string {
	noun := "cluster"
	if m.Dialect == placement.DialectHybrid {
		noun = "target"
	}
	return excerpt.Count(n, noun)
}

func (m *markdown) title() {
	m.text.WriteString("### Placement")
	if m.Placement != "" {
		m.text.WriteString(" " + escape(m.Placement))
	}
}

func (m *markdown) undecided() {
	m.title()
	m.text.WriteString(": not decided yet\n\nThe placement has no decisions. An imported placement gets them with the next apply.\n")
}

func (m *markdown) headline() {
	if m.text.Len() == 0 {
		m.title()
	}
	all := len(m.Clusters)
	if m.partial {
		for _, reason := range m.Summary {
			all += reason.Count
		}
	}
	fmt.Fprintf(&m.text, ": %d of %s chosen\n\n", len(m.decided), m.noun(all))
	if m.Satisfied {
		m.text.WriteString("The placement is **satisfied**.\n")
		return
	}
	m.text.WriteString("The placement is **not satisfied**")
	if n := len(m.Conditions); n > 0 {
		fmt.Fprintf(&m.text, ": %s (%s)", escape(m.Conditions[n-1].Message), escape(m.Conditions[n-1].Reason))
	}
	m.text.WriteString(".\n")
}

// ways are what satisfies the placement, and what already does.
func (m *markdown) ways(e *explainedPlacement) {
	if len(e.ToCreate) > 0 {
		fmt.Fprintf(&m.text, "\nOf the offered clusters it uses %s.\n", escape(excerpt.List(e.ToCreate, ", ")))
	}
	if e.Shortfall == nil || len(e.Shortfall.Ways) == 0 {
		return
	}
	m.text.WriteString("\nOne of these changes satisfies it:\n\n")
	ways := e.Shortfall.Ways
	for i := range ways[:min(len(ways), maxWays)] {
		m.text.WriteString("- " + escape(ways[i].Text) + "\n")
	}
	more(&m.text, len(ways)-maxWays)
}

func (m *markdown) decisions() {
	grouped, scored := len(m.groupNames) > 1, m.isScored()
	header := slices.Concat(
		[]column{{name: "Cluster"}, {name: "Score", right: true, omitted: !scored}, {name: "Group", omitted: !grouped}},
		m.scoreColumns(), []column{{name: "Reason", omitted: !scored}},
	)
	tableOf(len(m.decided), maxDecisions, header, func(i int) []string {
		c := m.decided[i]
		return slices.Concat([]string{c.Name, string(c.Score), m.group(c)}, m.scores(c), []string{c.Reason})
	}).section(&m.text, "Decisions")
}

// isScored reports whether a decision has a score or a reason. Without a report they have none where no score can matter.
func (m *markdown) isScored() bool {
	return slices.ContainsFunc(m.decided, func(c *placement.ReportedCluster) bool { return c.Score != "" || c.Reason != "" })
}

// group is the index of a decision's group, and its name if it has one.
func (m *markdown) group(c *placement.ReportedCluster) string {
	if c.Group == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", *c.Group, m.groupNames[*c.Group]))
}

// scoreColumns are the prioritizers, with their weights if these are not 1.
func (m *markdown) scoreColumns() []column {
	columns := make([]column, len(m.Prioritizers))
	for i, p := range m.Prioritizers {
		columns[i] = column{name: p.Name, right: true}
		if p.Weight != 1 {
			columns[i].name = fmt.Sprintf("%d × %s", p.Weight, p.Name)
		}
	}
	return columns
}

func (m *markdown) scores(c *placement.ReportedCluster) []string {
	cells := make([]string, len(m.Prioritizers))
	for i := range cells {
		cells[i] = "none"
		if i < len(c.Scores) && c.Scores[i] != nil {
			cells[i] = fmt.Sprint(*c.Scores[i])
		}
	}
	return cells
}

// others counts the reasons why clusters were not chosen, and lists these clusters in collapsed sections.
func (m *markdown) others() {
	if len(m.notPicked)+len(m.rejected)+len(m.Summary) == 0 {
		return
	}
	writeHeading(&m.text, "Not chosen")
	m.reasons()
	header := slices.Concat([]column{{name: "Cluster"}, {name: "Score", right: true}}, m.scoreColumns(), columns("Reason"))
	m.details("not picked", tableOf(len(m.notPicked), maxOthers, header, func(i int) []string {
		c := m.notPicked[i]
		return slices.Concat([]string{c.Name, string(c.Score)}, m.scores(c), []string{c.Reason})
	}))
	m.details("rejected", tableOf(len(m.rejected), maxOthers, columns("Cluster", "Stage", "Reason"), func(i int) []string {
		return []string{m.rejected[i].Name, m.rejected[i].Stage, m.rejected[i].Reason}
	}))
}

// withReport says how to see the clusters that were not chosen, and all scores.
const withReport = "To list every cluster with its stage, scores and reason, set `with_report = true` in the placement."

func (m *markdown) reasons() {
	if len(m.Summary) == 0 {
		return
	}
	header := []column{{name: "Reason"}, {name: "Count", right: true}, {name: "Example", omitted: m.partial}}
	tableOf(len(m.Summary), maxReasons, header, func(i int) []string {
		return []string{m.Summary[i].Reason, fmt.Sprint(m.Summary[i].Count), m.Summary[i].Example}
	}).write(&m.text)
}

// details is a table in a collapsed section. Markdown inside HTML requires an empty line around it.
func (m *markdown) details(what string, t *table) {
	if t.all == 0 {
		return
	}
	fmt.Fprintf(&m.text, "\n<details>\n<summary>%s %s</summary>\n\n", m.noun(t.all), what)
	t.write(&m.text)
	m.text.WriteString("\n</details>\n")
}

func (m *markdown) conditions() {
	n := len(m.Conditions)
	tableOf(n, n, columns("Condition", "Status", "Reason", "Message"), func(i int) []string {
		c := &m.Conditions[i]
		return []string{c.Type, c.Status, c.Reason, c.Message}
	}).section(&m.text, "Conditions")
}

// outlook has the warnings, when the decision can change without a change to the configuration or the fleet, and what a report
// would add.
func (m *markdown) outlook() {
	listOf("Warning", m.Warnings, maxWarnings).section(&m.text, "Warnings")
	if !m.NextChange.IsZero() {
		fmt.Fprintf(&m.text, "\nFrom %s on, the decision can change without a change to the configuration or the fleet.\n",
			m.NextChange.UTC().Format(time.RFC3339Nano))
	}
	if m.partial {
		m.text.WriteString("\n" + withReport + "\n")
	}
}
