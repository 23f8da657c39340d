// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/jsonwalk"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decode"
)

// MaxObject limits the size of an object of an API server, in bytes. Etcd takes at most 1.5 MiB if it is not configured
// otherwise.
const MaxObject = 16 << 20

// ErrLargeObject is the error of an object that is larger than MaxObject.
var ErrLargeObject = fmt.Errorf("an object is larger than %d MiB", MaxObject>>20)

// ReadPage reads a page of a list of a kind while it arrives. It returns the token of the next page, which is empty after the
// last one. Each gets the JSON of each object, which is overwritten after the call. It is an error if the page is incomplete. Of
// the page, one object is in memory at a time.
func ReadPage(page io.Reader, apiVersion, kind string, each func(object []byte) error) (next string, err error) {
	limited := &limitedReader{from: page}
	p := pageReader{decoder: jsontext.NewDecoder(limited, jsontext.AllowDuplicateNames(true)), limited: limited, each: each}
	p.limit()
	if p.decoder.PeekKind() != '{' {
		return "", errors.New("the response is not a list of Kubernetes objects")
	}
	list := decode.Header{APIVersion: apiVersion, Kind: kind + "List"}
	err = jsonwalk.Members(p.decoder, func(name string) error {
		defer p.limit()
		return p.readMember(name)
	})
	var syntactic *jsontext.SyntacticError
	switch {
	case p.refused != nil:
		return "", p.refused
	case errors.Is(err, ErrLargeObject):
		return "", ErrLargeObject
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return "", errors.New("the response is incomplete: it ends before the list does")
	case errors.As(err, &syntactic):
		return "", errors.New("the response is not valid JSON: " + strings.TrimPrefix(err.Error(), "jsontext: "))
	case err != nil:
		return "", err
	case p.header != list || !p.hasItems:
		return "", fmt.Errorf("the response is a %s of %s; it must be a %s of %s with items",
			excerpt.Quote(p.header.Kind), excerpt.Quote(p.header.APIVersion), list.Kind, list.APIVersion)
	}
	return p.next, nil
}

// pageReader reads a page once, from its start to its end.
type pageReader struct {
	decoder *jsontext.Decoder
	limited *limitedReader
	each    func(object []byte) error

	// refused is the error of each.
	refused  error
	header   decode.Header
	hasItems bool
	next     string
}

// limit allows the next value to have the size of an object.
func (p *pageReader) limit() { p.limited.end = p.decoder.InputOffset() + MaxObject }

func (p *pageReader) readMember(name string) error {
	if name == "items" && p.decoder.PeekKind() == '[' {
		p.hasItems = true
		return p.readItems()
	}
	value, err := p.decoder.ReadValue()
	if err != nil {
		return err
	}
	switch name {
	case "metadata":
		var metadata struct {
			Continue string `json:"continue"`
		}
		err = json.Unmarshal(value, &metadata)
		p.next = metadata.Continue
	case "items":
		// An empty list of an API server that is written in Go.
		p.hasItems = value.Kind() == 'n'
	default:
		p.header.Set(name, value)
	}
	return err
}

func (p *pageReader) readItems() error {
	return jsonwalk.Elements(p.decoder, func() error {
		p.limit()
		object, err := p.decoder.ReadValue()
		if err != nil {
			return err
		}
		p.refused = p.each(object)
		return p.refused
	})
}

// limitedReader reads to an end that moves on with the values.
type limitedReader struct {
	from      io.Reader
	read, end int64
}

// Read reads.
func (r *limitedReader) Read(into []byte) (int, error) {
	if r.read >= r.end {
		return 0, ErrLargeObject
	}
	n, err := r.from.Read(into[:min(int64(len(into)), r.end-r.read)])
	r.read += int64(n)
	return n, err
}
