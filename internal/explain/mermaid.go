// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// diagram draws the waves as a flowchart of Mermaid, which GitHub renders.
func (m *rolloutMarkdown) diagram() {
	if len(m.waves) == 0 {
		return
	}
	start, end := window(m.waves, maxNodes)
	var f flowchart
	if start > 0 {
		f.add(excerpt.Count(start, "wave")+" before", merged(m.waves[:start]))
	}
	for i := range m.waves[start:end] {
		f.add(m.waves[start+i].label, &m.waves[start+i].count)
	}
	if further := len(m.waves) - end; further > 0 {
		f.add(excerpt.Count(further, "more wave"), merged(m.waves[end:]))
	}
	m.text.WriteString("\n" + f.String())
}

// merged is the count of several waves.
func merged(waves []waveCount) *count {
	var all count
	for i := range waves {
		all.add(&waves[i].count)
	}
	return &all
}

// flowchart is a chain of nodes.
type flowchart struct {
	nodes strings.Builder
	size  int
}

// add adds a node with the number of clusters that are done, after the last one.
func (f *flowchart) add(label string, c *count) {
	fmt.Fprintf(&f.nodes, "  w%d[\"%s<br/>%d/%d\"]:::%s\n", f.size, mermaidText(label), c.of[Done], c.total, c.class())
	f.size++
}

// class is how a node looks.
func (c *count) class() string {
	switch {
	case c.of[Failed] > 0:
		return "failed"
	case c.done():
		return "done"
	case c.inProgress()+c.of[Done] > 0:
		return "active"
	}
	return "waiting"
}

// classes have colors for light and dark backgrounds. A line must not end with a semicolon: Mermaid cuts it off with what is
// before it.
const classes = `  classDef done fill:#dafbe1,stroke:#1a7f37,color:#1f2328
  classDef active fill:#ddf4ff,stroke:#0969da,color:#1f2328
  classDef waiting fill:#f6f8fa,stroke:#818b98,color:#1f2328
  classDef failed fill:#ffebe9,stroke:#cf222e,color:#1f2328
`

// String is the flowchart in a fenced block of Markdown.
func (f *flowchart) String() string {
	var text strings.Builder
	text.WriteString("```mermaid\nflowchart LR\n" + f.nodes.String())
	for i := 1; i < f.size; i++ {
		fmt.Fprintf(&text, "  w%d --> w%d\n", i-1, i)
	}
	return text.String() + classes + "```\n"
}

// maxLabel limits the text of a node, in characters.
const maxLabel = 40

// mermaidText converts plain text to the text of a node, between quotes. Mermaid reads it as Mermaid, as Markdown and as HTML,
// and its versions differ in how. Therefore, only letters, digits, single spaces and hyphens inside words stand for themselves.
// Any other character is written as the code of Mermaid for it, which becomes a reference of HTML at the end.
func mermaidText(plain string) string {
	letters := []rune(strings.Join(strings.Fields(printable(plain)), " "))
	end := ""
	if len(letters) > maxLabel {
		letters, end = letters[:maxLabel], "…"
	}
	var text strings.Builder
	for i, r := range letters {
		inWord := i > 0 && i+1 < len(letters) && isWord(letters[i-1]) && isWord(letters[i+1])
		if isWord(r) || r == ' ' || r == '-' && inWord {
			text.WriteRune(r)
		} else {
			fmt.Fprintf(&text, "#%d;", r)
		}
	}
	return text.String() + end
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
