// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

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

// repeat sends a call until the answer is no temporary failure, and counts the requests.
func (c *Client) repeat(ctx context.Context, call *Call, requests *int) (*http.Response, []byte, error) {
	for attempt := 0; ; attempt++ {
		used, err := c.connection.plugin.credentials(ctx, nil)
		if err != nil {
			return nil, nil, err
		}
		resp, body, err := c.send(ctx, call, used.token, requests)
		if err == nil && resp.StatusCode == http.StatusUnauthorized {
			// A failure shows in the answer of the server to the credentials before, if the call has time for it.
			if _, err = c.connection.plugin.credentials(ctx, used); ctx.Err() == nil {
				err = nil
			}
			return resp, body, err
		}
		if *requests >= c.requests || !isTemporary(ctx, resp, err) {
			return resp, body, err
		}
		if err := Pause(ctx, c.backoff(0, 0, attempt, resp)); err != nil {
			return nil, nil, err
		}
	}
}

// isTemporary decides whether a request is repeated. If the wait would exceed the deadline of the call, the answer of the server
// is the result.
func isTemporary(ctx context.Context, resp *http.Response, err error) bool {
	deadline, limited := ctx.Deadline()
	if err == nil {
		return slices.Contains(temporary, resp.StatusCode) &&
			(!limited || time.Now().Add(min(retryAfter(resp), maxRetryAfter)).Before(deadline))
	}
	if _, isLarge := errors.AsType[*http.MaxBytesError](err); isLarge {
		return false
	}
	if limited && time.Until(deadline) < lastMoment {
		<-ctx.Done()
	}
	again, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err)
	return again
}

// Pause waits for some time, or until the context ends: then it returns its error.
func Pause(ctx context.Context, length time.Duration) error {
	select {
	case <-time.After(length):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
