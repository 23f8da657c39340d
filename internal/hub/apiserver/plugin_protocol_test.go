// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestPluginInput: a plugin gets its arguments and variables, and the connection if the kubeconfig says so.
func TestPluginInput(t *testing.T) {
	for version, cluster := range map[string]bool{"v1": true, "v1beta1": false} {
		folder := t.TempDir()
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(r.Header.Get("Authorization")))
		}))
		t.Cleanup(server.Close)
		kubeconfig := filepath.Join(folder, "kubeconfig")
		text := fmt.Sprintf(`{"apiVersion": "v1", "kind": "Config", "current-context": "hub",
"contexts": [{"name": "hub", "context": {"cluster": "hub", "user": "me"}}],
"clusters": [{"name": "hub", "cluster": {"server": %q, "insecure-skip-tls-verify": true, "extensions": [
  {"name": "client.authentication.k8s.io/exec", "extension": {"audience": "x"}}]}}],
"users": [{"name": "me", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/%s", "interactiveMode": "IfAvailable",
  "provideClusterInfo": %t, "command": "sh", "env": [{"name": "FOLDER", "value": %q}], "args": ["-c",
  "echo $KUBERNETES_EXEC_INFO $(wc -c) $1 > $FOLDER/input; echo apiVersion: client.authentication.k8s.io/%[2]s; echo kind: ExecCredential; echo 'status: {token: yaml}'", "sh", "argument"]}}}]}`,
			server.URL, version, cluster, folder)
		if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		client := newClient(t, nil, func(c *apiserver.Config) { *c = apiserver.Config{ConfigPath: kubeconfig} })
		body, err := client.Do(t.Context(), &apiserver.Call{Verb: "discover", Path: "/apis"})
		if err != nil || string(body) != "Bearer yaml" {
			t.Errorf("%s: %s %v", version, body, err)
		}
		input, _ := os.ReadFile(filepath.Join(folder, "input"))
		want := `{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/` + version + `","spec":{`
		if cluster {
			want += `"cluster":{"server":"` + server.URL + `","insecure-skip-tls-verify":true,"config":{"audience":"x"}},`
		}
		if want += `"interactive":false}} 0 argument`; strings.TrimSpace(string(input)) != want {
			t.Errorf("%s: %s\nwant %s", version, input, want)
		}
	}
}

// TestPluginOfWrongOutput: what a plugin prints that is no ExecCredential is an error without it.
func TestPluginOfWrongOutput(t *testing.T) {
	const lacks = "its status must have a token, or a client certificate with its key"
	certificate, _ := hubtest.KeyPair(t)
	status := func(version string, status map[string]any) string {
		return "cat <<'END'\n" + credential(version, status) + "\nEND"
	}
	for name, test := range map[string]struct{ script, want string }{
		"another version":  {status("v1beta1", map[string]any{"token": token}), "plugin returned version client.authentication.k8s.io/v1beta1"},
		"no status":        {status("v1", nil), lacks},
		"an empty status":  {status("v1", map[string]any{}), lacks},
		"half of a pair":   {status("v1", map[string]any{"clientCertificateData": certificate}), lacks},
		"a key of nothing": {status("v1", map[string]any{"clientCertificateData": certificate, "clientKeyData": token}), "the client certificate and its key cannot be used: "},
		"a token alone":    {"echo " + token, "decoding stdout: "},
		"endless":          {"head -c 3000000 /dev/zero | tr '\\0' x", "decoding stdout: "},
	} {
		err := discover(t.Context(), withPlugin(t, test.script, 60))
		if err == nil || !strings.Contains(err.Error(), "the command that prints the credentials failed: ") ||
			!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), token) || len(err.Error()) > 2000 {
			t.Errorf("%s: error %v\nwant %s", name, err, test.want)
		}
	}
}

// TestPluginIsShared: calls at the same time have one run, also if it fails, and the next call has another one.
func TestPluginIsShared(t *testing.T) {
	folder := t.TempDir()
	client := withPlugin(t, "echo x >> "+folder+"/runs; sleep 1; exit 3", 60)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			if err := discover(t.Context(), client); err == nil || !strings.HasSuffix(err.Error(), "failed with exit code 3") {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	_ = discover(t.Context(), client)
	if text, _ := os.ReadFile(filepath.Join(folder, "runs")); strings.Count(string(text), "x") != 2 {
		t.Errorf("runs %s", text)
	}
}

// TestPluginAfterInterruption: a call after one that was interrupted has a run of its own, which begins when the other has ended.
func TestPluginAfterInterruption(t *testing.T) {
	folder := t.TempDir()
	client := withPlugin(t, "cd "+folder+"; test -f processes && { "+printsCredentials+"; exit; }; "+hangs(folder), 60)
	ctx, cancel := context.WithCancel(t.Context())
	first := begin(ctx, client)
	hanging := processes(t, folder)
	cancel()
	if err := <-first; err == nil {
		t.Error("the first call was not interrupted")
	}
	if err := discover(t.Context(), client); err != nil {
		t.Error(err)
	}
	mustEnd(t, hanging)
}

// TestPluginRenewalHangs: a plugin that does not end when it runs again is the error, not the hub.
func TestPluginRenewalHangs(t *testing.T) {
	t.Parallel()
	err := discover(t.Context(), withPlugin(t, refusedThen(t, "echo login >&2; sleep 60"), 6))
	want := `the command "sh", which prints the credentials, has not ended within 6s; it wrote: login`
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

// TestPluginLeavesProcess: a process that a plugin leaves behind, such as a cache of its credentials, goes on.
func TestPluginLeavesProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "process")
	if err := discover(t.Context(), withPlugin(t, "sleep 60 & echo $! > "+file+"; "+printsCredentials, 60)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	if err := exec.Command("sh", "-c", "kill $(cat "+file+")").Run(); err != nil {
		t.Errorf("the process has ended: %v", err)
	}
}
