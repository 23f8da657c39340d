// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// table is a table in GitHub's Markdown. Its cells are plain text, which write escapes.
type table struct {
	header []column
	rows   [][]string
	// all is how many rows there are with those that are left out.
	all int
}

type column struct {
	name string
	// right aligns numbers.
	right bool
	// code shows the cells as code. They must not have a backtick or a pipe.
	code bool
	// omitted leaves the column out.
	omitted bool
}

// tableOf is a table with a row for each of n elements, up to a limit.
func tableOf(n, limit int, header []column, cells func(i int) []string) *table {
	t := &table{header: header, all: n}
	for i := range min(n, limit) {
		t.add(cells(i)...)
	}
	return t
}

func (t *table) add(cells ...string) {
	t.rows = append(t.rows, cells)
}

// listOf is a table of texts, up to a limit.
func listOf(name string, texts []string, limit int) *table {
	return tableOf(len(texts), limit, columns(name), func(i int) []string { return texts[i : i+1] })
}

// columns are columns of text.
func columns(names ...string) []column {
	return lists.Map(names, func(name string) column { return column{name: name} })
}

func (t *table) write(text *strings.Builder) {
	text.WriteString(t.head())
	for i := range t.rows {
		text.WriteString(t.line(i))
	}
	more(text, t.all-len(t.rows))
}

// section writes the table below a heading, unless it has no rows.
func (t *table) section(text *strings.Builder, heading string) {
	if t.all > 0 {
		writeHeading(text, heading)
		t.write(text)
	}
}

func writeHeading(text *strings.Builder, heading string) { fmt.Fprintf(text, "\n#### %s\n\n", heading) }

// more counts what is not shown.
func more(text *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(text, "\n… and %d more\n", n)
	}
}

// head is the header of the table.
func (t *table) head() string {
	var names, lines []string
	for _, c := range t.header {
		line := "---"
		if c.right {
			line = "---:"
		}
		if !c.omitted {
			names, lines = append(names, escape(c.name)), append(lines, line)
		}
	}
	return rowOf(names) + rowOf(lines)
}

// line is a row of the table.
func (t *table) line(i int) string {
	var cells []string
	for k, cell := range t.rows[i] {
		switch c := &t.header[k]; {
		case c.omitted:
		case c.code:
			cells = append(cells, "`"+cell+"`")
		default:
			cells = append(cells, escape(cell))
		}
	}
	return rowOf(cells)
}

func rowOf(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// maxText limits one text, in characters.
const maxText = 300

// escapes has the characters with a meaning in Markdown or HTML. Parsers of tables differ in how they treat backslashes
// before a pipe, so whatever could end a cell is written as an entity.
var escapes = map[rune]string{
	'&': "&amp;", '<': "&lt;", '>': "&gt;", '|': "&#124;", '\\': "&#92;", '`': "&#96;",
	'*': `\*`, '_': `\_`, '~': `\~`, '[': `\[`, ']': `\]`,
	'@': "@" + invisible, '#': "#" + invisible,
}

// invisible is an empty HTML comment. It stops GitHub from linking persons, issues and addresses in the data of a cluster: a
// label must not notify anyone.
const invisible = "<!-- -->"

// unlinked breaks texts that GitHub would turn into links.
var unlinked = strings.NewReplacer("://", ":"+invisible+"//", "www.", "www"+invisible+".")

// escape converts plain text to Markdown on one line.
func escape(plain string) string {
	var text strings.Builder
	n := 0
	for _, r := range printable(plain) {
		if n++; n > maxText {
			text.WriteString("…")
			break
		}
		switch escaped, special := escapes[r]; {
		case special:
			text.WriteString(escaped)
		default:
			text.WriteRune(r)
		}
	}
	return unlinked.Replace(text.String())
}

// printable is plain text on one line. No character may change the direction of the text or hide a part of it.
func printable(plain string) string { return excerpt.Line(plain, maxText*utf8.UTFMax) }

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
