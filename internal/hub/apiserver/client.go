// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiserver sends calls to a Kubernetes API server: where it is, with which credentials, how often a request is repeated,
// and what the error of a call says. It knows no kinds of objects.
package apiserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
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
	// timeout and requests limit a call.
	timeout  time.Duration
	requests int32
}

// Options are what a Client needs besides the configuration.
type Options struct {
	// Lookup has the environment variables.
	Lookup Lookup
	// UserAgent is the name and version of the provider.
	UserAgent string
	// Clock changes the waits between requests, for tests.
	Clock Clock
}

// New returns a client. It reads the files of the configuration, and does not connect yet. The error is a
// *field.Error whose field is relative to the configuration. It does not contain secrets.
func New(config Config, options Options) (*Client, error) {
	config = config.WithEnvironment(options.Lookup)
	connection, err := config.connect(options.Lookup)
	if err != nil {
		return nil, err
	}
	c := &Client{connection: connection, timeout: DefaultTimeoutSeconds * time.Second, requests: 1 + DefaultMaxRetries}
	if n := config.TimeoutSeconds; n != nil {
		c.timeout = time.Duration(*n) * time.Second
	}
	if n := config.MaxRetries; n != nil {
		c.requests = 1 + *n
	}
	connection.rest.UserAgent = options.UserAgent
	connection.rest.WrapTransport = func(base http.RoundTripper) http.RoundTripper {
		return newTransport(base, int(c.requests)-1, c.timeout, options.Clock, connection.remember)
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
	// Verb and Resource are those of RBAC, for errors.
	Verb, Resource  string
	Namespace, Name string

	Method, Path string
	Query        url.Values
	ContentType  string
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
	failed := &Error{Verb: call.Verb, Resource: call.Resource, Namespace: call.Namespace, Name: call.Name}
	limited, cancel := context.WithTimeoutCause(ctx, c.timeout, errDeadline)
	defer cancel()
	counted := &attempts{limit: c.requests, consume: call.Consume}
	sending := context.WithValue(limited, attemptsKey{}, counted)
	resp, body, err := c.send(sending, call) //nolint:bodyclose // It is read and closed.
	if err == nil && resp.StatusCode == http.StatusUnauthorized && c.connection.renews() && counted.sent.Load() < counted.limit {
		// The credentials were renewed for the next request.
		resp, body, err = c.send(sending, call) //nolint:bodyclose // It is read and closed.
	}
	failed.Requests = int(counted.sent.Load())
	switch {
	case err != nil && errors.Is(context.Cause(limited), errDeadline):
		return nil, c.unreachable(ctx, failed, errors.Join(errDeadline, err))
	case err != nil:
		return nil, c.unreachable(ctx, failed, err)
	case resp.StatusCode/100 != 2:
		return nil, c.refused(failed, resp, body)
	}
	return body, nil
}

func (c *Client) send(ctx context.Context, call *Call) (*http.Response, []byte, error) {
	address := *c.server
	address.Path = address.Path + call.Path
	address.RawQuery = call.Query.Encode()
	var content io.Reader
	if call.Body != nil {
		content = bytes.NewReader(call.Body)
	}
	req, err := http.NewRequestWithContext(ctx, call.Method, address.String(), content)
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", cmp.Or(call.Accept, "application/json"))
	if call.ContentType != "" {
		req.Header.Set("Content-Type", call.ContentType)
	}
	used, err := c.connection.plugin.credentials(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	if used.token != "" {
		req.Header.Set("Authorization", "Bearer "+used.token)
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
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		// A failure shows in the answer of the server to the credentials before, if the call has time for it.
		if _, err = c.connection.plugin.credentials(ctx, used); ctx.Err() == nil {
			err = nil
		}
	}
	return resp, body, err
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

// The waits between the requests of a call.
const (
	firstWait = time.Second
	maxWait   = 4 * time.Second
	// maxRetryAfter limits the wait that a server asks for.
	maxRetryAfter = 10 * time.Second
	// lastMoment is too short for another request before the deadline of the call.
	lastMoment = 100 * time.Millisecond
)

// temporary are the statuses after which a request is repeated.
var temporary = []int{
	http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
	http.StatusServiceUnavailable, http.StatusGatewayTimeout,
}

// backoff waits exponentially longer, with jitter, or as long as a 429 or 503 asks for, within limits.
func backoff(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	if after := retryAfter(resp); after > 0 {
		return min(after, maxRetryAfter)
	}
	wait := min(firstWait<<min(attempt, 8), maxWait)
	return wait/2 + rand.N(wait/2)
}

// retryAfter is the wait that the header Retry-After of a 429 or 503 asks for. With limits of 0 the library's backoff
// returns nothing else.
func retryAfter(resp *http.Response) time.Duration {
	return retryablehttp.DefaultBackoff(0, 0, 0, resp)
}

// checkRetry decides whether a request is repeated. If the wait would exceed the deadline of the call, the server's answer is the
// result.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	call := callOf(ctx)
	if err != nil {
		var large tooLargeError
		if errors.As(err, &large) || call.sent.Load() >= call.limit {
			return false, err
		}
		if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) < lastMoment {
			<-ctx.Done()
			return false, ctx.Err()
		}
		return retryablehttp.DefaultRetryPolicy(ctx, nil, err)
	}
	if !slices.Contains(temporary, resp.StatusCode) || call.sent.Load() >= call.limit {
		return false, nil
	}
	deadline, limited := ctx.Deadline()
	return !limited || time.Now().Add(min(retryAfter(resp), maxRetryAfter)).Before(deadline), nil
}
