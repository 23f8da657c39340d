// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/tinylib/msgp/msgp"
)

// encodedNull is null in MessagePack.
var encodedNull = msgp.AppendNil(nil)

// isNull reports whether the object is null.
func isNull(object *tfprotov6.DynamicValue) bool {
	return object == nil || object.MsgPack == nil || bytes.Equal(object.MsgPack, encodedNull)
}

// splitObject splits an encoded object into its attributes without decoding or copying them.
func splitObject(encoded []byte) (names []string, fields [][]byte, err error) {
	size, rest, err := msgp.ReadMapHeaderBytes(encoded)
	if err != nil {
		return nil, nil, err
	}
	for range size {
		var name []byte
		if name, rest, err = msgp.ReadStringZC(rest); err != nil {
			return nil, nil, err
		}
		field := rest
		if rest, err = msgp.Skip(rest); err != nil {
			return nil, nil, err
		}
		names, fields = append(names, string(name)), append(fields, field[:len(field)-len(rest)])
	}
	return names, fields, nil
}

// joinObject is the reverse of splitObject.
func joinObject(names []string, fields [][]byte) []byte {
	const header = 5
	size := header
	for i := range names {
		size += header + len(names[i]) + len(fields[i])
	}
	encoded := msgp.AppendMapHeader(make([]byte, 0, size), uint32(len(names)))
	for i, name := range names {
		encoded = append(msgp.AppendString(encoded, name), fields[i]...)
	}
	return encoded
}
