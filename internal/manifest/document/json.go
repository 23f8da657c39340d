// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// jsonReader reads the values of a JSON text.
type jsonReader struct {
	ctx     context.Context
	decoder *jsontext.Decoder
	text    []byte
	// number is that of the current value, from 1.
	number int
}

func jsonDocuments(ctx context.Context, text []byte) ([]Document, error) {
	var list []Document
	r := jsonReader{ctx: ctx, decoder: jsontext.NewDecoder(bytes.NewBuffer(text)), text: text}
	for ctx.Err() == nil {
		r.number++
		items, err := r.next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			place := Document{text: text}
			return nil, &Error{
				Document: r.number, Line: place.lineOf(int(r.decoder.InputOffset())),
				Message: "invalid JSON: " + strings.TrimPrefix(err.Error(), "jsontext: "),
			}
		}
		list = append(list, items...)
	}
	return nil, ctx.Err()
}

// next reads the next value. A List is split while it is read, so that a large one is parsed only once.
func (r *jsonReader) next() ([]Document, error) {
	start := valueStart(r.decoder, r.text)
	if r.decoder.PeekKind() != '{' {
		if _, err := r.decoder.ReadValue(); err != nil {
			return nil, err
		}
		return []Document{r.cut(start)}, nil
	}
	var list decode.Header
	var items []Document
	err := jsonwalk.Members(r.decoder, func(name string) (err error) {
		if name == "items" && r.decoder.PeekKind() == '[' {
			items, err = r.items()
			return err
		}
		value, err := r.decoder.ReadValue()
		list.Set(name, value)
		return err
	})
	if err != nil {
		return nil, err
	}
	itemKind, isList := strings.CutSuffix(list.Kind, "List")
	if !isList || items == nil {
		return []Document{r.cut(start)}, nil
	}
	if itemKind != "" {
		// The items of a typed List may leave out apiVersion and kind.
		for i := range items {
			items[i].Header = decode.Header{APIVersion: list.APIVersion, Kind: itemKind}
		}
	}
	return items, nil
}

// items reads a list. It is not nil.
func (r *jsonReader) items() ([]Document, error) {
	items := []Document{}
	err := jsonwalk.Elements(r.decoder, func() error {
		start := valueStart(r.decoder, r.text)
		if err := r.decoder.SkipValue(); err != nil {
			return err
		}
		items = append(items, r.cut(start))
		return r.ctx.Err()
	})
	return items, err
}

// cut is the document that begins at an offset and ends with what was read last.
func (r *jsonReader) cut(start int) Document {
	return Document{Number: r.number, text: r.text, offset: start, JSON: r.text[start:r.decoder.InputOffset()]}
}
