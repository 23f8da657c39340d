package manifest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/api/validation/path"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// VersionsOf returns the API versions in which objects of a kind can be read, the newest first. The kind has its group, as
// GroupKind returns it.
func VersionsOf(groupKind string) []string { return slices.Clone(versions[groupKind]) }

// CheckNames returns an error if an API server cannot have an object of this namespace, which may be empty, and name: a name is
// a part of the object's path.
func CheckNames(namespace, name string) error {
	if name == "" {
		return errors.New("metadata.name: must be set")
	}
	for _, part := range []struct{ field, value string }{{"metadata.name", name}, {"metadata.namespace", namespace}} {
		if found := path.IsValidPathSegmentName(part.value); len(found) > 0 {
			return fmt.Errorf("%s: %s", part.field, strings.Join(found, "; "))
		}
	}
	return nil
}

// ListReader reads a list that an API server returns in pages. Of the objects it validates the names only: an API server has
// validated the rest.
type ListReader struct {
	reader reader
	add    func(*reader, []byte) (added, error)
}

// NewListReader returns a reader of lists of a kind, such as ManagedCluster of cluster.open-cluster-management.io/v1.
func NewListReader(apiVersion, kind string) (*ListReader, error) {
	l := &ListReader{reader: reader{decode: decodeListed}}
	l.reader.header = header{APIVersion: apiVersion, Kind: kind}
	groupKind := l.reader.header.groupKind()
	if l.add = kinds[groupKind]; l.add == nil {
		return nil, errors.New("internal error: objects of the kind " + groupKind + " do not belong to a fleet")
	}
	return l, l.reader.header.checkVersion(groupKind)
}

// Fleet returns the objects that were read. The places of its clusters and targets are zero.
func (l *ListReader) Fleet() Fleet { return l.reader.fleet }

// Add adds objects of a page. They keep a reference to the page. The reader is of no use after an error.
func (l *ListReader) Add(ctx context.Context, objects []json.RawMessage) error {
	for _, raw := range objects {
		if err := ctx.Err(); err != nil {
			return err
		}
		object, err := l.add(&l.reader, raw)
		if err == nil {
			err = CheckNames(object.namespace, object.name)
		}
		if err != nil {
			return fmt.Errorf("%s/%s, %w", l.reader.header.Kind, excerpt.Text(cmp.Or(object.name, nameOf(raw))), err)
		}
	}
	return nil
}

// SplitPage returns the objects of a page of a list as JSON, and the token of the next page, which is empty after the last
// one. The objects keep a reference to the page. It is an error if the page is incomplete.
func SplitPage(page []byte, apiVersion, kind string) (objects []json.RawMessage, next string, err error) {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(page), jsontext.AllowDuplicateNames(true))
	if decoder.PeekKind() != '{' {
		return nil, "", errors.New("the response is not a list of Kubernetes objects")
	}
	list := header{APIVersion: apiVersion, Kind: kind + "List"}
	p := pageReader{decoder: decoder, page: page}
	err = p.read()
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return nil, "", errors.New("the response is incomplete: it ends before the list does")
	case errors.As(err, &syntactic):
		return nil, "", errors.New("the response is not valid JSON: " + strings.TrimPrefix(err.Error(), "jsontext: "))
	case err != nil:
		return nil, "", err
	case p.found != list || !p.hasItems:
		return nil, "", fmt.Errorf("the response is a %s of %s; it must be a %s of %s with items",
			excerpt.Quote(p.found.Kind), excerpt.Quote(p.found.APIVersion), list.Kind, list.APIVersion)
	}
	return p.objects, p.next, nil
}

// pageReader reads a page once, from its start to its end.
type pageReader struct {
	decoder *jsontext.Decoder
	page    []byte

	objects  []json.RawMessage
	found    header
	hasItems bool
	next     string
}

func (p *pageReader) read() error {
	if _, err := p.decoder.ReadToken(); err != nil {
		return err
	}
	for p.decoder.PeekKind() != '}' {
		token, err := p.decoder.ReadToken()
		if err != nil {
			return err
		}
		if err := p.readMember(token.String()); err != nil {
			return err
		}
	}
	_, err := p.decoder.ReadToken()
	return err
}

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
		p.found.set(name, value)
	}
	return err
}

func (p *pageReader) readItems() error {
	if _, err := p.decoder.ReadToken(); err != nil {
		return err
	}
	for p.decoder.PeekKind() != ']' {
		start := valueStart(p.decoder, p.page)
		if err := p.decoder.SkipValue(); err != nil {
			return err
		}
		// The end is also the capacity, so that an object cannot grow into the next one.
		end := p.decoder.InputOffset()
		p.objects = append(p.objects, p.page[start:end:end])
	}
	_, err := p.decoder.ReadToken()
	return err
}
