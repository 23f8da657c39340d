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

func jsonDocuments(ctx context.Context, text []byte) ([]Document, error) {
	var list []Document
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
			place := Document{text: text}
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
func jsonDocument(ctx context.Context, decoder *jsontext.Decoder, text []byte, number int) ([]Document, error) {
	cut := func(start int) Document {
		return Document{Number: number, text: text, offset: start, JSON: text[start:decoder.InputOffset()]}
	}
	start := valueStart(decoder, text)
	if decoder.PeekKind() != '{' {
		if _, err := decoder.ReadValue(); err != nil {
			return nil, err
		}
		return []Document{cut(start)}, nil
	}
	list, items, err := jsonList(ctx, decoder, text, cut)
	if err != nil {
		return nil, err
	}
	itemKind, isList := strings.CutSuffix(list.Kind, "List")
	if !isList || items == nil {
		return []Document{cut(start)}, nil
	}
	if itemKind != "" {
		// The items of a typed List may leave out apiVersion and kind.
		for i := range items {
			items[i].Header = decode.Header{APIVersion: list.APIVersion, Kind: itemKind}
		}
	}
	return items, nil
}

// jsonList reads an object that may be a List: its header and its items, which are nil if it is not a List.
func jsonList(ctx context.Context, decoder *jsontext.Decoder, text []byte, cut func(start int) Document) (
	list decode.Header, items []Document, err error,
) {
	err = jsonwalk.Members(decoder, func(name string) (err error) {
		if name == "items" && decoder.PeekKind() == '[' {
			items, err = jsonItems(ctx, decoder, text, cut)
			return err
		}
		value, err := decoder.ReadValue()
		list.Set(name, value)
		return err
	})
	return list, items, err
}

func jsonItems(
	ctx context.Context, decoder *jsontext.Decoder, text []byte, cut func(start int) Document,
) ([]Document, error) {
	items := []Document{}
	err := jsonwalk.Elements(decoder, func() error {
		start := valueStart(decoder, text)
		if err := decoder.SkipValue(); err != nil {
			return err
		}
		items = append(items, cut(start))
		return ctx.Err()
	})
	return items, err
}
