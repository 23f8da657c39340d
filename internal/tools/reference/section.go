// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// section are the attributes of one struct on a page.
type section struct {
	of reflect.Type
	// paths are where a configuration has objects of this struct, such as ocm.predicates[*]: the shortest first. That of a root can
	// be empty.
	paths []string
	// heading is unique on the page.
	heading string
}

// sections are the structs that can be reached from a page's roots, in the order in which the lists mention them.
type sections []*section

func sectionsOf(roots []root) sections {
	var all sections
	for _, r := range roots {
		if all.find(r.of) == nil {
			all = append(all, &section{of: r.of, heading: r.heading}).below(r.of)
		}
	}
	for _, r := range roots {
		all.addPath(r.of, r.path, nil)
	}
	for _, s := range all {
		slices.SortFunc(s.paths, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	}
	return all
}

// below adds the structs that the attributes of a struct have.
func (all sections) below(of reflect.Type) sections {
	for _, f := range tfvalue.Fields(of) {
		if child := objectOf(f.Type); child != nil && all.find(child) == nil {
			all = append(all, &section{of: child}).below(child)
		}
	}
	return all
}

// addPath notes where objects of a struct, and those in them, are. Parents are the structs that the path leads through.
func (all sections) addPath(of reflect.Type, path string, parents []reflect.Type) {
	s := all.find(of)
	if slices.Contains(s.paths, path) || slices.Contains(parents, of) {
		return
	}
	s.paths = append(s.paths, path)
	for _, f := range tfvalue.Fields(of) {
		if child := objectOf(f.Type); child != nil {
			below := f.Attribute + elementsOf(f.Type)
			if path != "" {
				below = path + "." + below
			}
			all.addPath(child, below, append(parents[:len(parents):len(parents)], of))
		}
	}
}

// elementsOf is what follows the name of an attribute in the path of its objects: [*] for each list or map.
func elementsOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return elementsOf(t.Elem())
	case reflect.Slice, reflect.Map:
		return "[*]" + elementsOf(t.Elem())
	}
	return ""
}

func (all sections) find(of reflect.Type) *section {
	for _, s := range all {
		if s.of == of {
			return s
		}
	}
	return nil
}

// maxHeading is how long a heading may be. It fits into the page of a registry.
const maxHeading = 70

// setHeadings names every section that has no heading after its shortest path, or after the end of it.
func (all sections) setHeadings() {
	taken := map[string]bool{}
	for _, s := range all {
		taken[s.heading] = true
	}
	for _, s := range all {
		if s.heading != "" {
			continue
		}
		for _, path := range s.paths {
			if s.heading = "`" + pathEnd(path) + "`"; !taken[s.heading] {
				break
			}
		}
		taken[s.heading] = true
	}
}

// pathEnd is as much of the end of a path as fits into a heading.
func pathEnd(path string) string {
	for len(path) > maxHeading-len("``") {
		_, rest, ok := strings.Cut(path, ".")
		if !ok {
			break
		}
		path = rest
	}
	return path
}

var notInAnchor = regexp.MustCompile("[^a-z0-9_ -]")

// anchor is what a heading is linked by.
func (s *section) anchor() string {
	return "#" + strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(s.heading), ""), " ", "-")
}

// maxPaths is how many paths of a section are listed.
const maxPaths = 2

// where says where the objects of a section are, unless its heading does; empty for a root.
func (s *section) where() string {
	if len(s.paths) == 0 || s.paths[0] == "" || len(s.paths) == 1 && (s.heading == "`"+s.paths[0]+"`" || s.heading == s.paths[0]) {
		return ""
	}
	text := "At `" + strings.Join(s.paths[:min(len(s.paths), maxPaths)], "`, `") + "`"
	if more := len(s.paths) - maxPaths; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ".\n\n"
}
