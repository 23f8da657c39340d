package tfvalue

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// refuseFurther finds attributes that a struct does not have. Terraform itself finds them only where a schema gives a value
// its type, and there it drops those of nested objects silently. It returns the names that were probably meant.
func (r *Reader) refuseFurther(attributes map[string]tftypes.Value, fields []structField, t reflect.Type, at *Path) (meant []string) {
	var further []string
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if slices.ContainsFunc(fields, func(f structField) bool { return f.attribute == name }) {
			continue
		}
		if further == nil && r.Further != nil {
			further = r.Further(t)
		}
		if !slices.Contains(further, name) {
			nearest, text := r.unsupported(name, t)
			meant = append(meant, nearest)
			r.mistake(at.Attribute(name), "Unsupported attribute", text)
		}
	}
	return meant
}

// unsupported says what to write instead of an attribute that a struct does not have. Nearest is the attribute of the struct
// that was probably meant, or empty.
func (r *Reader) unsupported(name string, t reflect.Type) (nearest, text string) {
	known := slices.Sorted(slices.Values(Names(t)))
	expected := "xpected one of " + strings.Join(known, ", ")
	if below := pathTo(t, name); below != "" {
		return "", fmt.Sprintf("unsupported attribute; %s belongs further inside: %s; e%s", name, below, expected)
	}
	if nearest := excerpt.Nearest(name, known); nearest != "" {
		return nearest, fmt.Sprintf("unsupported attribute; did you mean %q? E%s", nearest, expected)
	}
	for _, above := range slices.Backward(r.containers) {
		if typeOf(above.of, name) != nil {
			outer := "the outermost object"
			if above.at != nil {
				outer = above.at.String()
			}
			return "", fmt.Sprintf("unsupported attribute; %s belongs in %s; e%s", name, outer, expected)
		}
	}
	return "", "unsupported attribute; e" + expected
}

// maxDepth bounds the search of pathTo.
const maxDepth = 8

// pathTo is where a struct has an attribute of a name further inside, such as predicates[0].required_cluster_selector. The
// shallowest comes first. It is empty if there is none.
func pathTo(t reflect.Type, name string) string {
	type place struct {
		of reflect.Type
		at string
	}
	level := []place{{indirect(t), ""}}
	for range maxDepth {
		var next []place
		for _, p := range level {
			for _, f := range fieldsOf(p.of) {
				at, of := p.at+f.attribute, indirect(p.of.FieldByIndex(f.index).Type)
				if f.attribute == name && p.at != "" {
					return at
				}
				if of.Kind() == reflect.Slice {
					at, of = at+"[0]", indirect(of.Elem())
				}
				if of.Kind() == reflect.Struct && !reflect.PointerTo(of).Implements(textMapType) {
					next = append(next, place{of, at + "."})
				}
			}
		}
		level = next
	}
	return ""
}

// warnOfEmpty warns of an object that is there, sets nothing and selects everything. One that has all attributes, all of them
// null, was decoded from YAML or comes from a typed variable, where leaving out is not up to who writes it.
func (r *Reader) warnOfEmpty(attributes map[string]tftypes.Value, fields []structField, t reflect.Type, at *Path) {
	if r.SelectsAll == nil || len(attributes) >= len(fields) || !r.SelectsAll(t) {
		return
	}
	for _, attribute := range attributes {
		if !attribute.IsKnown() || !attribute.IsNull() {
			return
		}
	}
	example := fields[0].attribute + " = []"
	if labels := pathTo(t, "match_labels"); labels != "" || typeOf(t, "match_labels") != nil {
		example = cmp.Or(labels, "match_labels") + " = {}"
	}
	r.Add(Mistake{
		At: at, Summary: "has an empty selector", Warning: true,
		Message: "the selector is empty and matches every cluster; if that is intended, set " + example,
	})
}
