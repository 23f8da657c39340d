package manifest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// VersionsOf returns the API versions in which objects of a kind can be read, the newest first. The kind has its group, as
// GroupKind returns it.
func VersionsOf(groupKind string) []string { return slices.Clone(versions[groupKind]) }

// ListReader reads a list that an API server returns in pages. It does not validate the objects, because the API server has.
type ListReader struct {
	reader reader
	kind   string
	add    func(*reader, []byte) (added, error)
	list   header
}

// NewListReader returns a reader of lists of a kind, such as ManagedCluster of cluster.open-cluster-management.io/v1.
func NewListReader(apiVersion, kind string) (*ListReader, error) {
	l := &ListReader{reader: reader{decode: decodeListed}, kind: kind, list: header{APIVersion: apiVersion, Kind: kind + "List"}}
	l.reader.header = header{APIVersion: apiVersion, Kind: kind}
	groupKind := l.reader.header.groupKind()
	if l.add = kinds[groupKind]; l.add == nil {
		return nil, errors.New("internal error: objects of the kind " + groupKind + " do not belong to a fleet")
	}
	return l, l.reader.header.checkVersion(groupKind)
}

// Fleet returns the objects that were read. The places of its clusters and targets are zero.
func (l *ListReader) Fleet() Fleet { return l.reader.fleet }

// ReadPage adds the objects of a page and returns the token of the next page, which is empty after the last one. The
// objects keep a reference to the page. It is an error if the page is incomplete. The reader is of no use after an error.
func (l *ListReader) ReadPage(ctx context.Context, page []byte) (next string, err error) {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(page), jsontext.AllowDuplicateNames(true))
	if decoder.PeekKind() != '{' {
		return "", errors.New("the response is not a list of Kubernetes objects")
	}
	next, err = l.readPage(ctx, decoder, page)
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return "", errors.New("the response is incomplete: it ends before the list does")
	case errors.As(err, &syntactic):
		return "", errors.New("the response is not valid JSON: " + strings.TrimPrefix(err.Error(), "jsontext: "))
	}
	return next, err
}

func (l *ListReader) readPage(ctx context.Context, decoder *jsontext.Decoder, page []byte) (next string, err error) {
	if _, err := decoder.ReadToken(); err != nil {
		return "", err
	}
	var found header
	hasItems := false
	for decoder.PeekKind() != '}' {
		token, err := decoder.ReadToken()
		if err != nil {
			return "", err
		}
		name := token.String()
		if name == "items" && decoder.PeekKind() == '[' {
			hasItems = true
			if err := l.readItems(ctx, decoder, page); err != nil {
				return "", err
			}
			continue
		}
		value, err := decoder.ReadValue()
		if err != nil {
			return "", err
		}
		switch name {
		case "metadata":
			if next, err = continueToken(value); err != nil {
				return "", err
			}
		case "items":
			hasItems = value.Kind() == 'n'
		default:
			found.set(name, value)
		}
	}
	if _, err := decoder.ReadToken(); err != nil {
		return "", err
	}
	if found != l.list || !hasItems {
		return "", fmt.Errorf("the response is a %s of %s; it must be a %s of %s with items",
			excerpt.Quote(found.Kind), excerpt.Quote(found.APIVersion), l.list.Kind, l.list.APIVersion)
	}
	return next, nil
}

func continueToken(metadata jsontext.Value) (string, error) {
	var m struct {
		Continue string `json:"continue"`
	}
	err := json.Unmarshal(metadata, &m)
	return m.Continue, err
}

func (l *ListReader) readItems(ctx context.Context, decoder *jsontext.Decoder, page []byte) error {
	if _, err := decoder.ReadToken(); err != nil {
		return err
	}
	for decoder.PeekKind() != ']' {
		if err := ctx.Err(); err != nil {
			return err
		}
		start := valueStart(decoder, page)
		if err := decoder.SkipValue(); err != nil {
			return err
		}
		end := decoder.InputOffset()
		// An object must not be able to grow into the next one.
		if err := l.readItem(page[start:end:end]); err != nil {
			return err
		}
	}
	_, err := decoder.ReadToken()
	return err
}

func (l *ListReader) readItem(raw []byte) error {
	object, err := l.add(&l.reader, raw)
	if err == nil {
		return nil
	}
	name := object.name
	if name == "" {
		name = nameOf(raw)
	}
	return fmt.Errorf("%s/%s, %w", l.kind, excerpt.Text(name), err)
}
