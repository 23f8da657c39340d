package advisor

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/net/http/httpguts"
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

// reserved are the header fields that belong to the contract or to the connection.
var reserved = []string{"Host", "Content-Length", "Content-Type", "Accept", "Transfer-Encoding", "Trailer"}

// Check finds what is wrong with the endpoint, so that no request is tried that cannot be made. Its secrets are in no error.
func (e *Endpoint) Check() error {
	if err := e.checkURL(); err != nil {
		return err
	}
	if err := e.checkHeaders(); err != nil {
		return err
	}
	switch {
	case e.BearerToken != "" && e.Username != "":
		return errors.New("it must have either bearer_token or username and password, not both")
	case e.Password != "" && e.Username == "":
		return errors.New("it has a password, so it needs a username")
	case strings.Contains(e.Username, ":"):
		return errors.New("its username must not contain a colon: basic authentication ends the name there")
	case !httpguts.ValidHeaderFieldValue(e.BearerToken):
		return errors.New("its bearer_token cannot be sent: it contains a line break or another control character")
	}
	_, err := e.tls()
	return err
}

func (e *Endpoint) checkURL() error {
	address, err := url.Parse(e.URL)
	switch {
	case err != nil || address.Hostname() == "" || address.Scheme != "https" && address.Scheme != "http":
		return errors.New("its URL must be an https URL with a host")
	case address.User != nil:
		return errors.New("its URL must not have a user; use username and password")
	case address.Scheme == "http" && !e.AllowPlainHTTP && !isLoopback(address.Hostname()):
		return errors.New("its URL must be https; plain http is for this host only, unless it is allowed")
	}
	if port := address.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return errors.New("the port of its URL must be 1 to 65535")
		}
	}
	return nil
}

// checkHeaders goes through the headers by name, so that of several mistakes the same one is told every time.
func (e *Endpoint) checkHeaders() error {
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return fmt.Errorf("%q is no name of a header", name)
		case slices.Contains(reserved, canonical):
			return fmt.Errorf("the header %s cannot be set", canonical)
		case seen[canonical]:
			return fmt.Errorf("the header %s is set twice: upper and lower case do not differ", canonical)
		case canonical == "Authorization" && (e.BearerToken != "" || e.Username != ""):
			return errors.New("the header Authorization cannot be set beside bearer_token or username")
		case !httpguts.ValidHeaderFieldValue(e.Headers[name]):
			return fmt.Errorf("the value of the header %s cannot be sent: it contains a line break or another control character", canonical)
		}
		seen[canonical] = true
	}
	return nil
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
			Transport: &http.Transport{TLSClientConfig: config, Proxy: http.ProxyFromEnvironment},
			// A redirect is an answer that is none: credentials must not travel.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax: attempts - 1, RetryWaitMin: firstWait - jitter, RetryWaitMax: firstWait + jitter,
		CheckRetry: checkRetry, Backoff: backoff, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}, nil
}
