// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package tfvalue converts Terraform values into Go structs and back. The conversion is mechanical: an attribute is the
// field whose JSON name, in snake case, is the attribute's name, so that the YAML of the Kubernetes API and HCL say the
// same. A field whose JSON form omits the zero value is an optional attribute, any other a required one.
package tfvalue

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Reader reads Terraform values into structs and collects the mistakes in them. Null attributes are not set. Unknown
// attributes leave their fields unchanged, and the reader records their paths.
//
// As in HCL, lists, tuples and sets are converted to a list, maps and objects to an object, numbers and bools to strings, and
// strings to numbers and bools. An attribute that the struct does not have is a mistake.
type Reader struct {
	// Hints are what it knows of structs.
	Hints
	// Object is what to say about an object of Kubernetes in the place of its spec.
	Object string
	// Independent are attributes of a configuration that no other one depends on: while one is unknown, mistakes in others are
	// mistakes.
	Independent []string

	mistakes []Mistake
	unknown  []*Path
	// containers are the structs that are being read, from the outermost.
	containers []container
	// flawed are the objects that were read with a mistake in one of their attributes, by path.
	flawed map[string]container
	// misplaced are the names of the unsupported attributes.
	misplaced []string
	// keys are those of the maps of objects that were read as a list, by path.
	keys map[string][]string
}

// Mistake is an invalid value.
type Mistake struct {
	At               *Path
	Summary, Message string
	// Warning says that the value is accepted nevertheless.
	Warning bool
	// repeats is the same for the same mistake in another element of a list; empty for a mistake that is always shown.
	repeats string
}

// Read reads v, the value at a path, into what target points to. The path may be nil.
func (r *Reader) Read(v Input, target any, path *Path) {
	r.read(v, reflect.ValueOf(target).Elem(), path)
}

// ReadConfig reads the object of a data source, a resource or a provider into what the targets point to. Terraform has
// checked the names of its attributes with the schema, and reports a missing one itself.
func (r *Reader) ReadConfig(v Input, targets ...any) {
	attributes, ok := r.Attributes(v, nil)
	if !ok {
		return
	}
	for _, target := range targets {
		into := reflect.ValueOf(target).Elem()
		r.containers = []container{{typ: into.Type(), attributes: attributes, ofSchema: true}}
		for _, f := range Fields(into.Type()) {
			attribute, ok := attributes[f.Attribute]
			if !ok {
				continue
			}
			field, path := f.in(into), Root(f.Attribute)
			// The framework reports a plain attribute that is missing, and does not see any other.
			if attribute.IsNull() && f.Required && field.Kind() != reflect.String {
				r.missing(path)
			}
			r.read(attribute, field, path)
		}
	}
	r.containers = nil
}

// Refuse records a mistake.
func (r *Reader) Refuse(path *Path, format string, args ...any) {
	r.Add(Mistake{At: path, Summary: "Invalid value", Message: fmt.Sprintf(format, args...)})
}

// Add notes a mistake.
func (r *Reader) Add(m Mistake) {
	r.mistakes = append(r.mistakes, m)
	if n := len(r.containers); n > 0 && !m.Warning && r.containers[n-1].path != nil {
		r.noteFlawed(r.containers[n-1])
	}
}

// Unknown returns the paths of the unknown values.
func (r *Reader) Unknown() []*Path { return r.unknown }

// IsUnknown reports whether a value, or a value that contains it, was unknown.
func (r *Reader) IsUnknown(path *Path) bool {
	if len(r.unknown) == 0 {
		return false
	}
	text := path.String()
	return slices.ContainsFunc(r.unknown, func(unknown *Path) bool { return within(text, unknown.String()) })
}

// TextMap is implemented by pointers to types that are a map of strings in Terraform, such as amounts of resources.
type TextMap interface {
	// SetText sets the entry of a key. It is called once per key, in sorted order. The error describes an invalid text.
	SetText(key, text string) error
	// Texts returns the entries.
	Texts() map[string]string
}

// TextList is implemented by pointers to types that are a list of strings in Terraform, of which a single one may be a string.
type TextList interface {
	// SetTexts sets the elements.
	SetTexts(texts []string)
}

// NumberMap is implemented by pointers to types that are a list of objects in Terraform or, in short, a map of whole numbers.
type NumberMap interface {
	// SetNumbers sets the whole value from the entries of a map.
	SetNumbers(numbers map[string]int)
}

// implements reports whether the pointer to a type implements one of the interfaces of this package.
func implements[T any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[T]())
}

// as is a value as such an interface.
func as[T any](v reflect.Value) (value T, ok bool) {
	if !implements[T](v.Type()) {
		return value, false
	}
	pointer := reflect.New(v.Type())
	pointer.Elem().Set(v)
	value, ok = pointer.Interface().(T)
	return value, ok
}

func (r *Reader) read(v Input, into reflect.Value, path *Path) {
	switch {
	case v.kind == kindUnknown:
		r.unknown = append(r.unknown, path)
		return
	case v.IsNull():
		return
	}
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch target := into.Addr().Interface().(type) {
	case *time.Time:
		*target = r.time(v, path)
		return
	case *metav1.Duration:
		target.Duration = r.duration(v, path)
		return
	case *intstr.IntOrString:
		*target = intstr.Parse(r.Text(v, path))
		return
	case *json.RawMessage:
		*target = r.readJSON(v, path)
		return
	case TextMap:
		r.readTextMap(v, target, path)
		return
	case TextList:
		r.readTextList(v, target, path)
		return
	case ObjectList:
		r.readObjects(v, target, path)
		return
	case JSON:
		r.readAnyJSON(v, target, path)
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		r.readStruct(v, into, path)
	case reflect.Slice:
		r.readSlice(v, into, path)
	case reflect.Map:
		r.readMap(v, into, path)
	case reflect.String:
		into.SetString(r.Text(v, path))
	case reflect.Bool:
		into.SetBool(r.bool(v, path))
	case reflect.Float64:
		if number, ok := r.number(v, path); ok {
			float, _ := number.Float64()
			into.SetFloat(float)
		}
	case reflect.Int32, reflect.Int64, reflect.Int:
		r.readWhole(v, into, path)
	default:
		r.Refuse(path, "unexpected value: found %s", v.kind)
	}
}

func (r *Reader) readStruct(v Input, into reflect.Value, path *Path) {
	fields := Fields(into.Type())
	if v.kind != kindObject {
		r.refuseKind(v, path, "an object"+withRequired(v, fields))
		return
	}
	attributes := v.fields
	this := container{typ: into.Type(), path: path, attributes: attributes}
	misnamed := r.refuseAdditional(this, fields)
	r.warnOfEmpty(this, fields)
	r.containers = append(r.containers, this)
	for _, f := range fields {
		attribute, ok := attributes[f.Attribute]
		if f.Required && !this.has(f.Attribute) && !misnamed {
			r.missing(path.Attribute(f.Attribute))
		}
		if ok {
			r.read(attribute, f.in(into), path.Attribute(f.Attribute))
		}
	}
	r.containers = r.containers[:len(r.containers)-1]
}

func (r *Reader) missing(path *Path) {
	const text = "the attribute must be set"
	r.Add(Mistake{At: path, Summary: "Missing required attribute", Message: text, repeats: text})
}

func (r *Reader) readSlice(v Input, into reflect.Value, path *Path) {
	if target, ok := into.Addr().Interface().(NumberMap); ok && v.isMapOfPlain() {
		numbers := map[string]int{}
		r.readMap(v, reflect.ValueOf(&numbers).Elem(), path)
		target.SetNumbers(numbers)
		return
	}
	items, places, ok := r.elements(v, into.Type().Elem(), path)
	if !ok {
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	for i, item := range items {
		if item.IsNull() {
			r.refuseNull(places[i])
		}
		r.read(item, into.Index(i), places[i])
	}
}

// elements returns the elements of a list and their paths. The elements of a map of objects, such as the instances of a
// resource with for_each, are in the order of the keys.
func (r *Reader) elements(v Input, t reflect.Type, path *Path) (items []Input, places []*Path, ok bool) {
	if other := r.instead(v, t); other != "" {
		r.Refuse(path, "%s", other)
		return nil, nil, false
	}
	if v.kind == kindObject {
		if values, ok := instances(v, t, path); ok {
			if r.keys == nil {
				r.keys = map[string][]string{}
			}
			keys := slices.Sorted(maps.Keys(values))
			for _, key := range keys {
				items, places = append(items, values[key]), append(places, path.Key(key))
			}
			r.keys[path.String()] = keys
			return items, places, true
		}
	}
	if v.kind != kindList {
		r.refuseKind(v, path, listOf(t)+r.inBrackets(v, t))
		return nil, nil, false
	}
	places = make([]*Path, len(v.list))
	for i := range places {
		places[i] = path.Index(i)
	}
	return v.list, places, true
}

// instead is what to pass in place of a list or a map of objects, if these are of another type.
func (r *Reader) instead(v Input, t reflect.Type) string {
	instead := r.Instead[indirect(t)]
	if instead == nil {
		return ""
	}
	var first Input
	switch {
	case len(v.list) > 0:
		first = v.list[0]
	case len(v.fields) > 0:
		first = v.fields[slices.Min(slices.Collect(maps.Keys(v.fields)))]
	}
	if first.kind != kindObject {
		return ""
	}
	return instead(first.fields)
}

// instances are the values of a map of objects. Only the lists that a resource can be passed to accept it: further inside, an
// object where a list is due is a mistake.
func instances(v Input, t reflect.Type, path *Path) (values map[string]Input, ok bool) {
	if indirect(t).Kind() != reflect.Struct || path.Parent() != nil {
		return nil, false
	}
	for _, value := range v.fields {
		if value.kind != kindObject && value.kind != kindUnknown && !value.IsNull() {
			return nil, false
		}
	}
	return v.fields, true
}

func (r *Reader) readMap(v Input, into reflect.Value, path *Path) {
	if v.kind != kindObject {
		r.refuseKind(v, path, mapOf(into.Type().Elem()))
		return
	}
	items := v.fields
	into.Set(reflect.MakeMapWithSize(into.Type(), len(items)))
	for _, key := range slices.Sorted(maps.Keys(items)) {
		item := items[key]
		// A null element is not set, so that an HCL conditional can omit a label.
		if item.IsNull() {
			continue
		}
		value := reflect.New(into.Type().Elem()).Elem()
		r.read(item, value, path.Key(key))
		into.SetMapIndex(reflect.ValueOf(key), value)
	}
}

func (r *Reader) readTextMap(v Input, into TextMap, path *Path) {
	items, ok := r.Attributes(v, path)
	if !ok {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(items)) {
		item, place := items[key], path.Key(key)
		switch {
		case item.kind == kindUnknown:
			r.unknown = append(r.unknown, place)
		case !item.IsNull():
			if err := into.SetText(key, r.Text(item, place)); err != nil {
				r.Refuse(place, "%s", err)
			}
		}
	}
}

// Attributes returns the attributes of an object, or the entries of a map; ok is false for anything else, which is a mistake.
func (r *Reader) Attributes(v Input, path *Path) (attributes map[string]Input, ok bool) {
	if v.kind != kindObject {
		r.refuseKind(v, path, "an object")
		return nil, false
	}
	return v.fields, true
}
