// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/api"
)

// fakeHub is an API server with some kinds only, which cannot be written to.
type fakeHub struct {
	*httptest.Server
	// objects are the objects of the kinds that it has, as JSON.
	objects map[*hubobject.Kind][]string

	mu     sync.Mutex
	listed []string
}

// NewFakeHub starts a hub with the objects of some kinds. The others are not installed.
func NewFakeHub(t *testing.T, objects map[*hubobject.Kind][]string) *fakeHub {
	t.Helper()
	h := &fakeHub{objects: objects}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

// Provider is the configuration of a provider with this hub. The kind is that of the hub, or nil.
func (h *fakeHub) Provider(kind any) object {
	return object{"hub": object{"host": h.URL, "token": "x", "kind": kind}}
}

// Check compares what was listed, sorted, and the one diagnostic with what it should say; empty means none. A kind that is
// missing may be found before or after the others are listed.
func (h *fakeHub) Check(t *testing.T, diags []*tfprotov6.Diagnostic, listed, says string) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	slices.Sort(h.listed)
	if got := strings.Join(h.listed, " "); got != listed && !strings.Contains(says, "The hub lacks a kind") {
		t.Errorf("listed: %q, want %q", got, listed)
	}
	if says == "" && len(diags) > 0 || says != "" && (len(diags) != 1 || !strings.Contains(Shown(diags[0]), says)) {
		t.Errorf("diagnostics:\n%s\nwant %q", Said(diags), says)
	}
}

// ServeHTTP answers discovery, lists and nothing else.
func (h *fakeHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/apis/"), "/")
	var versions, resources []any
	for kind := range h.objects {
		version := versionOf(kind)
		if kind.Group == parts[0] {
			versions = append(versions, map[string]any{"version": version})
			if len(parts) == 2 && parts[1] == version {
				resource, _, _ := strings.Cut(kind.String(), ".")
				resources = append(resources, map[string]any{"name": resource, "kind": kind.Kind})
			}
		}
	}
	var answer any
	switch {
	case len(parts) == 1 && versions != nil:
		answer = map[string]any{"kind": "APIGroup", "versions": versions}
	case len(parts) == 2 && resources != nil:
		answer = map[string]any{"kind": "APIResourceList", "resources": resources}
	case len(parts) == 3:
		answer = h.list(parts)
	}
	if answer == nil {
		w.WriteHeader(http.StatusNotFound)
		answer = map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound",
			"code": http.StatusNotFound, "details": map[string]any{}}
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// versionOf is the oldest version of a kind.
func versionOf(kind *hubobject.Kind) string {
	versions := api.VersionsOf(kind.GroupKind.String())
	if len(versions) == 0 {
		return "v1beta1"
	}
	return versions[len(versions)-1]
}

func (h *fakeHub) list(parts []string) any {
	for kind, objects := range h.objects {
		if kind.String() != parts[2]+"."+parts[0] {
			continue
		}
		h.mu.Lock()
		h.listed = append(h.listed, parts[2])
		h.mu.Unlock()
		items := []json.RawMessage{}
		for _, object := range objects {
			items = append(items, json.RawMessage(object))
		}
		return map[string]any{"kind": kind.Kind + "List", "apiVersion": parts[0] + "/" + parts[1], "items": items}
	}
	return nil
}

// Objects for a fake hub: a cluster of each kind, and a target.
const (
	ManagedA = `{"metadata": {"name": "a"}}`
	MemberA  = `{"metadata": {"name": "a"}, "status": {"agentStatus": [{"type": "MemberAgent", "lastReceivedHeartbeat": "2026-08-11T12:00:00Z", ` +
		`"conditions": [{"type": "Joined", "status": "True"}, {"type": "Healthy", "status": "True"}]}]}}`
	DeployerVM = `{"metadata": {"name": "vm", "namespace": "x"}, "spec": {"type": "other"}}`
)
