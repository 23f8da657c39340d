// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"strings"
	"unicode/utf8"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// table is a table in GitHub's Markdown. Its cells are plain text, which write escapes.
type table struct {
	header []column
	rows   [][]string
}

type column struct {
	name string
	// right aligns numbers.
	right bool
	// code shows the cells as code. They must not have a backtick or a pipe.
	code bool
}

func (t *table) add(cells ...string) {
	t.rows = append(t.rows, cells)
}

func (t *table) write(text *strings.Builder) {
	text.WriteString(t.head())
	for i := range t.rows {
		text.WriteString(t.line(i))
	}
}

// head is the header of the table.
func (t *table) head() string {
	names, lines := make([]string, len(t.header)), make([]string, len(t.header))
	for i, c := range t.header {
		names[i], lines[i] = escape(c.name), "---"
		if c.right {
			lines[i] = "---:"
		}
	}
	return rowOf(names) + rowOf(lines)
}

// line is a row of the table.
func (t *table) line(i int) string {
	cells := make([]string, len(t.rows[i]))
	for k, cell := range t.rows[i] {
		if t.header[k].code {
			cells[k] = "`" + cell + "`"
		} else {
			cells[k] = escape(cell)
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
