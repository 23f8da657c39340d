// Package hub reads a fleet from a Kubernetes API server with the objects of Open Cluster Management, KubeFleet or hybrid
// placement rules. It is the only package that connects to one.
package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/sharedread"
)

// Client is a hub. All resources and data sources of a provider process share one, so that they see the same fleet.
type Client struct {
	connection *connection
	http       *http.Client
	// server is the URL of the API server.
	server *url.URL
	// timeout and requests limit a call.
	timeout  time.Duration
	requests int32
	// listed limits a list.
	listed struct{ pages, objects, kept int }
	// manager is the field manager.
	manager string

	identity    sharedread.Results[struct{}, types.UID]
	discovery   sharedread.Results[string, []metav1.APIResource]
	lists       sharedread.Results[fleetList, listedFleet]
	objects     sharedread.Results[objectList, objectLists]
	permissions sharedread.Results[permission, bool]
	namesakes   namesakes
	planned     plannedObjects
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

// New returns the client of a hub. It reads the files of the configuration, and does not connect yet. The error is a
// *field.Error whose field is relative to the configuration. It does not contain secrets.
func New(config Config, options Options) (*Client, error) {
	config = config.WithEnvironment(options.Lookup)
	connection, err := config.connect(options.Lookup)
	if err != nil {
		return nil, err
	}
	c := &Client{connection: connection, timeout: DefaultTimeoutSeconds * time.Second, requests: 1 + DefaultMaxRetries}
	c.listed.pages, c.listed.objects, c.listed.kept = maxPages, maxObjects, maxKept
	c.manager = cmp.Or(config.FieldManager, DefaultFieldManager)
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
	if c.http, err = rest.HTTPClientFor(connection.rest); err != nil {
		return nil, connection.mistake(err)
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c, nil
}

// Close closes the connections.
func (c *Client) Close() {
	c.http.CloseIdleConnections()
	if c.connection.plugin != nil {
		_ = c.connection.plugin.listener.Close()
	}
}

// UID identifies the hub: it is that of the namespace kube-system, which no other API server has.
func (c *Client) UID(ctx context.Context) (types.UID, error) {
	return c.identity.Get(ctx, struct{}{}, func(ctx context.Context) (types.UID, error) {
		const namespace = "kube-system"
		get := &call{verb: "get", resource: "namespaces", name: namespace, method: http.MethodGet, path: "/api/v1/namespaces/" +
			namespace}
		body, err := c.do(ctx, get)
		if err != nil {
			return "", err
		}
		var object struct {
			Metadata struct {
				UID types.UID `json:"uid"`
			} `json:"metadata"`
		}
		if err := json.Unmarshal(body, &object); err != nil || object.Metadata.UID == "" {
			return "", get.malformed("the response is not a namespace of a Kubernetes API server")
		}
		return object.Metadata.UID, nil
	})
}

// malformed is the error about a response that cannot be used.
func (c *call) malformed(reason string) *Error {
	return &Error{Verb: c.verb, Resource: c.resource, Namespace: c.namespace, Name: c.name, Reason: reason, Requests: 1}
}
