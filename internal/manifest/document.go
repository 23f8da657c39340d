package manifest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// document is one object of a text, as JSON: a whole document, or an item of a List.
type document struct {
	// number is the number of the document in the text, from 1.
	number int
	json   []byte
	// header has the kind of an item of a typed List, which may leave it out.
	header header
	// text is the JSON that contains the object, and offset is where the object starts in it.
	text   []byte
	offset int
	// lines has the lines of the YAML that the JSON was converted from.
	lines []lineMark
}

// lineOf returns the line of the text for an offset in the object.
func (d *document) lineOf(offset int) int {
	offset = min(d.offset+offset, len(d.text))
	if d.lines == nil {
		return 1 + bytes.Count(d.text[:offset], []byte("\n"))
	}
	next, _ := slices.BinarySearchFunc(d.lines, offset+1, func(m lineMark, offset int) int { return m.offset - offset })
	return d.lines[max(next-1, 0)].line
}

// mistake adds the position to an error in the object. Errors of decode and of Kubernetes' validation have a field.
func (d *document) mistake(object string, err error) error {
	place := &Error{Document: d.number, Object: object, Message: err.Error()}
	offset := 0
	var decoding *fieldError
	var invalid *field.Error
	switch {
	case errors.As(err, &decoding):
		place.Field, place.Message, offset = decoding.field, decoding.message, decoding.offset
	case errors.As(err, &invalid):
		place.Field, place.Message = invalid.Field, excerpt.FoundAndWanted(invalid)
		offset = offsetOf(d.json, invalid.Field)
	}
	place.Line = d.lineOf(offset)
	return place
}

// byteOrderMark is what some editors write at the start of a file.
const byteOrderMark = "\ufeff"

// documents splits a text into its objects. A text that starts with a brace is read as JSON if that is possible: one value,
// or several in sequence. Anything else is YAML. It fails if ctx ends before the text does.
func documents(ctx context.Context, text string) ([]document, error) {
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

func jsonDocuments(ctx context.Context, text []byte) ([]document, error) {
	var list []document
	decoder := jsontext.NewDecoder(bytes.NewBuffer(text))
	for number := 1; ; number++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		items, err := jsonDocument(ctx, decoder, text, number)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			place := document{text: text}
			return nil, &Error{
				Document: number, Line: place.lineOf(int(decoder.InputOffset())),
				Message: "invalid JSON: " + strings.TrimPrefix(err.Error(), "jsontext: "),
			}
		}
		list = append(list, items...)
	}
}

// jsonDocument reads the next value of a JSON text. A List is split while it is read, so that a large one is parsed only
// once.
func jsonDocument(ctx context.Context, decoder *jsontext.Decoder, text []byte, number int) ([]document, error) {
	cut := func(start int) document {
		return document{number: number, text: text, offset: start, json: text[start:decoder.InputOffset()]}
	}
	start := valueStart(decoder, text)
	if decoder.PeekKind() != '{' {
		if _, err := decoder.ReadValue(); err != nil {
			return nil, err
		}
		return []document{cut(start)}, nil
	}
	list, items, err := jsonList(ctx, decoder, text, cut)
	if err != nil {
		return nil, err
	}
	of, isList := strings.CutSuffix(list.Kind, "List")
	if !isList || items == nil {
		return []document{cut(start)}, nil
	}
	if of != "" {
		// The items of a typed List may leave out apiVersion and kind.
		for i := range items {
			items[i].header = header{APIVersion: list.APIVersion, Kind: of}
		}
	}
	return items, nil
}

// jsonList reads an object that may be a List: its header and its items, which are nil if it is not a List.
func jsonList(ctx context.Context, decoder *jsontext.Decoder, text []byte, cut func(start int) document) (
	list header, items []document, err error,
) {
	if _, err = decoder.ReadToken(); err != nil {
		return list, nil, err
	}
	for decoder.PeekKind() != '}' {
		token, err := decoder.ReadToken()
		if err != nil {
			return list, nil, err
		}
		name := token.String()
		if name == "items" && decoder.PeekKind() == '[' {
			if items, err = jsonItems(ctx, decoder, text, cut); err != nil {
				return list, nil, err
			}
			continue
		}
		value, err := decoder.ReadValue()
		if err != nil {
			return list, nil, err
		}
		list.set(name, value)
	}
	_, err = decoder.ReadToken()
	return list, items, err
}

func jsonItems(
	ctx context.Context, decoder *jsontext.Decoder, text []byte, cut func(start int) document,
) ([]document, error) {
	items := []document{}
	if _, err := decoder.ReadToken(); err != nil {
		return nil, err
	}
	for decoder.PeekKind() != ']' {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := valueStart(decoder, text)
		if err := decoder.SkipValue(); err != nil {
			return nil, err
		}
		items = append(items, cut(start))
	}
	_, err := decoder.ReadToken()
	return items, err
}

// valueStart returns the offset of the next value, after white space and delimiters.
func valueStart(decoder *jsontext.Decoder, text []byte) int {
	offset := int(decoder.InputOffset())
	return len(text) - len(bytes.TrimLeft(text[offset:], " \t\r\n,:"))
}

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
