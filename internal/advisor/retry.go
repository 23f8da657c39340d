package advisor

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// checkRetry tries again after what may pass: no connection, no answer in time, and the statuses that say so.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		var certificate *tls.CertificateVerificationError
		return !errors.As(err, &certificate), nil
	}
	switch resp.StatusCode {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		// A wait beyond the time that is left is no use: fail at once.
		if after, ok := retryAfter(resp); ok {
			if deadline, limited := ctx.Deadline(); after > maxRetryAfter || limited && time.Now().Add(after).After(deadline) {
				return false, nil
			}
		}
		return true, nil
	}
	return false, nil
}

// backoff waits as long as the advisor says, or 0.5 s, 1 s, ... with a jitter of a fifth.
func backoff(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	if after, ok := retryAfter(resp); ok {
		return after
	}
	wait := float64(firstWait) * float64(int(1)<<attempt)
	return time.Duration(wait * (1 - jitter + 2*jitter*rand.Float64()))
}

func retryAfter(resp *http.Response) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	text := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0), true
	}
	return 0, false
}
