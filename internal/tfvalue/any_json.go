// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package tfvalue

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// JSON is implemented by pointers to types that are any value in Terraform, such as the value of a patch. A string is that
// string, and no JSON that is to be read. Null is not set; null inside of the value is a value.
type JSON interface {
	// SetJSON sets the value.
	SetJSON(text json.RawMessage)
	// JSON is the value; empty if it is not set.
	JSON() json.RawMessage
}

var jsonType = reflect.TypeFor[JSON]()

// readAnyJSON reads a value of any type.
func (r *Reader) readAnyJSON(v Input, into JSON, at *Path) {
	unknown := len(r.unknown)
	text, err := json.Marshal(r.exact(v, at, true))
	if err == nil && len(r.unknown) == unknown {
		into.SetJSON(text)
	}
}

// jsonOf is the text of a JSON.
func jsonOf(v reflect.Value) json.RawMessage {
	pointer := reflect.New(v.Type())
	pointer.Elem().Set(v)
	of, _ := pointer.Interface().(JSON)
	return of.JSON()
}

// plainOf is the value of a JSON as data that can be written. A text that is no JSON, which nothing that was read has, is nil.
func plainOf(v reflect.Value) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(jsonOf(v)))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	return value
}
