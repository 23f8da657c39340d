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

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
)

// Limits of a request, where the endpoint does not say otherwise.
const (
	attempts         = 3
	attemptTimeout   = 10 * time.Second
	decisionTimeout  = 60 * time.Second
	maxRetryAfter    = 30 * time.Second
	firstWait        = 500 * time.Millisecond
	jitter           = firstWait / 5
	defaultLimit     = 1 << 20
	maxRequestLength = 8 << 20
	// maxSent is what the requests of a decision may have all together, attempts not counted.
	maxSent = 1 << 30
)

// Client asks the advisors of one decision.
type Client struct {
	// Endpoints are those of the advisors by name. An advisor without one is static or built in.
	Endpoints map[string]Endpoint
	Cache     *Cache
	// Wait is what a retry waits by; nil is the real time.
	Wait func(retryablehttp.Backoff) retryablehttp.Backoff

	ctx    context.Context
	cancel context.CancelFunc

	mu sync.Mutex
	// connections are those to the endpoints by the advisor's name, which the rounds of the decision share. Sent is how many
	// bytes the decision has asked.
	connections map[string]*retryablehttp.Client
	sent        int
}

// NewClient starts the time of a decision. Close ends it.
func NewClient(ctx context.Context, endpoints map[string]Endpoint, cache *Cache) *Client {
	ctx, cancel := context.WithTimeout(ctx, decisionTimeout)
	return &Client{Endpoints: endpoints, Cache: cache, ctx: ctx, cancel: cancel, connections: map[string]*retryablehttp.Client{}}
}

// Close ends what is still under way, and the connections.
func (c *Client) Close() {
	c.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, connection := range c.connections {
		connection.HTTPClient.CloseIdleConnections()
	}
}

// Advise asks the advisor's endpoint; without one the advisor is static or built in. The same question is asked once.
func (c *Client) Advise(q *hybrid.Question) (hybrid.Answer, error) {
	endpoint, ok := c.Endpoints[q.Advisor.Name]
	if !ok {
		return hybrid.BuiltIn{}.Advise(q)
	}
	x := exchange{endpoint: &endpoint, secrets: endpoint.secrets(), sent: sentIn(q)}
	var err error
	if leastLength(q) <= maxRequestLength {
		if x.body, x.uid, err = requestBody(q); err != nil {
			return hybrid.Answer{}, err
		}
	}
	if x.body == nil || len(x.body) > maxRequestLength {
		return hybrid.Answer{}, fmt.Errorf("a request about %d candidates would have more than %d MiB; limit them by target_labels or targets",
			len(q.Candidates), maxRequestLength>>20)
	}
	key := x.key()
	if answer, known := c.Cache.load(key); known {
		return answer, nil
	}
	text, err := c.post(q.Advisor.Name, &x)
	if err != nil {
		return hybrid.Answer{}, errors.New(x.secrets.show(err.Error()))
	}
	answer, err := x.decode(text)
	if err != nil {
		return hybrid.Answer{}, err
	}
	// Who asked at the same time may have been told something else: the first answer counts for all.
	return c.Cache.store(key, answer), nil
}

// connection is the client for an advisor. It is made once in a decision.
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

// send counts what a decision asks. Every round asks about all candidates, so the sum is the square of their number.
func (c *Client) send(length int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent += length; c.sent > maxSent {
		return fmt.Errorf("the decision has asked its advisors over HTTP about so many candidates in so many rounds that it would send more "+
			"than %d MiB; limit the candidates by target_labels or by an advisor of type predicate, or raise replicas", maxSent>>20)
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
		return nil, errors.New("its URL is wrong")
	}
	req.Header = x.endpoint.header()
	limit := x.endpoint.ResponseLimit
	if limit == 0 {
		limit = defaultLimit
	}
	// The body is read inside of the attempt, so that one that stalls or breaks off is tried again.
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
		return nil, errors.New("the response is not of the type application/json")
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("the response is larger than %d bytes", limit)
	}
	return text, nil
}

// withoutURL takes the URL out of an error of the HTTP client.
func withoutURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
