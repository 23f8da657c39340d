// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestValidate finds contradictions at their attributes, without files.
func TestValidate(t *testing.T) {
	yes, many := true, int32(1000)
	certificate, key := hubtest.KeyPair(t)
	for name, test := range map[string]struct {
		config apiserver.Config
		want   []string
	}{
		"nothing": {apiserver.Config{}, nil},
		"a kubeconfig": {
			apiserver.Config{ConfigPath: "/nowhere", ConfigContext: "x", ProxyURL: "http://p:1", TLSServerName: "x", Insecure: &yes}, nil,
		},
		"a host":        {apiserver.Config{Host: "https://hub:6443", Token: "x", ClusterCACertificate: certificate}, nil},
		"a certificate": {apiserver.Config{Host: "https://hub", ClientCertificate: certificate, ClientKey: key}, nil},
		"both forms": {
			apiserver.Config{ConfigPath: "x", Host: "https://hub", Token: "x"},
			[]string{"hub.host: Forbidden: cannot be combined with config_path", "hub.token: Forbidden"},
		},
		"a context and a token": {
			apiserver.Config{ConfigContext: "x", Token: "x"}, []string{"hub.token: Forbidden: cannot be combined with config_context"},
		},
		"a user and a host": {
			apiserver.Config{ConfigContextAuthInfo: "x", Host: "https://hub"},
			[]string{"hub.host: Forbidden: cannot be combined with config_context_auth_info"},
		},
		"a cluster and a host": {
			apiserver.Config{ConfigContextCluster: "x", Host: "https://hub"},
			[]string{"hub.host: Forbidden: cannot be combined with config_context_cluster"},
		},
		"paths twice": {
			apiserver.Config{ConfigPath: "x", ConfigPaths: []string{"y"}},
			[]string{"hub.configPaths: Forbidden: cannot be combined with config_path"},
		},
		"an empty path": {apiserver.Config{ConfigPaths: []string{"x", ""}}, []string{"hub.configPaths[1]: Required"}},
		"a lonely certificate": {
			apiserver.Config{ClientCertificate: certificate},
			[]string{"hub.clientKey: Required value: must be set because client_certificate is set"},
		},
		"a lonely key": {apiserver.Config{ClientKey: key}, []string{"hub.clientCertificate: Required"}},
		"the wrong key": {
			apiserver.Config{ClientCertificate: certificate, ClientKey: "x"},
			[]string{"hub.clientCertificate: Forbidden: must be a PEM certificate"},
		},
		"no certificate": {
			apiserver.Config{ClusterCACertificate: "x"}, []string{"hub.clusterCaCertificate: Forbidden: must be a PEM certificate"},
		},
		"token and plugin": {
			apiserver.Config{Token: "x", Exec: &apiserver.Exec{APIVersion: "client.authentication.k8s.io/v1", Command: "x"}}, []string{"hub.exec: Forbidden: cannot be combined with token"},
		},
		"certificate and plugin": {
			apiserver.Config{ClientCertificate: certificate, ClientKey: key, Exec: &apiserver.Exec{APIVersion: "client.authentication.k8s.io/v1", Command: "x"}},
			[]string{"hub.exec: Forbidden: cannot be combined with client_certificate"},
		},
		"a plugin of old": {
			apiserver.Config{Exec: &apiserver.Exec{APIVersion: "client.authentication.k8s.io/v1alpha1"}}, []string{"hub.exec.command: Required",
				"hub.exec.apiVersion: Unsupported"},
		},
		"insecure with CA": {
			apiserver.Config{Insecure: &yes, ClusterCACertificate: certificate},
			[]string{"hub.insecure: Forbidden: cannot be combined with cluster_ca_certificate"},
		},
		"a host without scheme": {apiserver.Config{Host: "hub:6443"}, []string{"hub.host: Forbidden: must be a URL such as"}},
		"a host with user":      {apiserver.Config{Host: "https://u:hidden@hub"}, []string{"hub.host: Forbidden: must not have a user"}},
		"plain http":            {apiserver.Config{Host: "http://hub", Token: "x"}, []string{"hub.host: Forbidden: must be an https URL"}},
		"plain http, loopback":  {apiserver.Config{Host: "http://127.0.0.1:8001", Token: "x"}, nil},
		"a token of two lines":  {apiserver.Config{Token: "hidden\n"}, []string{"hub.token: Forbidden: must not contain a line break"}},
		"a proxy without scheme": {
			apiserver.Config{ProxyURL: "u:hidden@proxy:3128"}, []string{"hub.proxyUrl: Forbidden: must be a URL such as"},
		},
		"too much patience": {
			apiserver.Config{MaxRetries: &many, TimeoutSeconds: &many}, []string{"hub.maxRetries: Invalid value: 1000: must be 0 to 3",
				"hub.timeoutSeconds: Invalid value: 1000: must be 1 to 600"},
		},
	} {
		found := test.config.Validate(field.NewPath("hub"))
		if len(found) != len(test.want) {
			t.Errorf("%s: %v", name, found)
			continue
		}
		for i := range found {
			if !strings.HasPrefix(found[i].Error(), test.want[i]) || strings.Contains(found[i].Error(), "hidden") {
				t.Errorf("%s: got %s\nwant %s", name, found[i], test.want[i])
			}
		}
	}
}

func environment(values map[string]string) apiserver.Lookup {
	return func(name string) (string, bool) {
		value, ok := values[name]
		return value, ok
	}
}

// TestEnvironment: attributes take precedence, and the variables of one hub do not mix with the attributes of another.
func TestEnvironment(t *testing.T) {
	yes := true
	all := map[string]string{
		"KUBE_CTX_AUTH_INFO": "user", "KUBE_CTX_CLUSTER": "cluster",
		"KUBE_CONFIG_PATH": "/env", "KUBE_CONFIG_PATHS": "/a" + string(filepath.ListSeparator) + "/b", "KUBE_CTX": "ctx",
		"KUBE_HOST": "https://env", "KUBE_TOKEN": "t", "KUBE_CLIENT_CERT_DATA": "cert", "KUBE_CLIENT_KEY_DATA": "key",
		"KUBE_CLUSTER_CA_CERT_DATA": "ca", "KUBE_TLS_SERVER_NAME": "name", "KUBE_PROXY_URL": "http://p", "KUBE_INSECURE": "true",
	}
	without := func(names ...string) map[string]string {
		rest := map[string]string{}
		for name, value := range all {
			rest[name] = value
		}
		for _, name := range names {
			delete(rest, name)
		}
		return rest
	}
	for name, test := range map[string]struct {
		config apiserver.Config
		values map[string]string
		want   apiserver.Config
	}{
		"nothing": {apiserver.Config{}, nil, apiserver.Config{}},
		"the path": {
			apiserver.Config{}, without("KUBE_HOST"), apiserver.Config{ConfigPath: "/env", ConfigContext: "ctx", ConfigContextAuthInfo: "user",
				ConfigContextCluster: "cluster", TLSServerName: "name", ProxyURL: "http://p", Insecure: &yes},
		},
		"the paths": {apiserver.Config{}, map[string]string{"KUBE_CONFIG_PATHS": all["KUBE_CONFIG_PATHS"]},
			apiserver.Config{ConfigPaths: []string{"/a", "/b"}}},
		"the host": {apiserver.Config{}, all, apiserver.Config{Host: "https://env", Token: "t", ClientCertificate: "cert", ClientKey: "key",
			ClusterCACertificate: "ca", TLSServerName: "name", ProxyURL: "http://p"}},
		"a path of its own": {
			apiserver.Config{ConfigPath: "/own"}, without("KUBE_INSECURE"), apiserver.Config{ConfigPath: "/own", ConfigContext: "ctx",
				ConfigContextAuthInfo: "user", ConfigContextCluster: "cluster", TLSServerName: "name", ProxyURL: "http://p"},
		},
		"a user of its own": {
			apiserver.Config{ConfigContextAuthInfo: "own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_CTX_AUTH_INFO": "user",
				"KUBE_CTX": "ctx"}, apiserver.Config{ConfigPath: "/env", ConfigContext: "ctx", ConfigContextAuthInfo: "own"},
		},
		"a context": {
			apiserver.Config{ConfigContext: "own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_HOST": "https://env",
				"KUBE_CTX_CLUSTER": "cluster", "KUBE_CTX_AUTH_INFO": "user"}, apiserver.Config{ConfigPath: "/env", ConfigContext: "own"},
		},
		"a host of its own": {
			apiserver.Config{Host: "https://own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_TOKEN": "t"},
			apiserver.Config{Host: "https://own", Token: "t"},
		},
		"a token of its own": {
			apiserver.Config{Host: "https://own", Token: "own"}, map[string]string{"KUBE_TOKEN": "t", "KUBE_CLIENT_CERT_DATA": "cert"},
			apiserver.Config{Host: "https://own", Token: "own"},
		},
	} {
		if got := test.config.WithEnvironment(environment(test.values)); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v\nwant %+v", name, got, test.want)
		}
	}
}

const kubeconfig = `
apiVersion: v1
kind: Config
clusters:
- {name: hub, cluster: {server: "https://127.0.0.1:1"}}
- {name: empty, cluster: {}}
- {name: user, cluster: {server: "https://me:token-that-nobody-may-see@127.0.0.1:1"}}
- {name: user-unclear, cluster: {server: "https://me:token-that-nobody-may-see@127.0.0.1:%zz"}}
- {name: lost, cluster: {server: "https://127.0.0.1:1", certificate-authority: nowhere.pem}}
users:
- {name: me, user: {token: token-that-nobody-may-see}}
- {name: plugin, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-command, installHint: Install it., interactiveMode: IfAvailable}}}
- {name: terminal, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, interactiveMode: Always}}}
contexts:
- {name: production, context: {cluster: hub, user: me}}
- {name: no-cluster, context: {cluster: none, user: me}}
- {name: no-server, context: {cluster: empty, user: me}}
- {name: no-user, context: {cluster: hub, user: none}}
- {name: no-file, context: {cluster: lost, user: me}}
- {name: url-user, context: {cluster: user, user: me}}
- {name: url-unclear, context: {cluster: user-unclear, user: me}}
- {name: plugin, context: {cluster: hub, user: plugin}}
- {name: terminal, context: {cluster: hub, user: terminal}}
`

// TestConnect: what is wrong with a connection is said at the attribute, before a request.
func TestConnect(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := file("good", kubeconfig)
	at := func(context string) apiserver.Config {
		return apiserver.Config{ConfigPath: good, ConfigContext: context}
	}
	for name, test := range map[string]struct {
		config      apiserver.Config
		field, want string
	}{
		"a context": {at("production"), "", ""},
		"a missing one": {
			apiserver.Config{ConfigPath: filepath.Join(folder, "x")}, "configPath", "the file does not exist on the machine that runs Terraform",
		},
		"the second": {
			apiserver.Config{ConfigPaths: []string{good, filepath.Join(folder, "x")}}, "configPaths[1]", "the file does not exist",
		},
		"a folder": {apiserver.Config{ConfigPath: folder}, "configPath", "the file cannot be read: is a directory"},
		"no YAML": {
			apiserver.Config{ConfigPath: file("bad", "a: b\nc: token-that-nobody-may-see: d")}, "configPath",
			"the file is not a kubeconfig: its YAML is invalid near line 2",
		},
		"other types": {
			apiserver.Config{ConfigPath: file("types", "kind: Config\napiVersion: v1\nusers: token-that-nobody-may-see")}, "configPath",
			"the file is not a kubeconfig",
		},
		"no context": {
			apiserver.Config{ConfigPath: good}, "configContext", "the kubeconfig has no current context; must be one of no-cluster, ",
		},
		"a near one": {
			at("prodution"), "configContext",
			`the kubeconfig does not have this context; must be one of no-cluster, no-file, no-server, no-user, plugin, production, terminal, url-unclear, url-user; did you mean "production"?`,
		},
		"no cluster": {
			at("no-cluster"), "configPath", `context "no-cluster" of the kubeconfig refers to the cluster "none", which does not exist`,
		},
		"no server": {at("no-server"), "configPath", `cluster "empty" of the kubeconfig has no server`},
		"no user":   {at("no-user"), "configPath", `refers to the user "none", which does not exist`},
		"no CA":     {at("no-file"), "configPath", "nowhere.pem\", which cannot be read"},
		"user in URL": {
			at("url-user"), "configPath", `the server of cluster "user" of the kubeconfig must not have a user in its URL`,
		},
		"unclear user": {
			at("url-unclear"), "configPath", `the server of cluster "user-unclear" of the kubeconfig must not have a user`,
		},
		"no plugin": {
			at("plugin"), "configPath", `the command "no-such-command", which prints the credentials, was not found on the machine that runs Terraform: Install it.`,
		},
		"a terminal":  {at("terminal"), "configPath", `the command "sh" needs a terminal`},
		"no path":     {apiserver.Config{ConfigContext: "x"}, "configPath", "must be set because config_context is set"},
		"a user":      {apiserver.Config{ConfigPath: good, ConfigContext: "no-user", ConfigContextAuthInfo: "me"}, "", ""},
		"a cluster":   {apiserver.Config{ConfigPath: good, ConfigContext: "no-cluster", ConfigContextCluster: "hub"}, "", ""},
		"without one": {apiserver.Config{ConfigPath: good, ConfigContextCluster: "hub", ConfigContextAuthInfo: "me"}, "", ""},
		"only a user": {
			apiserver.Config{ConfigPath: good, ConfigContextAuthInfo: "me"}, "configContext", "the kubeconfig has no current context",
		},
		"a near user": {
			apiserver.Config{ConfigPath: good, ConfigContextCluster: "hub", ConfigContextAuthInfo: "plugins"}, "configContextAuthInfo",
			`the kubeconfig does not have this user; must be one of me, plugin, terminal; did you mean "plugin"?`,
		},
		"a far cluster": {
			apiserver.Config{ConfigPath: good, ConfigContextCluster: "x"}, "configContextCluster",
			"the kubeconfig does not have this cluster; must be one of empty, hub, lost",
		},
		"a user's path": {apiserver.Config{ConfigContextAuthInfo: "x"}, "configPath", "must be set because config_context_auth_info is set"},
		"no host":       {apiserver.Config{Token: "token-that-nobody-may-see"}, "host", "must be set because token is set"},
		"nothing":       {apiserver.Config{}, "host", "the server of the hub is not known: set config_path or host"},
		"own plugin": {
			apiserver.Config{Host: "https://127.0.0.1:1", Exec: &apiserver.Exec{
				APIVersion: "client.authentication.k8s.io/v1", Command: "no-such-command",
			}}, "exec.command", `the command "no-such-command"`,
		},
	} {
		_, err := apiserver.New(test.config, apiserver.Options{Lookup: environment(nil)})
		var found *field.Error
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case !errors.As(err, &found) || found.Field != test.field || !strings.Contains(found.Error(), test.want) ||
			strings.Contains(found.Error(), token):
			t.Errorf("%s: got %v\nwant %s: %s", name, err, test.field, test.want)
		}
	}
}
