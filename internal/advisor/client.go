package advisor

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
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
	jitter           = 0.2
	defaultLimit     = 1 << 20
	maxRequestLength = 8 << 20
)

// Endpoint is where an advisor is asked, and how the request is authenticated. All of it but the URL is secret.
type Endpoint struct {
	URL         string
	BearerToken string
	Username    string
	Password    string
	Headers     map[string]string
	// CACertificate, ClientCertificate and ClientKey are PEM.
	CACertificate, ClientCertificate, ClientKey string
	// AllowPlainHTTP allows http to other hosts than this one.
	AllowPlainHTTP bool
	// Timeout is that of one attempt; 0 is ten seconds.
	Timeout time.Duration
	// ResponseLimit is how many bytes a response may have after decompression; 0 is 1 MiB.
	ResponseLimit int64
}

// Cache keeps the answers of a provider process, so that several placements of one plan are told the same, also if they
// ask at the same time. The zero value is ready.
type Cache struct {
	answers sync.Map
}

// Client asks the advisors of one decision.
type Client struct {
	// Endpoints are those of the advisors by name. An advisor without one is static or built in.
	Endpoints map[string]Endpoint
	Cache     *Cache
	// Wait is what a retry waits by; nil is the real time.
	Wait func(retryablehttp.Backoff) retryablehttp.Backoff

	ctx    context.Context
	cancel context.CancelFunc
}

// NewClient starts the time of a decision. Close ends it.
func NewClient(ctx context.Context, endpoints map[string]Endpoint, cache *Cache) *Client {
	ctx, cancel := context.WithTimeout(ctx, decisionTimeout)
	return &Client{Endpoints: endpoints, Cache: cache, ctx: ctx, cancel: cancel}
}

// Close ends what is still under way.
func (c *Client) Close() { c.cancel() }

// Advise asks the advisor's endpoint; without one the advisor is static or built in. The same question is asked once.
func (c *Client) Advise(q *hybrid.Question) (hybrid.Answer, error) {
	endpoint, ok := c.Endpoints[q.Advisor.Name]
	if !ok {
		return hybrid.BuiltIn{}.Advise(q)
	}
	body, uid, err := requestBody(q)
	if err != nil {
		return hybrid.Answer{}, err
	}
	if len(body) > maxRequestLength {
		return hybrid.Answer{}, fmt.Errorf("the request has %d bytes; it must not have more than %d", len(body), maxRequestLength)
	}
	key := fmt.Sprintf("%s %q %q %s", endpoint.URL, endpoint.header(), endpoint.ClientCertificate, body)
	if known, ok := c.Cache.answers.Load(key); ok {
		answer, _ := known.(hybrid.Answer)
		return answer, nil
	}
	answer, err := c.post(&endpoint, body, uid, len(q.Candidates)+len(q.Eliminated))
	if err != nil {
		return hybrid.Answer{}, endpoint.cleanError(err)
	}
	// Who asked at the same time may have been told something else: the first answer counts for all.
	first, _ := c.Cache.answers.LoadOrStore(key, endpoint.cleanAnswer(answer))
	answer, _ = first.(hybrid.Answer)
	return answer, nil
}

func (c *Client) post(e *Endpoint, body []byte, uid string, targets int) (hybrid.Answer, error) {
	client, err := e.client()
	if err != nil {
		return hybrid.Answer{}, err
	}
	if c.Wait != nil {
		client.Backoff = c.Wait(client.Backoff)
	}
	req, err := retryablehttp.NewRequestWithContext(c.ctx, http.MethodPost, e.URL, bytes.NewReader(body))
	if err != nil {
		return hybrid.Answer{}, errors.New("its URL is wrong")
	}
	req.Header = e.header()
	limit := e.ResponseLimit
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
		return hybrid.Answer{}, withoutURL(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return hybrid.Answer{}, fmt.Errorf("the response has status %d", resp.StatusCode)
	}
	if media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return hybrid.Answer{}, errors.New("the response is not of the type application/json")
	}
	if int64(len(text)) > limit {
		return hybrid.Answer{}, fmt.Errorf("the response is larger than %d bytes", limit)
	}
	return decodeResponse(text, uid, targets)
}

// header are the header fields of a request.
func (e *Endpoint) header() http.Header {
	header := http.Header{}
	for name, value := range maps.All(e.Headers) {
		header.Set(name, value)
	}
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json")
	switch {
	case e.BearerToken != "":
		header.Set("Authorization", "Bearer "+e.BearerToken)
	case e.Username != "":
		basic := &http.Request{Header: header}
		basic.SetBasicAuth(e.Username, e.Password)
	}
	return header
}

func (e *Endpoint) client() (*retryablehttp.Client, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	config, err := e.tls()
	if err != nil {
		return nil, err
	}
	timeout := e.Timeout
	if timeout == 0 {
		timeout = attemptTimeout
	}
	return &retryablehttp.Client{
		HTTPClient: &http.Client{
			Timeout:   timeout,
			Transport: &http.Transport{TLSClientConfig: config, Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true},
			// A redirect is an answer that is none: credentials must not travel.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax: attempts - 1, CheckRetry: checkRetry, Backoff: backoff,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}, nil
}

// reserved are the header fields that belong to the contract.
var reserved = []string{"Host", "Content-Length", "Content-Type", "Accept"}

// Check finds what is wrong with the endpoint, without a word of its secrets.
func (e *Endpoint) Check() error {
	address, err := url.Parse(e.URL)
	switch {
	case err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http":
		return errors.New("its URL must be an https URL with a host")
	case address.User != nil:
		return errors.New("its URL must not have a user; use username and password")
	case address.Scheme == "http" && !e.AllowPlainHTTP && !isLoopback(address.Hostname()):
		return errors.New("its URL must be https; plain http is for this host only, unless it is allowed")
	}
	for _, name := range reserved {
		for given := range e.Headers {
			if http.CanonicalHeaderKey(given) == name {
				return fmt.Errorf("the header %s cannot be set", name)
			}
		}
	}
	_, err = e.tls()
	return err
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

func (e *Endpoint) tls() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if e.CACertificate != "" {
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM([]byte(e.CACertificate)) {
			return nil, errors.New("its CA certificate is not PEM")
		}
	}
	if e.ClientCertificate != "" || e.ClientKey != "" {
		pair, err := tls.X509KeyPair([]byte(e.ClientCertificate), []byte(e.ClientKey))
		if err != nil {
			return nil, errors.New("its client certificate and key are not a PEM pair")
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

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

// withoutURL takes the URL out of an error of the HTTP client.
func withoutURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
