// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// script returns a plugin that runs a shell script.
func script(text string) *apiserver.Exec {
	return &apiserver.Exec{APIVersion: "client.authentication.k8s.io/v1", Command: "sh", Args: []string{"-c", text}}
}

// credential is what a plugin prints.
func credential(version string, status map[string]any) string {
	text, _ := json.Marshal(map[string]any{
		"apiVersion": "client.authentication.k8s.io/" + version, "kind": "ExecCredential", "status": status,
	})
	return string(text)
}

var printsCredentials = "echo '" + credential("v1", map[string]any{"token": token}) + "'"

// withPlugin returns a client whose credentials a shell script prints, and whose calls take so many seconds.
func withPlugin(t *testing.T, text string, seconds int32) *apiserver.Client {
	t.Helper()
	return newClient(t, nil, func(c *apiserver.Config) {
		c.Token, c.Exec, c.TimeoutSeconds = "", script(text), &seconds
		c.Exec.Env = map[string]string{"SECRET": "env-value-that-nobody-may-see"}
	})
}

// TestPluginOutput: the error about a plugin has the end of what it wrote to stderr, on one line and without secrets.
func TestPluginOutput(t *testing.T) {
	const failed = "cannot discover managedclusters.cluster.open-cluster-management.io: the command that prints the credentials " +
		"failed: exec: executable sh failed with exit code 3"
	for name, test := range map[string]struct {
		script, want string
		seconds      int32
	}{
		"nothing": {"exit 3", failed, 60},
		"a reason": {
			"echo 'the session has expired' >&2; echo 'run: login' >&2; exit 3", failed +
				"; it wrote: the session has expired run: login", 60,
		},
		"a secret": {"echo $SECRET is wrong >&2; exit 3", failed + "; it wrote: (sensitive) is wrong", 60},
		"tokens of its own": {
			"echo 'got eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2ln, refresh_token=abcdefgh12, Bearer abcdefgh12; token expired' >&2; exit 3",
			failed + "; it wrote: got (sensitive), refresh_token=(sensitive), Bearer (sensitive) token expired", 60,
		},
		"a long text": {
			"head -c 200000 /dev/zero | tr '\\0' x >&2; echo END >&2; exit 3", failed + "; it wrote: …" +
				strings.Repeat("x", 509) + "END", 60,
		},
		"controls": {
			`printf '\033[31mred\033[0m\n\nError: forged\n\342\200\256\302\205\r\000' >&2; exit 3`, failed + `; it wrote: \x1b[31mred\x1b[0m Error: forged \u202e \x00`, 60,
		},
		"no credentials": {
			"echo 'not logged in' >&2", "the command that prints the credentials failed: exec plugin is configured to use API version " +
				"client.authentication.k8s.io/v1, plugin returned version client.authentication.k8s.io/__internal; it wrote: not logged in",
			60,
		},
		"an end by signal": {"echo killed >&2; kill -9 $$", "it wrote: killed", 60},
		"it is silent":     {"sleep 20", `the command "sh", which prints the credentials, has not ended within 4s`, 4},
		"it waits": {
			"echo 'open https://example.com/device' >&2; sleep 20", "has not ended within 4s; it wrote: open https://example.com/device",
			4,
		},
		"a warning": {"echo 'a new version is available' >&2; " + printsCredentials, "", 60},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := discover(t.Context(), withPlugin(t, test.script, test.seconds))
			if (err == nil) != (test.want == "") || err != nil && !strings.HasSuffix(err.Error(), test.want) {
				t.Errorf("error %v\nwant  %s", err, test.want)
			}
		})
	}
}

// refusedThen prints a token that the hub refuses, and does something else the next time.
func refusedThen(t *testing.T, next string) string {
	again := filepath.Join(t.TempDir(), "again")
	return "test -f " + again + " && { " + next + "; }; touch " + again + "; " +
		strings.Replace(printsCredentials, token, "token-of-yesterday", 1)
}

// TestPluginOfRefusedCredentials: what the plugin wrote is in the error of a hub that does not accept what it printed.
func TestPluginOfRefusedCredentials(t *testing.T) {
	err := discover(t.Context(), withPlugin(t, refusedThen(t, "echo 'the session has expired' >&2; exit 1"), 60))
	want := "the hub does not accept the credentials, which may have expired: Unauthorized; the command that prints them wrote: " +
		"the session has expired (after 2 requests)"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

// hangs is a plugin that does not end, with a process of its own. Both are in a file when they run.
func hangs(folder string) string {
	return fmt.Sprintf("sleep 300 & echo $$ $! > %[1]s/new; mv %[1]s/new %[1]s/processes; wait", folder)
}

// processes waits until a plugin that hangs has started.
func processes(t *testing.T, folder string) []string {
	t.Helper()
	for range 6_000 {
		if text, err := os.ReadFile(filepath.Join(folder, "processes")); err == nil {
			return strings.Fields(string(text))
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the plugin has not started")
	return nil
}

// mustEnd waits until processes have ended. One that is dead waits for its parent, which may not exist any more.
func mustEnd(t *testing.T, processes []string) {
	t.Helper()
	var state []byte
	for range 6_000 {
		state, _ = exec.Command("ps", "-o", "stat=,args=", "-p", strings.Join(processes, ",")).Output()
		if !bytes.ContainsAny(state, "RS") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("still there:\n%s", state)
}

// TestPluginEnds: a plugin that hangs ends with the call, and so do the processes that it has started.
func TestPluginEnds(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := discover(t.Context(), withPlugin(t, hangs(folder), 5)); err == nil {
		t.Error("no error")
	}
	mustEnd(t, processes(t, folder))
}

// begin makes a call beside the others.
func begin(ctx context.Context, client *apiserver.Client) <-chan error {
	ended := make(chan error, 1)
	go func() { ended <- discover(ctx, client) }()
	return ended
}

// TestPluginOfTwoCalls: a plugin goes on when one of the calls that wait for it is interrupted.
func TestPluginOfTwoCalls(t *testing.T) {
	folder := t.TempDir()
	ends := filepath.Join(folder, "ends")
	client := withPlugin(t, "echo $$ >> "+folder+"/processes; until test -f "+ends+"; do sleep 0.1; done; "+printsCredentials, 300)
	ctx, cancel := context.WithCancel(t.Context())
	first := begin(ctx, client)
	processes(t, folder)
	patient, waits := hubtest.Waiting(t.Context())
	second := begin(patient, client)
	<-waits
	// From here it is not far to the plugin.
	time.Sleep(200 * time.Millisecond)
	cancel()
	if err := <-first; err == nil {
		t.Error("the first call was not interrupted")
	}
	if err := os.WriteFile(ends, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
	if got := processes(t, folder); len(got) != 1 {
		t.Errorf("the plugin ran %d times", len(got))
	}
}

// TestPluginOfKilledProvider: a plugin ends when the process of the provider is killed.
func TestPluginOfKilledProvider(t *testing.T) {
	const variable = "TEST_KILLED_PROVIDER"
	if folder := os.Getenv(variable); folder != "" {
		_ = discover(t.Context(), withPlugin(t, hangs(folder), 60))
		return
	}
	folder := t.TempDir()
	provider := exec.Command(os.Args[0], "-test.run=^TestPluginOfKilledProvider$")
	provider.Env = append(os.Environ(), variable+"="+folder)
	if err := provider.Start(); err != nil {
		t.Fatal(err)
	}
	plugin := processes(t, folder)
	_ = provider.Process.Kill()
	_ = provider.Wait()
	mustEnd(t, plugin)
}
