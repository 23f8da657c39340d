// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package document splits texts into objects: multi-document YAML, JSON and List kinds, as kubectl prints them and as an API
// server lists them. It writes objects as YAML. Errors have the position of the mistake.
package document

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"
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

// Object is an object of any kind in a text.
type Object struct {
	// Number is the number of the document in the text, from 1. The items of a List have the same.
	Number int
	// Fields are those of its JSON: whole numbers of at most 64 bits are int64, others are float64.
	Fields map[string]any
}

// Objects are the objects of a text with JSON or YAML of any number of documents. A List is split into its items, and fields
// that are null are left out.
func Objects(ctx context.Context, text string) ([]Object, error) {
	list, err := Split(ctx, text)
	if err != nil {
		return nil, err
	}
	objects := make([]Object, len(list))
	for i := range list {
		objects[i].Number = list[i].Number
		var value any
		if err := json.Unmarshal(list[i].JSON, &value); err != nil {
			return nil, list[i].Mistake("", err)
		}
		fields, isObject := value.(map[string]any)
		if !isObject {
			return nil, list[i].Mistake("", errors.New("must be an object"))
		}
		objects[i].Fields = WithoutNulls(fields)
	}
	return objects, nil
}

// WithoutNulls removes the fields of an object that are null, at any depth.
func WithoutNulls(fields map[string]any) map[string]any {
	for name, field := range fields {
		if field == nil {
			delete(fields, name)
		}
		withoutNulls(field)
	}
	return fields
}

func withoutNulls(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			withoutNulls(item)
		}
	case map[string]any:
		WithoutNulls(value)
	}
}

// byteOrderMark is what some editors write at the start of a file.
const byteOrderMark = "\ufeff"

// Split splits a text into its objects. A text that starts with a brace is read as JSON if that is possible: one value,
// or several in sequence. Anything else is YAML. It fails if ctx ends before the text does.
func Split(ctx context.Context, text string) ([]Document, error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return yamlDocuments(ctx, text)
	}
	list, err := jsonDocuments(ctx, []byte(text))
	if err != nil {
		// YAML in flow style also starts with a brace.
		if list, yamlErr := yamlDocuments(ctx, text); yamlErr == nil {
			return list, nil
		}
	}
	return list, err
}
