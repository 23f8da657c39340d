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

// send sends one request and reads the response, so that a body that stalls or breaks off is requested again. It counts the
// request, with those that net/http repeats on its own because a connection that it reuses is broken.
func (c *Client) send(ctx context.Context, call *Call, token string, requests *int) (*http.Response, []byte, error) {
	var written atomic.Int32
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written.Add(1) }}
	defer func() { *requests += max(1, int(written.Load())) }()
	ctx, cancel := context.WithTimeout(httptrace.WithClientTrace(ctx, trace), c.requestTimeout())
	defer cancel()
	address := *c.server
	address.Path += call.Path
	address.RawQuery = call.Query.Encode()
	method := cmp.Or(methods[call.Verb], http.MethodGet)
	req, err := http.NewRequestWithContext(ctx, method, address.String(), bytes.NewReader(call.Body))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("Accept", cmp.Or(call.Accept, "application/json"))
	if call.ContentType != "" {
		req.Header.Set("Content-Type", call.ContentType)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := call.read(resp)
	return resp, body, err
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
