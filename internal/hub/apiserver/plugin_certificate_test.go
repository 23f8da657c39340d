// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package apiserver_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// certificates is a server that requires a client certificate, and remembers of each request with which one its connection was
// opened, and which connection it was.
type certificates struct {
	*httptest.Server
	mu              sync.Mutex
	names           map[string]string
	revoked         string
	used, addresses []string
}

func serveCertificates(t *testing.T, http2 bool, names map[string]string) *certificates {
	s := &certificates{names: names}
	s.Server = httptest.NewUnstartedServer(s)
	s.EnableHTTP2 = http2
	pool := x509.NewCertPool()
	for certificate := range names {
		pool.AppendCertsFromPEM([]byte(certificate))
	}
	s.TLS = &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *certificates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.TLS.PeerCertificates[0].Raw})
	s.mu.Lock()
	name := s.names[string(text)]
	s.used, s.addresses = append(s.used, name), append(s.addresses, r.RemoteAddr)
	isRevoked := name == s.revoked
	s.mu.Unlock()
	if isRevoked {
		hubtest.Refuse(http.StatusUnauthorized, "Unauthorized", "Unauthorized")(nil, w, r)
		return
	}
	_, _ = w.Write([]byte(`{"kind":"APIResourceList"}`))
}

// TestPluginOfCertificates: the certificate of a plugin opens the connections. When it has expired or the server refuses it, the
// plugin runs again, and no connection that the former one has opened is used any more.
func TestPluginOfCertificates(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		t.Run(fmt.Sprintf("http2 %t", http2), func(t *testing.T) {
			t.Parallel()
			lifetime := 3 * time.Second
			for !renewsCertificates(t, http2, lifetime) {
				lifetime *= 2
			}
		})
	}
}

// renewsCertificates is false if the machine was so busy that the first certificate had expired before it was used.
func renewsCertificates(t *testing.T, http2 bool, lifetime time.Duration) (inTime bool) {
	t.Helper()
	folder := t.TempDir()
	first, second, third := issue(t), issue(t), issue(t)
	server := serveCertificates(t, http2, map[string]string{first[0]: "first", second[0]: "second", third[0]: "third"})
	prints := func(pair [2]string, expires string) {
		writePair(t, filepath.Join(folder, "credentials"), pair, expires)
	}
	client := newClient(t, nil, func(c *apiserver.Config) {
		c.Host, c.Token, c.Exec = server.URL, "", script("cd "+folder+"; echo x >> runs; cat credentials")
		c.ClusterCACertificate = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	})
	calls := func() {
		t.Helper()
		for range 2 {
			if err := discover(t.Context(), client); err != nil {
				t.Fatal(err)
			}
		}
	}
	expires := time.Now().Add(lifetime)
	prints(first, expires.UTC().Format(time.RFC3339))
	if calls(); !time.Now().Before(expires.Truncate(time.Second)) {
		return false
	}
	prints(second, "")
	time.Sleep(time.Until(expires))
	calls()
	prints(third, "")
	server.mu.Lock()
	server.revoked = "second"
	server.mu.Unlock()
	calls()
	text, _ := os.ReadFile(filepath.Join(folder, "runs"))
	if got := strings.Count(string(text), "x"); got != 3 {
		t.Errorf("the plugin ran %d times", got)
	}
	want := []string{"first", "first", "second", "second", "second", "third", "third"}
	if !slices.Equal(server.used, want) {
		t.Errorf("certificates %q\nwant         %q", server.used, want)
	}
	if connections := slices.Compact(server.addresses); len(connections) != 3 {
		t.Errorf("connections %q", connections)
	}
	return true
}

// writePair writes the credentials that a plugin prints.
func writePair(t *testing.T, file string, pair [2]string, expires string) {
	status := map[string]any{"clientCertificateData": pair[0], "clientKeyData": pair[1]}
	if expires != "" {
		status["expirationTimestamp"] = expires
	}
	if err := os.WriteFile(file, []byte(credential("v1", status)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func issue(t *testing.T) (pair [2]string) {
	pair[0], pair[1] = hubtest.KeyPair(t)
	return pair
}
