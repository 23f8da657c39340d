// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/lists"
)

// Limits of a value that a message repeats as HCL. An object with more than that has its attributes without their values.
const (
	writtenBytes = 160
	writtenDepth = 6
)

// writtenElements is what was found in the place of a list of objects, as the elements of that list: one element if it has
// attributes of one, and one for each entry if it is a map by name. Otherwise it is what an element must have.
func writtenElements(v Input, t reflect.Type) string {
	var set, required []string
	for _, f := range Fields(t) {
		if field, ok := v.fields[f.Attribute]; ok && !field.IsNull() {
			set = append(set, f.Attribute)
		}
		if f.Required {
			required = append(required, f.Attribute)
		}
	}
	if len(set) > 0 {
		if text := writtenObject(v, set, writtenDepth); len(text) <= writtenBytes {
			return text
		}
		return writtenNames(set)
	}
	if len(required) == 0 {
		return writtenNames(Names(t)[:1])
	}
	if text := writtenEntries(v, required); text != "" && len(text) <= writtenBytes {
		return text
	}
	return writtenNames(required)
}

// writtenEntries are the entries of a map by name as objects: the names are the first of the required attributes, and the values
// are the second one, or the other attributes. It is empty for any other object.
func writtenEntries(v Input, required []string) string {
	var elements []string
	for _, key := range slices.Sorted(maps.Keys(v.fields)) {
		fields, names := map[string]Input{required[0]: {kind: kindString, text: key}}, required[:1]
		switch value := v.fields[key]; {
		case value.kind == kindObject && len(value.fields) > 0 && len(required) == 1:
			maps.Copy(fields, value.fields)
			names = append(names[:1:1], slices.Sorted(maps.Keys(value.fields))...)
		case value.isPlain() && len(required) == 2:
			fields[required[1]], names = value, required
		default:
			return ""
		}
		elements = append(elements, writtenObject(Input{kind: kindObject, fields: fields}, names, writtenDepth))
	}
	return strings.Join(elements, ", ")
}

// writtenNames is an object with these attributes, whatever their values are.
func writtenNames(names []string) string {
	parts := lists.Map(names, func(name string) string { return name + " = ..." })
	return "{ " + strings.Join(parts, ", ") + " }"
}

// written is a value in HCL, down to a depth.
func written(v Input, depth int) string {
	if depth == 0 {
		return "..."
	}
	switch v.kind {
	case kindNull:
		return "null"
	case kindString:
		return writtenText(v.text)
	case kindNumber:
		if exponent := v.number.MantExp(nil); exponent < -numberExponent || exponent > numberExponent {
			return "..." // Its text would take minutes.
		}
		return v.number.Text('g', 20)
	case kindBool:
		return strconv.FormatBool(v.flag)
	case kindList:
		if len(v.list) > excerpt.Items {
			return "[...]"
		}
		parts := make([]string, len(v.list))
		for i := range v.list {
			parts[i] = written(v.list[i], depth-1)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case kindObject:
		if len(v.fields) > excerpt.Items {
			return "{ ... }"
		}
		return writtenObject(v, slices.Sorted(maps.Keys(v.fields)), depth)
	}
	return "..."
}

// writtenObject is an object in HCL with some of its attributes.
func writtenObject(v Input, names []string, depth int) string {
	if len(names) == 0 {
		return "{}"
	}
	parts := make([]string, len(names))
	for i, name := range names {
		key := name
		if !isIdentifier(name) {
			key = writtenText(name)
		}
		parts[i] = key + " = " + written(v.fields[name], depth-1)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// writtenText is a string in HCL, or as much of it as a message repeats.
func writtenText(text string) string {
	return templates.Replace(strconv.Quote(excerpt.Truncate(text, writtenBytes)))
}

var templates = strings.NewReplacer("${", "$${", "%{", "%%{")

// isIdentifier reports whether a name needs no quotes as the key of an object.
func isIdentifier(name string) bool {
	for i, letter := range name {
		isLetter := letter == '_' || letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z'
		if !isLetter && (i == 0 || letter != '-' && (letter < '0' || letter > '9')) {
			return false
		}
	}
	return name != ""
}
