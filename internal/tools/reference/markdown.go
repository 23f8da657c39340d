// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
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
	p, ok := pageOf(name)
	if !ok {
		return "", fmt.Errorf("there are no attributes for %q", name)
	}
	var parts []string
	for _, s := range knownHomes().sections(p) {
		if p.schema == "" || s.paths[0] != "" {
			parts = append(parts, p.markdown(s))
		}
	}
	return strings.Join(parts, "\n"), nil
}

// markdown is a section.
func (p page) markdown(s *section) string {
	level := "###"
	if s.paths[0] == "" {
		level = "##"
	}
	return fmt.Sprintf("%s %s\n\n%s%s", level, s.heading, s.where(), p.homeOf(s).list(s.of, p.usageOf(s.of)))
}

// list has an item for each attribute of a struct that is described here, and then the names of the others.
func (h home) list(of reflect.Type, u usage) string {
	text, others := "", elsewhere{}
	for _, l := range linesOf(of) {
		if at, ok := knownHomes().lines[declaredLine{l.declared, l.attribute}]; ok && at != h {
			others.add(at, l.attribute, l.Required && u == arguments)
			continue
		}
		text += u.item(l.Line, l.attribute, l.typeName(hrefFrom(h.document)))
	}
	return text + others.items(h.document)
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
