// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Lookup returns the value of an environment variable, as os.LookupEnv does.
type Lookup func(name string) (value string, ok bool)

// WithEnvironment adds what the environment variables of the kubernetes provider set. Attributes take precedence over
// variables, and so that the credentials of one hub are never sent to another, the variables of a kubeconfig do not apply
// to a configuration with a host or credentials, nor those of a host to one with a kubeconfig, nor the user and the cluster
// to one with a context. Of the variables alone, KUBE_HOST takes precedence over a kubeconfig.
func (c Config) WithEnvironment(lookup Lookup) Config {
	value := func(name string) string {
		text, _ := lookup(name)
		return text
	}
	hasPath := c.ConfigPath != "" || len(c.ConfigPaths) > 0
	hasCredentials := c.Token != "" || c.ClientCertificate != "" || c.ClientKey != "" || c.Exec != nil
	switch {
	case hasPath:
	case c.contextAttribute() == "" && (c.Host != "" || hasCredentials || c.ClusterCACertificate != "" || value("KUBE_HOST") != ""):
		setDefault(&c.Host, value("KUBE_HOST"))
		if !hasCredentials {
			c.Token, c.ClientCertificate, c.ClientKey = value("KUBE_TOKEN"), value("KUBE_CLIENT_CERT_DATA"), value("KUBE_CLIENT_KEY_DATA")
		}
		if c.Insecure == nil || !*c.Insecure {
			setDefault(&c.ClusterCACertificate, value("KUBE_CLUSTER_CA_CERT_DATA"))
		}
	default:
		c.ConfigPath = value("KUBE_CONFIG_PATH")
		if paths := value("KUBE_CONFIG_PATHS"); c.ConfigPath == "" && paths != "" {
			c.ConfigPaths = filepath.SplitList(paths)
		}
		hasPath = c.ConfigPath != "" || len(c.ConfigPaths) > 0
	}
	if hasPath && c.ConfigContext == "" {
		c.ConfigContext = value("KUBE_CTX")
		setDefault(&c.ConfigContextAuthInfo, value("KUBE_CTX_AUTH_INFO"))
		setDefault(&c.ConfigContextCluster, value("KUBE_CTX_CLUSTER"))
	}
	setDefault(&c.TLSServerName, value("KUBE_TLS_SERVER_NAME"))
	setDefault(&c.ProxyURL, value("KUBE_PROXY_URL"))
	if insecure, err := strconv.ParseBool(value("KUBE_INSECURE")); err == nil && c.Insecure == nil && c.ClusterCACertificate == "" {
		c.Insecure = &insecure
	}
	return c
}

// ConnectionsOf are the environment variables that are set and name an API server.
func ConnectionsOf(lookup Lookup) []string {
	return slices.DeleteFunc([]string{"KUBE_HOST", "KUBE_CONFIG_PATH", "KUBE_CONFIG_PATHS"}, func(name string) bool {
		text, _ := lookup(name)
		return text == ""
	})
}

func setDefault(attribute *string, value string) {
	*attribute = cmp.Or(*attribute, value)
}

// expandHome replaces a leading ~ with the home directory, as a shell does.
func expandHome(name string) string {
	if name != "~" && (len(name) < 2 || name[0] != '~' || !os.IsPathSeparator(name[1])) {
		return name
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return name
	}
	return filepath.Join(home, name[1:])
}
