// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// valueStart returns the offset of the next value, after white space and delimiters.
func valueStart(decoder *jsontext.Decoder, text []byte) int {
	offset := int(decoder.InputOffset())
	return len(text) - len(bytes.TrimLeft(text[offset:], " \t\r\n,:"))
}

// offsetOf returns the offset of a field, such as "spec.taints[0].key": of its name, or of the element of a list. For a
// field that the object does not have it returns the offset of the nearest enclosing field.
func offsetOf(object []byte, fieldPath string) int {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(object))
	offset := 0
	for step := range fieldSteps(fieldPath) {
		nested, ok := enter(decoder, object, step)
		if !ok {
			break
		}
		offset = nested
	}
	return offset
}

// fieldSteps yields the names, keys and indexes of a field path. A key in brackets may contain dots.
func fieldSteps(fieldPath string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for rest := fieldPath; rest != ""; {
			var step string
			if rest[0] == '[' {
				step, rest, _ = strings.Cut(rest[1:], "]")
			} else {
				end := strings.IndexAny(rest, ".[")
				if end < 0 {
					end = len(rest)
				}
				step, rest = rest[:end], rest[end:]
			}
			if !yield(step) {
				return
			}
			rest = strings.TrimPrefix(rest, ".")
		}
	}
}

// enter moves the decoder from the start of a value to one of its fields or elements, and returns the offset of the field's
// name or of the element.
func enter(decoder *jsontext.Decoder, object []byte, step string) (offset int, ok bool) {
	kind := decoder.PeekKind()
	if kind != '{' && kind != '[' {
		return 0, false
	}
	if _, err := decoder.ReadToken(); err != nil {
		return 0, false
	}
	for i := 0; decoder.PeekKind() != '}' && decoder.PeekKind() != ']'; i++ {
		offset, name := valueStart(decoder, object), strconv.Itoa(i)
		if kind == '{' {
			token, err := decoder.ReadToken()
			if err != nil {
				return 0, false
			}
			name = token.String()
		}
		if name == step {
			return offset, true
		}
		if err := decoder.SkipValue(); err != nil {
			return 0, false
		}
	}
	return 0, false
}
