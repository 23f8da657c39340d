// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// page is a text in GitHub's Markdown, for a comment on a pull request. Its tables end before it is too long.
type page struct {
	strings.Builder
	// limit is how long it may be, in bytes; 0 if the limits of its lists are enough.
	limit int
}

// maxComment limits a text of what-if questions in bytes, so that it fits a comment on a pull request with room for others. Rows
// that do not fit any more are counted.
const maxComment = 56_000

// fits reports whether there is room for more.
func (p *page) fits(more int) bool { return p.limit == 0 || p.Len()+more <= p.limit }

func (p *page) writef(format string, values ...any) { fmt.Fprintf(p, format, values...) }

func (p *page) heading(heading string) { p.writef("\n#### %s\n", heading) }

// more counts what is not shown.
func (p *page) more(n int) {
	if n > 0 {
		p.writef("\n… and %d more\n", n)
	}
}

// section writes a table below a heading, unless it has no rows.
func (p *page) section(heading string, t *table) {
	if len(t.rows) > 0 {
		p.heading(heading)
		p.table(t)
	}
}

// table writes the rows of a table that fit, and how many of all were left out.
func (p *page) table(t *table) {
	if len(t.rows) == 0 {
		return
	}
	p.WriteString("\n" + t.head())
	written := 0
	for ; written < len(t.rows); written++ {
		line := t.line(written)
		if !p.fits(len(line)) {
			break
		}
		p.WriteString(line)
	}
	p.more(t.all - written)
}

// table is a table in GitHub's Markdown. Its cells are plain text, which a page escapes.
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

// columns are columns of text.
func columns(names ...string) []column {
	return lists.Map(names, func(name string) column { return column{name: name} })
}

// tableOf is a table with a row for each element of a list, up to a limit.
func tableOf[T any](list []T, limit int, header []column, cells func(*T) []string) *table {
	t := &table{header: header, all: len(list)}
	for i := range list[:min(len(list), limit)] {
		t.add(cells(&list[i])...)
	}
	return t
}

// tableOfTexts is a table with one column.
func tableOfTexts(name string, texts []string, limit int) *table {
	return tableOf(texts, limit, columns(name), func(text *string) []string { return []string{*text} })
}

// tableOfMap is a table of texts by their keys.
func tableOfMap(key, name string, texts map[string]string, limit int) *table {
	return tableOf(slices.Sorted(maps.Keys(texts)), limit, columns(key, name), func(key *string) []string {
		return []string{*key, texts[*key]}
	})
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

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

// maxNames limits the names in a cell.
const maxNames = 10

// list joins the first names, and counts the rest together with those that were omitted before.
func list(names []string, further int) string {
	return strings.TrimSpace(excerpt.First(names, maxNames, ", ", further))
}

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
