// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// home is the one place where the documents describe something. Everything else links to it.
type home struct{ document, anchor, label string }

// from is the link to a home in a document.
func (h home) from(document string) string {
	switch h.document {
	case "":
		return ""
	case document:
		return h.anchor
	}
	return strings.Repeat("../", strings.Count(document, "/")) + h.document + h.anchor
}

// declaredLine is an attribute of the struct that declares it, wherever that is embedded.
type declaredLine struct {
	declared  reflect.Type
	attribute string
}

// homes are where structs and their lines are described: on the first page that has them.
type homes struct {
	objects map[reflect.Type]home
	lines   map[declaredLine]home
}

var knownHomes = sync.OnceValue(func() homes {
	all := homes{map[reflect.Type]home{}, map[declaredLine]home{}}
	for _, p := range guidePages {
		for _, s := range all.sections(p) {
			at := p.homeOf(s)
			if _, ok := all.objects[s.of]; !ok {
				all.objects[s.of] = at
			}
			for _, f := range tfvalue.Fields(s.of) {
				if l := (declaredLine{f.Declared, f.Attribute}); all.lines[l] == (home{}) {
					all.lines[l] = at
				}
			}
		}
	}
	return all
})

// sections are the structs that a page describes: its roots, and what no page before it has.
func (h homes) sections(p page) sections {
	all := slices.DeleteFunc(sectionsOf(p.roots), func(s *section) bool {
		at, ok := h.objects[s.of]
		return ok && at.document != p.document && !p.isRoot(s.of)
	})
	all.setHeadings()
	return all
}

// hrefFrom links from a document to the section of a struct.
func hrefFrom(document string) func(reflect.Type) string {
	return func(of reflect.Type) string { return knownHomes().objects[of].from(document) }
}

// elsewhere are names of attributes that other sections describe, by where they do.
type elsewhere struct {
	order []home
	names map[home][]string
}

func (e *elsewhere) add(at home, name string, required bool) {
	if e.names == nil {
		e.names = map[home][]string{}
	}
	if _, ok := e.names[at]; !ok {
		e.order = append(e.order, at)
	}
	name = "`" + name + "`"
	if required {
		name += " (required)"
	}
	e.names[at] = append(e.names[at], name)
}

// items has an item for each other section.
func (e *elsewhere) items(document string) string {
	text := ""
	for _, at := range e.order {
		text += fmt.Sprintf("- As in %s: %s.\n", linked(at.label, at.from(document)), strings.Join(e.names[at], ", "))
	}
	return text
}
