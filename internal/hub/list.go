// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

const (
	// pageLimit is how many objects a page has. It is that of kubectl.
	pageLimit = 500
	// maxPages and maxObjects bound a list. A server that always returns a continue token would be read without end. The largest
	// fleet that is tested has 100 000 clusters, in 200 pages; an API server may return smaller pages.
	maxPages, maxObjects = 10_000, 1_000_000
	// maxRestarts limits how often a list starts again because its continue token has expired.
	maxRestarts = 2
)

// Pages are what the objects of a list are added to.
type Pages struct {
	// Restart forgets all objects, because the list starts again.
	Restart func()
	// Page returns a function that takes the objects of a page, which are of a version, and one that adds them when the page is
	// complete. A page may be requested again.
	Page func(apiVersion string) (add func(object []byte) error, done func())
}

// Selection are objects of a list: those of a namespace, those that a label selector matches, and those of a name. What is empty
// does not restrict the list.
type Selection struct {
	Namespace, Labels, Name string
	// Limit is how many objects are read at most, rounded up to a page; 0 is all.
	Limit int
	// PageSize is how many objects a page has; 0 is pageLimit.
	PageSize int
}

// ListPages lists the objects of a kind, each page while it arrives.
func (c *Client) ListPages(ctx context.Context, kind *hubobject.Kind, selected Selection, into Pages) error {
	served, err := c.find(ctx, kind)
	if err != nil {
		return err
	}
	size := cmp.Or(selected.PageSize, pageLimit)
	if selected.Limit > 0 {
		size = min(selected.Limit, size)
	}
	list := &apiserver.Call{
		Verb: "list", Resource: kind.String(), Namespace: selected.Namespace,
		Path: served.path(selected.Namespace, ""), Query: url.Values{"limit": {strconv.Itoa(size)}},
	}
	if selected.Labels != "" {
		list.Query.Set("labelSelector", selected.Labels)
	}
	if selected.Name != "" {
		list.Query.Set("fieldSelector", fields.OneTermEqualSelector("metadata.name", selected.Name).String())
	}
	return (&listing{c, list, served, selected.Limit, into}).read(ctx)
}

// listing is a list that is read page by page.
type listing struct {
	*Client
	*apiserver.Call
	kind  *served
	limit int
	into  Pages
}

// read reads the list, and once more if what it has read so far has expired.
func (l *listing) read(ctx context.Context) error {
	for restarts := 0; ; restarts++ {
		l.into.Restart()
		err := l.once(ctx)
		isExpired := apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
		if !isExpired || !l.Query.Has("continue") || restarts == maxRestarts {
			return err
		}
		// What the pages so far had may have changed.
		l.Query.Del("continue")
	}
}

// once reads the pages from the first to the last, or until the limit is reached, each while it arrives.
func (l *listing) once(ctx context.Context) error {
	count := 0
	for number := 1; ; number++ {
		var read int
		var next string
		var done func()
		var unusable error
		l.Consume = func(body io.Reader) {
			read, unusable = 0, nil
			var add func([]byte) error
			add, done = l.into.Page(l.kind.apiVersion())
			next, unusable = document.ReadPage(body, l.kind.apiVersion(), l.kind.Kind.Kind, func(object []byte) error {
				if read++; count+read > l.listed.objects {
					return fmt.Errorf("the list has more than %s; the provider reads no longer list", excerpt.Count(l.listed.objects, "object"))
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				return add(object)
			})
		}
		if _, err := l.server.Do(ctx, l.Call); err != nil {
			return err
		}
		if unusable == nil {
			unusable = l.tooLong(number, next)
		}
		switch {
		case unusable != nil && ctx.Err() != nil:
			return ctx.Err()
		case unusable != nil:
			return l.Malformed(fmt.Sprintf("page %d: %s", number, l.server.Show(unusable.Error())))
		}
		done()
		count += read
		if next == "" || l.limit > 0 && count >= l.limit {
			return nil
		}
		l.Query.Set("continue", next)
	}
}

// tooLong is the error about a list that has too many pages, or that cannot end because a page refers to itself.
func (l *listing) tooLong(pages int, next string) error {
	switch {
	case next == "":
		return nil
	case next == l.Query.Get("continue"):
		return errors.New("the continue token is that of the page before, so the list has no end")
	case pages >= l.listed.pages:
		return fmt.Errorf("the list has more than %s; the provider reads no longer list", excerpt.Count(l.listed.pages, "page"))
	}
	return nil
}

// path is the path of an object, or of a list without a name.
func (s *served) path(namespace, name string) string {
	path := "/apis/" + s.apiVersion()
	if s.Group == "" {
		path = "/api/" + s.version
	}
	if namespace != "" {
		path += "/namespaces/" + namespace
	}
	path += "/" + s.Plural
	if name != "" {
		path += "/" + name
	}
	return path
}

// header has what identifies an object.
type header struct {
	Metadata struct {
		Namespace string    `json:"namespace"`
		Name      string    `json:"name"`
		UID       types.UID `json:"uid"`
	} `json:"metadata"`
}

// Get returns an object as JSON, as the hub has it now, or nil if there is none.
func (c *Client) Get(ctx context.Context, ref Reference) (json.RawMessage, error) {
	served, err := c.find(ctx, ref.Kind)
	if err != nil {
		return nil, err
	}
	get := ref.call("get")
	get.Path = served.path(ref.Namespace, ref.Name)
	body, err := c.server.Do(ctx, get)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var answer header
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, get.Malformed("the response is not an object of a Kubernetes API server")
	}
	return body, get.CheckNames(answer.Metadata.Namespace, answer.Metadata.Name)
}

// List returns objects as JSON, as the hub has them now.
func (c *Client) List(ctx context.Context, kind *hubobject.Kind, selected Selection) ([]json.RawMessage, error) {
	return ListAs(ctx, c, kind, selected, keepObject)
}

// ListAs reads objects into values, each while its page arrives, so that no more than a page of objects is kept. A page may be
// read again.
func ListAs[T any](
	ctx context.Context, c *Client, kind *hubobject.Kind, selected Selection, read func(object []byte) ([]T, error),
) (values []T, err error) {
	page := func(string) (add func(object []byte) error, done func()) {
		var ofPage []T
		return func(object []byte) error {
			if err := checkListed(kind, selected.Namespace, object); err != nil {
				return err
			}
			more, err := read(object)
			ofPage = append(ofPage, more...)
			return err
		}, func() { values = append(values, ofPage...) }
	}
	err = c.ListPages(ctx, kind, selected, Pages{Restart: func() { values = nil }, Page: page})
	return values, err
}

// keepObject keeps an object as it is.
func keepObject(object []byte) ([]json.RawMessage, error) {
	return []json.RawMessage{slices.Clip(bytes.Clone(object))}, nil
}

// checkListed returns an error about an object that a list cannot have.
func checkListed(kind *hubobject.Kind, namespace string, object []byte) error {
	var names header
	err := json.Unmarshal(object, &names)
	if err == nil {
		err = api.CheckNames(names.Metadata.Namespace, names.Metadata.Name)
	}
	if err == nil && namespace != "" && names.Metadata.Namespace != namespace {
		err = fmt.Errorf("metadata.namespace: found %s, which is not the one that was requested",
			excerpt.Quote(names.Metadata.Namespace))
	}
	if err != nil {
		return fmt.Errorf("%s/%s, %w", kind.Kind, excerpt.Text(names.Metadata.Name), err)
	}
	return nil
}
