package reference

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

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

// setHeadings names every section after its attributes. A name that is taken is completed with that of the parent.
func (all sections) setHeadings() {
	taken := map[string]bool{}
	for _, s := range all {
		s.heading = strings.Join(s.names, " and ")
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

// objectOf is the struct that an attribute has objects of, one or many; nil if it has none.
func objectOf(t reflect.Type) reflect.Type {
	if scalarOf(t) != "" {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return objectOf(t.Elem())
	case reflect.Struct:
		return t
	}
	return nil
}

// typeOf is the type of an attribute in the words of HCL, with a link to the section of its objects.
func (all sections) typeOf(t reflect.Type) string {
	if scalar := scalarOf(t); scalar != "" {
		return scalar
	}
	switch t.Kind() {
	case reflect.Pointer:
		return all.typeOf(t.Elem())
	case reflect.Slice:
		return "list of " + all.pluralOf(t.Elem())
	case reflect.Map:
		return "map of " + all.pluralOf(t.Elem())
	}
	return all.linkTo("object", t)
}

func (all sections) pluralOf(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if scalar := scalarOf(t); scalar != "" {
		return scalar + "s"
	}
	return all.linkTo("objects", t)
}

func (all sections) linkTo(text string, t reflect.Type) string {
	if s := all.find(t); s != nil {
		return "[" + text + "](" + s.anchor() + ")"
	}
	return text
}

// scalarOf is the type of an attribute that has no attributes of its own; empty for any other.
func scalarOf(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[json.RawMessage]():
		return "string"
	case reflect.TypeFor[json.Number]():
		return "number"
	case reflect.TypeFor[intstr.IntOrString]():
		return "number or string"
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[tfvalue.TextMap]()) {
		return "map of strings"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return scalarOf(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Float64, reflect.Int, reflect.Int32, reflect.Int64:
		return "number"
	}
	return ""
}
