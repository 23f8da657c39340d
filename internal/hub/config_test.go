package hub_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// TestValidate finds contradictions at their attributes, without files.
func TestValidate(t *testing.T) {
	yes, many := true, int32(1000)
	certificate, key := keyPair(t)
	for name, test := range map[string]struct {
		config hub.Config
		want   []string
	}{
		"nothing": {hub.Config{}, nil},
		"a kubeconfig": {
			hub.Config{ConfigPath: "/nowhere", ConfigContext: "x", ProxyURL: "http://p:1", TLSServerName: "x", Insecure: &yes}, nil,
		},
		"a host":        {hub.Config{Host: "https://hub:6443", Token: "x", ClusterCACertificate: certificate}, nil},
		"a certificate": {hub.Config{Host: "https://hub", ClientCertificate: certificate, ClientKey: key}, nil},
		"both forms": {
			hub.Config{ConfigPath: "x", Host: "https://hub", Token: "x"},
			[]string{"hub.host: Forbidden: cannot be combined with config_path", "hub.token: Forbidden"},
		},
		"a context and a token": {
			hub.Config{ConfigContext: "x", Token: "x"}, []string{"hub.token: Forbidden: cannot be combined with config_context"},
		},
		"a user and a host": {
			hub.Config{ConfigContextAuthInfo: "x", Host: "https://hub"},
			[]string{"hub.host: Forbidden: cannot be combined with config_context_auth_info"},
		},
		"a cluster and a host": {
			hub.Config{ConfigContextCluster: "x", Host: "https://hub"},
			[]string{"hub.host: Forbidden: cannot be combined with config_context_cluster"},
		},
		"paths twice": {
			hub.Config{ConfigPath: "x", ConfigPaths: []string{"y"}},
			[]string{"hub.configPaths: Forbidden: cannot be combined with config_path"},
		},
		"an empty path": {hub.Config{ConfigPaths: []string{"x", ""}}, []string{"hub.configPaths[1]: Required"}},
		"a lonely certificate": {
			hub.Config{ClientCertificate: certificate},
			[]string{"hub.clientKey: Required value: must be set because client_certificate is set"},
		},
		"a lonely key": {hub.Config{ClientKey: key}, []string{"hub.clientCertificate: Required"}},
		"the wrong key": {
			hub.Config{ClientCertificate: certificate, ClientKey: "x"},
			[]string{"hub.clientCertificate: Forbidden: must be a PEM certificate"},
		},
		"no certificate": {
			hub.Config{ClusterCACertificate: "x"}, []string{"hub.clusterCaCertificate: Forbidden: must be a PEM certificate"},
		},
		"token and plugin": {
			hub.Config{Token: "x", Exec: plugin("x")}, []string{"hub.exec: Forbidden: cannot be combined with token"},
		},
		"certificate and plugin": {
			hub.Config{ClientCertificate: certificate, ClientKey: key, Exec: plugin("x")},
			[]string{"hub.exec: Forbidden: cannot be combined with client_certificate"},
		},
		"a plugin of old": {
			hub.Config{Exec: &hub.Exec{APIVersion: "client.authentication.k8s.io/v1alpha1"}}, []string{"hub.exec.command: Required",
				"hub.exec.apiVersion: Unsupported"},
		},
		"insecure with CA": {
			hub.Config{Insecure: &yes, ClusterCACertificate: certificate},
			[]string{"hub.insecure: Forbidden: cannot be combined with cluster_ca_certificate"},
		},
		"a host without scheme": {hub.Config{Host: "hub:6443"}, []string{"hub.host: Forbidden: must be a URL such as"}},
		"a host with user":      {hub.Config{Host: "https://u:hidden@hub"}, []string{"hub.host: Forbidden: must not have a user"}},
		"plain http":            {hub.Config{Host: "http://hub", Token: "x"}, []string{"hub.host: Forbidden: must be an https URL"}},
		"plain http, loopback":  {hub.Config{Host: "http://127.0.0.1:8001", Token: "x"}, nil},
		"a token of two lines":  {hub.Config{Token: "hidden\n"}, []string{"hub.token: Forbidden: must not contain a line break"}},
		"a proxy without scheme": {
			hub.Config{ProxyURL: "u:hidden@proxy:3128"}, []string{"hub.proxyUrl: Forbidden: must be a URL such as"},
		},
		"an unknown kind": {
			hub.Config{Kind: "managedcluster"},
			[]string{
				`hub.kind: Unsupported value: "managedcluster": must be one of "ManagedCluster", "MemberCluster"; did you mean "ManagedCluster"?`,
			},
		},
		"too much patience": {
			hub.Config{MaxRetries: &many, TimeoutSeconds: &many}, []string{"hub.maxRetries: Invalid value: 1000: must be 0 to 3",
				"hub.timeoutSeconds: Invalid value: 1000: must be 1 to 600"},
		},
		"a field manager": {
			hub.Config{FieldManager: "a\nb"},
			[]string{`hub.fieldManager: Invalid value: "a b": must have at most 128 bytes, all of them printable`},
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

func environment(values map[string]string) hub.Lookup {
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
		config hub.Config
		values map[string]string
		want   hub.Config
	}{
		"nothing": {hub.Config{}, nil, hub.Config{}},
		"the path": {
			hub.Config{}, without("KUBE_HOST"), hub.Config{ConfigPath: "/env", ConfigContext: "ctx", ConfigContextAuthInfo: "user",
				ConfigContextCluster: "cluster", TLSServerName: "name", ProxyURL: "http://p", Insecure: &yes},
		},
		"the paths": {hub.Config{}, map[string]string{"KUBE_CONFIG_PATHS": all["KUBE_CONFIG_PATHS"]},
			hub.Config{ConfigPaths: []string{"/a", "/b"}}},
		"the host": {hub.Config{}, all, hub.Config{Host: "https://env", Token: "t", ClientCertificate: "cert", ClientKey: "key",
			ClusterCACertificate: "ca", TLSServerName: "name", ProxyURL: "http://p"}},
		"a path of its own": {
			hub.Config{ConfigPath: "/own"}, without("KUBE_INSECURE"), hub.Config{ConfigPath: "/own", ConfigContext: "ctx",
				ConfigContextAuthInfo: "user", ConfigContextCluster: "cluster", TLSServerName: "name", ProxyURL: "http://p"},
		},
		"a user of its own": {
			hub.Config{ConfigContextAuthInfo: "own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_CTX_AUTH_INFO": "user",
				"KUBE_CTX": "ctx"}, hub.Config{ConfigPath: "/env", ConfigContext: "ctx", ConfigContextAuthInfo: "own"},
		},
		"a context": {
			hub.Config{ConfigContext: "own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_HOST": "https://env",
				"KUBE_CTX_CLUSTER": "cluster", "KUBE_CTX_AUTH_INFO": "user"}, hub.Config{ConfigPath: "/env", ConfigContext: "own"},
		},
		"a host of its own": {
			hub.Config{Host: "https://own"}, map[string]string{"KUBE_CONFIG_PATH": "/env", "KUBE_TOKEN": "t"},
			hub.Config{Host: "https://own", Token: "t"},
		},
		"a token of its own": {
			hub.Config{Host: "https://own", Token: "own"}, map[string]string{"KUBE_TOKEN": "t", "KUBE_CLIENT_CERT_DATA": "cert"},
			hub.Config{Host: "https://own", Token: "own"},
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
	at := func(context string) hub.Config { return hub.Config{ConfigPath: good, ConfigContext: context} }
	for name, test := range map[string]struct {
		config      hub.Config
		field, want string
	}{
		"a context": {at("production"), "", ""},
		"a missing one": {
			hub.Config{ConfigPath: filepath.Join(folder, "x")}, "configPath", "the file does not exist on the machine that runs Terraform",
		},
		"the second": {
			hub.Config{ConfigPaths: []string{good, filepath.Join(folder, "x")}}, "configPaths[1]", "the file does not exist",
		},
		"a folder": {hub.Config{ConfigPath: folder}, "configPath", "the file cannot be read: is a directory"},
		"no YAML": {
			hub.Config{ConfigPath: file("bad", "a: b\nc: token-that-nobody-may-see: d")}, "configPath",
			"the file is not a kubeconfig: its YAML is invalid near line 2",
		},
		"other types": {
			hub.Config{ConfigPath: file("types", "kind: Config\napiVersion: v1\nusers: token-that-nobody-may-see")}, "configPath",
			"the file is not a kubeconfig",
		},
		"no context": {
			hub.Config{ConfigPath: good}, "configContext", "the kubeconfig has no current context; must be one of no-cluster, ",
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
		"no path":     {hub.Config{ConfigContext: "x"}, "configPath", "must be set because config_context is set"},
		"a user":      {hub.Config{ConfigPath: good, ConfigContext: "no-user", ConfigContextAuthInfo: "me"}, "", ""},
		"a cluster":   {hub.Config{ConfigPath: good, ConfigContext: "no-cluster", ConfigContextCluster: "hub"}, "", ""},
		"without one": {hub.Config{ConfigPath: good, ConfigContextCluster: "hub", ConfigContextAuthInfo: "me"}, "", ""},
		"only a user": {
			hub.Config{ConfigPath: good, ConfigContextAuthInfo: "me"}, "configContext", "the kubeconfig has no current context",
		},
		"a near user": {
			hub.Config{ConfigPath: good, ConfigContextCluster: "hub", ConfigContextAuthInfo: "plugins"}, "configContextAuthInfo",
			`the kubeconfig does not have this user; must be one of me, plugin, terminal; did you mean "plugin"?`,
		},
		"a far cluster": {
			hub.Config{ConfigPath: good, ConfigContextCluster: "x"}, "configContextCluster",
			"the kubeconfig does not have this cluster; must be one of empty, hub, lost",
		},
		"a user's path": {hub.Config{ConfigContextAuthInfo: "x"}, "configPath", "must be set because config_context_auth_info is set"},
		"no host":       {hub.Config{Token: "token-that-nobody-may-see"}, "host", "must be set because token is set"},
		"nothing":       {hub.Config{}, "host", "the server of the hub is not known: set config_path or host"},
		"own plugin": {
			hub.Config{Host: "https://127.0.0.1:1", Exec: plugin("no-such-command")}, "exec.command", `the command "no-such-command"`,
		},
	} {
		_, err := hub.New(test.config, hub.Options{Lookup: noEnvironment})
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
