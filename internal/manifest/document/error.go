// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Error is a mistake in a text, with its position.
type Error struct {
	// Text is the index of the text, from 0.
	Text int
	// Several reports whether there are other texts, so that the message has to say which of the manifests is wrong.
	Several bool
	// Document is the number of the document in the text, from 1; 0 if only the line is known.
	Document int
	// Line is the line of the text, from 1.
	Line int
	// Object is the object as kubectl prints it, such as "ManagedCluster/prod-1"; empty if the text is not an object.
	Object string
	// Field is the path of the invalid field; empty if the error is about the object as a whole.
	Field   string
	Message string
}

// maxMessage limits a message, which may quote the text.
const maxMessage = 2048

// Error returns the position and the message.
func (e *Error) Error() string {
	place, line := "", fmt.Sprintf("line %d", e.Line)
	switch where := (Place{e.Text, e.Document}); {
	case e.Document == 0 && e.Several:
		place = fmt.Sprintf("%s of manifests[%d]", line, e.Text)
	case e.Document == 0:
		place = line
	case e.Several:
		place = where.String() + ", " + line
	default:
		place = fmt.Sprintf("document %d, %s", e.Document, line)
	}
	if e.Object != "" {
		place += ", " + excerpt.Text(e.Object)
	}
	if e.Field != "" {
		place += ", " + excerpt.Text(e.Field)
	}
	return place + ": " + excerpt.Lines(e.Message, maxMessage)
}

// Place is the position of an object. The zero Place is that of an object of a hub.
type Place struct {
	// Text is the index of the text, from 0.
	Text int
	// Document is the number of the document in the text, from 1.
	Document int
}

// String returns the document and the text, as an element of the argument manifests.
func (p Place) String() string {
	if p.Document == 0 {
		return "the hub"
	}
	return fmt.Sprintf("document %d of manifests[%d]", p.Document, p.Text)
}

// valueStart returns the offset of the next value, after white space and delimiters.
func valueStart(decoder *jsontext.Decoder, text []byte) int {
	offset := int(decoder.InputOffset())
	return len(text) - len(bytes.TrimLeft(text[offset:], " \t\r\n,:"))
}

// pathSteps are the names, keys and indexes of a field path. A key in brackets may contain dots.
var pathSteps = regexp.MustCompile(`\[([^\]]*)\]|[^.\[]+`)

// offsetOf returns the offset of a field, such as "spec.taints[0].key": of its name, or of the element of a list. For a
// field that the object does not have it returns the offset of the nearest enclosing field.
func offsetOf(object []byte, fieldPath string) int {
	var wanted, nearest jsontext.Pointer
	for _, step := range pathSteps.FindAllStringSubmatch(fieldPath, -1) {
		wanted = wanted.AppendToken(cmp.Or(step[1], step[0]))
	}
	decoder := jsontext.NewDecoder(bytes.NewBuffer(object))
	offset := 0
	for nearest != wanted {
		start := valueStart(decoder, object)
		if _, err := decoder.ReadToken(); err != nil {
			break
		}
		if read := decoder.StackPointer(); len(read) > len(nearest) && read.Contains(wanted) {
			offset, nearest = start, read
		}
	}
	return offset
}
