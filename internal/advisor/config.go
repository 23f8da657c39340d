// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package advisor

// Config is an advisor in the configuration of the provider.
type Config struct {
	URL               string            `json:"url"`
	BearerToken       string            `json:"bearerToken,omitempty"`
	Username          string            `json:"username,omitempty"`
	Password          string            `json:"password,omitempty"`
	Headers           map[string]string `json:"headers,omitempty"`
	CACertificate     string            `json:"caCertificate,omitempty"`
	ClientCertificate string            `json:"clientCertificate,omitempty"`
	ClientKey         string            `json:"clientKey,omitempty"`
	AllowPlainHTTP    bool              `json:"allowPlainHttp,omitempty"`
	TimeoutSeconds    *int32            `json:"timeoutSeconds,omitempty"`
	MaxResponseBytes  *int64            `json:"maxResponseBytes,omitempty"`
}
