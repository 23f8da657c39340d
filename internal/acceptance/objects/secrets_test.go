// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package objects

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// forwardProxy is a proxy that wants a password. It returns its URL without it.
func forwardProxy(t *testing.T, user, password string) string {
	t.Helper()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wanted := "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
		if got := r.Header.Get("Proxy-Authorization"); r.Method != http.MethodConnect || got != wanted {
			http.Error(w, "the proxy does not accept "+got, http.StatusProxyAuthRequired)
			return
		}
		server, err := net.Dial("tcp", r.Host)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer func() { _ = server.Close() }()
		client, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = client.Close() }()
		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(server, client) }()
		_, _ = io.Copy(client, server)
	}))
	t.Cleanup(proxy.Close)
	return strings.TrimPrefix(proxy.URL, "http://")
}

// echo refuses a request and repeats its credentials, as a server in debug mode may do.
func echo(p *hubtest.Proxy, w http.ResponseWriter, r *http.Request) {
	hubtest.Refuse(http.StatusForbidden, "Forbidden", "denied to "+r.Header.Get("Authorization"))(p, w, r)
}

// noSecrets uses every kind of credentials, with success and without, and looks for them wherever Terraform writes.
func noSecrets(t *testing.T, server *hubtest.Hub, mirror string) {
	prefix := server.Prefix(t)
	onhub.CreateCluster(t, server, prefix+"a", strings.TrimSuffix(prefix, "-"))
	p := server.Proxy(t)
	token := p.Token
	password, environment := "proxy-password-"+rand.Text(), "environment-"+rand.Text()
	address := forwardProxy(t, "somebody", password)
	folder := t.TempDir()
	credential := filepath.Join(folder, "credential")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(credential, fmt.Sprintf(`{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":%q}}`,
		p.Token))

	hubs := map[string]string{
		"kubeconfig": fmt.Sprintf("config_path = %q", p.Kubeconfig),
		"certificate": fmt.Sprintf("config_path = %q\n    config_context = \"certificate\"\n    proxy_url = "+
			"\"http://somebody:${var.password}@%s\"",
			p.Kubeconfig, address),
		"token": fmt.Sprintf("host = %q\n    cluster_ca_certificate = %q\n    token = var.token\n    client_certificate = %q\n    "+
			"client_key = var.key",
			p.Host, p.CA, p.Certificate),
		"plugin": fmt.Sprintf("host = %q\n    cluster_ca_certificate = %q\n    exec = { api_version = "+
			"\"client.authentication.k8s.io/v1\", "+
			"command = \"cat\", args = [%q], env = { SECRET = var.environment } }", p.Host, p.CA, credential),
	}
	config := ""
	for _, name := range []string{"token", "key", "password", "environment"} {
		config += fmt.Sprintf("variable %q {\n  type      = string\n  sensitive = true\n  ephemeral = true\n}\n", name)
	}
	for name, hub := range hubs {
		config += fmt.Sprintf(`
provider "multicluster" {
  alias = %[1]q
  hub = {
    %[2]s
  }
}
data "multicluster_clusters" "%[1]s" {
  provider       = multicluster.%[1]s
  kind           = "ManagedCluster"
  label_selector = { match_labels = { test = %[4]q } }
}
resource "multicluster_cluster" "%[1]s" {
  provider   = multicluster.%[1]s
  kind       = "ManagedCluster"
  name       = "%[3]s%[1]s"
  taints     = [{ key = "gpu", value = "true", effect = "NoSelect" }]
  on_destroy = "delete"
}
`, name, hub, prefix, strings.TrimSuffix(prefix, "-"))
	}
	w := cli.NewWorkspace(t, mirror, config)
	w.Environment = append(w.Environment, "TF_LOG=TRACE", "TF_LOG_PATH="+filepath.Join(w.Folder, "trace.log"),
		"TF_VAR_token="+p.Token, "TF_VAR_key="+p.Key, "TF_VAR_password="+password, "TF_VAR_environment="+environment)
	outputs := map[string]string{}
	run := func(what string, succeeds bool, arguments ...string) {
		out, err := w.Run(t, arguments...)
		if (err == nil) != succeeds {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
		outputs[what] = out
	}
	run("plan", true, "plan", "-input=false", "-out=plan")
	run("plan as JSON", true, "show", "-json", "plan")
	run("apply", true, "apply", "-input=false", "plan")
	p.On(hubtest.Match{Path: "/managedclusters"}, hubtest.Always, echo)
	run("refused", false, "plan", "-input=false")
	if n := strings.Count(outputs["refused"], "denied to Bearer (sensitive)"); n < 6 {
		t.Errorf("%d errors repeat credentials:\n%s", n, outputs["refused"])
	}
	p.Clear()
	write(credential, "no JSON but "+p.Token)
	w.Environment = append(w.Environment, "TF_VAR_password="+password+"-wrong")
	p.Renew()
	run("without credentials", false, "plan", "-input=false")

	addFiles(w, t, outputs)
	if len(outputs["trace.log"]) < 100_000 || !strings.Contains(outputs["trace.log"], "provider.terraform-provider-multicluster") {
		t.Errorf("the log has %d bytes", len(outputs["trace.log"]))
	}
	wantNone(t, outputs, map[string]string{
		"the token": token, "the password of the proxy": password, "the environment of the plugin": environment,
		"the key": strings.Split(p.Key, "\n")[1], "the key in the kubeconfig": base64.StdEncoding.EncodeToString([]byte(p.Key))[:64],
	})
}

// addFiles adds the files of a workspace, such as its state, but for those that the test has written and the plan, which is a ZIP
// file.
func addFiles(w *cli.Workspace, t *testing.T, outputs map[string]string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(w.Folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := filepath.Base(file); name != "main.tf" && name != "cli.tfrc" && name != "plan" {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			outputs[name] = string(text)
		}
	}
}

// wantNone wants that no secret stands in an output.
func wantNone(t *testing.T, outputs, secrets map[string]string) {
	t.Helper()
	for name, secret := range secrets {
		for where, text := range outputs {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s stands in %s:\n%s", name, where, text[max(0, at-300):min(len(text), at+200)])
			}
		}
	}
}

// TestAccEphemeralHub connects with a token that is an ephemeral value: it is given anew to the apply of a saved plan, and nothing
// that the tool writes has it. Terraform has ephemeral values from 1.10 on, and OpenTofu from 1.11 on.
func TestAccEphemeralHub(t *testing.T) {
	cli.NeedAcceptance(t)
	t.Parallel()
	server := hubtest.Start(t)
	c := cli.Folder{T: t, Path: t.TempDir()}
	var major, minor int
	_, version := c.Output("version")
	if _, err := fmt.Sscanf(version[strings.Index(version, " v")+2:], "%d.%d", &major, &minor); err != nil {
		t.Fatalf("%s: %v", version, err)
	}
	if major == 1 && minor < 11 && (minor < 10 || strings.HasPrefix(version, "OpenTofu")) {
		t.Skip("the tool has no ephemeral values")
	}
	certificates := server.Config.CAData
	if len(certificates) == 0 {
		var err error
		if certificates, err = os.ReadFile(server.Config.CAFile); err != nil {
			t.Fatal(err)
		}
	}
	given, err := json.Marshal(map[string]string{"host": server.Config.Host, "ca": string(certificates)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Path, "hub.auto.tfvars.json"), given, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Start(cli.Mirror(t), `
terraform {
  required_providers {
    multicluster = { source = "terraform-multicluster/multicluster" }
  }
}
variable "host" {}
variable "ca" {}
variable "token" {
  ephemeral = true
}
provider "multicluster" {
  hub = { host = var.host, cluster_ca_certificate = var.ca, token = var.token }
}
resource "multicluster_cluster_set" "blue" {
  name = "`+server.Prefix(t)+`blue"
}
`, "[]")
	token := "token=" + server.Config.BearerToken
	c.Succeeds("1 to add", "plan", "-out=saved", token)
	c.Succeeds("1 added", "apply", token, "saved")
	c.Succeeds("No changes", "plan", token)
	for _, name := range []string{"saved", "terraform.tfstate"} {
		text, err := os.ReadFile(filepath.Join(c.Path, name))
		if err != nil || strings.Contains(string(text), server.Config.BearerToken) {
			t.Errorf("%s has the token, error %v", name, err)
		}
	}
	c.Succeeds("1 destroyed", "destroy", "-auto-approve", token)
}
