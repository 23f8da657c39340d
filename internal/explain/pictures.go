// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// picture is a flowchart of Mermaid, which GitHub renders.
type picture struct {
	nodes, edges strings.Builder
	// prefix begins the names of the nodes, and size counts them.
	prefix string
	size   int
}

// add adds a node with a text of Mermaid, and returns its number.
func (p *picture) add(class, text string) int {
	fmt.Fprintf(&p.nodes, "  %s%d[\"%s\"]:::%s\n", p.prefix, p.size, text, class)
	p.size++
	return p.size - 1
}

func (p *picture) edge(from, to int) {
	fmt.Fprintf(&p.edges, "  %[1]s%[2]d --> %[1]s%[3]d\n", p.prefix, from, to)
}

// picture writes a picture in a fenced block, if it has nodes and fits.
func (p *page) picture(drawn *picture) {
	text := "\n```mermaid\nflowchart LR\n" + drawn.nodes.String() + drawn.edges.String() + classes + "```\n"
	if drawn.size > 0 && p.fits(len(text)) {
		p.WriteString(text)
	}
}

// classes have colors for light and dark backgrounds. A line must not end with a semicolon: Mermaid cuts it off with what is
// before it.
const classes = `  classDef done fill:#dafbe1,stroke:#1a7f37,color:#1f2328
  classDef active fill:#ddf4ff,stroke:#0969da,color:#1f2328
  classDef waiting fill:#f6f8fa,stroke:#818b98,color:#1f2328
  classDef failed fill:#ffebe9,stroke:#cf222e,color:#1f2328
`

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

// mermaidLines are lines of plain text as the text of a node.
func mermaidLines(lines ...string) string {
	return strings.Join(lists.Map(lines, mermaidText), "<br/>")
}

// The blocks of a progress bar. All have the same width in a monospaced font.
const (
	blockDone    = "█"
	blockActive  = "▒"
	blockFailed  = "!"
	blockWaiting = "░"
)

// barWidth is the number of blocks of a progress bar.
const barWidth = 12

// bar is a progress bar, and how many clusters are done. A part that has a cluster has a block.
func (c *count) bar() string {
	blocks := []string{blockDone, blockActive, blockFailed, blockWaiting}
	parts := shares([]int{c.by[Done], c.inProgress(), c.by[Failed], c.waiting()}, barWidth)
	var bar strings.Builder
	for i, n := range parts {
		bar.WriteString(strings.Repeat(blocks[i], n))
	}
	if c.total == 0 {
		bar.WriteString(strings.Repeat(blockWaiting, barWidth))
	}
	return fmt.Sprintf("%s %d/%d", bar.String(), c.by[Done], c.total)
}

// shares divides size by the counts. What is not zero gets at least one; size is at least the number of the counts. If all counts
// are zero, none gets anything.
func shares(counts []int, size int) []int {
	parts, total := make([]int, len(counts)), 0
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return parts
	}
	left := size
	for i, n := range counts {
		if n > 0 {
			parts[i] = max(1, n*size/total)
			left -= parts[i]
		}
	}
	// The part that is the furthest from its share is the next to change.
	for left != 0 {
		best, step := -1, cmp.Compare(left, 0)
		for i, n := range counts {
			if n == 0 || left < 0 && parts[i] == 1 {
				continue
			}
			if best < 0 || step*(n*size-parts[i]*total) > step*(counts[best]*size-parts[best]*total) {
				best = i
			}
		}
		parts[best] += step
		left -= step
	}
	return parts
}
