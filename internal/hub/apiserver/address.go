// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"net"
	"net/url"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

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
