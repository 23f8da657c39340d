package hub

import (
	"context"
	"net/http"
	"time"
)

// Backoff is the wait after an attempt without a response.
func Backoff(attempt int) time.Duration { return backoff(0, 0, attempt, nil) }

// Post sends a request that must not be repeated blindly.
func (c *Client) Post(ctx context.Context, path string) error {
	_, err := c.do(ctx, &call{verb: "create", resource: "things", method: http.MethodPost, path: path, contentType: "application/json", body: []byte("{}")})
	return err
}
