// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/transport"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// connection is a configuration that was resolved: the files are read and the defaults are set.
type connection struct {
	rest *rest.Config
	// source is the attribute that the connection comes from.
	source *field.Path
	// secrets must not occur in errors.
	secrets excerpt.Secrets
	// plugin is the exec plugin that prints the credentials; nil without one.
	plugin *plugin

	mu sync.Mutex
	// sent are the credentials of the requests, which must not occur in errors, either. Those of a plugin or a file are not among
	// the secrets of the configuration.
	sent []string
}

// maxSent limits how many credentials are remembered. A plugin renews them.
const maxSent = 16

// remember adds the credentials of a request, which have the form of the header Authorization.
func (c *connection) remember(authorization string) {
	_, credential, _ := strings.Cut(authorization, " ")
	c.mu.Lock()
	defer c.mu.Unlock()
	if credential == "" || slices.Contains(c.sent, credential) {
		return
	}
	c.sent = append(c.sent[max(0, len(c.sent)+1-maxSent):], credential)
}

// show sanitizes a text that a server or a library has written.
func (c *connection) show(text string) string {
	return c.masked().Show(text, maxText)
}

func (c *connection) masked() excerpt.Secrets {
	c.mu.Lock()
	defer c.mu.Unlock()
	return excerpt.NewSecrets(slices.Concat(c.secrets, c.sent)...)
}

// renews reports whether credentials that have expired are renewed: those of a plugin, and a token in a file.
func (c *connection) renews() bool {
	return c.plugin != nil || c.rest.BearerTokenFile != ""
}

// httpClient returns client-go's client. A plugin provides the credentials if the configuration has no others.
func (c *connection) httpClient() (*http.Client, error) {
	plain := rest.CopyConfig(c.rest)
	plain.ExecProvider = nil
	config, err := plain.TransportConfig()
	if err != nil {
		return nil, err
	}
	if config.HasTokenAuth() || config.HasBasicAuth() || config.HasCertAuth() {
		c.plugin = nil
	}
	if p := c.plugin; p != nil {
		// A request has made sure that its credentials are there before it opens a connection.
		certificate := func() (*tls.Certificate, error) { return p.current.Load().certificate, nil }
		config.TLS.GetCertHolder = &transport.GetCertHolder{GetCert: certificate}
		config.DialHolder = &transport.DialHolder{Dial: p.dialer.DialContext}
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	client.Transport, err = transport.New(config)
	return client, err
}

// mistake is the error about a connection that the library refuses.
func (c *connection) mistake(err error) error {
	return field.Forbidden(c.source, "the connection cannot be used: "+c.show(err.Error()))
}

// connect resolves a configuration that contains the environment. An error is a *field.Error.
func (c *Config) connect(lookup Lookup) (*connection, error) {
	if errs := c.Validate(nil); len(errs) > 0 {
		return nil, errs[0]
	}
	config, source, err := c.restConfig(lookup)
	if err != nil {
		return nil, err
	}
	if c.TLSServerName != "" {
		config.ServerName = c.TLSServerName
	}
	if c.Insecure != nil {
		config.Insecure = *c.Insecure
		if config.Insecure {
			// The library refuses a certificate that is not used.
			config.CAData, config.CAFile = nil, ""
		}
	}
	if c.ProxyURL != "" {
		proxy, _ := parseProxy(c.ProxyURL)
		config.Proxy = http.ProxyURL(proxy)
	}
	connection := &connection{rest: config, source: source, secrets: secretsOf(config)}
	if config.ExecProvider != nil {
		attribute := source
		if c.Exec != nil {
			attribute = field.NewPath("exec", "command")
		}
		path, err := checkExec(config.ExecProvider, attribute)
		if err != nil {
			return nil, err
		}
		if connection.plugin, err = newPlugin(config, path); err != nil {
			return nil, connection.mistake(err)
		}
	}
	return connection, nil
}

// restConfig returns the library's form of a configuration, and the attribute that it comes from.
func (c *Config) restConfig(lookup Lookup) (*rest.Config, *field.Path, error) {
	switch {
	case c.ConfigPath != "":
		path := field.NewPath("configPath")
		config, err := c.kubeconfig([]string{c.ConfigPath}, func(int) *field.Path { return path })
		return config, path, err
	case len(c.ConfigPaths) > 0:
		path := field.NewPath("configPaths")
		config, err := c.kubeconfig(c.ConfigPaths, path.Index)
		return config, path, err
	case c.contextAttribute() != "":
		return nil, nil, field.Required(field.NewPath("configPath"),
			"must be set because "+c.contextAttribute()+" is set: the path of the kubeconfig")
	case c.Host != "":
		return c.hostConfig(), field.NewPath("host"), nil
	}
	for _, a := range []struct {
		name  string
		isSet bool
	}{
		{"token", c.Token != ""}, {"client_certificate", c.ClientCertificate != ""}, {"exec", c.Exec != nil},
		{"cluster_ca_certificate", c.ClusterCACertificate != ""},
	} {
		if a.isSet {
			return nil, nil, field.Required(field.NewPath("host"), "must be set because "+a.name+" is set: the URL of the hub")
		}
	}
	if _, ok := lookup("KUBERNETES_SERVICE_HOST"); !ok {
		return nil, nil, field.Required(field.NewPath("host"), "the server of the hub is not known: set config_path or host, or the "+
			"environment variable KUBE_CONFIG_PATH or KUBE_HOST; outside of a pod there is no default")
	}
	config, err := rest.InClusterConfig()
	if err != nil {
		return nil, nil, field.Required(field.NewPath("host"), "the service account of the pod cannot be used ("+err.Error()+
			"); set config_path or host to use another hub")
	}
	return config, field.NewPath("host"), nil
}

func (c *Config) hostConfig() *rest.Config {
	config := &rest.Config{Host: c.Host, BearerToken: c.Token}
	config.CertData, config.KeyData = []byte(c.ClientCertificate), []byte(c.ClientKey)
	config.CAData = []byte(c.ClusterCACertificate)
	if c.Exec == nil {
		return config
	}
	config.ExecProvider = &api.ExecConfig{
		APIVersion: c.Exec.APIVersion, Command: expandHome(c.Exec.Command), Args: c.Exec.Args,
		InteractiveMode: api.NeverExecInteractiveMode,
	}
	for _, name := range slices.Sorted(maps.Keys(c.Exec.Env)) {
		config.ExecProvider.Env = append(config.ExecProvider.Env, api.ExecEnvVar{Name: name, Value: c.Exec.Env[name]})
	}
	return config
}

// checkExec makes sure that a plugin can run without a terminal and that it is installed, and returns where.
func checkExec(plugin *api.ExecConfig, path *field.Path) (string, error) {
	if plugin.InteractiveMode == api.AlwaysExecInteractiveMode {
		return "", field.Forbidden(path, fmt.Sprintf("the command %s needs a terminal, which a provider does not have; "+
			"use credentials that need no input", excerpt.Quote(plugin.Command)))
	}
	// Terraform's own input must not be read by a plugin.
	plugin.InteractiveMode, plugin.StdinUnavailable = api.NeverExecInteractiveMode, true
	file, err := exec.LookPath(plugin.Command)
	if err != nil {
		text := fmt.Sprintf("the command %s, which prints the credentials, was not found on the machine that runs Terraform",
			excerpt.Quote(plugin.Command))
		if plugin.InstallHint != "" {
			text += ": " + excerpt.Text(plugin.InstallHint)
		}
		return "", field.Forbidden(path, text)
	}
	return file, nil
}

func secretsOf(config *rest.Config) excerpt.Secrets {
	list := []string{
		config.BearerToken, config.Password, string(config.KeyData), base64.StdEncoding.EncodeToString(config.KeyData),
		base64.StdEncoding.EncodeToString([]byte(config.Username + ":" + config.Password)),
	}
	if config.Proxy != nil {
		// The URL of a proxy in a configuration does not depend on the request.
		if proxy, err := config.Proxy(&http.Request{URL: &url.URL{}}); err == nil && proxy != nil {
			password, _ := proxy.User.Password()
			list = append(list, password, url.QueryEscape(password), url.PathEscape(password))
		}
	}
	if config.ExecProvider != nil {
		for _, variable := range config.ExecProvider.Env {
			list = append(list, variable.Value)
		}
	}
	return excerpt.NewSecrets(list...)
}
