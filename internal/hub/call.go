package hub

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
)

// call is one request to the API server, with its repetitions. Each is harmless when it is repeated: nothing is created with
// POST, a deletion has the UID of its object, and a patch that is not an apply has the resource version.
type call struct {
	// verb and resource are those of RBAC, for errors.
	verb, resource  string
	namespace, name string

	method, path string
	query        url.Values
	contentType  string
	// accept is the type of the response; empty for JSON.
	accept string
	body   []byte
	// consume reads the body of a success while it arrives. It is called anew for each repetition; nil returns the body.
	consume func(body io.Reader)
}

// errDeadline says that a call took too long.
var errDeadline = errors.New("the deadline of the call has passed")

// do sends a call and returns the body of the response. The error is an *Error.
func (c *Client) do(ctx context.Context, call *call) ([]byte, error) {
	failed := &Error{Verb: call.verb, Resource: call.resource, Namespace: call.namespace, Name: call.name}
	limited, cancel := context.WithTimeoutCause(ctx, c.timeout, errDeadline)
	defer cancel()
	counted := &attempts{limit: c.requests, consume: call.consume}
	type response struct {
		resp *http.Response
		body []byte
		err  error
	}
	done := make(chan response, 1)
	defer c.connection.plugin.wait()()
	// client-go waits for the plugin that prints credentials without the context, so its end is not waited for.
	go func() {
		var r response
		ctx := context.WithValue(limited, attemptsKey{}, counted)
		r.resp, r.body, r.err = c.send(ctx, call)
		if r.err == nil && r.resp.StatusCode == http.StatusUnauthorized && c.connection.renews() &&
			counted.sent.Load() < counted.limit {
			// The library renews the credentials for the next request.
			r.resp, r.body, r.err = c.send(ctx, call)
		}
		done <- r
	}()
	select {
	case r := <-done:
		failed.Requests = int(counted.sent.Load())
		switch {
		case r.err != nil && errors.Is(context.Cause(limited), errDeadline):
			return nil, c.unreachable(ctx, failed, errDeadline)
		case r.err != nil:
			return nil, c.unreachable(ctx, failed, r.err)
		case r.resp.StatusCode/100 != 2:
			return nil, c.refused(failed, r.resp, r.body)
		}
		return r.body, nil
	case <-limited.Done():
		failed.Requests = int(counted.sent.Load())
		return nil, c.unreachable(ctx, failed, errDeadline)
	}
}

func (c *Client) send(ctx context.Context, call *call) (*http.Response, []byte, error) {
	address := *c.server
	address.Path = address.Path + call.path
	address.RawQuery = call.query.Encode()
	var content io.Reader
	if call.body != nil {
		content = bytes.NewReader(call.body)
	}
	req, err := http.NewRequestWithContext(ctx, call.method, address.String(), content)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", cmp.Or(call.accept, "application/json"))
	if call.contentType != "" {
		req.Header.Set("Content-Type", call.contentType)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return nil, nil, err
	}
	body, err := readBody(resp)
	return resp, body, err
}
