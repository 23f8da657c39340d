// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// container is a struct that is being read, its path, and its attributes.
type container struct {
	typ        reflect.Type
	path       *Path
	attributes map[string]Input
	// ofSchema says that a schema has given the object its attributes: what it has no attribute for is not an argument.
	ofSchema bool
}

// lacks reports whether the schema has no attribute of a name.
func (c *container) lacks(name string) bool {
	_, ok := c.attributes[name]
	return c.ofSchema && !ok
}

// has reports whether an attribute is set.
func (c *container) has(name string) bool {
	value, ok := c.attributes[name]
	return ok && !value.IsNull()
}

// refuseAdditional finds attributes that a struct does not have; those of one object are one mistake. Terraform itself finds them
// only where a schema gives a value its type, and there it drops those of nested objects silently. It reports whether it has
// found any.
func (r *Reader) refuseAdditional(c container, fields []Field) (refused bool) {
	var further, unsupported []string
	labels := r.bareLabels(c, fields)
	if len(labels) > 0 {
		refused = true
		r.noteFlawed(c)
		r.refuseLabels(c, labels)
	}
	for _, name := range slices.Sorted(maps.Keys(c.attributes)) {
		if slices.Contains(labels, name) || slices.ContainsFunc(fields, func(f Field) bool { return f.Attribute == name }) {
			continue
		}
		if further == nil {
			further = r.Additional[c.typ].of(c.attributes)
		}
		if slices.Contains(further, name) {
			continue
		}
		refused = true
		r.noteFlawed(c)
		if name == "apiVersion" && c.has("kind") && typeOf(c.typ, "version") == nil {
			// The other fields of the object are the same mistake.
			r.Add(Mistake{At: c.path, Summary: "Invalid value", Message: r.Object, repeats: r.Object})
			return true
		}
		unsupported = append(unsupported, name)
	}
	if len(unsupported) > 0 {
		r.misplaced = append(r.misplaced, unsupported...)
		r.refuseUnsupported(c, unsupported, further)
	}
	return refused
}

// refuseUnsupported refuses attributes of an object at the first of them.
func (r *Reader) refuseUnsupported(c container, names, further []string) {
	known := slices.Compact(slices.Sorted(slices.Values(slices.Concat(Names(c.typ), further))))
	expected := "xpected one of " + strings.Join(known, ", ")
	m := Mistake{At: c.path.Attribute(names[0]), Summary: "Unsupported attribute"}
	if len(names) == 1 {
		hint, repeats := r.insteadOf(names[0], c, known)
		switch {
		case hint == "":
			hint = "e"
		case strings.HasSuffix(hint, "?"):
			hint += " E"
		default:
			hint += "; e"
		}
		m.Message, m.repeats = "unsupported attribute; "+hint+expected, cmp.Or(repeats, expected)
		r.Add(m)
		return
	}
	hinted := make([]string, len(names))
	for i, name := range names {
		hinted[i] = name
		if hint, _ := r.insteadOf(name, c, known); hint != "" {
			hinted[i] += " (" + strings.TrimPrefix(hint, name+" ") + ")"
		}
	}
	m.Message = "unsupported attributes " + excerpt.List(hinted, ", ") + "; e" + expected
	m.repeats = m.Message
	r.Add(m)
}

func (r *Reader) noteFlawed(c container) {
	if r.flawed == nil {
		r.flawed = map[string]container{}
	}
	r.flawed[c.path.String()] = c
}

// Flawed reports whether the object at a path has a mistake such as an unsupported attribute, which may be another one misspelt.
func (r *Reader) Flawed(path *Path) bool {
	_, ok := r.flawed[path.String()]
	return ok
}

// follows reports whether a mistake may be there only because of another one in the same object: an attribute that is missing,
// or one that does not fit the others.
func (r *Reader) follows(path *Path, required, forbidden bool) bool {
	if len(r.flawed) == 0 || path == nil {
		return false
	}
	if required && slices.Contains(r.misplaced, path.step.Name) {
		return true
	}
	if c, ok := r.flawed[path.Parent().String()]; ok && (required || forbidden || !c.has(path.step.Name)) {
		return true
	}
	for above := path.Parent(); forbidden && above != nil; above = above.Parent() {
		if r.Flawed(above) {
			return true
		}
	}
	return false
}

// Hinter is implemented by structs that know what is meant by some of the attributes that they do not have.
type Hinter interface {
	// Hint is a phrase such as "use lose"; empty for other names.
	Hint(attribute string) string
}

// insteadOf says what to write instead of an attribute that a struct does not have, empty if that is not known, and what is the
// same for the same mistake in another element of a list.
func (r *Reader) insteadOf(name string, c container, known []string) (hint, repeats string) {
	if hinter, ok := reflect.Zero(c.typ).Interface().(Hinter); ok {
		if hint = hinter.Hint(name); hint != "" {
			return hint, hint
		}
	}
	nearest := excerpt.Nearest(name, known)
	if nearest != "" && (nearest == name+"s" || name == nearest+"s") {
		return fmt.Sprintf("did you mean %q?", nearest), ""
	}
	if below := c.pathTo(name); below != "" {
		if outer := c.path.String(); outer != "" {
			return fmt.Sprintf("%s belongs in %s.%s", name, outer, below), below
		}
		return fmt.Sprintf("%s belongs in %s", name, below), below
	}
	if place := r.placeAbove(name, c.path); place != "" {
		return place, "above"
	}
	if nearest != "" {
		return fmt.Sprintf("did you mean %q?", nearest), ""
	}
	return "", ""
}

// placeAbove says where further outside an attribute belongs. It is empty if it belongs nowhere.
func (r *Reader) placeAbove(name string, path *Path) string {
	for _, above := range slices.Backward(r.containers) {
		var sibling string
		for _, f := range Fields(above.typ) {
			if !above.lacks(f.Attribute) && typeOf(f.Type, name) != nil &&
				(sibling == "" || above.has(f.Attribute)) {
				sibling = above.path.Attribute(f.Attribute).String()
			}
		}
		switch {
		case sibling != "":
			return name + " is an attribute of " + sibling
		case typeOf(above.typ, name) == nil:
		case above.path != nil:
			return name + " belongs in " + above.path.String()
		case path.Parent() == nil:
			return name + " belongs beside " + path.String()
		}
	}
	return ""
}

// maxDepth bounds the search of pathTo.
const maxDepth = 8

// pathTo is where a struct has an attribute of a name further inside, such as predicates[0].required_cluster_selector. One in
// an attribute that is set comes first, and of these the shallowest. It is empty if there is none.
func (c *container) pathTo(name string) string {
	return cmp.Or(c.pathBelow(name, c.has), c.pathBelow(name, func(string) bool { return true }))
}

// pathBelow is pathTo in some of the attributes.
func (c *container) pathBelow(name string, in func(attribute string) bool) string {
	type place struct {
		typ   reflect.Type
		where string
	}
	below := func(p place, in func(attribute string) bool) (places []place) {
		for _, f := range Fields(p.typ) {
			where, typ := p.where+f.Attribute, indirect(f.Type)
			if typ.Kind() == reflect.Slice {
				where, typ = where+"[0]", indirect(typ.Elem())
			}
			if in(f.Attribute) && typ.Kind() == reflect.Struct && !implements[TextMap](typ) {
				places = append(places, place{typ, where + "."})
			}
		}
		return places
	}
	all := func(string) bool { return true }
	level := below(place{typ: indirect(c.typ)}, in)
	for range maxDepth - 1 {
		var next []place
		for _, p := range level {
			if typeOf(p.typ, name) != nil {
				return p.where + name
			}
			next = append(next, below(p, all)...)
		}
		level = next
	}
	return ""
}

// selectsAll is of what a selector selects everything if nothing in it is set; empty for any other object.
func (r *Reader) selectsAll(c container) string {
	selected := r.Selects[c.typ]
	if n := len(r.containers); n > 0 && selected != "" {
		return cmp.Or(r.SelectsIn[r.containers[n-1].typ], selected)
	}
	return selected
}

// warnOfEmpty warns of an object that is there, sets nothing and selects everything. In a variable with a typed object that is
// also what Terraform makes of a misspelt name: it drops the name, and all attributes are null.
func (r *Reader) warnOfEmpty(c container, fields []Field) {
	selected := r.selectsAll(c)
	if selected == "" {
		return
	}
	for name := range c.attributes {
		if c.has(name) {
			return
		}
	}
	example := fields[0].Attribute + " = []"
	if labels := c.labelsPath(); labels != "" {
		example = labels + " = {}"
	}
	state, hint := "is empty", ""
	if len(c.attributes) > 0 {
		state = "has only null attributes"
		hint = ". If it comes from a variable, give the variable type = any: of a typed object, Terraform drops misspelt attributes"
	}
	r.Add(Mistake{
		At: c.path, Summary: "has an empty selector", Warning: true,
		Message: "the selector " + state + " and matches every " + selected + "; if that is intended, set " + example + hint,
	})
}
