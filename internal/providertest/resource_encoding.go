// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/tinylib/msgp/msgp"
)

// Encode encodes a value as Terraform does.
func (l *Resource) Encode(v tftypes.Value) *tfprotov6.DynamicValue {
	l.T.Helper()
	encoded, err := tfprotov6.NewDynamicValue(v.Type(), v)
	if err != nil {
		l.T.Fatal(err)
	}
	return &tfprotov6.DynamicValue{MsgPack: inOrder(encoded.MsgPack)}
}

// inOrder sorts all maps and objects of an encoded value, as Terraform does and the encoder of the plugins does not.
func inOrder(encoded []byte) []byte {
	switch msgp.NextType(encoded) {
	case msgp.MapType:
		return fieldsInOrder(encoded)
	case msgp.ArrayType:
		return itemsInOrder(encoded)
	}
	return encoded
}

func fieldsInOrder(encoded []byte) []byte {
	size, rest, err := msgp.ReadMapHeaderBytes(encoded)
	if err != nil {
		return encoded
	}
	fields := make(map[string][]byte, size)
	for range size {
		var name string
		if name, rest, err = msgp.ReadStringBytes(rest); err != nil {
			return encoded
		}
		field := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return encoded
		}
		fields[name] = inOrder(field[:len(field)-len(rest)])
	}
	ordered := msgp.AppendMapHeader(nil, size)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		ordered = append(msgp.AppendString(ordered, name), fields[name]...)
	}
	return ordered
}

func itemsInOrder(encoded []byte) []byte {
	size, rest, err := msgp.ReadArrayHeaderBytes(encoded)
	if err != nil {
		return encoded
	}
	ordered := msgp.AppendArrayHeader(nil, size)
	for range size {
		item := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return encoded
		}
		ordered = append(ordered, inOrder(item[:len(item)-len(rest)])...)
	}
	return ordered
}

// Changed lists the differences of two states, an attribute a line.
func (l *Resource) Changed(from, to tftypes.Value) string {
	differences, err := from.Diff(to)
	if err != nil {
		l.T.Fatal(err)
	}
	var text strings.Builder
	for _, d := range differences {
		if d.Value1 != nil && d.Value2 != nil && d.Path != nil && d.Value1.Type().Is(tftypes.String) {
			fmt.Fprintf(&text, "\n%s: %s, then %s", PathOf(d.Path), d.Value1, d.Value2)
		} else {
			fmt.Fprintf(&text, "\n%s", PathOf(d.Path))
		}
	}
	return text.String()
}

// Decode decodes a value of the resource.
func (l *Resource) Decode(v *tfprotov6.DynamicValue) tftypes.Value {
	l.T.Helper()
	value, err := v.Unmarshal(l.Type())
	if err != nil {
		l.T.Fatal(err)
	}
	return value
}
