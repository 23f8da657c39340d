// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package jsonwalk reads the objects and lists of a JSON text one after the other.
package jsonwalk

import "github.com/go-json-experiment/json/jsontext"

// Members reads the next value, which is an object. The function gets the name of each member and reads its value.
func Members(decoder *jsontext.Decoder, each func(name string) error) error {
	return Elements(decoder, func() error {
		name, err := decoder.ReadToken()
		if err != nil {
			return err
		}
		return each(name.String())
	})
}

// Elements reads the next value, which is a list. The function reads each element.
func Elements(decoder *jsontext.Decoder, each func() error) error {
	if _, err := decoder.ReadToken(); err != nil {
		return err
	}
	for decoder.PeekKind() != '}' && decoder.PeekKind() != ']' {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := decoder.ReadToken()
	return err
}
