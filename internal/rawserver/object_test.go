// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestSplitObject takes an object apart and puts it together again.
func TestSplitObject(t *testing.T) {
	inner := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"a": tftypes.String, "b": tftypes.Number}}
	object := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"text": tftypes.String, "object": inner,
		"null": tftypes.Bool}},
		map[string]tftypes.Value{
			"text": tftypes.NewValue(tftypes.String, "x"), "null": tftypes.NewValue(tftypes.Bool, nil),
			"object": tftypes.NewValue(inner, map[string]tftypes.Value{
				"a": tftypes.NewValue(tftypes.String, tftypes.UnknownValue), "b": tftypes.NewValue(tftypes.Number, 1.5),
			}),
		})
	encoded, err := tfprotov6.NewDynamicValue(object.Type(), object)
	if err != nil {
		t.Fatal(err)
	}
	names, fields, err := splitObject(encoded.MsgPack)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 3 {
		t.Errorf("%d attributes, want 3", len(names))
	}
	joined := tfprotov6.DynamicValue{MsgPack: joinObject(names, fields)}
	again, err := joined.Unmarshal(object.Type())
	if err != nil {
		t.Fatal(err)
	}
	if !again.Equal(object) {
		t.Error("the object has changed")
	}
}

// FuzzSplitObject takes any bytes apart: what can be read is the same after it was put together again.
func FuzzSplitObject(f *testing.F) {
	for _, seed := range []string{"", "\xc0", "\x80", "\x81\xa1a\xc0", "\x82\xa1a\x93\x01\x02\x03\xa1b\xd4\x00\x00",
		"\xdf\xff\xff\xff\xff", "\x81\xc0\xc0"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, encoded []byte) {
		names, fields, err := splitObject(encoded)
		if err != nil {
			return
		}
		again, fieldsAgain, err := splitObject(joinObject(names, fields))
		if err != nil || len(again) != len(names) {
			t.Fatalf("%v: %q instead of %q", err, again, names)
		}
		for i := range names {
			if again[i] != names[i] || !bytes.Equal(fieldsAgain[i], fields[i]) {
				t.Fatalf("attribute %q has changed", names[i])
			}
		}
	})
}
