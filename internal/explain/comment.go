// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"strings"
)

// maxComment limits a text of what-if questions in bytes, so that it fits a comment on a pull request with room for others. Rows
// that do not fit any more are counted.
const maxComment = 56_000

// comment is a text that ends before it is too long.
type comment struct{ strings.Builder }

// fits reports whether there is room for more.
func (c *comment) fits(more int) bool { return c.Len()+more <= maxComment }

// table writes the rows of a table that fit, and how many of all were left out.
func (c *comment) table(t *table) {
	if len(t.rows) == 0 {
		return
	}
	c.WriteString("\n" + t.head())
	written := 0
	for ; written < len(t.rows); written++ {
		line := t.line(written)
		if !c.fits(len(line)) {
			break
		}
		c.WriteString(line)
	}
	more(&c.Builder, t.all-written)
}

// picture is a flowchart of Mermaid, which GitHub renders.
type picture struct {
	nodes, edges strings.Builder
	known        map[string]int
}

// node is the number of a node, which is added if it is new. The key identifies it; the lines are plain text.
func (p *picture) node(key, class string, lines ...string) int {
	if p.known == nil {
		p.known = map[string]int{}
	}
	if n, ok := p.known[key]; ok {
		return n
	}
	n := len(p.known)
	p.known[key] = n
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = mermaidText(line)
	}
	fmt.Fprintf(&p.nodes, "  n%d[\"%s\"]:::%s\n", n, strings.Join(texts, "<br/>"), class)
	return n
}

func (p *picture) edge(from, to int) { fmt.Fprintf(&p.edges, "  n%d --> n%d\n", from, to) }

// writeTo writes the picture if it fits.
func (p *picture) writeTo(c *comment) {
	text := "\n```mermaid\nflowchart LR\n" + p.nodes.String() + p.edges.String() + classes + "```\n"
	if len(p.known) > 0 && c.fits(len(text)) {
		c.WriteString(text)
	}
}
