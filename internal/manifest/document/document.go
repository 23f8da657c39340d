// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package document splits texts into objects: multi-document YAML, JSON and List kinds, as kubectl prints them and as an API
// server lists them. It writes objects as YAML. Errors have the position of the mistake.
package document

import (
	"bytes"
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// Document is one object of a text, as JSON: a whole document, or an item of a List.
type Document struct {
	// number is the number of the document in the text, from 1.
	Number int
	JSON   []byte
	// header has the kind of an item of a typed List, which may leave it out.
	Header decode.Header
	// text is the JSON that contains the object, and offset is where the object starts in it.
	text   []byte
	offset int
	// lines has the lines of the YAML that the JSON was converted from.
	lines []lineMark
}

// lineOf returns the line of the text for an offset in the object.
func (d *Document) lineOf(offset int) int {
	offset = min(d.offset+offset, len(d.text))
	if d.lines == nil {
		return 1 + bytes.Count(d.text[:offset], []byte("\n"))
	}
	next, _ := slices.BinarySearchFunc(d.lines, offset+1, func(m lineMark, offset int) int { return m.offset - offset })
	return d.lines[max(next-1, 0)].line
}

// Mistake adds the position to an error in the object. Errors of package decode and of Kubernetes' validation have a field.
func (d *Document) Mistake(object string, err error) error {
	place := &Error{Document: d.Number, Object: object, Message: err.Error()}
	offset := 0
	var decoding *decode.FieldError
	var invalid *field.Error
	switch {
	case errors.As(err, &decoding):
		place.Field, place.Message, offset = decoding.Field, decoding.Message, decoding.Offset
	case errors.As(err, &invalid):
		place.Field, place.Message = invalid.Field, excerpt.FoundAndWanted(invalid)
		offset = offsetOf(d.JSON, invalid.Field)
	}
	place.Line = d.lineOf(offset)
	return place
}

// lineMark is the line that the bytes from an offset on come from.
type lineMark struct{ offset, line int }
