// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

const scoresPath = "/addonplacementscores"

// scores makes objects of a kind that has pages: three each.
func scores(t testing.TB, server *hubtest.Hub) (p *hubtest.Proxy, namespace, want string) {
	t.Helper()
	namespace = server.Namespace(t)
	for i := range 7 {
		server.Create(t, fmt.Sprintf("{apiVersion: cluster.open-cluster-management.io/v1alpha1, kind: AddOnPlacementScore, "+
			"metadata: {name: score-%d, namespace: %s}, status: {scores: [{name: a, value: %d}]}}", i, namespace, i))
	}
	want, err := listed(t.Context(), connect(t, apiserver.Config{ConfigPath: server.Kubeconfig}), namespace)
	if err != nil {
		t.Fatal(err)
	}
	p = server.Proxy(t)
	p.Limit(3)
	return p, namespace, want
}

// TestOutage: what ends within the waits of a call is not an error, and what a list has read before does not appear twice.
func TestOutage(t *testing.T) {
	p, namespace, want := scores(t, hubtest.Start(t))
	realWaits := func(_ *hub.Config, o *apiserver.Options) {
		o.Clock = func(b retryablehttp.Backoff) retryablehttp.Backoff { return b }
	}
	expired := hubtest.Refuse(410, "Expired", "The provided continue parameter is too old to display a consistent list result.")
	third := hubtest.Match{Path: scoresPath, Query: "continue=", Skip: 1}
	for name, test := range map[string]struct {
		begin func()
		// requests is how many pages are requested.
		requests int
		change   func(*hub.Config, *apiserver.Options)
		says     string
	}{
		"the address refuses connections": {func() { p.Outage(t, 600*time.Millisecond) }, 3, realWaits, ""},
		"the server starts between two pages": {func() {
			p.On(third, 1, func(p *hubtest.Proxy, w http.ResponseWriter, r *http.Request) {
				p.Outage(t, 600*time.Millisecond)
				hubtest.ResetBefore(p, w, r)
			})
		}, 4, realWaits, ""},
		"the continue token expires": {func() { p.On(third, 1, expired) }, 6, nil, ""},
		"the continue token always expires": {
			func() { p.On(third, hubtest.Always, expired) }, 7, nil, "the hub responded with 410 Gone: The provided continue " +
				"parameter is too old",
		},
	} {
		p.Clear()
		client := throughProxy(t, p, test.change)
		if _, err := client.Serves(t.Context(), hubobject.AddOnPlacementScore); err != nil {
			t.Fatal(err)
		}
		test.begin()
		result, err := listed(t.Context(), client, namespace)
		if !says(err, test.says) || err == nil && result != want {
			t.Errorf("%s: error %v, want %q\ngot  %s\nwant %s", name, err, test.says, result, want)
		}
		if n := len(p.Requests(hubtest.Match{Path: scoresPath})); n != test.requests {
			t.Errorf("%s: %d requests, want %d", name, n, test.requests)
		}
	}
}

// TestInterruption: an interruption ends a call within a second, whatever it waits for, and nothing of it is kept.
func TestInterruption(t *testing.T) {
	p, namespace, want := scores(t, hubtest.Start(t))
	list := hubtest.Match{Path: scoresPath}
	for name, begin := range map[string]func(){
		"a hang":                  func() { p.On(list, hubtest.Always, hubtest.Hang) },
		"a hang of the discovery": func() { p.On(hubtest.Match{Path: "/apis/"}, hubtest.Always, hubtest.Hang) },
		"a hang of a second page": func() { p.On(hubtest.Match{Path: scoresPath, Query: "continue="}, hubtest.Always, hubtest.Hang) },
		"Retry-After": func() {
			p.On(list, hubtest.Always, hubtest.Refuse(429, "TooManyRequests",
				"busy", "Retry-After", "9"))
		},
		"the wait after a reset": func() { p.On(list, hubtest.Always, hubtest.ResetBefore) },
		"a slow body":            func() { p.On(list, hubtest.Always, hubtest.SlowBody) },
		"a lost connection":      func() { p.On(list, hubtest.Always, hubtest.Silence) },
	} {
		p.Clear()
		begin()
		client := throughProxy(t, p, func(c *hub.Config, o *apiserver.Options) {
			c.TimeoutSeconds = nil
			o.Clock = func(b retryablehttp.Backoff) retryablehttp.Backoff { return b }
		})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(300*time.Millisecond, cancel)
		began := time.Now()
		result, err := listed(ctx, client, namespace)
		cancel()
		if took := time.Since(began); took > 8*time.Second || !errors.Is(err, context.Canceled) || result != "" {
			t.Errorf("%s: after %s: error %v\n%s", name, took, err, result)
		}
		p.Clear()
		if name == "a lost connection" {
			continue
		}
		if result, err = listed(t.Context(), client, namespace); err != nil || result != want {
			t.Errorf("%s: error %v\ngot  %s\nwant %s", name, err, result, want)
		}
	}
}

// TestExpiredCredentials: credentials of a plugin that expire are renewed within the call; others are an error.
func TestExpiredCredentials(t *testing.T) {
	p, namespace, want := scores(t, hubtest.Start(t))
	folder := t.TempDir()
	runs := filepath.Join(folder, "runs")
	credentials := func(token string) {
		text, err := json.Marshal(map[string]any{
			"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": map[string]any{"token": token},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "credentials"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	credentials(p.Token)
	client := throughProxy(t, p, func(c *hub.Config, _ *apiserver.Options) {
		c.ConfigPath, c.Host, c.ClusterCACertificate = "", p.Host, p.CA
		c.Exec = script("echo x >> " + runs + "; cat " + filepath.Join(folder, "credentials"))
	})
	for _, test := range []struct {
		what           string
		before         func()
		requests, runs int
		says           string
	}{
		{"the first list", func() {}, 3, 1, ""},
		{"an expired token", func() { credentials(p.Renew()) }, 4, 1, ""},
		{
			"a plugin that has no other token", func() { p.Renew() }, 2, 2, "does not accept the credentials, which may have expired: " +
				"Unauthorized (after 2 requests)",
		},
		{"a plugin that has one again", func() { credentials(p.Token) }, 4, 1, ""},
	} {
		p.Clear()
		_ = os.Remove(runs)
		test.before()
		result, err := listed(t.Context(), client, namespace)
		if !says(err, test.says) || err == nil && result != want {
			t.Errorf("%s: error %v, want %q\ngot  %s\nwant %s", test.what, err, test.says, result, want)
		}
		text, _ := os.ReadFile(runs)
		if n, m := len(p.Requests(hubtest.Match{Path: scoresPath})), strings.Count(string(text), "x"); n != test.requests ||
			m != test.runs {
			t.Errorf("%s: %d requests, want %d; the plugin ran %d times, want %d", test.what, n, test.requests, m, test.runs)
		}
	}
}
