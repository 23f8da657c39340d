// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"crypto/tls"
	"crypto/x509"

	"golang.org/x/net/http/httpguts"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Config is the connection to an API server. Its attributes are those of the kubernetes
// provider, except for username and password, which no supported Kubernetes reads, and the filters of labels and annotations.
type Config struct {
	// ConfigPath and ConfigPaths are kubeconfig files. ConfigContext is a context in them.
	ConfigPath    string   `json:"configPath,omitempty"`
	ConfigPaths   []string `json:"configPaths,omitempty"`
	ConfigContext string   `json:"configContext,omitempty"`
	// ConfigContextAuthInfo and ConfigContextCluster are a user and a cluster in the kubeconfig. They replace those of the context.
	ConfigContextAuthInfo string `json:"configContextAuthInfo,omitempty"`
	ConfigContextCluster  string `json:"configContextCluster,omitempty"`

	// Host is the URL of the API server. The credentials below belong to it.
	Host  string `json:"host,omitempty"`
	Token string `json:"token,omitempty"`
	// ClientCertificate, ClientKey and ClusterCACertificate are PEM.
	ClientCertificate    string `json:"clientCertificate,omitempty"`
	ClientKey            string `json:"clientKey,omitempty"`
	ClusterCACertificate string `json:"clusterCaCertificate,omitempty"`
	Exec                 *Exec  `json:"exec,omitempty"`

	// TLSServerName, ProxyURL and Insecure apply to a kubeconfig as well.
	TLSServerName string `json:"tlsServerName,omitempty"`
	ProxyURL      string `json:"proxyUrl,omitempty"`
	Insecure      *bool  `json:"insecure,omitempty"`

	// MaxRetries limits the repetitions of a request, and TimeoutSeconds all of them together. They default to
	// DefaultMaxRetries and DefaultTimeoutSeconds.
	MaxRetries     *int32 `json:"maxRetries,omitempty"`
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`
}

// Exec is a command that prints credentials.
type Exec struct {
	APIVersion string            `json:"apiVersion"`
	Command    string            `json:"command"`
	Args       []string          `json:"args,omitempty"`
	Env        map[string]string `json:"env,omitempty"`
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
