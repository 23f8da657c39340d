// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

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

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Endpoint is the URL of an advisor and how requests to it are authenticated. Everything but the URL is secret.
//
// Example cost for index#advisors:
//
//	{ url = "https://cost.example.com/advise" }
type Endpoint struct {
	// URL that receives the POST request: https, or http for a loopback address.
	URL string `json:"url"`
	// A bearer token.
	BearerToken string `json:"bearerToken,omitempty"`
	// The user of basic authentication.
	Username string `json:"username,omitempty"`
	// The password of basic authentication.
	Password string `json:"password,omitempty"`
	// Additional header fields.
	Headers map[string]string `json:"headers,omitempty"`
	// PEM-encoded CA certificates to verify the server with. Defaults to those of the system.
	CACertificate string `json:"caCertificate,omitempty"`
	// The PEM-encoded client certificate.
	ClientCertificate string `json:"clientCertificate,omitempty"`
	// The PEM-encoded key of the client certificate.
	ClientKey string `json:"clientKey,omitempty"`
	// Whether an http URL is allowed for an address that is not loopback. Defaults to `false`.
	AllowPlainHTTP bool `json:"allowPlainHttp,omitempty"`
	// The timeout of each of up to three attempts, 1 to 30. Defaults to 10.
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`
	// The maximum size of a response after decompression, 1 KiB (1024) to 16 MiB (16777216). Defaults to 1 MiB (1048576).
	MaxResponseBytes *int64 `json:"maxResponseBytes,omitempty"`
}

// header returns the header fields of a request.
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

// reserved lists the header fields that the contract or the connection sets.
var reserved = []string{"Host", "Content-Length", "Content-Type", "Accept", "Transfer-Encoding", "Trailer"}

// Check validates the endpoint before the first request. Errors do not contain its secrets.
func (e *Endpoint) Check() error {
	if err := e.checkURL(); err != nil {
		return err
	}
	if err := e.checkHeaders(); err != nil {
		return err
	}
	switch {
	case e.BearerToken != "" && e.Username != "":
		return errors.New("bearer_token cannot be combined with username and password")
	case e.Password != "" && e.Username == "":
		return errors.New("username is required because password is set")
	case strings.Contains(e.Username, ":"):
		return errors.New("username must not contain a colon, which basic authentication uses to separate it from the password")
	case !httpguts.ValidHeaderFieldValue(e.BearerToken):
		return errors.New("bearer_token must not contain a line break or another control character")
	}
	_, err := e.tls()
	return err
}

func (e *Endpoint) checkURL() error {
	address, err := url.Parse(e.URL)
	switch {
	case err != nil || address.Hostname() == "" || address.Scheme != "https" && address.Scheme != "http":
		return errors.New("the URL must be an https URL with a host")
	case address.User != nil:
		return errors.New("the URL must not contain a user; use username and password")
	case address.Scheme == "http" && !e.AllowPlainHTTP && !isLoopback(address.Hostname()):
		return errors.New("the URL must be https; http is supported for loopback addresses, and for others with allow_plain_http")
	}
	if port := address.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return errors.New("the port of the URL must be 1 to 65535")
		}
	}
	return nil
}

// checkHeaders validates the headers in the order of their names, so that the first error is always the same.
func (e *Endpoint) checkHeaders() error {
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return fmt.Errorf("%q is not a valid header name", name)
		case slices.Contains(reserved, canonical):
			return fmt.Errorf("the header %s cannot be set", canonical)
		case seen[canonical]:
			return fmt.Errorf("the header %s is set twice: header names are case-insensitive", canonical)
		case canonical == "Authorization" && (e.BearerToken != "" || e.Username != ""):
			return errors.New("the header Authorization cannot be combined with bearer_token or username")
		case !httpguts.ValidHeaderFieldValue(e.Headers[name]):
			return fmt.Errorf("the value of the header %s must not contain a line break or another control character", canonical)
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
			return nil, errors.New("ca_certificate is not valid PEM")
		}
	}
	if e.ClientCertificate != "" || e.ClientKey != "" {
		pair, err := tls.X509KeyPair([]byte(e.ClientCertificate), []byte(e.ClientKey))
		if err != nil {
			return nil, errors.New("client_certificate and client_key are not a valid PEM certificate and key")
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
	timeout := attemptTimeout
	if n := e.TimeoutSeconds; n != nil {
		timeout = time.Duration(*n) * time.Second
	}
	return &retryablehttp.Client{
		HTTPClient: &http.Client{
			Timeout:   timeout,
			Transport: &http.Transport{TLSClientConfig: config, Proxy: http.ProxyFromEnvironment},
			// Redirects are not followed, so that credentials are never sent to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		RetryMax: attempts - 1, RetryWaitMin: firstWait - jitter, RetryWaitMax: firstWait + jitter,
		CheckRetry: checkRetry, Backoff: backoff, ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}, nil
}

// secrets returns the endpoint's secrets in each form in which an advisor could send them back or an error could quote
// them.
func (e *Endpoint) secrets() excerpt.Secrets {
	list := slices.AppendSeq([]string{e.BearerToken, e.Password, e.ClientKey}, maps.Values(e.Headers))
	if _, token, ok := strings.Cut(e.header().Get("Authorization"), " "); ok {
		list = append(list, token)
	}
	return excerpt.NewSecrets(list...)
}
