// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"slices"

	"golang.org/x/net/http/httpguts"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Config is the connection to an API server. Its attributes are those of the kubernetes
// provider, except for username and password, which no supported Kubernetes reads, and the filters of labels and annotations.
type Config struct {
	// The path of a kubeconfig file. Defaults to the environment variable `KUBE_CONFIG_PATH`.
	ConfigPath string `json:"configPath,omitempty"`
	// The paths of kubeconfig files, which are merged. Defaults to `KUBE_CONFIG_PATHS`, a list as in `PATH`.
	ConfigPaths []string `json:"configPaths,omitempty"`
	// The context in the kubeconfig. Defaults to `KUBE_CTX`, or the current context of the kubeconfig.
	ConfigContext string `json:"configContext,omitempty"`
	// The user in the kubeconfig, instead of that of the context. Defaults to `KUBE_CTX_AUTH_INFO` if `config_context` is not set.
	ConfigContextAuthInfo string `json:"configContextAuthInfo,omitempty"`
	// The cluster in the kubeconfig, instead of that of the context. Defaults to `KUBE_CTX_CLUSTER` if `config_context` is not set.
	ConfigContextCluster string `json:"configContextCluster,omitempty"`

	// The URL of the API server. The credentials below belong to it; they cannot be combined with a kubeconfig. Defaults to
	// `KUBE_HOST`, or the server of the pod.
	Host string `json:"host,omitempty"`
	// A bearer token. Defaults to `KUBE_TOKEN`.
	Token string `json:"token,omitempty"`
	// The PEM-encoded client certificate. Defaults to `KUBE_CLIENT_CERT_DATA`.
	ClientCertificate string `json:"clientCertificate,omitempty"`
	// The PEM-encoded key of the client certificate. Defaults to `KUBE_CLIENT_KEY_DATA`.
	ClientKey string `json:"clientKey,omitempty"`
	// PEM-encoded CA certificates to verify the server with. Defaults to `KUBE_CLUSTER_CA_CERT_DATA`, or the certificates of the
	// system.
	ClusterCACertificate string `json:"clusterCaCertificate,omitempty"`
	// A command that prints credentials, as in a kubeconfig, run once per process of the provider without a terminal. Its error has
	// the end of stderr, without what looks like a token.
	Exec *Exec `json:"exec,omitempty"`

	// The name in the server's certificate, if it is not that of the URL. Defaults to `KUBE_TLS_SERVER_NAME`.
	// ---
	// TLSServerName, ProxyURL and Insecure apply to a kubeconfig as well.
	TLSServerName string `json:"tlsServerName,omitempty"`
	// The URL of a proxy: http, https or socks5. Defaults to `KUBE_PROXY_URL`.
	ProxyURL string `json:"proxyUrl,omitempty"`
	// Whether the server's certificate is not verified. Anybody on the network can then read the credentials. Defaults to
	// `KUBE_INSECURE`, or `false`.
	Insecure *bool `json:"insecure,omitempty"`

	// How often a request is repeated after an error of the connection or the status 408, 429, 500, 502, 503 or 504: 0 to 3.
	// Defaults to 3.
	// ---
	// The default is DefaultMaxRetries, and that of TimeoutSeconds DefaultTimeoutSeconds.
	MaxRetries *int32 `json:"maxRetries,omitempty"`
	// The time for a request with its repetitions, 1 to 600. Defaults to 60.
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`
}

// Exec is a command that prints credentials.
type Exec struct {
	// `client.authentication.k8s.io/v1` or `client.authentication.k8s.io/v1beta1`.
	APIVersion string `json:"apiVersion"`
	// The command: a name in `PATH`, or a path.
	Command string `json:"command"`
	// The arguments.
	Args []string `json:"args,omitempty"`
	// Additional environment variables.
	Env map[string]string `json:"env,omitempty"`
}

// The limits of a call, which is one request with its repetitions.
const (
	DefaultMaxRetries     = 3
	DefaultTimeoutSeconds = 60
	MaxTimeoutSeconds     = 600
)

// execVersions are the versions of the exec plugins' API.
var execVersions = []string{"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"}

// Validate finds the mistakes in the configuration alone: without files and the environment. The errors do not contain
// secrets.
func (c *Config) Validate(path *field.Path) field.ErrorList {
	var errs field.ErrorList
	errs = append(errs, c.validateSource(path)...)
	errs = append(errs, c.validateCredentials(path)...)
	errs = append(errs, c.validateTLS(path)...)
	errs = append(errs, c.Exec.validate(path.Child("exec"))...)
	if c.Host != "" {
		errs = append(errs, c.validateHost(path.Child("host"))...)
	}
	if c.ProxyURL != "" {
		if _, err := parseProxy(c.ProxyURL); err != "" {
			errs = append(errs, field.Forbidden(path.Child("proxyUrl"), err))
		}
	}
	if n := c.MaxRetries; n != nil && (*n < 0 || *n > DefaultMaxRetries) {
		errs = append(errs, field.Invalid(path.Child("maxRetries"), *n, "must be 0 to 3"))
	}
	if n := c.TimeoutSeconds; n != nil && (*n < 1 || *n > MaxTimeoutSeconds) {
		errs = append(errs, field.Invalid(path.Child("timeoutSeconds"), *n, "must be 1 to 600"))
	}
	return errs
}

// validateSource makes sure that the connection is either that of a kubeconfig or that of a host.
func (c *Config) validateSource(path *field.Path) (errs field.ErrorList) {
	if c.ConfigPath != "" && len(c.ConfigPaths) > 0 {
		errs = append(errs, field.Forbidden(path.Child("configPaths"), "cannot be combined with config_path"))
	}
	for i, name := range c.ConfigPaths {
		if name == "" {
			errs = append(errs, field.Required(path.Child("configPaths").Index(i), "must be the path of a kubeconfig file"))
		}
	}
	kubeconfig := ""
	switch {
	case c.ConfigPath != "":
		kubeconfig = "config_path"
	case len(c.ConfigPaths) > 0:
		kubeconfig = "config_paths"
	case c.contextAttribute() != "":
		kubeconfig = c.contextAttribute()
	default:
		return errs
	}
	for _, a := range []struct {
		name  string
		isSet bool
	}{
		{"host", c.Host != ""}, {"token", c.Token != ""}, {"clientCertificate", c.ClientCertificate != ""},
		{"clientKey", c.ClientKey != ""}, {"clusterCaCertificate", c.ClusterCACertificate != ""}, {"exec", c.Exec != nil},
	} {
		if a.isSet {
			errs = append(errs, field.Forbidden(path.Child(a.name), "cannot be combined with "+kubeconfig+
				": the kubeconfig has the server and its credentials"))
		}
	}
	return errs
}

// contextAttribute is the first attribute that is set of those that choose from a kubeconfig; empty without one.
func (c *Config) contextAttribute() string {
	switch {
	case c.ConfigContext != "":
		return "config_context"
	case c.ConfigContextAuthInfo != "":
		return "config_context_auth_info"
	case c.ConfigContextCluster != "":
		return "config_context_cluster"
	}
	return ""
}

func (c *Config) validateCredentials(path *field.Path) (errs field.ErrorList) {
	if c.ClientKey == "" && c.ClientCertificate != "" {
		errs = append(errs, field.Required(path.Child("clientKey"), "must be set because client_certificate is set"))
	}
	if c.ClientCertificate == "" && c.ClientKey != "" {
		errs = append(errs, field.Required(path.Child("clientCertificate"), "must be set because client_key is set"))
	}
	if c.Exec != nil && c.Token != "" {
		errs = append(errs, field.Forbidden(path.Child("exec"), "cannot be combined with token"))
	}
	if c.Exec != nil && c.ClientCertificate != "" {
		errs = append(errs, field.Forbidden(path.Child("exec"), "cannot be combined with client_certificate"))
	}
	if !httpguts.ValidHeaderFieldValue(c.Token) {
		errs = append(errs, field.Forbidden(path.Child("token"), "must not contain a line break or another control character"))
	}
	return errs
}

func (c *Config) validateTLS(path *field.Path) (errs field.ErrorList) {
	if c.Insecure != nil && *c.Insecure && c.ClusterCACertificate != "" {
		errs = append(errs, field.Forbidden(path.Child("insecure"),
			"cannot be combined with cluster_ca_certificate: the server's certificate is verified or it is not"))
	}
	if c.ClusterCACertificate != "" && !x509.NewCertPool().AppendCertsFromPEM([]byte(c.ClusterCACertificate)) {
		errs = append(errs, field.Forbidden(path.Child("clusterCaCertificate"), "must be a PEM certificate"))
	}
	if c.ClientCertificate != "" && c.ClientKey != "" {
		if _, err := tls.X509KeyPair([]byte(c.ClientCertificate), []byte(c.ClientKey)); err != nil {
			errs = append(errs, field.Forbidden(path.Child("clientCertificate"),
				"must be a PEM certificate, and client_key its PEM key without a password"))
		}
	}
	return errs
}

func (c *Config) validateHost(path *field.Path) field.ErrorList {
	host, err := url.Parse(c.Host)
	switch {
	case err != nil || host.Hostname() == "" || host.Scheme != "https" && host.Scheme != "http":
		return field.ErrorList{field.Forbidden(path, "must be a URL such as \"https://hub.example.com:6443\"")}
	case host.User != nil || host.RawQuery != "" || host.Fragment != "":
		return field.ErrorList{field.Forbidden(path, "must not have a user, a query or a fragment")}
	case host.Scheme == "http" && (c.Token != "" || c.Exec != nil) && !isLoopback(host.Hostname()):
		return field.ErrorList{field.Forbidden(path, "must be an https URL: credentials are sent over http to loopback addresses only")}
	}
	return nil
}

func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || address != nil && address.IsLoopback()
}

// parseProxy returns the URL of a proxy, or what is wrong with it. The error of url.Parse would quote a password.
func parseProxy(text string) (proxy *url.URL, mistake string) {
	proxy, err := url.Parse(text)
	if err != nil || proxy.Host == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, proxy.Scheme) {
		return nil, "must be a URL such as \"http://proxy.example.com:3128\", with the scheme http, https, socks5 or socks5h"
	}
	return proxy, ""
}

func (e *Exec) validate(path *field.Path) (errs field.ErrorList) {
	if e == nil {
		return nil
	}
	if e.Command == "" {
		errs = append(errs, field.Required(path.Child("command"), "must be the command that prints the credentials"))
	}
	if !slices.Contains(execVersions, e.APIVersion) {
		errs = append(errs, excerpt.NotSupported(path.Child("apiVersion"), e.APIVersion, execVersions))
	}
	return errs
}
