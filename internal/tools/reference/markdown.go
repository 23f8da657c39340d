// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

// usage is what the attributes of a page are for.
type usage int

const (
	// arguments are required or have a default.
	arguments usage = iota
	// outputs are values of Terraform, which are always set.
	outputs
	// document is JSON, which leaves out what is not set.
	document
)

// item is the item of an attribute in a list.
func (u usage) item(l describe.Line, name, of string) string {
	about := of
	switch {
	case u == arguments && l.Required:
		about += ", required"
	case u == document && !l.Required:
		about += ", not always set"
	}
	text := fmt.Sprintf("- `%s` (%s) %s", name, about, l.Text)
	if u == arguments && l.Default != "" {
		text += " Defaults to " + l.Default + "."
	}
	return text + "\n"
}

// attributeLists returns the attributes of a page, or an error if there is no such page.
func attributeLists(name string) (string, error) {
	p, ok := guidePages[name]
	if !ok {
		return "", fmt.Errorf("there are no attributes for %q", name)
	}
	all := p.sections()
	parts := make([]string, len(all))
	for i, s := range all {
		parts[i] = all.markdown(s, p.usageOf(s.of), "")
	}
	return strings.Join(parts, "\n"), nil
}

// markdown is a section. Guides is where the guides are, for the links to other pages.
func (all sections) markdown(s *section, u usage, guides string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "## %s\n\n%s", s.heading, s.where())
	href := func(of reflect.Type) string { return cmp.Or(all.href(of), hrefFrom(guides)(of)) }
	for _, l := range linesOf(s.of) {
		text.WriteString(u.item(l.Line, l.attribute, l.typeName(href)))
	}
	return text.String()
}

func (p page) sections() sections {
	all := sectionsOf(p.roots)
	if p.shared {
		all = slices.DeleteFunc(all, func(s *section) bool { return !p.isRoot(s.of) && onOtherPage(s.of) })
	}
	all.setHeadings()
	return all
}

// usageOf is what the attributes of a struct are for. What an argument has as well is described as an argument.
func (p page) usageOf(of reflect.Type) usage {
	given := slices.DeleteFunc(slices.Clone(p.roots), func(r root) bool { return r.of == p.results })
	if p.results == nil || sectionsOf(given).find(of) != nil {
		return p.usage
	}
	return outputs
}

func (p page) isRoot(of reflect.Type) bool {
	return slices.ContainsFunc(p.roots, func(r root) bool { return r.of == of })
}

// onOtherPage reports whether a page that is not shared has a section for a struct.
func onOtherPage(of reflect.Type) bool {
	return slices.ContainsFunc(pageOrder, func(name string) bool {
		return !guidePages[name].shared && sectionsOf(guidePages[name].roots).find(of) != nil
	})
}
