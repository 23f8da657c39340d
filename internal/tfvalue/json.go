// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
)

// readJSON reads an object, or a string with JSON. The form of an object is that of jsonencode.
func (r *Reader) readJSON(v Input, at *Path) json.RawMessage {
	switch {
	case v.IsString():
		return json.RawMessage(r.Text(v, at))
	case v.kind != kindObject:
		r.refuseKind(v, at, "an object, or a string with JSON")
		return nil
	}
	unknown := len(r.unknown)
	text, err := json.Marshal(r.plain(v, at))
	if err != nil || len(r.unknown) > unknown {
		// What is not known yet is not JSON; no other value fails.
		return nil
	}
	return text
}

// plain is a value as encoding/json writes it. It notes the unknown values.
func (r *Reader) plain(v Input, at *Path) any {
	switch v.kind {
	case kindUnknown:
		r.unknown = append(r.unknown, at)
	case kindString:
		return v.text
	case kindBool:
		return v.flag
	case kindNumber:
		if number, ok := r.number(v, at); ok {
			return json.Number(number.Text('f', -1))
		}
	case kindList:
		list := make([]any, len(v.list))
		for i := range list {
			list[i] = r.plain(v.list[i], at.Index(i))
		}
		return list
	case kindObject:
		object := make(map[string]any, len(v.fields))
		for name, field := range v.fields {
			object[name] = r.plain(field, at.Attribute(name))
		}
		return object
	}
	return nil
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
func (r *Reader) readTextList(v Input, into TextList, at *Path) {
	switch v.kind {
	case kindString:
		into.SetTexts([]string{v.text})
	case kindList:
		texts := make([]string, len(v.list))
		for i, item := range v.list {
			place := at.Index(i)
			switch {
			case item.kind == kindUnknown:
				r.unknown = append(r.unknown, place)
			case item.IsNull():
				r.Refuse(place, "must not be null; remove the element")
			default:
				texts[i] = r.Text(item, place)
			}
		}
		into.SetTexts(texts)
	default:
		r.refuseKind(v, at, "a string or a list of strings")
	}
}
