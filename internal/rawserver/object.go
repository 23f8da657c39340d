// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rawserver

import (
	"bytes"
	"context"
	"slices"

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

// ListResource lists the objects of a resource, each in one message, until the provider is stopped: then the
// list ends with an error. A request to the hub in flight ends with the context, which the server inside cancels.
func (s *Guarded) ListResource(
	ctx context.Context, req *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	stopped := s.unlessStopped()
	stream, err := s.Server.ListResource(ctx, req)
	if err != nil {
		return nil, err
	}
	return &tfprotov6.ListResourceServerStream{Results: func(push func(tfprotov6.ListResourceResult) bool) {
		if isClosed(stopped) {
			push(tfprotov6.ListResourceResult{Diagnostics: interrupted()})
			return
		}
		for result := range stream.Results {
			if isClosed(stopped) {
				push(tfprotov6.ListResourceResult{Diagnostics: interrupted()})
				return
			}
			if shorten(result.Diagnostics); !push(result) {
				return
			}
		}
	}}, nil
}

// withNulls returns the arguments of a function with null in place of those without data. OpenTofu, up to 1.12.6 at least, sends
// null for a parameter of any type as no data, which the framework reports as a bug of the provider.
func withNulls(arguments []*tfprotov6.DynamicValue) []*tfprotov6.DynamicValue {
	arguments = slices.Clone(arguments)
	for i, argument := range arguments {
		if argument == nil || len(argument.MsgPack)+len(argument.JSON) == 0 {
			arguments[i] = &tfprotov6.DynamicValue{MsgPack: encodedNull}
		}
	}
	return arguments
}
