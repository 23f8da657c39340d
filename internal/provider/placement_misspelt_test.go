package provider

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
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
	t.Parallel()
	for dialect, config := range fullConfigs() {
		for how, rename := range misspellings {
			count := 0
			for of, variant := range renamed(config, rename) {
				at, name := strings.TrimPrefix(of.at, "."), of.name
				if len(name) < 3 {
					continue
				}
				count++
				diags := errorsOf(t, configOf(t, placementType(), variant))
				want := []string{at + ": unsupported attribute; ", fmt.Sprintf("did you mean %q?", name)}
				if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, want[0]) || !strings.Contains(diags[0].Detail, want[1]) {
					t.Errorf("%s, %s, %s: want one error with %q: %s", dialect, how, at, want, said(diags))
				}
			}
			if count < 10 {
				t.Errorf("%s, %s: only %d names were tried", dialect, how, count)
			}
		}
	}
}

// errorsOf plans a placement and returns the errors.
func errorsOf(t *testing.T, config tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	_, diags := plan(t, config)
	return slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError })
}

// TestEveryKindOfValue puts a value of the wrong kind in the place of every value. Each gives one error at most:
// what follows from it is not another one.
func TestEveryKindOfValue(t *testing.T) {
	t.Parallel()
	for what, wrong := range map[string]any{
		"an object": object{"zzz": "zzz"}, "a text": "no such thing",
	} {
		for dialect, config := range fullConfigs() {
			for at, variant := range replaced(config, wrong) {
				value, ok := configIfTyped(t, placementType(), variant)
				if !ok {
					continue // Terraform refuses it.
				}
				diags := errorsOf(t, value)
				if len(diags) > 1 {
					t.Errorf("%s, %s, %s: %d errors: %s", dialect, what, at, len(diags), said(diags))
				}
			}
		}
	}
}
