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

// exchange is a call on its way: the requests that it has sent, and the body of the last answer.
type exchange struct {
	*Client
	call     *Call
	requests int
	body     []byte
}

// repeat sends a call until the answer is no temporary failure.
func (x *exchange) repeat(ctx context.Context) (*http.Response, error) {
	used, err := x.connection.plugin.credentials(ctx, nil)
	if err != nil {
		return nil, err
	}
	req, err := x.request(ctx, used.token)
	if err != nil {
		return nil, err
	}
	repeating := &retryablehttp.Client{
		HTTPClient: &http.Client{Transport: x, CheckRedirect: x.http.CheckRedirect},
		RetryMax:   x.limit - 1, CheckRetry: x.isTemporary, Backoff: x.backoff, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	resp, err := repeating.Do(req)
	if err == nil && resp.StatusCode == http.StatusUnauthorized {
		// A failure shows in the answer of the server to the credentials before, if the call has time for it.
		if _, err = x.connection.plugin.credentials(ctx, used); ctx.Err() == nil {
			err = nil
		}
	}
	return resp, err
}

// isTemporary decides whether a request is repeated. If the wait would exceed the deadline of the call, the answer of the server
// is the result.
func (x *exchange) isTemporary(ctx context.Context, resp *http.Response, err error) (bool, error) {
	deadline, limited := ctx.Deadline()
	_, isLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case x.requests >= x.limit || isLarge:
		return false, err
	case err == nil:
		return slices.Contains(temporary, resp.StatusCode) &&
			(!limited || time.Now().Add(min(retryAfter(resp), maxRetryAfter)).Before(deadline)), nil
	case limited && time.Until(deadline) < lastMoment:
		<-ctx.Done()
		return false, ctx.Err()
	}
	return retryablehttp.DefaultRetryPolicy(ctx, nil, err)
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
