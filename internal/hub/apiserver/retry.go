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
