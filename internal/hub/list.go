package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

const (
	// pageLimit is how many objects a page has. It is that of kubectl.
	pageLimit = 500
	// maxPages and maxObjects bound a list. A server that always returns a continue token would be read without end. The largest fleet
	// that is tested has 100 000 clusters, in 200 pages; an API server may return smaller pages.
	maxPages, maxObjects = 10_000, 1_000_000
	// maxRestarts limits how often a list starts again because its continue token has expired.
	maxRestarts = 2
)

// objectSet is what the objects of a list are added to.
type objectSet interface {
	// restart forgets all objects, because the list starts again.
	restart()
	add(ctx context.Context, objects []json.RawMessage) error
}

// pages lists the objects of a kind, of all namespaces if the namespace is empty.
func (c *Client) pages(ctx context.Context, kind *served, namespace, selector string, into objectSet) error {
	list := &call{
		verb: "list", resource: kind.String(), namespace: namespace,
		method: http.MethodGet, path: kind.path(namespace, ""), query: url.Values{"limit": {strconv.Itoa(pageLimit)}},
	}
	if selector != "" {
		list.query.Set("labelSelector", selector)
	}
	for restarts := 0; ; restarts++ {
		into.restart()
		err := c.once(ctx, kind, list, into)
		isExpired := apierrors.IsResourceExpired(err) || apierrors.IsGone(err)
		if !isExpired || !list.query.Has("continue") || restarts == maxRestarts {
			return err
		}
		// What the pages so far had may have changed.
		list.query.Del("continue")
	}
}

// once reads the pages of a list from the first to the last. While one is added, the next one is requested.
func (c *Client) once(ctx context.Context, kind *served, list *call, into objectSet) error {
	adding := make(chan error, 1)
	adding <- nil
	count := 0
	for number := 1; ; number++ {
		page, err := c.do(ctx, list)
		if err := <-adding; err != nil {
			return c.unusable(ctx, list, number-1, err)
		}
		if err != nil {
			return err
		}
		objects, next, err := manifest.SplitPage(page, kind.apiVersion(), kind.Kind.Kind)
		count += len(objects)
		if err == nil {
			err = c.tooLong(number, count, next, list.query.Get("continue"))
		}
		if err == nil && next == "" {
			err = into.add(ctx, objects)
		}
		if err != nil {
			return c.unusable(ctx, list, number, err)
		}
		if next == "" {
			return nil
		}
		list.query.Set("continue", next)
		go func() { adding <- into.add(ctx, objects) }()
	}
}

// tooLong is the error about a list that exceeds a bound, or that cannot end because a page refers to itself.
func (c *Client) tooLong(pages, objects int, next, last string) error {
	switch {
	case objects > c.listed.objects:
		return fmt.Errorf("the list has more than %s; the provider reads no longer list", excerpt.Count(c.listed.objects, "object"))
	case next == "":
		return nil
	case next == last:
		return errors.New("the continue token is that of the page before, so the list has no end")
	case pages >= c.listed.pages:
		return fmt.Errorf("the list has more than %s; the provider reads no longer list", excerpt.Count(c.listed.pages, "page"))
	}
	return nil
}

// unusable is the error about a page that cannot be read.
func (c *Client) unusable(ctx context.Context, list *call, number int, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return list.malformed(fmt.Sprintf("page %d: %s", number, c.connection.show(err.Error())))
}

// path is the path of an object, or of a list without a name.
func (s *served) path(namespace, name string) string {
	path := "/apis/" + s.apiVersion()
	if namespace != "" {
		path += "/namespaces/" + namespace
	}
	path += "/" + s.Plural
	if name != "" {
		path += "/" + name
	}
	return path
}

// fleetSet adds objects to a fleet.
type fleetSet struct {
	*manifest.ListReader
	empty func() *manifest.ListReader
}

func (s *fleetSet) restart() { s.ListReader = s.empty() }

func (s *fleetSet) add(ctx context.Context, objects []json.RawMessage) error {
	return s.Add(ctx, objects)
}

// listFleet lists all objects of a kind into the vocabulary.
func (c *Client) listFleet(ctx context.Context, kind *hubobject.Kind) (manifest.Fleet, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return manifest.Fleet{}, err
	}
	var set fleetSet
	set.empty = func() *manifest.ListReader {
		reader, _ := manifest.NewListReader(found.apiVersion(), kind.Kind)
		return reader
	}
	if _, err := manifest.NewListReader(found.apiVersion(), kind.Kind); err != nil {
		return manifest.Fleet{}, err
	}
	if err := c.pages(ctx, found, "", "", &set); err != nil {
		return manifest.Fleet{}, err
	}
	return set.Fleet(), nil
}

// Get returns an object as JSON, as the hub has it now. A missing object is an error for which errors.IsNotFound of the
// API machinery holds.
func (c *Client) Get(ctx context.Context, kind *hubobject.Kind, namespace, name string) (json.RawMessage, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return nil, err
	}
	get := &call{
		verb: "get", resource: kind.String(), namespace: namespace, name: name,
		method: http.MethodGet, path: found.path(namespace, name),
	}
	body, err := c.do(ctx, get)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Metadata struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, get.malformed("the response is not an object of a Kubernetes API server")
	}
	if got := answer.Metadata; got.Name != name || got.Namespace != namespace {
		return nil, get.malformed(fmt.Sprintf("the response is the object %s of namespace %s, which is not the one that was requested",
			excerpt.Quote(got.Name), excerpt.Quote(got.Namespace)))
	}
	return body, nil
}

// List returns the objects that a label selector matches as JSON, as the hub has them now: those of a placement, for
// example. Without a namespace they are those of all namespaces.
func (c *Client) List(ctx context.Context, kind *hubobject.Kind, namespace, selector string) ([]json.RawMessage, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return nil, err
	}
	var set jsonSet
	err = c.pages(ctx, found, namespace, selector, &set)
	return set, err
}

// jsonSet keeps objects as they are.
type jsonSet []json.RawMessage

func (s *jsonSet) restart() { *s = nil }

func (s *jsonSet) add(_ context.Context, objects []json.RawMessage) error {
	*s = append(*s, objects...)
	return nil
}
