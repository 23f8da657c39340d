package render

import (
	"strings"
	"unicode"
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
}

func (t *table) add(cells ...string) {
	t.rows = append(t.rows, cells)
}

func (t *table) write(text *strings.Builder) {
	names, lines := make([]string, len(t.header)), make([]string, len(t.header))
	for i, c := range t.header {
		names[i], lines[i] = escape(c.name), "---"
		if c.right {
			lines[i] = "---:"
		}
	}
	writeRow(text, names)
	writeRow(text, lines)
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = escape(cell)
		}
		writeRow(text, cells)
	}
}

func writeRow(text *strings.Builder, cells []string) {
	text.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// maxText is how many characters of one text are shown.
const maxText = 300

// escapes are for the characters that mean something to Markdown or HTML. Parsers of tables differ in how they count
// backslashes before a pipe, so what could end a cell is an entity.
var escapes = map[rune]string{
	'&': "&amp;", '<': "&lt;", '>': "&gt;", '|': "&#124;", '\\': "&#92;", '`': "&#96;",
	'*': `\*`, '_': `\_`, '~': `\~`, '[': `\[`, ']': `\]`,
	'@': "@" + nothing, '#': "#" + nothing,
}

// nothing is what nobody sees. It keeps GitHub from finding a person, an issue or an address in the data of a cluster: a
// comment must not notify somebody because of a label.
const nothing = "<!-- -->"

// unlinked breaks what GitHub would make a link.
var unlinked = strings.NewReplacer("://", ":"+nothing+"//", "www.", "www"+nothing+".")

// escape makes Markdown of plain text, on one line. What cannot be printed becomes a space: no character may turn the
// direction of the text, or hide a part of it.
func escape(plain string) string {
	var text strings.Builder
	n := 0
	for _, r := range plain {
		if n++; n > maxText {
			text.WriteString("…")
			break
		}
		switch escaped, special := escapes[r]; {
		case special:
			text.WriteString(escaped)
		case unicode.IsPrint(r):
			text.WriteRune(r)
		default:
			text.WriteByte(' ')
		}
	}
	return unlinked.Replace(text.String())
}
