// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"bytes"
	"encoding/json"
	"math/big"
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

// ObjectList is implemented by pointers to types that are a list of objects of any shape in Terraform, such as Kubernetes
// manifests. An element may also be a text with several objects, and the whole list a single text.
type ObjectList interface {
	// AddObject adds the object of the element with an index. Attributes that are null are left out, at any depth.
	AddObject(element int, fields map[string]any)
	// AddText adds the objects of a text. The error describes an invalid text.
	AddText(element int, text string) error
	// Objects are all objects, in order.
	Objects() []map[string]any
}

// readObjects reads a list of objects and texts.
func (r *Reader) readObjects(v Input, into ObjectList, path *Path) {
	if v.IsString() {
		if err := into.AddText(0, v.text); err != nil {
			r.Refuse(path, "%s", err)
		}
		return
	}
	if v.kind != kindList {
		r.refuseKind(v, path, "a list of objects or of texts")
		return
	}
	for i, item := range v.list {
		place := path.Index(i)
		switch item.kind {
		case kindUnknown:
			r.unknown = append(r.unknown, place)
		case kindNull:
			r.refuseNull(place)
		case kindString:
			if err := into.AddText(i, item.text); err != nil {
				r.Refuse(place, "%s", err)
			}
		case kindObject:
			object, _ := r.data(item, place, false, rounded).(map[string]any)
			into.AddObject(i, object)
		default:
			r.refuseKind(item, place, "an object or a text")
		}
	}
}

// data is a value as data that JSON is written from, with or without the attributes that are null. It notes the unknown values.
func (r *Reader) data(v Input, path *Path, withNulls bool, asNumber func(*big.Float) any) any {
	switch v.kind {
	case kindUnknown:
		r.unknown = append(r.unknown, path)
	case kindString:
		return v.text
	case kindBool:
		return v.flag
	case kindNumber:
		if number, ok := r.number(v, path); ok {
			return asNumber(&number)
		}
	case kindList:
		list := make([]any, len(v.list))
		for i := range list {
			list[i] = r.data(v.list[i], path.Index(i), withNulls, asNumber)
		}
		return list
	case kindObject:
		object := make(map[string]any, len(v.fields))
		for name, field := range v.fields {
			if value := r.data(field, path.Attribute(name), withNulls, asNumber); value != nil || withNulls {
				object[name] = value
			}
		}
		return object
	}
	return nil
}

// exact is a number with all its digits.
func exact(number *big.Float) any { return json.Number(number.Text('f', -1)) }

// rounded is a number as Kubernetes reads it from JSON: a whole number of at most 64 bits is an int64, any other a float64.
func rounded(number *big.Float) any {
	if whole, accuracy := number.Int64(); accuracy == big.Exact {
		return whole
	}
	float, _ := number.Float64()
	return float
}
