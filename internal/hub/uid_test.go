// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
)

// TestUID: a hub is identified once, and a server that is not a hub is recognized.
func TestUID(t *testing.T) {
	const path = "/api/v1/namespaces/kube-system"
	h := fakehub.New(t, nil)
	client := h.Client(t, nil)
	for range 2 {
		if uid, err := client.UID(t.Context()); err != nil || uid != "4a0d6d4e-uid" || h.Count(path) != 1 {
			t.Errorf("uid %q, error %v, %d requests", uid, err, h.Count(path))
		}
	}
	h.Fault = func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		raw("text/html", "<html>")(w, nil)
		return true
	}
	_, err := h.Client(t, nil).UID(t.Context())
	if err == nil || err.Error() != `cannot get namespaces "kube-system": the response is not a namespace of a Kubernetes API server` {
		t.Errorf("error %v", err)
	}
	h.Fault = times(0, nil)
	_, err = h.Client(t, func(c *hub.Config, _ *apiserver.Options) { c.Token = "another" }).UID(t.Context())
	if !apierrors.IsUnauthorized(err) {
		t.Errorf("error %v", err)
	}
}

// TestCertificates: a server whose certificate cannot be verified is asked once, and with its CA it is trusted.
func TestCertificates(t *testing.T) {
	requests := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		fakehub.Write(w, map[string]any{"kind": "Namespace", "metadata": map[string]any{"uid": "tls"}})
	}))
	defer server.Close()
	server.Config.ErrorLog = nil
	ca := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}))
	yes := true
	for name, test := range map[string]struct {
		config apiserver.Config
		want   string
	}{
		"no CA":  {apiserver.Config{}, "cannot be verified: "},
		"the CA": {apiserver.Config{ClusterCACertificate: ca}, ""},
		"another name": {
			apiserver.Config{ClusterCACertificate: ca, TLSServerName: "hub.example.org"}, "check cluster_ca_certificate and tls_server_name",
		},
		"the right name": {apiserver.Config{ClusterCACertificate: ca, TLSServerName: "example.com"}, ""},
		"insecure":       {apiserver.Config{Insecure: &yes}, ""},
	} {
		test.config.Host, test.config.Token = server.URL, fakehub.Token
		client, err := hub.New(hub.Config{Config: test.config}, apiserver.Options{Lookup: fakehub.NoEnvironment, Clock: fakehub.NoWaits})
		if err != nil {
			t.Fatal(err)
		}
		requests = 0
		_, err = client.UID(t.Context())
		if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) ||
			strings.Contains(err.Error(), "requests)")) {
			t.Errorf("%s: error %v", name, err)
		}
		client.Close()
	}
}
