// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/document"
)

// The limits of the size of a response after decompression. That of a list is read while it arrives; any other one is in memory
// as a whole: it is an object.
const (
	maxList     = 256 << 20
	maxResponse = document.MaxObject
)

// newTransport returns a transport that repeats requests. It belongs below the authentication, so that an error of an exec
// plugin does not look like one of the connection, and is not repeated. Remember gets the header Authorization of
// each request.
func newTransport(
	base http.RoundTripper, retries int, timeout time.Duration, wait Clock, remember func(string),
) http.RoundTripper {
	// Several requests fit into a call, so that one that hangs is repeated.
	attempt := max(timeout/3, time.Second)
	client := &retryablehttp.Client{
		HTTPClient: &http.Client{
			Transport: &wholeResponses{base: withPings(base, attempt), remember: remember},
			Timeout:   attempt,
			// Redirects are not followed, so that credentials are never sent to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax: retries, CheckRetry: checkRetry, Backoff: backoff,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	if wait != nil {
		client.Backoff = wait(client.Backoff)
	}
	return &retryablehttp.RoundTripper{Client: client}
}

// withPings returns a transport whose lost connections are found while a call still has requests left: client-go looks after
// 45 seconds, and until then every repetition would go to the connection that a firewall has forgotten.
func withPings(base http.RoundTripper, attempt time.Duration) http.RoundTripper {
	transport, ok := base.(*http.Transport)
	if !ok || transport.TLSNextProto["h2"] == nil {
		return base
	}
	transport = transport.Clone()
	transport.TLSNextProto, transport.ForceAttemptHTTP2 = nil, true
	wait := max(attempt/4, time.Second)
	transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: wait, PingTimeout: wait}
	return transport
}

// Clock changes the waits between requests, for tests.
type Clock func(retryablehttp.Backoff) retryablehttp.Backoff

// attempts is the part of a call that the transport needs, in the context of its requests.
type attempts struct {
	// limit is how many requests the call may send.
	limit int32
	// sent counts them.
	sent atomic.Int32
	// consume reads the body of a success while it arrives; nil keeps the body. It is called anew for each request.
	consume func(body io.Reader)
}

// count counts a request, with those that net/http repeats on its own because a connection that it reuses is broken.
func (a *attempts) count(req *http.Request) *http.Request {
	a.sent.Add(1)
	var written atomic.Int32
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) {
		if written.Add(1) > 1 {
			a.sent.Add(1)
		}
	}}
	return req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
}

type attemptsKey struct{}

func callOf(ctx context.Context) *attempts {
	if call, ok := ctx.Value(attemptsKey{}).(*attempts); ok {
		return call
	}
	return &attempts{}
}

// wholeResponses reads the body of a response within the request, so that a body that stalls or breaks off is requested again.
type wholeResponses struct {
	base     http.RoundTripper
	remember func(authorization string)
}

// tooLargeError is the error of a response that is larger than a limit.
type tooLargeError struct{ *http.MaxBytesError }

// Error returns the limit.
func (e tooLargeError) Error() string {
	return fmt.Sprintf("the response is larger than %d MiB", e.Limit>>20)
}

// RoundTrip sends a request. The body of the response is in memory and its length is known.
func (t *wholeResponses) RoundTrip(req *http.Request) (*http.Response, error) {
	t.remember(req.Header.Get("Authorization"))
	resp, err := t.base.RoundTrip(callOf(req.Context()).count(req))
	if err != nil {
		return nil, err
	}
	defer func(body io.Closer) { _ = body.Close() }(resp.Body)
	var text []byte
	if consume := callOf(req.Context()).consume; consume != nil && resp.StatusCode/100 == 2 {
		body := http.MaxBytesReader(nil, resp.Body, maxList)
		consume(body)
		// The reader keeps the error of reading it, after which the request may be repeated.
		if _, err = body.Read(nil); errors.Is(err, io.EOF) {
			err = nil
		}
	} else {
		text, err = io.ReadAll(http.MaxBytesReader(nil, resp.Body, maxResponse))
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, tooLargeError{large}
	case err != nil:
		return nil, err
	}
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	return resp, nil
}

// readBody returns the text of a response, in memory of exactly its size: objects keep a reference to it.
func readBody(resp *http.Response) ([]byte, error) {
	defer func() { _ = resp.Body.Close() }()
	if resp.ContentLength < 0 {
		return io.ReadAll(resp.Body)
	}
	text := make([]byte, resp.ContentLength)
	_, err := io.ReadFull(resp.Body, text)
	return text, err
}
