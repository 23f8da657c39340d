// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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

// methods are the methods of the verbs that change something; the others read.
var methods = map[string]string{"create": http.MethodPost, "patch": http.MethodPatch, "delete": http.MethodDelete}

// requestTimeout limits a request. Several fit into a call, so that one that hangs is repeated.
func (c *Client) requestTimeout() time.Duration { return max(c.timeout/3, time.Second) }

// request is the request of a call, which may be sent several times.
func (x *exchange) request(ctx context.Context, token string) (*retryablehttp.Request, error) {
	address := *x.server
	address.Path += x.call.Path
	address.RawQuery = x.call.Query.Encode()
	var body any // A nil slice would be a body without content.
	if x.call.Body != nil {
		body = x.call.Body
	}
	method := cmp.Or(methods[x.call.Verb], http.MethodGet)
	req, err := retryablehttp.NewRequestWithContext(ctx, method, address.String(), body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", cmp.Or(x.call.Accept, "application/json"))
	if x.call.ContentType != "" {
		req.Header.Set("Content-Type", x.call.ContentType)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return req, nil
}

// RoundTrip sends one request and reads the response, so that a body that stalls or breaks off is requested again. It counts the
// request, with those that net/http repeats on its own because a connection that it reuses is broken.
func (x *exchange) RoundTrip(req *http.Request) (*http.Response, error) {
	var written atomic.Int32
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written.Add(1) }}
	defer func() { x.requests += max(1, int(written.Load())) }()
	ctx, cancel := context.WithTimeout(httptrace.WithClientTrace(req.Context(), trace), x.requestTimeout())
	defer cancel()
	resp, err := x.http.Transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer func(body io.Closer) { _ = body.Close() }(resp.Body)
	if x.body, err = x.call.read(resp); err != nil {
		return nil, err
	}
	resp.Body = http.NoBody
	return resp, nil
}

// read reads the body of a response, or lets Consume read it.
func (c *Call) read(resp *http.Response) (text []byte, err error) {
	if c.Consume != nil && resp.StatusCode/100 == 2 {
		body := http.MaxBytesReader(nil, resp.Body, maxList)
		c.Consume(body)
		// The reader keeps the error of reading it, after which the request may be repeated.
		if _, err = body.Read(nil); errors.Is(err, io.EOF) {
			err = nil
		}
	} else {
		text, err = io.ReadAll(http.MaxBytesReader(nil, resp.Body, maxResponse))
	}
	// Objects keep a reference to the text.
	return bytes.Clone(text), err
}

// remembering remembers the header Authorization of each request. It belongs below the authentication.
type remembering struct {
	base     http.RoundTripper
	remember func(authorization string)
}

// RoundTrip sends a request.
func (t *remembering) RoundTrip(req *http.Request) (*http.Response, error) {
	t.remember(req.Header.Get("Authorization"))
	return t.base.RoundTrip(req)
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
