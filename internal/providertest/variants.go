// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Misspellings are the ways in which a name is misspelt: as the API has it, or by one letter.
var Misspellings = map[string]func(name string) string{
	"camel case": func(name string) string {
		words := strings.Split(name, "_")
		for i := range words[1:] {
			words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
		}
		return strings.Join(words, "")
	},
	"one more":  func(name string) string { return name + "x" },
	"one less":  func(name string) string { return name[:len(name)-1] },
	"a twister": func(name string) string { return name[:1] + name[2:3] + name[1:2] + name[3:] },
}

// freeKeys are the maps whose keys may be anything.
var freeKeys = []string{"labels", "annotations", "claims", "allocatable", "capacity", "available", "properties", "match_labels",
	"approved_stages"}

// misspelt is an attribute with another name: its place, and its right name.
type misspelt struct{ At, Name string }

// Renamed yields copies of a value in each of which one attribute has another name, with the place of that attribute.
func Renamed(data any, rename func(string) string) func(yield func(misspelt, any) bool) {
	return func(yield func(misspelt, any) bool) { renameBelow("", data, rename, yield) }
}

func renameBelow(at string, data any, rename func(string) string, yield func(misspelt, any) bool) bool {
	switch v := data.(type) {
	case object:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			variant := maps.Clone(v)
			delete(variant, key)
			variant[rename(key)] = v[key]
			if at != "" && rename(key) != key && !yield(misspelt{at + "." + rename(key), key}, variant) {
				return false
			}
			if slices.Contains(freeKeys, key) {
				continue
			}
			put := func(of misspelt, item any) bool {
				outer := maps.Clone(v)
				outer[key] = item
				return yield(of, outer)
			}
			if !renameBelow(at+"."+key, v[key], rename, put) {
				return false
			}
		}
	case list:
		for i := range v {
			put := func(of misspelt, item any) bool {
				outer := slices.Clone(v)
				outer[i] = item
				return yield(of, outer)
			}
			if !renameBelow(fmt.Sprintf("%s[%d]", at, i), v[i], rename, put) {
				return false
			}
		}
	}
	return true
}

// Replaced yields copies of the data in each of which one value is replaced, with the place of that value.
func Replaced(data, by any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		if data != nil {
			replaceBelow("", data, by, func(at string, variant any) bool { return yield(at, variant) })
		}
	}
}

func replaceBelow(at string, data, by any, yield func(string, any) bool) bool {
	switch v := data.(type) {
	case object:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			put := func(below string, item any) bool {
				variant := maps.Clone(v)
				variant[key] = item
				return yield(below, variant)
			}
			place := at + "." + key
			if !put(place, by) || !replaceBelow(place, v[key], by, put) {
				return false
			}
		}
	case list:
		for i := range v {
			put := func(below string, item any) bool {
				variant := slices.Clone(v)
				variant[i] = item
				return yield(below, variant)
			}
			place := fmt.Sprintf("%s[%d]", at, i)
			if !put(place, by) || !replaceBelow(place, v[i], by, put) {
				return false
			}
		}
	}
	return true
}
