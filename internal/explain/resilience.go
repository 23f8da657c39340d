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
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
)

// explainResilience is what a fleet can lose in GitHub's Markdown, for a comment on a pull request: how many clusters may
// fail, the failure domains, a picture of the bottlenecks and why they are some, the losses that change most, and the placements
// that survive least. Long lists are truncated, with a note. The text of names and reasons is escaped.
func explainResilience(r *resilience.Outputs) string {
	p := &page{limit: maxComment}
	p.writef("### Resilience of %s: %s\n\n%s.\n", excerpt.Count(r.PlacementCount, "placement"),
		excerpt.Count(r.BottleneckCount, "bottleneck"), survival(r.Satisfied, r.Survives))
	header := []column{
		{name: "What fails"}, {name: "Losses", right: true}, {name: "Bottlenecks", right: true}, {name: "Any one may fail"},
	}
	p.table(tableOf(r.Domains, maxOthers, header, func(d *resilience.Domain) []string {
		survived := map[bool]string{true: "yes", false: "no"}[d.Survived]
		return []string{lossKind(d.Domain, d.Key), fmt.Sprint(d.LossCount), fmt.Sprint(d.BottleneckCount), survived}
	}))
	p.picture(bottlenecksPicture(r.Bottlenecks[:min(len(r.Bottlenecks), maxDomains)]))
	header = columns("Without", "Placement", "Clusters", "Why it is not satisfied")
	t := tableOf(r.Bottlenecks, maxOthers, header, func(b *resilience.Impact) []string {
		return []string{lossName(&b.Loss), b.Placement, fmt.Sprintf("%d → %d", b.Before, b.After), b.Reason}
	})
	t.all = r.BottleneckCount
	p.table(t)
	p.section("Survived losses that change most", survivedTable(r.Worst[:min(len(r.Worst), maxOthers)]))
	if r.PlacementCount > 1 {
		header = []column{{name: "Placement"}, {name: "Bottlenecks", right: true}, {name: "Survives"}}
		t = tableOf(r.Weakest, maxOthers, header, func(w *resilience.Placement) []string {
			return []string{w.Placement, fmt.Sprint(w.BottleneckCount), plain(survival(w.Satisfied, w.Survives))}
		})
		t.all = r.PlacementCount
		p.section("Placements", t)
	}
	p.table(tableOfTexts(fmt.Sprintf("Decided again: %d; not decided:", r.Work.Decided), r.Work.Why, maxReasons))
	if r.GameDay != nil {
		writeGameDay(p, r.GameDay)
	}
	return p.String()
}

// survival is how many clusters may fail at once.
func survival(satisfied bool, s resilience.Survives) string {
	switch {
	case !satisfied:
		return "**Not satisfied** without any loss"
	case s.AtLeast == 0:
		return "The loss of **some single cluster** is too much"
	case s.Exact:
		return fmt.Sprintf("Any %s may fail at once; the loss of %d can be too much", excerpt.Count(s.AtLeast, "cluster"), s.AtLeast+1)
	}
	return fmt.Sprintf("Any %s may fail at once; of more, nothing is known", excerpt.Count(s.AtLeast, "cluster"))
}

// lossKind names a kind of losses in a table.
func lossKind(domain, key string) string {
	switch domain {
	case resilience.OfCluster:
		return "a cluster"
	case resilience.OfClusterSet:
		return "a cluster set"
	}
	return domain + " " + key
}

// lossName names a loss in a table.
func lossName(l *resilience.Loss) string {
	switch l.Domain {
	case resilience.OfCluster:
		return l.Value
	case resilience.OfClusterSet:
		return "cluster set " + l.Value
	case resilience.OfNothing:
		return "nothing"
	}
	return l.Key + "=" + l.Value
}

// bottlenecksPicture draws what fails, and the placements that are not satisfied then.
func bottlenecksPicture(bottlenecks []resilience.Impact) *picture {
	p, known := &picture{prefix: "n"}, map[string]int{}
	node := func(key, class string, lines ...string) int {
		if _, ok := known[key]; !ok {
			known[key] = p.add(class, mermaidLines(lines...))
		}
		return known[key]
	}
	for i := range bottlenecks {
		b := &bottlenecks[i]
		from := node(fmt.Sprintf("loss %q %q %q", b.Domain, b.Key, b.Value), "failed", lossLines(&b.Loss)...)
		to := node(fmt.Sprintf("placement %q", b.Placement), "active", b.Placement)
		p.edge(from, to)
	}
	return p
}

// lossLines name a loss in a picture.
func lossLines(l *resilience.Loss) []string {
	switch l.Domain {
	case resilience.OfCluster:
		return []string{l.Value}
	case resilience.OfNothing:
		return []string{"without any loss"}
	}
	return []string{cmp.Or(l.Key, "cluster set"), l.Value, excerpt.Count(l.ClusterCount, "cluster")}
}

// survivedTable has the losses that leave their placement satisfied.
func survivedTable(worst []resilience.Impact) *table {
	survived := slices.DeleteFunc(slices.Clone(worst), func(w resilience.Impact) bool { return !w.Satisfied })
	header := columns("Without", "Placement", "Clusters", "Left too", "Take over")
	return tableOf(survived, maxOthers, header, func(w *resilience.Impact) []string {
		return []string{
			lossName(&w.Loss), w.Placement, fmt.Sprintf("%d → %d", w.Before, w.After), listed(&w.Left), listed(&w.Joined),
		}
	})
}

// listed are the first of some names, and how many more there are.
func listed(n *simulate.Names) string { return list(n.Names, n.Count-len(n.Names)) }

// writeGameDay writes the sheet of a drill: what starts it, what moves, and what ends it.
func writeGameDay(p *page, day *resilience.GameDay) {
	p.writef("\n### Game day: %s\n", escape(excerpt.Line(lossName(&day.Loss), maxText)))
	p.table(tableOfTexts("Tainted", []string{listed(&day.Clusters)}, 1))
	writeCommands(p, "To start", day.Commands)
	header := columns("Placement that moves", "Its clusters then")
	t := tableOf(slices.Sorted(maps.Keys(day.Expected)), maxOthers, header, func(name *string) []string {
		return []string{*name, list(day.Expected[*name], 0)}
	})
	t.all = max(day.MovingCount, len(t.rows))
	p.table(t)
	writeCommands(p, "To go back", day.Back)
}

// writeCommands writes lines for a shell that fit.
func writeCommands(p *page, title string, lines []string) {
	text := ""
	for _, line := range lines {
		// A line with the end of the block cannot be one of ours.
		text += strings.ReplaceAll(excerpt.Line(line, maxComment), "```", "") + "\n"
	}
	if text = fmt.Sprintf("\n#### %s\n\n```sh\n%s```\n", title, text); len(lines) > 0 && p.fits(len(text)) {
		p.WriteString(text)
	}
}

// plain is Markdown of ours without emphasis.
func plain(text string) string { return strings.ReplaceAll(text, "*", "") }
