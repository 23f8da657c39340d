// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rendered"
)

// Limits of the text.
const (
	maxVariants        = 20
	maxManifestChanges = 50
	maxFailures        = 20
	maxDiffText        = 200
)

// explainedManifests are the attributes of rendered manifests that the function explains. All others are ignored.
type explainedManifests struct {
	Name              string              `json:"name,omitempty"`
	Namespace         string              `json:"namespace,omitempty"`
	SelectedResources []rendered.Resource `json:"selectedResources,omitempty"`
	Variants          []rendered.Variant  `json:"variants,omitempty"`
	Changes           []rendered.Change   `json:"changes,omitempty"`
	ChangesComplete   bool                `json:"changesComplete,omitempty"`
	Failures          []rendered.Failure  `json:"failures,omitempty"`
}

// markdown is what each cluster gets: which clusters get the same, what overrides change on which of them, and which get nothing.
// Long lists are truncated, with a note.
func (m *explainedManifests) markdown() string {
	var text strings.Builder
	title := "### Manifests"
	placement := manifest.Placement{Name: m.Name, Namespace: m.Namespace}
	if name := placement.FullName(); name != "" {
		title += " of " + escape(name)
	}
	clusters := 0
	for _, v := range m.Variants {
		clusters += len(v.ClusterNames)
	}
	fmt.Fprintf(&text, "%s\n\n%s for %s, in %s.\n", title, excerpt.Count(len(m.SelectedResources), "resource"),
		excerpt.Count(clusters, "cluster"), excerpt.Count(len(m.Variants), "variant"))
	m.writeFailures(&text)
	m.writeVariants(&text)
	m.writeChanges(&text)
	return text.String()
}

func (m *explainedManifests) writeFailures(text *strings.Builder) {
	tableOf(len(m.Failures), maxFailures, columns("Clusters", "Override", "Resource", "Why"), func(i int) []string {
		f := &m.Failures[i]
		return []string{list(f.ClusterNames, 0), f.Override, f.Resource, f.Message}
	}).section(text, "Clusters without an update")
}

func (m *explainedManifests) writeVariants(text *strings.Builder) {
	if len(m.Variants) < 2 {
		return
	}
	header := []column{{name: "Clusters"}, {name: "Number", right: true}, {name: "Changed resources", right: true}}
	tableOf(len(m.Variants), maxVariants, header, func(i int) []string {
		v := &m.Variants[i]
		return []string{list(v.ClusterNames, 0), fmt.Sprint(len(v.ClusterNames)), fmt.Sprint(v.Changed)}
	}).section(text, "Variants")
}

// writeChanges writes a diff for each list of clusters and overrides.
func (m *explainedManifests) writeChanges(text *strings.Builder) {
	if len(m.Changes) == 0 {
		return
	}
	text.WriteString("\n#### What overrides change\n")
	shown := m.Changes[:min(len(m.Changes), maxManifestChanges)]
	last, resources := "", ""
	for i := range shown {
		c := &shown[i]
		clusters, overrides := list(c.ClusterNames, 0), list(c.Overrides, 0)
		if name := clusters + "\n" + overrides; name != last {
			if i > 0 {
				text.WriteString("```\n")
			}
			fmt.Fprintf(text, "\n**%s** by %s\n\n```diff\n", escape(clusters), escape(overrides))
			last, resources = name, ""
		}
		if name := excerpt.Line(list(c.Resources, c.ResourceCount-len(c.Resources)), maxText); name != resources {
			fmt.Fprintf(text, "@@ %s @@\n", name)
			resources = name
		}
		writeChange(c, text)
	}
	text.WriteString("```\n")
	more(text, len(m.Changes)-len(shown))
	if !m.ChangesComplete {
		text.WriteString("\nThere are more changes than the outputs list.\n")
	}
}

// writeChange writes a change as lines of a diff. None of them begins like the end of a block of code.
func writeChange(c *rendered.Change, text *strings.Builder) {
	if c.Path == "" {
		text.WriteString("- deleted\n")
		return
	}
	for _, line := range []struct{ sign, value string }{{"-", c.Prior}, {"+", c.Planned}} {
		if line.value != "" {
			fmt.Fprintf(text, "%s %s: %s\n", line.sign, excerpt.Line(c.Path, maxDiffText), excerpt.Line(line.value, maxDiffText))
		}
	}
}
