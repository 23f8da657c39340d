// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// encoded is a value as Terraform sends it in place of a dynamic one.
func encoded(t testing.TB, v tftypes.Value) []byte {
	t.Helper()
	dynamic, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, v)
	if err != nil {
		t.Fatal(err)
	}
	return dynamic.MsgPack
}

// TestDecode: an encoded value reads as the value does.
func TestDecode(t *testing.T) {
	type object = map[string]any
	for name, data := range map[string]any{
		"everything": object{
			"name": "web", "number_of_clusters": 3, "float": 1.5, "bool": true, "match_labels": object{"a": "b", "c": nil},
			"list": []any{object{"key": "a", "values": []any{"x", "y"}}, object{"key": "b"}}, "object": object{"key": "c"},
			"amounts": object{"cpu": "2", "memory": 3}, "time": "2026-08-01T12:00:00Z", "percent": "50%", "rules": `{"a":1}`,
		},
		"unknown": object{
			"name": unknownText, "list": []any{object{"key": unknownText}}, "object": tftypes.NewValue(tftypes.DynamicPseudoType,
				tftypes.UnknownValue),
		},
		"mistakes":   object{"nam": 3, "list": "a", "object": []any{}, "bool": "yes", "float": []any{true}},
		"large":      object{"name": 1e300, "float": "1e300", "number_of_clusters": 1 << 40},
		"two values": object{"name": "x", "match_labels": object{}, "list": []any{object{"key": "a"}, object{"key": "b"}}},
		"null":       nil,
		"a string":   "x",
	} {
		t.Run(name, func(t *testing.T) {
			value := dynamic(t, data)
			decoded, err := tfvalue.Decode(encoded(t, value))
			if err != nil {
				t.Fatal(err)
			}
			var want, got everything
			wanted, reader := &tfvalue.Reader{}, &tfvalue.Reader{}
			wanted.Read(tfvalue.Of(value), &want, nil)
			reader.Read(decoded, &got, nil)
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(everything{}, amount{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(mistakesOf(wanted), mistakesOf(reader)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(reader.Unknown()) != len(wanted.Unknown()) || decoded.IsFullyKnown() != tfvalue.Of(value).IsFullyKnown() {
				t.Errorf("unknown: %v, want %v", reader.Unknown(), wanted.Unknown())
			}
		})
	}
}

// FuzzDecode decodes any bytes: a value, or an error.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`{"name":"web","list":[{"key":"a"}],"float":1.5}`, `[[[]]]`, `null`, `"x"`, `[1,-2,true]`} {
		var data any
		if err := json.Unmarshal([]byte(seed), &data); err != nil {
			f.Fatal(err)
		}
		bytes, err := msgp.AppendIntf(nil, data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes)
	}
	f.Add([]byte{0xd4, 0, 0})                         // unknown
	f.Add([]byte{0x92, 0xc4, 1, '"', 0xc0})           // a dynamic null
	f.Add([]byte{0xdd, 0xff, 0xff, 0xff, 0xff, 0xc0}) // a list that claims to be long
	f.Add([]byte{0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 1}) // NaN
	f.Fuzz(func(_ *testing.T, bytes []byte) {
		v, err := tfvalue.Decode(bytes)
		if err != nil {
			return
		}
		var into everything
		r := &tfvalue.Reader{}
		r.Read(v, &into, nil)
		_ = tfvalue.Canonical(into)
	})
}

// TestDecodeNesting refuses a value that is nested without end.
func TestDecodeNesting(t *testing.T) {
	deep := make([]byte, 100_000)
	for i := range deep {
		deep[i] = 0x91 // a list of one
	}
	if _, err := tfvalue.Decode(deep); err == nil {
		t.Error("it is decoded")
	}
}
