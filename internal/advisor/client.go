// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// Limits of a request unless the endpoint sets its own.
const (
	attempts         = 3
	attemptTimeout   = 10 * time.Second
	decisionTimeout  = 60 * time.Second
	maxRetryAfter    = 30 * time.Second
	firstWait        = 500 * time.Millisecond
	jitter           = firstWait / 5
	defaultLimit     = 1 << 20
	maxRequestLength = 8 << 20
	// maxSent limits the total size of the requests of one decision, not counting retries.
	maxSent = 1 << 30
)

// Client asks the advisors of one decision.
type Client struct {
	// Endpoints are the endpoints of the advisors by name. An advisor without an endpoint is static or built in.
	Endpoints map[string]Endpoint
	Cache     *Cache
	// Wait is the clock of the retries. It defaults to real time.
	Wait func(retryablehttp.Backoff) retryablehttp.Backoff

	ctx    context.Context
	cancel context.CancelFunc

	mu sync.Mutex
	// connections are the HTTP clients by the advisor's name, which the rounds of the decision share. sent is the number of
	// bytes that the decision has sent.
	connections map[string]*retryablehttp.Client
	sent        int
}

// NewClient returns the client of one decision and starts its timeout. Call Close when the decision is made.
func NewClient(ctx context.Context, endpoints map[string]Endpoint, cache *Cache) *Client {
	ctx, cancel := context.WithTimeout(ctx, decisionTimeout)
	return &Client{Endpoints: endpoints, Cache: cache, ctx: ctx, cancel: cancel, connections: map[string]*retryablehttp.Client{}}
}

// Close cancels pending requests and closes the connections.
func (c *Client) Close() {
	c.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, connection := range c.connections {
		connection.HTTPClient.CloseIdleConnections()
	}
}

// Answer asks the advisor's endpoint. An advisor without an endpoint is static or built in. The same question is sent once.
func (c *Client) Answer(q *hybrid.Question) (hybrid.Answer, error) {
	endpoint, ok := c.Endpoints[q.Advisor.Name]
	if !ok {
		return hybrid.BuiltIn{}.Answer(q)
	}
	x := exchange{endpoint: &endpoint, secrets: endpoint.secrets(), sent: sentIn(q)}
	var err error
	if leastLength(q) <= maxRequestLength {
		if x.body, x.uid, err = requestBody(q); err != nil {
			return hybrid.Answer{}, err
		}
	}
	if x.body == nil || len(x.body) > maxRequestLength {
		return hybrid.Answer{}, fmt.Errorf("a request about %s would be larger than %d MiB; limit the candidates with "+
			"target_labels or targets",
			excerpt.Count(len(q.Candidates), "candidate"), maxRequestLength>>20)
	}
	key := x.key()
	if answer, known := c.Cache.load(key); known {
		return answer, nil
	}
	text, err := c.post(q.Advisor.Name, &x)
	if err != nil {
		return hybrid.Answer{}, errors.New(x.show(err.Error()))
	}
	answer, err := x.decode(text)
	if err != nil {
		return hybrid.Answer{}, err
	}
	// A concurrent request may have got a different answer: the first answer applies to all placements.
	return c.Cache.store(key, answer), nil
}

// connection returns the HTTP client for an advisor, which is created once per decision.
func (c *Client) connection(name string, e *Endpoint) (*retryablehttp.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.connections[name]; ok {
		return known, nil
	}
	client, err := e.client()
	if err != nil {
		return nil, err
	}
	if c.Wait != nil {
		client.Backoff = c.Wait(client.Backoff)
	}
	c.connections[name] = client
	return client, nil
}

// send adds to what the decision has sent. Every round sends all candidates, so the sum grows with the square of their
// number.
func (c *Client) send(length int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent += length; c.sent > maxSent {
		return fmt.Errorf("the requests of this decision to HTTP advisors would be larger than %d MiB in total; limit the "+
			"candidates with target_labels or with an advisor of type predicate, or increase replicas", maxSent>>20)
	}
	return nil
}

// post returns the body of the response.
func (c *Client) post(name string, x *exchange) ([]byte, error) {
	client, err := c.connection(name, x.endpoint)
	if err != nil {
		return nil, err
	}
	if err := c.send(len(x.body)); err != nil {
		return nil, err
	}
	req, err := retryablehttp.NewRequestWithContext(c.ctx, http.MethodPost, x.endpoint.URL, bytes.NewReader(x.body))
	if err != nil {
		return nil, errors.New("the URL is not valid")
	}
	req.Header = x.endpoint.header()
	limit := int64(defaultLimit)
	if n := x.endpoint.MaxResponseBytes; n != nil {
		limit = *n
	}
	// The body is read within the attempt, so that a body that stalls or breaks off is retried.
	var text []byte
	req.SetResponseHandler(func(resp *http.Response) (err error) {
		if resp.StatusCode == http.StatusOK {
			text, err = io.ReadAll(io.LimitReader(resp.Body, limit+1))
		}
		return err
	})
	resp, err := client.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the response has status %d", resp.StatusCode)
	}
	if media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, errors.New("the response does not have the content type application/json")
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("the response is larger than %d bytes", limit)
	}
	return text, nil
}

// withoutURL removes the URL from an error of the HTTP client: a URL may contain a secret.
func withoutURL(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

// backoff waits as long as the Retry-After of a 429 or a 503 asks for. Otherwise it waits firstWait, then twice that, with
// jitter: the library's linear backoff, which does not differ from an exponential one in three attempts.
var backoff retryablehttp.Backoff = retryablehttp.RateLimitLinearJitterBackoff

// checkRetry retries after temporary failures: no connection, a timeout, and the statuses that ask for a retry.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil || ctx.Err() != nil {
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	switch resp.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		// A wait beyond the decision's deadline cannot succeed: fail immediately. Bounds of 0 leave only Retry-After.
		after := backoff(0, 0, 0, resp)
		deadline, limited := ctx.Deadline()
		return after <= maxRetryAfter && (!limited || time.Now().Add(after).Before(deadline)), nil
	}
	return false, nil
}
