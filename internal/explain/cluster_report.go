// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/clusterreport"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// explainReports are reports on clusters in GitHub's Markdown, for who is on call: of each what is on it, what a drain does, and
// why others are not on it. Long lists are truncated, with a note. The text of names and reasons is escaped.
func explainReports(outputs *clusterreport.Outputs) string {
	p := &page{limit: maxComment}
	for i := range outputs.Reports {
		if i > 0 {
			p.WriteString("\n")
		}
		writeReport(p, &outputs.Reports[i])
	}
	return p.String()
}

func writeReport(p *page, r *clusterreport.Report) {
	p.writef("### Cluster %s: %s\n", escape(r.ClusterName), excerpt.Count(r.PlacementCount, "placement"))
	if r.PlacementCount > 0 {
		p.writef("\nA drain moves **%d of %d**, and **%d** of these are not satisfied then.\n", r.LeavingCount, r.PlacementCount,
			r.UnsatisfiedCount)
	}
	p.table(tableOfTexts("How it is drained", r.Drain, maxOthers))
	header := columns("Placement", "Rank", "Score", "Why it is here", "With a drain", "What follows it, if it leaves")
	header[5].omitted = !slices.ContainsFunc(r.Placements, func(p clusterreport.Placement) bool { return p.Consumers != "" })
	t := tableOf(r.Placements, maxOthers, header, func(p *clusterreport.Placement) []string {
		rank, reason := "", p.Reason
		if p.Rank > 0 {
			rank = fmt.Sprint(p.Rank)
		}
		if !p.Since.IsZero() {
			reason += "; since " + p.Since.UTC().Format(time.RFC3339)
		}
		return []string{p.Placement, rank, p.Score.String(), reason, withDrain(p), p.Consumers}
	})
	t.all = r.PlacementCount
	p.table(t)
	p.table(tableOfTexts("What follows is not all known", r.NotRead, maxOthers))
	header = columns("Not here", "Why", "The nearest change")
	p.table(tableOf(r.Absent, maxOthers, header, func(a *clusterreport.Absence) []string {
		return []string{a.Placement, strings.TrimPrefix(a.Stage+": "+a.Reason, ": "), cmp.Or(a.NearestChange, "none is known")}
	}))
}

// withDrain is what a drain does to a placement.
func withDrain(p *clusterreport.Placement) string {
	text := "stays"
	switch {
	case p.Leaves && p.Joined.Count > 0:
		text = "goes to " + listed(&p.Joined)
	case p.Leaves:
		text = "leaves, and no other cluster takes over"
	}
	if !p.Satisfied {
		text += "; not satisfied"
	}
	return strings.TrimSuffix(text+": "+p.DrainReason, ": ")
}

// explainComparison is a comparison in GitHub's Markdown, for a comment on a pull request: the verdict of each pair, and of those
// that differ the smallest change of the fleet and what both say of the clusters. Long lists are truncated, with a note.
func explainComparison(outputs *comparison.Outputs) string {
	p := &page{limit: maxComment}
	verdict := func(name string) int { return slices.Index(comparison.Verdicts, outputs.Comparisons[name].Verdict) }
	names := slices.SortedFunc(maps.Keys(outputs.Comparisons), func(a, b string) int {
		return cmp.Or(cmp.Compare(verdict(a), verdict(b)), cmp.Compare(a, b))
	})
	p.writef("### Comparison of %s: %s\n", excerpt.Count(len(names), "pair"), escape(outputs.Verdict))
	header := columns("Placement", "Verdict", "Fleets", "The smallest change, or the answer")
	header[2].right = true
	p.table(tableOf(names, maxOthers, header, func(name *string) []string {
		c := outputs.Comparisons[*name]
		return []string{*name, c.Verdict, fmt.Sprint(c.Fleets), cmp.Or(strings.Join(c.Changes, ", and "), c.Text)}
	}))
	for i, name := range names[:min(len(names), maxSteps)] {
		c := outputs.Comparisons[name]
		differences := c.Today
		if c.Verdict == comparison.Later {
			differences = c.Later
		}
		switch {
		case len(differences) == 0:
			continue
		case !p.fits(maxComment / 10):
			p.more(len(names) - i)
			return p.String()
		}
		p.heading(escape(name) + ": " + escape(c.Verdict))
		p.table(tableOfTexts("After", c.Changes, maxOthers))
		p.table(tableOfMap("Cluster", "What both say", differences, maxOthers))
	}
	return p.String()
}
