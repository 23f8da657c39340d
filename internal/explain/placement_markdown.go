// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
	p := &placementPage{attributes: e, Report: e.report(), noun: "cluster", groupNames: map[int]string{}}
	if p.Dialect == placement.DialectHybrid {
		p.noun = "target"
	}
	if e.full == nil && e.Decisions == nil {
		p.title()
		p.WriteString(": not decided yet\n\nThe placement has no decisions. An imported placement gets them with the next apply.\n")
		return p.String()
	}
	for _, d := range p.PlacementDecisions {
		p.groupNames[d.GroupIndex] = d.GroupName
	}
	for _, c := range p.Clusters {
		switch c.Stage {
		case placement.StageDecided:
			p.decided = append(p.decided, c)
		case placement.StageNotPicked:
			p.notPicked = append(p.notPicked, c)
		default:
			p.rejected = append(p.rejected, c)
		}
	}
	p.expected()
	p.headline()
	p.ways()
	p.moves()
	p.decisions()
	p.others()
	p.rounds()
	p.outlook()
	return p.String()
}

// placementPage is the page of a placement. Of the attributes it has what the report does not.
type placementPage struct {
	page
	*placement.Report
	attributes *explainedPlacement
	// noun is what is chosen: clusters, or targets for hybrid placement rules, which also choose other targets.
	noun                         string
	decided, notPicked, rejected []placement.ReportedCluster
	// groupNames has every group of the decisions by its index. A group can have no name.
	groupNames map[int]string
}

// isPartial says that the report has the chosen clusters only.
func (p *placementPage) isPartial() bool { return p.attributes.full == nil }

func (p *placementPage) title() {
	p.WriteString("### Placement")
	if p.Placement != "" {
		p.WriteString(" " + escape(p.Placement))
	}
}

func (p *placementPage) headline() {
	if p.Len() == 0 {
		p.title()
	}
	all := len(p.Clusters)
	if p.isPartial() {
		for _, reason := range p.Summary {
			all += reason.Count
		}
	}
	p.writef(": %d of %s chosen\n\n", len(p.decided), excerpt.Count(all, p.noun))
	if p.Satisfied {
		p.WriteString("The placement is **satisfied**.\n")
		return
	}
	p.WriteString("The placement is **not satisfied**")
	if n := len(p.Conditions); n > 0 {
		p.writef(": %s (%s)", escape(p.Conditions[n-1].Message), escape(p.Conditions[n-1].Reason))
	}
	p.WriteString(".\n")
}

// ways are what satisfies the placement, and what already does.
func (p *placementPage) ways() {
	if offered := p.attributes.ToCreate; len(offered) > 0 {
		p.writef("\nOf the offered clusters it uses %s.\n", escape(excerpt.List(offered, ", ")))
	}
	if p.attributes.Shortfall == nil || len(p.attributes.Shortfall.Ways) == 0 {
		return
	}
	p.WriteString("\nOne of these changes satisfies it:\n\n")
	ways := p.attributes.Shortfall.Ways
	for i := range ways[:min(len(ways), maxWays)] {
		p.WriteString("- " + escape(ways[i].Text) + "\n")
	}
	p.more(len(ways) - maxWays)
}

func (p *placementPage) decisions() {
	grouped := len(p.groupNames) > 1
	// Without a report a decision has no score and no reason where no score can matter.
	scored := slices.ContainsFunc(p.decided, func(c placement.ReportedCluster) bool { return c.Score != "" || c.Reason != "" })
	header := slices.Concat(
		[]column{{name: "Cluster"}, {name: "Score", right: true, omitted: !scored}, {name: "Group", omitted: !grouped}},
		p.scoreColumns(), []column{{name: "Reason", omitted: !scored}},
	)
	p.section("Decisions", tableOf(p.decided, maxDecisions, header, func(c *placement.ReportedCluster) []string {
		group := ""
		if c.Group != nil {
			group = strings.TrimSpace(fmt.Sprintf("%d %s", *c.Group, p.groupNames[*c.Group]))
		}
		return slices.Concat([]string{c.Name, string(c.Score), group}, p.scores(c), []string{c.Reason})
	}))
}

// scoreColumns are the prioritizers, with their weights if these are not 1.
func (p *placementPage) scoreColumns() []column {
	return lists.Map(p.Prioritizers, func(p placement.Prioritizer) column {
		if p.Weight == 1 {
			return column{name: p.Name, right: true}
		}
		return column{name: fmt.Sprintf("%d × %s", p.Weight, p.Name), right: true}
	})
}

func (p *placementPage) scores(c *placement.ReportedCluster) []string {
	cells := make([]string, len(p.Prioritizers))
	for i := range cells {
		cells[i] = "none"
		if i < len(c.Scores) && c.Scores[i] != nil {
			cells[i] = fmt.Sprint(*c.Scores[i])
		}
	}
	return cells
}

// withReport says how to see the clusters that were not chosen, and all scores.
const withReport = "To list every cluster with its stage, scores and reason, set `with_report = true` in the placement."

// others counts the reasons why clusters were not chosen, and lists these clusters in collapsed sections.
func (p *placementPage) others() {
	if len(p.notPicked)+len(p.rejected)+len(p.Summary) == 0 {
		return
	}
	p.heading("Not chosen")
	header := []column{{name: "Reason"}, {name: "Count", right: true}, {name: "Example", omitted: p.isPartial()}}
	p.table(tableOf(p.Summary, maxReasons, header, func(r *placement.ReasonCount) []string {
		return []string{r.Reason, fmt.Sprint(r.Count), r.Example}
	}))
	header = slices.Concat([]column{{name: "Cluster"}, {name: "Score", right: true}}, p.scoreColumns(), columns("Reason"))
	p.details("not picked", tableOf(p.notPicked, maxOthers, header, func(c *placement.ReportedCluster) []string {
		return slices.Concat([]string{c.Name, string(c.Score)}, p.scores(c), []string{c.Reason})
	}))
	header = columns("Cluster", "Stage", "Reason")
	p.details("rejected", tableOf(p.rejected, maxOthers, header, func(c *placement.ReportedCluster) []string {
		return []string{c.Name, c.Stage, c.Reason}
	}))
}

// details is a table in a collapsed section. Markdown inside HTML requires an empty line around it.
func (p *placementPage) details(what string, t *table) {
	if t.all > 0 {
		p.writef("\n<details>\n<summary>%s %s</summary>\n", excerpt.Count(t.all, p.noun), what)
		p.table(t)
		p.WriteString("\n</details>\n")
	}
}

// outlook has the conditions, the warnings, when the decision can change without a change to the configuration or the fleet, and
// what a report would add.
func (p *placementPage) outlook() {
	header := columns("Condition", "Status", "Reason", "Message")
	p.section("Conditions", tableOf(p.Conditions, len(p.Conditions), header, func(c *placement.Condition) []string {
		return []string{c.Type, c.Status, c.Reason, c.Message}
	}))
	p.section("Warnings", tableOfTexts("Warning", p.Warnings, maxWarnings))
	if !p.NextChange.IsZero() {
		p.writef("\nFrom %s on, the decision can change without a change to the configuration or the fleet.\n",
			p.NextChange.UTC().Format(time.RFC3339Nano))
	}
	if p.isPartial() {
		p.WriteString("\n" + withReport + "\n")
	}
}
