package advisor

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// backoff waits as long as the Retry-After of a 429 or a 503 says. Otherwise it waits firstWait, then twice that, give or
// take the jitter: the library's linear backoff, which does not differ from an exponential one in three attempts.
var backoff retryablehttp.Backoff = retryablehttp.RateLimitLinearJitterBackoff

// checkRetry tries again after what may pass: no connection, no answer in time, and the statuses that say so.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil || ctx.Err() != nil {
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	switch resp.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		// A wait beyond the time that is left is no use: fail at once. Bounds of 0 leave nothing but Retry-After.
		after := backoff(0, 0, 0, resp)
		deadline, limited := ctx.Deadline()
		return after <= maxRetryAfter && (!limited || time.Now().Add(after).Before(deadline)), nil
	}
	return false, nil
}
