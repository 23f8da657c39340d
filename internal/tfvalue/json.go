// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// readJSON reads an object, or a string with JSON. The form of an object is that of jsonencode.
func (r *Reader) readJSON(v Input, path *Path) json.RawMessage {
	switch {
	case v.IsString():
		return json.RawMessage(r.Text(v, path))
	case v.kind != kindObject:
		r.refuseKind(v, path, "an object, or a string with JSON")
		return nil
	}
	unknown := len(r.unknown)
	text, err := json.Marshal(r.data(v, path, true, exact))
	if err != nil || len(r.unknown) > unknown {
		// What is not known yet is not JSON; no other value fails.
		return nil
	}
	return text
}

// canonicalJSON is JSON in a form that is the same for equal values, and a text that is not JSON unchanged.
func canonicalJSON(text json.RawMessage) string {
	value := jsontext.Value(append([]byte(nil), text...))
	if err := value.Canonicalize(
		jsontext.AllowDuplicateNames(true), jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false),
	); err != nil {
		return string(text)
	}
	return string(value)
}

// readTextList reads a list of strings, or a string.
func (r *Reader) readTextList(v Input, into TextList, path *Path) {
	switch v.kind {
	case kindString:
		into.SetTexts([]string{v.text})
	case kindList:
		var texts []string
		r.readSlice(v, reflect.ValueOf(&texts).Elem(), path)
		into.SetTexts(texts)
	default:
		r.refuseKind(v, path, "a string or a list of strings")
	}
}

// JSON is implemented by pointers to types that are any value in Terraform, such as the value of a patch. A string is that
// string, and no JSON that is to be read. Null is not set; null inside of the value is a value.
type JSON interface {
	// SetJSON sets the value.
	SetJSON(text json.RawMessage)
	// JSON is the value; empty if it is not set.
	JSON() json.RawMessage
}

// readAnyJSON reads a value of any type.
func (r *Reader) readAnyJSON(v Input, into JSON, path *Path) {
	unknown := len(r.unknown)
	text, err := json.Marshal(r.data(v, path, true, rounded))
	if err == nil && len(r.unknown) == unknown {
		into.SetJSON(text)
	}
}

// valueIn is the value of a JSON as data. A text that is no JSON, which nothing that was read has, is nil.
func valueIn(text JSON) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(text.JSON()))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	return value
}
