// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"reflect"
	"strconv"
	"strings"
)

// Path is the path of a value: an attribute of an object, an element of a list or an entry of a map, and the path of its
// parent. Nil is the path of the whole value.
type Path struct {
	parent *Path
	step   Step
}

// Step is the last part of a Path. Exactly one of its fields is set: Name, Key or, if both are empty, Index.
type Step struct {
	// Name is the name of an attribute.
	Name string
	// Key is the key of an entry of a map. IsKey distinguishes an empty key from none.
	Key   string
	IsKey bool
	// Index is the index of an element of a list.
	Index int
}

// Root is the path of an attribute of the whole value.
func Root(name string) *Path { return (*Path)(nil).Attribute(name) }

// Attribute is the path of an attribute below p.
func (p *Path) Attribute(name string) *Path { return &Path{parent: p, step: Step{Name: name}} }

// Key is the path of an entry of a map below p.
func (p *Path) Key(key string) *Path { return &Path{parent: p, step: Step{Key: key, IsKey: true}} }

// Index is the path of an element of a list below p.
func (p *Path) Index(i int) *Path { return &Path{parent: p, step: Step{Index: i}} }

// Parent is the path of the value that contains this one.
func (p *Path) Parent() *Path {
	if p == nil {
		return nil
	}
	return p.parent
}

// Steps returns the parts of the path, from the outermost.
func (p *Path) Steps() []Step {
	if p == nil {
		return nil
	}
	return append(p.parent.Steps(), p.step)
}

// String is the path in the notation of HCL, such as clusters[0].labels["env"]; empty for the whole value.
func (p *Path) String() string {
	var text strings.Builder
	for _, step := range p.Steps() {
		switch {
		case step.IsKey:
			text.WriteString("[" + strconv.Quote(step.Key) + "]")
		case step.Name == "":
			text.WriteString("[" + strconv.Itoa(step.Index) + "]")
		default:
			if text.Len() > 0 {
				text.WriteByte('.')
			}
			text.WriteString(step.Name)
		}
	}
	return text.String()
}

// within reports whether a path, as text, equals another one or is below it.
func within(path, above string) bool {
	rest, ok := strings.CutPrefix(path, above)
	return ok && (rest == "" || above == "" || rest[0] == '.' || rest[0] == '[')
}

// Locate converts a field path of Kubernetes, such as predicates[0].requiredClusterSelector, to the path of the attribute
// below root. The type that the field path starts in distinguishes keys of maps from indexes of lists.
func Locate(root *Path, in reflect.Type, fieldPath string) *Path {
	path := root
	for rest := fieldPath; rest != ""; rest = strings.TrimPrefix(rest, ".") {
		if rest[0] == '[' {
			var key string
			key, rest, _ = strings.Cut(rest[1:], "]")
			path, in = element(path, in, key)
			continue
		}
		end := strings.IndexAny(rest, ".[")
		if end < 0 {
			end = len(rest)
		}
		name := SnakeCase(rest[:end])
		path, in, rest = path.Attribute(name), typeOf(in, name), rest[end:]
	}
	return path
}

// element is the path and the type of an element of a list or an entry of a map. Where the type is not known, a number is
// an index.
func element(path *Path, in reflect.Type, key string) (*Path, reflect.Type) {
	index, err := strconv.Atoi(key)
	in = indirect(in)
	isMap := err != nil
	var elementType reflect.Type
	if in != nil {
		isMap = isMap || in.Kind() == reflect.Map || implements[TextMap](in)
		if in.Kind() == reflect.Map || in.Kind() == reflect.Slice {
			elementType = in.Elem()
		}
	}
	if isMap {
		return path.Key(key), elementType
	}
	return path.Index(index), elementType
}

// typeOf is the type of the field that an attribute is read into; nil if it is not known.
func typeOf(in reflect.Type, attribute string) reflect.Type {
	in = indirect(in)
	if in == nil || in.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range Fields(in) {
		if f.Attribute == attribute {
			return f.Type
		}
	}
	return nil
}

func indirect(t reflect.Type) reflect.Type {
	if t != nil && t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}
