// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package apiserver sends calls to a Kubernetes API server: where it is, with which credentials, how often a request is repeated,
// and what the error of a call says. It knows no kinds of objects.
package apiserver

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"k8s.io/client-go/rest"
)

// Client sends calls to an API server.
type Client struct {
	connection *connection
	http       *http.Client
	// server is the URL of the API server.
	server *url.URL
	// timeout and requests limit a call.
	timeout  time.Duration
	requests int32
}

// Options are what a Client needs besides the configuration.
type Options struct {
	// Lookup has the environment variables.
	Lookup Lookup
	// UserAgent is the name and version of the provider.
	UserAgent string
	// Clock changes the waits between requests, for tests.
	Clock Clock
}

// New returns a client. It reads the files of the configuration, and does not connect yet. The error is a
// *field.Error whose field is relative to the configuration. It does not contain secrets.
func New(config Config, options Options) (*Client, error) {
	config = config.WithEnvironment(options.Lookup)
	connection, err := config.connect(options.Lookup)
	if err != nil {
		return nil, err
	}
	c := &Client{connection: connection, timeout: DefaultTimeoutSeconds * time.Second, requests: 1 + DefaultMaxRetries}
	if n := config.TimeoutSeconds; n != nil {
		c.timeout = time.Duration(*n) * time.Second
	}
	if n := config.MaxRetries; n != nil {
		c.requests = 1 + *n
	}
	connection.rest.UserAgent = options.UserAgent
	connection.rest.WrapTransport = func(base http.RoundTripper) http.RoundTripper {
		return newTransport(base, int(c.requests)-1, c.timeout, options.Clock, connection.remember)
	}
	if c.server, _, err = rest.DefaultServerUrlFor(connection.rest); err != nil {
		return nil, connection.mistake(err)
	}
	c.server.Path = strings.TrimSuffix(c.server.Path, "/")
	if c.http, err = connection.httpClient(); err != nil {
		return nil, connection.mistake(err)
	}
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Show is a text of the server for a message, without secrets and shortened.
func (c *Client) Show(text string) string { return c.connection.show(text) }
