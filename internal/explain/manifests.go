// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"

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
	p := &page{}
	p.WriteString("### Manifests")
	placement := manifest.Placement{Name: m.Name, Namespace: m.Namespace}
	if name := placement.FullName(); name != "" {
		p.WriteString(" of " + escape(name))
	}
	clusters := 0
	for _, v := range m.Variants {
		clusters += len(v.ClusterNames)
	}
	p.writef("\n\n%s for %s, in %s.\n", excerpt.Count(len(m.SelectedResources), "resource"), excerpt.Count(clusters, "cluster"),
		excerpt.Count(len(m.Variants), "variant"))
	header := columns("Clusters", "Override", "Resource", "Why")
	p.section("Clusters without an update", tableOf(m.Failures, maxFailures, header, func(f *rendered.Failure) []string {
		return []string{list(f.ClusterNames, 0), f.Override, f.Resource, f.Message}
	}))
	if len(m.Variants) > 1 {
		header = []column{{name: "Clusters"}, {name: "Number", right: true}, {name: "Changed resources", right: true}}
		p.section("Variants", tableOf(m.Variants, maxVariants, header, func(v *rendered.Variant) []string {
			return []string{list(v.ClusterNames, 0), fmt.Sprint(len(v.ClusterNames)), fmt.Sprint(v.Changed)}
		}))
	}
	m.writeChanges(p)
	return p.String()
}

// writeChanges writes a diff for each list of clusters and overrides.
func (m *explainedManifests) writeChanges(p *page) {
	if len(m.Changes) == 0 {
		return
	}
	p.heading("What overrides change")
	shown := m.Changes[:min(len(m.Changes), maxManifestChanges)]
	last, resources := "", ""
	for i := range shown {
		c := &shown[i]
		clusters, overrides := list(c.ClusterNames, 0), list(c.Overrides, 0)
		if name := clusters + "\n" + overrides; name != last {
			if i > 0 {
				p.WriteString("```\n")
			}
			p.writef("\n**%s** by %s\n\n```diff\n", escape(clusters), escape(overrides))
			last, resources = name, ""
		}
		if name := excerpt.Line(list(c.Resources, c.ResourceCount-len(c.Resources)), maxText); name != resources {
			p.writef("@@ %s @@\n", name)
			resources = name
		}
		writeChange(p, c)
	}
	p.WriteString("```\n")
	p.more(len(m.Changes) - len(shown))
	if !m.ChangesComplete {
		p.WriteString("\nThere are more changes than the outputs list.\n")
	}
}

// writeChange writes a change as lines of a diff. None of them begins like the end of a block of code.
func writeChange(p *page, c *rendered.Change) {
	if c.Path == "" {
		p.WriteString("- deleted\n")
	}
	for _, line := range []struct{ sign, value string }{{"-", c.Prior}, {"+", c.Planned}} {
		if c.Path != "" && line.value != "" {
			p.writef("%s %s: %s\n", line.sign, excerpt.Line(c.Path, maxDiffText), excerpt.Line(line.value, maxDiffText))
		}
	}
}
