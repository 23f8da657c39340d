package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/fields"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
)

const (
	// pageLimit is how many objects a page has. It is that of kubectl.
	pageLimit = 500
	// maxPages and maxObjects bound a list. A server that always returns a continue token would be read without end. The largest
	// fleet that is tested has 100 000 clusters, in 200 pages; an API server may return smaller pages.
	maxPages, maxObjects = 10_000, 1_000_000
	// maxKept limits the size of the objects of clusters that are kept for CEL expressions, in bytes. Those of a larger fleet are
	// listed again if an expression reads them: they are larger than all else that is kept of a cluster.
	maxKept = 64 << 20
	// maxRestarts limits how often a list starts again because its continue token has expired.
	maxRestarts = 2
)

// objectSet is what the objects of a list are added to.
type objectSet interface {
	// restart forgets all objects, because the list starts again.
	restart()
	// page returns a function that takes the objects of a page, and one that adds them to the set when the page is complete. A page
	// may be requested again.
	page() (add func(object []byte) error, done func())
}

// selection are the objects of a list: those that a label selector matches, and those of a name; empty is all of them.
type selection struct{ labels, name string }

// pages lists the objects of a kind, of all namespaces if the namespace is empty.
func (c *Client) pages(ctx context.Context, kind *served, namespace string, selector selection, into objectSet) error {
	list := &call{
		verb: "list", resource: kind.String(), namespace: namespace,
		method: http.MethodGet, path: kind.path(namespace, ""), query: url.Values{"limit": {strconv.Itoa(pageLimit)}},
	}
	if selector.labels != "" {
		list.query.Set("labelSelector", selector.labels)
	}
	if selector.name != "" {
		list.query.Set("fieldSelector", fields.OneTermEqualSelector("metadata.name", selector.name).String())
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

// once reads the pages of a list from the first to the last, each while it arrives.
func (c *Client) once(ctx context.Context, kind *served, list *call, into objectSet) error {
	count := 0
	for number := 1; ; number++ {
		var read int
		var next string
		var done func()
		var unusable error
		list.consume = func(body io.Reader) {
			read, unusable = 0, nil
			var add func([]byte) error
			add, done = into.page()
			next, unusable = manifest.ReadPage(body, kind.apiVersion(), kind.Kind.Kind, func(object []byte) error {
				if read++; count+read > c.listed.objects {
					return fmt.Errorf("the list has more than %s; the provider reads no longer list", excerpt.Count(c.listed.objects, "object"))
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				return add(object)
			})
		}
		if _, err := c.do(ctx, list); err != nil {
			return err
		}
		if unusable == nil {
			unusable = c.tooLong(number, next, list.query.Get("continue"))
		}
		if unusable != nil {
			return c.unusable(ctx, list, number, unusable)
		}
		done()
		if next == "" {
			return nil
		}
		count += read
		list.query.Set("continue", next)
	}
}

// tooLong is the error about a list that has too many pages, or that cannot end because a page refers to itself.
func (c *Client) tooLong(pages int, next, last string) error {
	switch {
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
	return body, get.checkNames(answer.Metadata.Namespace, answer.Metadata.Name)
}

// checkNames returns an error about a response with another object than the one that was requested.
func (c *call) checkNames(namespace, name string) error {
	if name == c.name && namespace == c.namespace {
		return nil
	}
	return c.malformed(fmt.Sprintf("the response is the object %s of namespace %s, which is not the one that was requested",
		excerpt.Quote(name), excerpt.Quote(namespace)))
}

// List returns the objects that a label selector matches as JSON, as the hub has them now: those of a placement, for
// example. Without a namespace they are those of all namespaces.
func (c *Client) List(ctx context.Context, kind *hubobject.Kind, namespace, selector string) ([]json.RawMessage, error) {
	return c.list(ctx, kind, namespace, selection{labels: selector})
}

// ListNamed returns the objects of a name, of all namespaces without a namespace, as JSON.
func (c *Client) ListNamed(ctx context.Context, kind *hubobject.Kind, namespace, name string) ([]json.RawMessage, error) {
	return c.list(ctx, kind, namespace, selection{name: name})
}

func (c *Client) list(
	ctx context.Context, kind *hubobject.Kind, namespace string, selector selection,
) ([]json.RawMessage, error) {
	found, err := c.find(ctx, kind)
	if err != nil {
		return nil, err
	}
	set := jsonSet{kind: kind, namespace: namespace}
	err = c.pages(ctx, found, namespace, selector, &set)
	return set.objects, err
}

// jsonSet keeps objects as they are.
type jsonSet struct {
	kind      *hubobject.Kind
	namespace string
	objects   []json.RawMessage
}

func (s *jsonSet) restart() { s.objects = nil }

func (s *jsonSet) page() (add func(object []byte) error, done func()) {
	var page []json.RawMessage
	return func(object []byte) error {
		if err := s.check(object); err != nil {
			return err
		}
		page = append(page, slices.Clip(bytes.Clone(object)))
		return nil
	}, func() { s.objects = append(s.objects, page...) }
}

// check returns an error about an object that the list cannot have.
func (s *jsonSet) check(object []byte) error {
	var of struct {
		Metadata struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
	}
	err := json.Unmarshal(object, &of)
	if err == nil {
		err = manifest.CheckNames(of.Metadata.Namespace, of.Metadata.Name)
	}
	if err == nil && s.namespace != "" && of.Metadata.Namespace != s.namespace {
		err = fmt.Errorf("metadata.namespace: found %s, which is not the one that was requested", excerpt.Quote(of.Metadata.Namespace))
	}
	if err != nil {
		return fmt.Errorf("%s/%s, %w", s.kind.Kind, excerpt.Text(of.Metadata.Name), err)
	}
	return nil
}
