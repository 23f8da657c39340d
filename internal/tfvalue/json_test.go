// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// types is a list of which a single element may be written without brackets.
type types []string

func (t *types) SetTexts(texts []string) { *t = texts }

// looseForms has what may be written in more than one form.
type looseForms struct {
	Rules json.RawMessage `json:"rules,omitempty"`
	Types types           `json:"types,omitempty"`
}

// TestLooseForms reads an object as JSON and a string as a list, and finds that the forms mean the same.
func TestLooseForms(t *testing.T) {
	type object = map[string]any
	for name, forms := range map[string][]object{
		"JSON": {
			{"rules": `{"policies":[{"name":"a<b"}], "costs": {"x": 0.21}, "n": null, "yes": true}`},
			{"rules": `{"costs":{"x":0.21},"n":null,"policies":[{"name":"a\u003cb"}],"yes":true}`},
			{"rules": object{"policies": []any{object{"name": "a<b"}}, "costs": object{"x": 0.21}, "n": nil, "yes": true}},
		},
		"a list": {{"types": "vm"}, {"types": []any{"vm"}}},
	} {
		t.Run(name, func(t *testing.T) {
			var first []byte
			for i, form := range forms {
				var got looseForms
				r := &tfvalue.Reader{}
				r.Read(dynamicInput(t, form), &got, nil)
				if mistakes := mistakesOf(r); len(mistakes) > 0 {
					t.Fatal(mistakes)
				}
				encoded := tfvalue.Canonical(got)
				if first == nil {
					first = encoded
				}
				if !bytes.Equal(first, encoded) {
					t.Errorf("form %d: %s; the first is %s", i, encoded, first)
				}
			}
		})
	}
	for name, test := range map[string]struct {
		data object
		want []string
	}{
		"a number for JSON": {
			object{"rules": 3}, []string{"rules: Invalid value: found a number; it must be an object, or a string with JSON"},
		},
		"a number too large": {object{"rules": object{"a": object{"b": "1"}, "c": 1e300}}, nil},
		"an object for text": {
			object{"types": object{}}, []string{"types: Invalid value: found an object; it must be a string or a list of strings"},
		},
		"null in a list": {
			object{"types": []any{"a", nil}}, []string{"types[1]: Invalid value: must not be null; remove the element"},
		},
		"an object in texts": {
			object{"types": []any{object{}}}, []string{"types[0]: Invalid value: found an object; it must be a string"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := &tfvalue.Reader{}
			r.Read(dynamicInput(t, test.data), &looseForms{}, nil)
			if diff := cmp.Diff(test.want, mistakesOf(r)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestLooseFormsUnknown notes the path of what is not known yet.
func TestLooseFormsUnknown(t *testing.T) {
	var got looseForms
	r := &tfvalue.Reader{}
	r.Read(dynamicInput(t, map[string]any{
		"rules": map[string]any{"costs": map[string]any{"x": unknownText}}, "types": []any{"vm", unknownText},
	}), &got, nil)
	var paths []string
	for _, at := range r.Unknown() {
		paths = append(paths, at.String())
	}
	if diff := cmp.Diff([]string{"rules.costs.x", "types[1]"}, paths); diff != "" || got.Rules != nil {
		t.Errorf("rules %s\n-want +got:\n%s", got.Rules, diff)
	}
}
