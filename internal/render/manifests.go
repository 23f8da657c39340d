// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package render

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Manifests are the manifests of a placement of KubeFleet.
type Manifests struct {
	// Placement is the full name; it may be empty.
	Placement string
	// Resources is how many are selected.
	Resources int
	Variants  []ManifestVariant
	Changes   []ManifestChange
	// Complete says that the changes are all.
	Complete bool
	Failures []ManifestFailure
}

// ManifestVariant are clusters that get the same.
type ManifestVariant struct {
	Clusters []string
	// Changed is how many objects overrides are applied to.
	Changed int
}

// ManifestChange is what overrides change on clusters.
type ManifestChange struct {
	Clusters, Overrides, Resources []string
	// Count is how many resources are changed, of which Resources are the first.
	Count int
	// Path is a JSON pointer; empty for resources that are deleted. Before and After are JSON.
	Path, Before, After string
}

// ManifestFailure is why the hub would leave clusters without an update.
type ManifestFailure struct {
	Clusters                    []string
	Resource, Override, Message string
}

// Limits of the text.
const (
	maxVariants        = 20
	maxManifestChanges = 50
	maxFailures        = 20
	maxNamed           = 10
	maxDiffText        = 200
)

// ManifestsMarkdown returns what each cluster gets in GitHub's Markdown: which clusters get the same, what overrides change on
// which of them, and which get nothing. Long lists are truncated, with a note.
func ManifestsMarkdown(m *Manifests) string {
	var text strings.Builder
	title := "### Manifests"
	if m.Placement != "" {
		title += " of " + escape(m.Placement)
	}
	clusters := 0
	for _, v := range m.Variants {
		clusters += len(v.Clusters)
	}
	fmt.Fprintf(&text, "%s\n\n%s for %s, in %s.\n", title, excerpt.Count(m.Resources, "resource"),
		excerpt.Count(clusters, "cluster"), excerpt.Count(len(m.Variants), "variant"))
	m.writeFailures(&text)
	m.writeVariants(&text)
	m.writeChanges(&text)
	return text.String()
}

func (m *Manifests) writeFailures(text *strings.Builder) {
	if len(m.Failures) == 0 {
		return
	}
	text.WriteString("\n#### Clusters without an update\n\n")
	t := table{header: []column{{name: "Clusters"}, {name: "Override"}, {name: "Resource"}, {name: "Why"}}}
	for _, f := range m.Failures[:min(len(m.Failures), maxFailures)] {
		t.add(named(f.Clusters), f.Override, f.Resource, f.Message)
	}
	t.write(text)
	more(text, len(m.Failures)-maxFailures)
}

func (m *Manifests) writeVariants(text *strings.Builder) {
	if len(m.Variants) < 2 {
		return
	}
	text.WriteString("\n#### Variants\n\n")
	t := table{header: []column{{name: "Clusters"}, {name: "Number", right: true}, {name: "Changed resources", right: true}}}
	for _, v := range m.Variants[:min(len(m.Variants), maxVariants)] {
		t.add(named(v.Clusters), fmt.Sprint(len(v.Clusters)), fmt.Sprint(v.Changed))
	}
	t.write(text)
	more(text, len(m.Variants)-maxVariants)
}

// writeChanges writes a diff for each list of clusters and overrides.
func (m *Manifests) writeChanges(text *strings.Builder) {
	if len(m.Changes) == 0 {
		return
	}
	text.WriteString("\n#### What overrides change\n")
	shown := m.Changes[:min(len(m.Changes), maxManifestChanges)]
	last, resources := "", ""
	for i := range shown {
		c := &shown[i]
		if of := named(c.Clusters) + "\n" + named(c.Overrides); of != last {
			if i > 0 {
				text.WriteString("```\n")
			}
			fmt.Fprintf(text, "\n**%s** by %s\n\n```diff\n", escape(named(c.Clusters)), escape(named(c.Overrides)))
			last, resources = of, ""
		}
		if of := c.resources(); of != resources {
			fmt.Fprintf(text, "@@ %s @@\n", of)
			resources = of
		}
		c.write(text)
	}
	text.WriteString("```\n")
	more(text, len(m.Changes)-len(shown))
	if !m.Complete {
		text.WriteString("\nThere are more changes than the outputs list.\n")
	}
}

// resources are the first of the changed resources, and how many more there are.
func (c *ManifestChange) resources() string {
	text := named(c.Resources)
	if more := c.Count - len(c.Resources); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return excerpt.Line(text, maxText)
}

// write writes a change as lines of a diff. None of them begins like the end of a block of code.
func (c *ManifestChange) write(text *strings.Builder) {
	if c.Path == "" {
		text.WriteString("- deleted\n")
		return
	}
	for _, line := range []struct{ sign, value string }{{"-", c.Before}, {"+", c.After}} {
		if line.value != "" {
			fmt.Fprintf(text, "%s %s: %s\n", line.sign, excerpt.Line(c.Path, maxDiffText), excerpt.Line(line.value, maxDiffText))
		}
	}
}

// named are the first names of a list, and how many more there are.
func named(names []string) string {
	text := strings.Join(names[:min(len(names), maxNamed)], ", ")
	if more := len(names) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
