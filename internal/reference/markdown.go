package reference

import (
	"cmp"
	"fmt"
	"reflect"
	"strings"
)

// columns are the columns that the tables of a page have beside name, type and description.
type columns int

const (
	// arguments are required or have a default.
	arguments columns = iota
	// outputs are values of Terraform, which are always there.
	outputs
	// document is JSON, which leaves out what is not set.
	document
)

func (c columns) header() string {
	switch c {
	case outputs:
		return "| Attribute | Type | Description |\n|---|---|---|\n"
	case document:
		return "| Attribute | Type | Always set | Description |\n|---|---|---|---|\n"
	}
	return "| Attribute | Type | Required | Default | Description |\n|---|---|---|---|---|\n"
}

func (c columns) row(l Line, name, of string) string {
	cells := []string{"`" + name + "`", of}
	if c != outputs {
		cells = append(cells, yes(l.Required))
	}
	if c == arguments {
		cells = append(cells, l.Default)
	}
	cells = append(cells, l.Text)
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", `\|`)
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// Markdown returns the tables of a page, or an error if there is no such page.
func Markdown(name string) (string, error) {
	p, ok := pages[name]
	if !ok {
		return "", fmt.Errorf("there are no tables for %q", name)
	}
	all := p.sections()
	parts := make([]string, len(all))
	for i, s := range all {
		parts[i] = all.markdown(s, p.columns, "")
	}
	return strings.Join(parts, "\n"), nil
}

// markdown is the table of a section. Guides is where the guides are, for the links to other pages.
func (all sections) markdown(s *section, c columns, guides string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "## %s\n\n", s.heading)
	if len(s.parents) > 0 {
		links := make([]string, len(s.parents))
		for i, parent := range s.parents {
			links[i] = parent.link()
		}
		fmt.Fprintf(&text, "In %s.\n\n", strings.Join(links, ", "))
	}
	text.WriteString(c.header())
	href := func(of reflect.Type) string { return cmp.Or(all.href(of), hrefFrom(guides)(of)) }
	for _, l := range linesOf(s.of) {
		text.WriteString(c.row(l.Line, l.attribute, l.typeName(href)))
	}
	return text.String()
}

func (p page) sections() sections {
	all := sectionsOf(p.roots)
	all.setHeadings()
	return all
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}
