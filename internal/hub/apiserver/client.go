// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiserver sends calls to a Kubernetes API server: where it is, with which credentials, how often a request is repeated,
// and what the error of a call says. It knows no kinds of objects.
package apiserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/client-go/rest"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Client sends calls to an API server.
type Client struct {
	connection *connection
	http       *http.Client
	// server is the URL of the API server.
	server *url.URL
	// timeout and limit are how long a call may take, and how many requests it may send.
	timeout time.Duration
	limit   int
	// backoff are the waits between requests.
	backoff retryablehttp.Backoff
}

// Options are what a Client needs besides the configuration.
type Options struct {
	// Lookup has the environment variables.
	Lookup Lookup
	// UserAgent is the name and version of the provider.
	UserAgent string
	// Clock changes the waits between requests, for tests.
	Clock func(retryablehttp.Backoff) retryablehttp.Backoff
}

// New returns a client. It reads the files of the configuration, and does not connect yet. The error is a
// *field.Error whose field is relative to the configuration. It does not contain secrets.
func New(config Config, options Options) (*Client, error) {
	config = config.WithEnvironment(options.Lookup)
	connection, err := config.connect(options.Lookup)
	if err != nil {
		return nil, err
	}
	c := &Client{
		connection: connection, timeout: DefaultTimeoutSeconds * time.Second, limit: 1 + DefaultMaxRetries, backoff: backoff,
	}
	if n := config.TimeoutSeconds; n != nil {
		c.timeout = time.Duration(*n) * time.Second
	}
	if n := config.MaxRetries; n != nil {
		c.limit = 1 + int(*n)
	}
	if options.Clock != nil {
		c.backoff = options.Clock(backoff)
	}
	connection.rest.UserAgent = options.UserAgent
	connection.rest.WrapTransport = func(base http.RoundTripper) http.RoundTripper {
		return &remembering{withPings(base, c.requestTimeout()), connection.remember}
	}
	if c.server, _, err = rest.DefaultServerUrlFor(connection.rest); err != nil {
		return nil, connection.mistake(err)
	}
	c.server.Path = strings.TrimSuffix(c.server.Path, "/")
	if c.http, err = connection.httpClient(); err != nil {
		return nil, connection.mistake(err)
	}
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Show is a text of the server for a message, without secrets and shortened.
func (c *Client) Show(text string) string { return c.connection.show(text) }

// Call is one request to the API server, with its repetitions. It must be harmless when it is repeated: no object is created with
// POST, a deletion has the UID of its object, and a patch that is not an apply has the resource version.
type Call struct {
	// Verb and Resource are those of RBAC, for errors. The verb decides on the method.
	Verb, Resource  string
	Namespace, Name string

	Path        string
	Query       url.Values
	ContentType string
	// Accept is the type of the response; empty for JSON.
	Accept string
	Body   []byte
	// Consume reads the body of a success while it arrives. It is called anew for each repetition; nil returns the body.
	Consume func(body io.Reader)
}

// errDeadline says that a call took too long.
var errDeadline = errors.New("the deadline of the call has passed")

// Do sends a call and returns the body of the response. The error is an *Error.
func (c *Client) Do(ctx context.Context, call *Call) ([]byte, error) {
	limited, cancel := context.WithTimeoutCause(ctx, c.timeout, errDeadline)
	defer cancel()
	x := &exchange{Client: c, call: call}
	resp, err := x.repeat(limited) //nolint:bodyclose // It is read and closed.
	if err == nil && resp.StatusCode == http.StatusUnauthorized && c.connection.renews() && x.requests < c.limit {
		// The credentials were renewed for the next request.
		resp, err = x.repeat(limited) //nolint:bodyclose // It is read and closed.
	}
	failed := &Error{
		Verb: call.Verb, Resource: call.Resource, Namespace: call.Namespace, Name: call.Name, Requests: x.requests,
	}
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fmt.Errorf("the response is larger than %d MiB", large.Limit>>20)
	}
	switch {
	case err != nil && errors.Is(context.Cause(limited), errDeadline):
		return nil, c.unreachable(ctx, failed, errors.Join(errDeadline, err))
	case err != nil:
		return nil, c.unreachable(ctx, failed, err)
	case resp.StatusCode/100 != 2:
		return nil, c.refused(failed, resp, x.body)
	}
	return x.body, nil
}

// Malformed is the error about a response that cannot be used.
func (c *Call) Malformed(reason string) *Error {
	return &Error{Verb: c.Verb, Resource: c.Resource, Namespace: c.Namespace, Name: c.Name, Reason: reason, Requests: 1}
}

// CheckNames returns an error about a response with another object than the one that was requested.
func (c *Call) CheckNames(namespace, name string) error {
	if name == c.Name && namespace == c.Namespace {
		return nil
	}
	return c.Malformed(fmt.Sprintf("the response is the object %s of namespace %s, which is not the one that was requested",
		excerpt.Quote(name), excerpt.Quote(namespace)))
}
