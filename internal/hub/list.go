package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

const (
	// pageLimit is how many objects a page has. It is that of kubectl.
	pageLimit = 500
	// maxRestarts limits how often a list starts again because its continue token has expired.
	maxRestarts = 2
)

// pages lists the objects of a kind, of all namespaces if the namespace is empty. It calls restart before the first page
// and whenever the list starts again, and then add for each page, which returns the token of the next one.
func (c *Client) pages(ctx context.Context, kind *served, namespace, selector string, restart func(), add func(page []byte) (string, error)) error {
	list := &call{
		verb: "list", resource: kind.String(), namespace: namespace,
		method: http.MethodGet, path: kind.path(namespace, ""), query: url.Values{"limit": {strconv.Itoa(pageLimit)}},
	}
	if selector != "" {
		list.query.Set("labelSelector", selector)
	}
	restart()
	for number, restarts := 1, 0; ; number++ {
		page, err := c.do(ctx, list)
		if (apierrors.IsResourceExpired(err) || apierrors.IsGone(err)) && list.query.Has("continue") && restarts < maxRestarts {
			// What the pages so far had may have changed.
			restart()
			restarts++
			number = 0
			list.query.Del("continue")
			continue
		}
		if err != nil {
			return err
		}
		next, err := add(page)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return list.malformed(fmt.Sprintf("page %d: %s", number, c.connection.secrets.Show(err.Error(), maxText)))
		case next == "":
			return nil
		}
		list.query.Set("continue", next)
	}
}

// path is the path of an object, or of a list without a name.
func (s *served) path(namespace, name string) string {
	path := "/apis/" + s.apiVersion()
	if namespace != "" {
		path += "/namespaces/" + namespace
	}
	path += "/" + s.resource
	if name != "" {
		path += "/" + name
	}
	return path
}

// listFleet lists all objects of a kind into the vocabulary.
func (c *Client) listFleet(ctx context.Context, kind *Kind) (manifest.Fleet, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return manifest.Fleet{}, err
	}
	var reader *manifest.ListReader
	if _, err := manifest.NewListReader(found.apiVersion(), kind.Kind); err != nil {
		return manifest.Fleet{}, err
	}
	restart := func() { reader, _ = manifest.NewListReader(found.apiVersion(), kind.Kind) }
	if err := c.pages(ctx, found, "", "", restart, func(page []byte) (string, error) { return reader.ReadPage(ctx, page) }); err != nil {
		return manifest.Fleet{}, err
	}
	return reader.Fleet(), nil
}

// Get returns an object as JSON, as the hub has it now. A missing object is an error for which errors.IsNotFound of the
// API machinery holds.
func (c *Client) Get(ctx context.Context, kind *Kind, namespace, name string) (json.RawMessage, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return nil, err
	}
	return c.do(ctx, &call{
		verb: "get", resource: kind.String(), namespace: namespace, name: name,
		method: http.MethodGet, path: found.path(namespace, name),
	})
}

// List returns the objects that a label selector matches as JSON, as the hub has them now: those of a placement, for
// example. Without a namespace they are those of all namespaces.
func (c *Client) List(ctx context.Context, kind *Kind, namespace, selector string) ([]json.RawMessage, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return nil, err
	}
	var objects []json.RawMessage
	err = c.pages(ctx, found, namespace, selector, func() { objects = nil }, func(page []byte) (string, error) {
		items, next, err := manifest.SplitPage(page, found.apiVersion(), kind.Kind)
		objects = append(objects, items...)
		return next, err
	})
	return objects, err
}
