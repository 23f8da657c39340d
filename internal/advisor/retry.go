// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

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
