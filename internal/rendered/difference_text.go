// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rendered

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
)

// Bounds of the warning about a planned change.
const (
	placementsShown  = 5
	differencesShown = 5
	failuresShown    = 3
)

// Warning says which clusters get other manifests by a planned change of an object, which what names, and what differs, placement
// by placement. Changed are the names of what the same plan has changed before: some of it may be part of both sides. It is nil
// if no cluster gets other manifests.
func Warning(path, what string, differences []*Difference, changed []string) finding.List {
	clusters, failing := sets.Set[string]{}, sets.Set[string]{}
	var text strings.Builder
	shown := 0
	for _, d := range differences {
		if d.IsEmpty() {
			continue
		}
		clusters.Insert(d.ClusterNames...)
		for i := range d.Failures {
			failing.Insert(d.Failures[i].ClusterNames...)
		}
		if shown++; shown <= placementsShown {
			d.write(&text)
		}
	}
	if shown == 0 {
		return nil
	}
	if more := shown - placementsShown; more > 0 {
		fmt.Fprintf(&text, "And for %s.\n", excerpt.Count(more, "more placement"))
	}
	if names := included(differences, changed); len(names) > 0 {
		fmt.Fprintf(&text, "Included on both sides, as this plan changes them: %s.\n", excerpt.List(names, ", "))
	}
	title := what + " changes the manifests of " + excerpt.Count(len(clusters), "cluster")
	switch {
	case len(clusters) > 0:
	case len(failing) > 0:
		title = what + " leaves " + excerpt.Count(len(failing), "cluster") + " without an update"
	default:
		title = what + " cannot be placed"
	}
	return finding.List{finding.Warning(path, title, strings.TrimSuffix(text.String(), "\n"))}
}

// included are the names that are part of both sides of a difference, sorted.
func included(differences []*Difference, names []string) []string {
	isOther := func(name string) bool {
		return !slices.ContainsFunc(differences, func(d *Difference) bool {
			return !d.IsEmpty() && (name == d.Placement || slices.Contains(d.Overrides, name))
		})
	}
	included := slices.DeleteFunc(slices.Clone(names), isOther)
	slices.Sort(included)
	return included
}

// write writes what differs for a placement.
func (d *Difference) write(text *strings.Builder) {
	if d.Refused != "" {
		fmt.Fprintf(text, "%s: the hub would refuse the resource selectors: %s\n", excerpt.Text(d.Placement),
			excerpt.Sentence(excerpt.Text(d.Refused)))
		return
	}
	if n := len(d.ClusterNames); n > 0 {
		fmt.Fprintf(text, "%s: %s other manifests: %s.\n", excerpt.Text(d.Placement), excerpt.Agree(n, "cluster", "gets", "get"),
			excerpt.List(d.ClusterNames, ", "))
	}
	for i := range d.Changes[:min(len(d.Changes), differencesShown)] {
		c := &d.Changes[i]
		text.WriteString("- " + c.text())
		if len(c.ClusterNames) < len(d.ClusterNames) {
			text.WriteString(", on " + excerpt.List(c.ClusterNames, ", "))
		}
		text.WriteByte('\n')
	}
	switch more := len(d.Changes) - differencesShown; {
	case !d.ChangesComplete:
		text.WriteString("- and more\n")
	case more > 0:
		fmt.Fprintf(text, "- and %d more\n", more)
	}
	for i := range d.Failures[:min(len(d.Failures), failuresShown)] {
		fmt.Fprintf(text, "%s: %s\n", excerpt.Text(d.Placement), d.Failures[i].text())
	}
	if more := len(d.Failures) - failuresShown; more > 0 {
		fmt.Fprintf(text, "And %s.\n", excerpt.Count(more, "more failure"))
	}
}

// text is a change in one line. Texts are not shown: a plan hides those of sensitive variables.
func (c *Change) text() string {
	changed, verb := excerpt.Text(c.Resources[0]), " is "
	if more := c.ResourceCount - 1; more > 0 {
		changed, verb = changed+fmt.Sprintf(" and %d more", more), " are "
	}
	path := excerpt.Text(c.Path)
	switch {
	case c.Prior == wholeManifest:
		return changed + verb + "no longer placed"
	case c.Planned == wholeManifest:
		return changed + verb + "placed"
	case c.Prior == "":
		return changed + ": " + path + " is added"
	case c.Planned == "":
		return changed + ": " + path + " is removed"
	case isPlain(c.Prior) && isPlain(c.Planned):
		return changed + ": " + path + " changes from " + c.Prior + " to " + c.Planned
	}
	return changed + ": " + path + " changes"
}

// isPlain reports whether the JSON of a value is a number, true, false or null.
func isPlain(value string) bool { return !strings.ContainsAny(value[:1], `"{[`) }
