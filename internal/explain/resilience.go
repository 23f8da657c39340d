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
func explainResilience(outputs *resilience.Outputs) string {
	r := resilienceMarkdown{Outputs: outputs}
	r.headline()
	r.domains()
	r.picture()
	r.bottlenecks()
	r.worst()
	r.weakest()
	r.work()
	r.gameDay()
	return r.text.String()
}

// resilienceMarkdown is the text of one answer.
type resilienceMarkdown struct {
	*resilience.Outputs
	text comment
}

func (r *resilienceMarkdown) headline() {
	fmt.Fprintf(&r.text, "### Resilience of %s: %s\n\n", excerpt.Count(r.PlacementCount, "placement"),
		excerpt.Count(r.BottleneckCount, "bottleneck"))
	r.text.WriteString(survival(r.Satisfied, r.Survives) + ".\n")
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

// domains lists the kinds of failure domains.
func (r *resilienceMarkdown) domains() {
	header := []column{
		{name: "What fails"}, {name: "Losses", right: true}, {name: "Bottlenecks", right: true}, {name: "Any one may fail"},
	}
	r.text.table(tableOf(len(r.Domains), maxOthers, header, func(i int) []string {
		d := &r.Domains[i]
		survived := map[bool]string{true: "yes", false: "no"}[d.Survived]
		return []string{lossKind(d.Domain, d.Key), fmt.Sprint(d.LossCount), fmt.Sprint(d.BottleneckCount), survived}
	}))
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

// picture draws the bottlenecks: what fails, and the placements that are not satisfied then.
func (r *resilienceMarkdown) picture() {
	p := picture{prefix: "n", known: map[string]int{}}
	for i := range r.Bottlenecks[:min(len(r.Bottlenecks), maxDomains)] {
		b := &r.Bottlenecks[i]
		from := p.node(fmt.Sprintf("loss %q %q %q", b.Domain, b.Key, b.Value), "failed", lossLines(&b.Loss)...)
		to := p.node(fmt.Sprintf("placement %q", b.Placement), "active", b.Placement)
		p.edge(from, to)
	}
	p.writeTo(&r.text)
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

// bottlenecks lists the losses that leave a placement unsatisfied, and why.
func (r *resilienceMarkdown) bottlenecks() {
	header := columns("Without", "Placement", "Clusters", "Why it is not satisfied")
	t := tableOf(len(r.Bottlenecks), maxOthers, header, func(i int) []string {
		b := &r.Bottlenecks[i]
		return []string{lossName(&b.Loss), b.Placement, fmt.Sprintf("%d → %d", b.Before, b.After), b.Reason}
	})
	t.all = r.BottleneckCount
	r.text.table(t)
}

// worst lists the other losses that change most.
func (r *resilienceMarkdown) worst() {
	t := table{header: columns("Without", "Placement", "Clusters", "Left too", "Take over")}
	for i := range r.Worst[:min(len(r.Worst), maxOthers)] {
		w := &r.Worst[i]
		if !w.Satisfied {
			continue
		}
		t.add(lossName(&w.Loss), w.Placement, fmt.Sprintf("%d → %d", w.Before, w.After), listed(&w.Left), listed(&w.Joined))
	}
	if len(t.rows) == 0 {
		return
	}
	r.text.WriteString("\n#### Survived losses that change most\n")
	t.all = len(t.rows)
	r.text.table(&t)
}

// listed are the first of some names, and how many more there are.
func listed(n *simulate.Names) string { return list(n.Names, n.Count-len(n.Names)) }

// weakest lists what the placements survive.
func (r *resilienceMarkdown) weakest() {
	if r.PlacementCount < 2 {
		return
	}
	header := []column{{name: "Placement"}, {name: "Bottlenecks", right: true}, {name: "Survives"}}
	t := tableOf(len(r.Weakest), maxOthers, header, func(i int) []string {
		w := &r.Weakest[i]
		return []string{w.Placement, fmt.Sprint(w.BottleneckCount), plain(survival(w.Satisfied, w.Survives))}
	})
	t.all = r.PlacementCount
	r.text.WriteString("\n#### Placements\n")
	r.text.table(t)
}

// work says how the losses were answered.
func (r *resilienceMarkdown) work() {
	r.text.table(listOf(fmt.Sprintf("Decided again: %d; not decided:", r.Work.Decided), r.Work.Why, maxReasons))
}

// gameDay is the sheet of a drill: what starts it, what moves, and what ends it.
func (r *resilienceMarkdown) gameDay() {
	day := r.GameDay
	if day == nil {
		return
	}
	fmt.Fprintf(&r.text, "\n### Game day: %s\n", escape(excerpt.Line(lossName(&day.Loss), maxText)))
	r.text.table(tableOf(1, 1, columns("Tainted"), func(int) []string { return []string{listed(&day.Clusters)} }))
	r.commands("To start", day.Commands)
	t := tableOf(len(day.Expected), maxOthers, columns("Placement that moves", "Its clusters then"), func(i int) []string {
		name := slices.Sorted(maps.Keys(day.Expected))[i]
		return []string{name, list(day.Expected[name], 0)}
	})
	t.all = max(day.MovingCount, len(t.rows))
	r.text.table(t)
	r.commands("To go back", day.Back)
}

// commands are lines for a shell that fit.
func (r *resilienceMarkdown) commands(title string, lines []string) {
	text := ""
	for _, line := range lines {
		// A line with the end of the block cannot be one of ours.
		text += strings.ReplaceAll(excerpt.Line(line, maxComment), "```", "") + "\n"
	}
	if text = fmt.Sprintf("\n#### %s\n\n```sh\n%s```\n", title, text); len(lines) > 0 && r.text.fits(len(text)) {
		r.text.WriteString(text)
	}
}

// plain is Markdown of ours without emphasis.
func plain(text string) string {
	return string(slices.DeleteFunc([]rune(text), func(r rune) bool { return r == '*' }))
}
