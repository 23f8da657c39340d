// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// anyJSON is a JSON.
type anyJSON json.RawMessage

func (v *anyJSON) SetJSON(text json.RawMessage) { *v = anyJSON(text) }

func (v *anyJSON) JSON() json.RawMessage { return json.RawMessage(*v) }

type withAny struct {
	Value anyJSON `json:"value,omitempty"`
}

// TestJSON reads a value of any type, and writes it as it was.
func TestJSON(t *testing.T) {
	type object = map[string]any
	for name, tt := range map[string]struct {
		value any
		want  string
	}{
		"a string":        {`{"a":1}`, `"{\"a\":1}"`},
		"a number":        {1.5, `1.5`},
		"a whole number":  {3.0, `3`},
		"a bool":          {false, `false`},
		"nothing":         {nil, ``},
		"an empty string": {"", `""`},
		"an empty object": {object{}, `{}`},
		"a list":          {[]any{"b", 1.0, nil, object{"a": nil}}, `["b",1,null,{"a":null}]`},
		"an object":       {object{"b": object{"c": []any{}}, "a": true}, `{"a":true,"b":{"c":[]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			var got withAny
			r := &tfvalue.Reader{}
			r.Read(dynamicInput(t, object{"value": tt.value}), &got, nil)
			if mistakes := mistakesOf(r); len(mistakes) > 0 || string(got.Value) != tt.want {
				t.Fatalf("got %s, want %s: %v", got.Value, tt.want, mistakes)
			}
			written, err := tfvalue.Value(tftypes.DynamicPseudoType, got)
			if err != nil {
				t.Fatal(err)
			}
			var again withAny
			r.Read(tfvalue.Of(written), &again, nil)
			if diff := cmp.Diff(string(tfvalue.Canonical(got)), string(tfvalue.Canonical(again))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestJSON_canonical: the order of attributes does not matter, that of a list does.
func TestJSON_canonical(t *testing.T) {
	of := func(text string) string { return string(tfvalue.Canonical(withAny{anyJSON(text)})) }
	if of(`{"a":1,"b":2}`) != of(`{"b":2,"a":1}`) || of(`["a","b"]`) == of(`["b","a"]`) || of(`"1"`) == of(`1`) {
		t.Error(of(`{"a":1,"b":2}`), of(`{"b":2,"a":1}`), of(`["a","b"]`), of(`["b","a"]`))
	}
}

// TestJSON_unknown: what is not known yet leaves the value alone.
func TestJSON_unknown(t *testing.T) {
	got, r := withAny{}, &tfvalue.Reader{}
	r.Read(dynamicInput(t, map[string]any{"value": []any{"a", unknownText}}), &got, nil)
	if len(r.Unknown()) != 1 || r.Unknown()[0].String() != "value[1]" || got.Value != nil {
		t.Errorf("got %s, unknown %v", got.Value, r.Unknown())
	}
}
