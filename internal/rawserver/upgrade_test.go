// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// stateType has an attribute of every kind.
var stateType = tftypes.Object{AttributeTypes: map[string]tftypes.Type{
	"name": tftypes.String, "on": tftypes.Bool, "size": tftypes.Number, "any": tftypes.DynamicPseudoType,
	"list": tftypes.List{
		ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"key": tftypes.String, "size": tftypes.Number}},
	},
	"map": tftypes.Map{ElementType: tftypes.String}, "set": tftypes.Set{ElementType: tftypes.String},
}}

const wholeState = `{"name":"é\n\"x","on":true,"size":3,"list":[{"key":"a","size":0.1},{"key":null}],"map":{"a":"b","c":null},"set":["x"],` +
	`"any":{"value":{"a":[1,2.5,"x",true,null],"b":{}},"type":["object",{"a":["tuple",["number","number","string","bool","string"]],"b":["map","string"]}]},` +
	`"later":{"x":[1]}}`

// TestEncodeState converts states as tftypes reads them.
func TestEncodeState(t *testing.T) {
	for _, state := range []string{
		wholeState, `{}`, `{"name":null,"any":null,"list":[],"map":{},"set":[]}`,
		`{"size":1e30,"any":{"value":123456789012345678901234567890,"type":"number"}}`, `{"size":-7,"any":{"value":["a"],"type":["set","string"]}}`,
		`{"any":{"value":null,"type":"string"}}`,
		`{"any":{"value":[{"agent":null,"taints":[{"key":"a","value":"b"}]}],` +
			`"type":["tuple",[["object",{"agent":"dynamic","taints":["tuple",[["object",{"key":"string","value":"string"}]]]}]]]}}`,
	} {
		encoded, err := encodeState([]byte(state), stateType)
		if err != nil {
			t.Errorf("%s: %v", state, err)
			continue
		}
		got, err := tfprotov6.DynamicValue{MsgPack: encoded}.Unmarshal(stateType)
		if err != nil {
			t.Errorf("%s: %v", state, err)
			continue
		}
		raw := tfprotov6.RawState{JSON: []byte(withAll(state))}
		want, err := raw.UnmarshalWithOpts(stateType, tfprotov6.UnmarshalOpts{
			ValueFromJSONOpts: tftypes.ValueFromJSONOpts{IgnoreUndefinedAttributes: true},
		})
		if err != nil {
			t.Fatalf("%s: %v", state, err)
		}
		if differences, err := want.Diff(got); err != nil || len(differences) > 0 {
			t.Errorf("%s: %v %v", state, differences, err)
		}
	}
}

// withAll adds the attributes that tftypes wants in a state.
func withAll(state string) string {
	state = strings.Replace(state, `{"key":null}`, `{"key":null,"size":null}`, 1)
	for name := range stateType.AttributeTypes {
		if !strings.Contains(state, `"`+name+`":`) {
			state = strings.TrimSuffix(strings.TrimSuffix(state, "}"), ",") + `,"` + name + `":null}`
			state = strings.Replace(state, "{,", "{", 1)
		}
	}
	return state
}

// TestEncodeOtherState leaves to the framework what is not the state of the schema.
func TestEncodeOtherState(t *testing.T) {
	for _, state := range []string{
		``, `null`, `[]`, `{`, `{"name":3}`, `{"on":"true"}`, `{"size":"3"}`, `{"list":{}}`, `{"map":[]}`, `{"any":"x"}`, `{"any":{"value":1}}`,
		`{"any":{"value":{"a":{"value":1,"type":"number"}},"type":["object",{"a":"dynamic"}]}}`,
		`{"any":{"value":null,"type":"dynamic"}}`, `{"any":{"value":{"value":"a","type":"b"},"type":["map","string"]}}`, `{"size":1` + strings.Repeat("0", 1000) + `}`,
	} {
		if encoded, err := encodeState([]byte(state), stateType); err == nil {
			t.Errorf("%s: %x", state, encoded)
		}
	}
}

// TestEncodeCompactType sends types without the white space of the state file.
func TestEncodeCompactType(t *testing.T) {
	plain, err := encodeState([]byte(`{"any":{"value":["a b"],"type":["tuple",["string"]]}}`), stateType)
	if err != nil {
		t.Fatal(err)
	}
	indented, err := encodeState([]byte("{\n\"any\": {\n \"value\": [\n\"a b\"],\n \"type\": [\n\"tuple\", [\n  "+
		"\"string\"\n]\n] } }"), stateType)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(plain, indented) {
		t.Errorf("indented %q, plain %q", indented, plain)
	}
}

// FuzzEncodeState converts any text: what it encodes can be decoded.
func FuzzEncodeState(f *testing.F) {
	f.Add(wholeState)
	f.Add(`{"any":{"value":[[]],"type":["list",["list","string"]]}}`)
	f.Fuzz(func(t *testing.T, state string) {
		encoded, err := encodeState([]byte(state), stateType)
		if err != nil {
			return
		}
		if _, _, err := splitObject(encoded); err != nil {
			t.Errorf("%s: %v", state, err)
		}
	})
}
