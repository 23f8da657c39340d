// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// TestSecrets: no error contains a credential, even if the server sends it back.
func TestSecrets(t *testing.T) {
	certificate, key := hubtest.KeyPair(t)
	secrets := []string{token, "env-value-that-nobody-may-see", "proxy password", "proxy%20password", key,
		strings.Split(key, "\n")[1]}
	echo := func(w http.ResponseWriter, r *http.Request) {
		message := "denied " + r.Header.Get("Authorization") + " and " + strings.Join(secrets[:5], ", ")
		hubtest.Refuse(http.StatusForbidden, "Forbidden", message)(nil, w, r)
	}
	proxy := "http://user:proxy%20password@127.0.0.1:1"
	withEnv := script("echo $SECRET >&2; exit 3")
	withEnv.Env = map[string]string{"SECRET": secrets[1]}
	nonsense := script("echo not JSON but $SECRET")
	nonsense.Env = withEnv.Env
	for name, change := range map[string]func(*apiserver.Config){
		"a token":               func(*apiserver.Config) {},
		"a proxy":               func(c *apiserver.Config) { c.Host, c.ProxyURL = "https://127.0.0.1:2", proxy },
		"a plugin that fails":   func(c *apiserver.Config) { c.Token, c.Exec = "", withEnv },
		"a plugin without JSON": func(c *apiserver.Config) { c.Token, c.Exec = "", nonsense },
		"a certificate":         func(c *apiserver.Config) { c.ClientCertificate, c.ClientKey = certificate, key },
		"all":                   func(c *apiserver.Config) { c.ClientCertificate, c.ClientKey, c.ProxyURL = certificate, key, proxy },
	} {
		err := discover(t.Context(), newClient(t, echo, change))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		sent := []string{token}
		switch name {
		case "a proxy":
			sent = append(sent, secrets[2], secrets[3])
		case "a plugin that fails", "a plugin without JSON":
			sent = append(sent, secrets[1])
		case "a certificate":
			sent = append(sent, secrets[4], secrets[5])
		case "all":
			sent = append(sent, secrets[2:]...)
		}
		for e := err; e != nil; e = unwrap(e) {
			for _, secret := range append(sent, base64.StdEncoding.EncodeToString([]byte(secrets[4]))) {
				if text := fmt.Sprintf("%v %+v", e, e); strings.Contains(text, secret) {
					t.Errorf("%s: %s\ncontains %s", name, text, secret)
				}
			}
		}
	}
}

func unwrap(err error) error {
	if wrapper, ok := err.(interface{ Unwrap() error }); ok {
		return wrapper.Unwrap()
	}
	return nil
}

// TestExec: a plugin runs once, its errors are not repeated, and one that hangs is not waited for.
func TestExec(t *testing.T) {
	runs := filepath.Join(t.TempDir(), "runs")
	count := func() int {
		text, _ := os.ReadFile(runs)
		_ = os.Remove(runs)
		return strings.Count(string(text), "x")
	}
	for name, test := range map[string]struct {
		script, want string
	}{
		"a token": {printsCredentials, ""},
		"an error": {
			"exit 3", "cannot discover managedclusters.cluster.open-cluster-management.io: the command that prints the credentials " +
				"failed: exec: executable sh failed with exit code 3",
		},
		"a long wait": {"sleep 15", `the command "sh", which prints the credentials, has not ended within 3s`},
	} {
		seconds := int32(3)
		client := newClient(t, nil, func(c *apiserver.Config) {
			c.Token, c.Exec, c.TimeoutSeconds = "", script("echo x >> "+runs+"; "+test.script), &seconds
		})
		start := time.Now()
		err := discover(t.Context(), client)
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v\nwant %s", name, err, test.want)
		}
		if got := count(); got != 1 {
			t.Errorf("%s: the plugin ran %d times", name, got)
		}
	}
}

// TestExecIsInterrupted: an interruption does not wait for a plugin.
func TestExecIsInterrupted(t *testing.T) {
	client := newClient(t, nil, func(c *apiserver.Config) { c.Token, c.Exec = "", script("sleep 15") })
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	if err := discover(ctx, client); err == nil || time.Since(start) > 10*time.Second {
		t.Errorf("after %s: error %v", time.Since(start), err)
	}
}
