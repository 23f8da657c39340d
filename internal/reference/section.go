package reference

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// section is the table of one struct on a page.
type section struct {
	of reflect.Type
	// names are the attributes that have objects of this struct, each once; for a root its heading.
	names []string
	// parents are the sections of these attributes.
	parents []*section
	// heading is unique on the page.
	heading string
}

// sections are the structs that can be reached from a page's roots, in the order in which the tables mention them.
type sections []*section

func sectionsOf(roots []root) sections {
	var all sections
	for _, r := range roots {
		if all.find(r.of) != nil {
			continue
		}
		s := &section{of: r.of, names: []string{r.heading}}
		all = append(all, s).below(s)
	}
	return all
}

// below adds the structs that the attributes of a section have.
func (all sections) below(parent *section) sections {
	for _, f := range tfvalue.Fields(parent.of) {
		of := objectOf(f.Type)
		if of == nil {
			continue
		}
		known := all.find(of)
		if known == nil {
			known = &section{of: of}
			all = append(all, known)
			all = all.below(known)
		}
		if !slices.Contains(known.names, f.Attribute) {
			known.names = append(known.names, f.Attribute)
		}
		if !slices.Contains(known.parents, parent) {
			known.parents = append(known.parents, parent)
		}
	}
	return all
}

func (all sections) find(of reflect.Type) *section {
	for _, s := range all {
		if s.of == of {
			return s
		}
	}
	return nil
}

// maxHeading is how long a heading may be.
const maxHeading = 60

// setHeadings names every section after its attributes, or after the first of many. A name that is taken is completed with that
// of the parent.
func (all sections) setHeadings() {
	taken := map[string]bool{}
	for _, s := range all {
		if s.heading = strings.Join(s.names, " and "); len(s.heading) > maxHeading {
			s.heading = fmt.Sprintf("%s and %d more", s.names[0], len(s.names)-1)
		}
		if taken[s.heading] {
			s.heading += " of " + s.parents[0].heading
		}
		taken[s.heading] = true
	}
}

// anchor is what a heading is linked by.
func (s *section) anchor() string {
	return "#" + strings.ReplaceAll(strings.ToLower(s.heading), " ", "-")
}

func (s *section) link() string { return "[" + s.heading + "](" + s.anchor() + ")" }

// href is the link to the section of a struct; empty if there is none on the page.
func (all sections) href(of reflect.Type) string {
	if s := all.find(of); s != nil {
		return s.anchor()
	}
	return ""
}

// hrefFrom links from a folder to the section of a struct on the first page that has it.
func hrefFrom(guides string) func(reflect.Type) string {
	return func(of reflect.Type) string {
		for _, name := range pageOrder {
			if anchor := pages[name].sections().href(of); anchor != "" {
				return guides + "reference-" + name + anchor
			}
		}
		return ""
	}
}
