package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// misspellings are the ways in which a name is misspelt: as the API has it, or by one letter.
var misspellings = map[string]func(name string) string{
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
var freeKeys = []string{"labels", "annotations", "claims", "allocatable", "capacity", "available", "properties", "match_labels"}

// misspelt is an attribute with another name: its place, and its right name.
type misspelt struct{ at, name string }

// renamed yields copies of a value in each of which one attribute has another name, with the place of that attribute.
func renamed(data any, rename func(string) string) func(yield func(misspelt, any) bool) {
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

// TestEveryNameMisspelt misspells every attribute below those of the schema. Each gives one error, at its place, that names the
// right one.
func TestEveryNameMisspelt(t *testing.T) {
	for dialect, config := range fullConfigs() {
		for how, rename := range misspellings {
			count := 0
			for of, variant := range renamed(config, rename) {
				at, name := strings.TrimPrefix(of.at, "."), of.name
				if len(name) < 3 {
					continue
				}
				count++
				_, diags := plan(t, configOf(t, placementType(), variant))
				diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
					return d.Severity != tfprotov6.DiagnosticSeverityError
				})
				if len(diags) != 1 {
					t.Errorf("%s, %s, %s: %d errors, want one: %s", dialect, how, at, len(diags), said(diags))
					continue
				}
				if text := diags[0].Detail; !strings.HasPrefix(text, at+": unsupported attribute; ") ||
					!strings.Contains(text, fmt.Sprintf("did you mean %q?", name)) {
					t.Errorf("%s, %s, %s: the text does not suggest %q: %s", dialect, how, at, name, text)
				}
			}
			if count < 10 {
				t.Errorf("%s, %s: only %d names were tried", dialect, how, count)
			}
		}
	}
}

// TestEveryKindOfValue puts a value of the wrong kind in the place of every value. Each gives at most one error for its place,
// and one at least where there is a single kind that is right.
func TestEveryKindOfValue(t *testing.T) {
	for what, wrong := range map[string]any{
		"an object": object{"zzz": "zzz"}, "a list": list{list{"zzz"}}, "a text": "no such thing", "a number": -1e9,
	} {
		for dialect, config := range fullConfigs() {
			for at, variant := range replaced(config, wrong) {
				value, ok := configIfTyped(t, placementType(), variant)
				if !ok {
					continue // Terraform refuses it.
				}
				_, diags := plan(t, value)
				diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
					return d.Severity != tfprotov6.DiagnosticSeverityError
				})
				if len(diags) > 1 {
					t.Errorf("%s, %s, %s: %d errors: %s", dialect, what, at, len(diags), said(diags))
				}
			}
		}
	}
}
