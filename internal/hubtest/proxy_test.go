// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubtest

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// proxyClient is a client of the proxy with connections of its own.
func proxyClient(t *testing.T, p *Proxy, certificates ...tls.Certificate) *http.Client {
	t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(p.CA))
	transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool, Certificates: certificates,
		MinVersion: tls.VersionTLS12}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// ask returns the answer to a request, or the error with what was received before.
func ask(t *testing.T, client *http.Client, p *Proxy, path, token string) (code int, body string, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.Host+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.ProtoMajor != 2 {
		t.Errorf("the protocol is %s", resp.Proto)
	}
	text, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text), err
}

// TestProxyCredentials: the proxy's own credentials are those of the administrator, and others are those of the server.
func TestProxyCredentials(t *testing.T) {
	t.Parallel()
	hub := Start(t)
	p := hub.Proxy(t)
	user := hub.User(t, Rule{APIGroups: []string{""}, Resources: []string{"namespaces"}, Verbs: []string{"get"}})
	pair, err := tls.X509KeyPair([]byte(p.Certificate), []byte(p.Key))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		client                *http.Client
		token                 string
		namespaces, configMap int
	}{
		"the token":       {proxyClient(t, p), p.Token, 200, 200},
		"the certificate": {proxyClient(t, p, pair), "", 200, 200},
		"a user":          {proxyClient(t, p), user.Token, 200, 403},
		"an old token":    {proxyClient(t, p), "expired", 401, 401},
	} {
		for path, want := range map[string]int{"/api/v1/namespaces/kube-system": test.namespaces,
			"/api/v1/configmaps": test.configMap} {
			if code, body, err := ask(t, test.client, p, path, test.token); code != want || err != nil {
				t.Errorf("%s: GET %s: %d, want %d; error %v\n%s", name, path, code, want, err, body)
			}
		}
	}
	if text, err := os.ReadFile(p.Kubeconfig); err != nil || !strings.Contains(string(text), p.Token) {
		t.Errorf("%s\nerror %v", text, err)
	}
}

// TestProxyFaults: a fault applies to the requests that match, as often as it should, and then the server answers.
func TestProxyFaults(t *testing.T) {
	t.Parallel()
	p := Start(t).Proxy(t)
	called := 0
	for name, test := range map[string]struct {
		fault Fault
		// code is 0 for no answer. waits is whether the fault does not end by itself.
		code         int
		fails, waits bool
		says         string
	}{
		"an error":   {Refuse(429, "TooManyRequests", "busy", "Retry-After", "7"), 429, false, false, `"message":"busy"`},
		"a page":     {Say(200, "text/html", "<html>"), 200, false, false, "<html>"},
		"a reset":    {ResetBefore, 0, true, false, ""},
		"a reset, 2": {ResetAfter, 0, true, false, ""},
		"a hang":     {Hang, 0, true, true, ""},
		"a hang, 2":  {HangAfter, 0, true, true, ""},
		"slow":       {SlowBody, 200, true, true, `"kind":"Namespace"`},
		"cut":        {CutBody, 200, true, false, `"kind":"Namespace"`},
		"silence":    {Silence, 0, true, true, ""},
		"before":     {Before(func() { called++ }), 200, false, false, `"phase":"Active"`},
		"after":      {After(func() { called++ }), 200, false, false, `"phase":"Active"`},
	} {
		p.Clear()
		p.On(Match{Method: "GET", Path: "kube-system", Skip: 1}, 1, test.fault)
		p.On(Match{Method: "PATCH"}, Always, Hang)
		client := proxyClient(t, p)
		get := func(what string, code int, fails bool, says string) {
			got, body, err := ask(t, client, p, "/api/v1/namespaces/kube-system", p.Token)
			if got != code || (err != nil) != fails || !strings.Contains(body, says) {
				t.Errorf("%s, %s: %d, error %v\n%s", name, what, got, err, body)
			}
		}
		get("before", 200, false, "Active")
		if test.waits {
			client.Timeout = 500 * time.Millisecond
		}
		get("fault", test.code, test.fails, test.says)
		if name == "silence" {
			get("lost", 0, true, "")
			client = proxyClient(t, p)
		}
		client.Timeout = 0
		get("after", 200, false, "Active")
		all := p.Requests(Match{Path: "kube-system"})
		if len(all) != 3 || all[0].Fault || !all[1].Fault || all[2].Fault {
			t.Errorf("%s: requests %v", name, all)
		}
	}
	if called != 2 {
		t.Errorf("%d calls", called)
	}
}

// TestProxyRestart: after a restart the server has its objects, and the client its address and its credentials.
func TestProxyRestart(t *testing.T) {
	t.Parallel()
	crds, err := usedCRDs()
	if err != nil {
		t.Fatal(err)
	}
	hub := startOwn(t, slices.DeleteFunc(crds, func(c crd) bool { return c.Spec.Names.Kind != "ManagedCluster" }))
	p := hub.Proxy(t)
	client := proxyClient(t, p)
	name := "restarted"
	hub.Create(t, "{apiVersion: "+ocmGroup+"/v1, kind: ManagedCluster, metadata: {name: "+name+"}}")
	path := "/apis/" + ocmGroup + "/v1/managedclusters/" + name
	_, before, err := ask(t, client, p, path, p.Token)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	p.Restart(t)
	t.Logf("the server started again in %s", time.Since(began))
	code, after, err := ask(t, client, p, path, p.Token)
	if code != 200 || err != nil || after != before {
		t.Errorf("%d, error %v\n%s", code, err, after)
	}
	if hub.Get(t, ocmGroup+"/v1", "ManagedCluster", "", name) == nil {
		t.Error("the object is lost")
	}
}
