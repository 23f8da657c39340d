// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/comparison"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// explainComparison is a comparison in GitHub's Markdown, for a comment on a pull request: the verdict of each pair, and of those
// that differ the smallest change of the fleet and what both say of the clusters. Long lists are truncated, with a note.
func explainComparison(outputs *comparison.Outputs) string {
	var text comment
	verdict := func(name string) int { return slices.Index(comparison.Verdicts, outputs.Comparisons[name].Verdict) }
	names := slices.SortedFunc(maps.Keys(outputs.Comparisons), func(a, b string) int {
		return cmp.Or(cmp.Compare(verdict(a), verdict(b)), cmp.Compare(a, b))
	})
	fmt.Fprintf(&text, "### Comparison of %s: %s\n", excerpt.Count(len(names), "pair"), escape(outputs.Verdict))
	header := columns("Placement", "Verdict", "Fleets", "The smallest change, or the answer")
	header[2].right = true
	text.table(tableOf(len(names), maxOthers, header, func(i int) []string {
		c := outputs.Comparisons[names[i]]
		return []string{names[i], c.Verdict, fmt.Sprint(c.Fleets), cmp.Or(strings.Join(c.Changes, ", and "), c.Text)}
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
		case !text.fits(maxComment / 10):
			more(&text.Builder, len(names)-i)
			return text.String()
		}
		fmt.Fprintf(&text, "\n#### %s: %s\n", escape(name), escape(c.Verdict))
		text.table(listOf("After", c.Changes, maxOthers))
		clusters := slices.Sorted(maps.Keys(differences))
		text.table(tableOf(len(clusters), maxOthers, columns("Cluster", "What both say"), func(k int) []string {
			return []string{clusters[k], differences[clusters[k]]}
		}))
	}
	return text.String()
}
