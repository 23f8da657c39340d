// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package fakehub is a hub for tests that need no API server: it has lists of objects, and faults.
package fakehub

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// Token is the credential that the hub accepts.
const Token = "token-that-nobody-may-see"

// Hub is a server that speaks the list and discovery protocol of a Kubernetes API server, with faults.
type Hub struct {
	*httptest.Server
	// Lists has the objects by the path of their list.
	Lists map[string][]json.RawMessage
	// Fault may answer a request in place of the hub. Its number is from 1 for each path.
	Fault func(w http.ResponseWriter, r *http.Request, number int) (answered bool)
	// Changed is called when an object was created or changed, and may change Lists; nil for nothing.
	Changed func(list string, object *unstructured.Unstructured)

	mu sync.Mutex
	// requests counts the requests of each path, and agents has their user agents.
	requests map[string]int
	agents   map[string]bool
	// created counts the objects that were created, for their UIDs, and written what was written, for their resource versions.
	created, written int
}

// New starts a hub with lists by path, such as /apis/GROUP/VERSION/managedclusters.
func New(t testing.TB, lists map[string][]json.RawMessage) *Hub {
	t.Helper()
	h := &Hub{Lists: lists, requests: map[string]int{}, agents: map[string]bool{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Server.Close)
	return h
}

// Client returns a client of the hub that does not wait between requests.
func (h *Hub) Client(t testing.TB, change func(*hub.Config, *apiserver.Options)) *hub.Client {
	t.Helper()
	config := hub.Config{Config: apiserver.Config{Host: h.URL, Token: Token}}
	options := apiserver.Options{Lookup: NoEnvironment, UserAgent: "provider/1.2.3", Clock: NoWaits}
	if change != nil {
		change(&config, &options)
	}
	client, err := hub.New(config, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// NoEnvironment has no variables.
func NoEnvironment(string) (string, bool) { return "", false }

// NoWaits waits hardly between requests.
func NoWaits(retryablehttp.Backoff) retryablehttp.Backoff {
	return func(time.Duration, time.Duration, int, *http.Response) time.Duration { return time.Millisecond }
}

// Count returns how often a path was requested.
func (h *Hub) Count(path string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.requests[path]
}

// Agents are the user agents of the requests.
func (h *Hub) Agents() map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.agents)
}

// ServeHTTP answers a request.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.requests[r.URL.Path]++
	number := h.requests[r.URL.Path]
	h.agents[r.UserAgent()] = true
	h.mu.Unlock()
	if h.Fault != nil && h.Fault(w, r, number) {
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+Token {
		Status(w, http.StatusUnauthorized, "Unauthorized", "Unauthorized")
		return
	}
	switch parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/"); {
	case r.URL.Path == "/api/v1/namespaces/kube-system":
		Write(w, map[string]any{"kind": "Namespace", "metadata": map[string]any{"uid": "4a0d6d4e-uid"}})
	case parts[len(parts)-1] == "selfsubjectaccessreviews":
		Write(w, map[string]any{"kind": "SelfSubjectAccessReview", "status": map[string]any{"allowed": true}})
	case h.has(path.Dir(r.URL.Path)):
		h.object(w, r, path.Dir(r.URL.Path), path.Base(r.URL.Path))
	case h.has(path.Dir(path.Dir(r.URL.Path))):
		h.object(w, r, path.Dir(path.Dir(r.URL.Path)), path.Base(path.Dir(r.URL.Path)))
	case h.has(everywhere(r.URL.Path)):
		h.object(w, r, everywhere(r.URL.Path), path.Base(r.URL.Path))
	case len(parts) == 1:
		h.all(w, parts[0])
	case len(parts) == 2:
		h.group(w, parts[1])
	case len(parts) == 3:
		h.version(w, parts[1]+"/"+parts[2])
	case parts[0] == "api":
		h.list(w, r, parts[1])
	default:
		h.list(w, r, parts[1]+"/"+parts[2])
	}
}

// everywhere is the list of all namespaces for an object in one of them; empty for another path.
func everywhere(object string) string {
	root, rest, _ := strings.Cut(object, "/namespaces/")
	if parts := strings.Split(rest, "/"); len(parts) == 3 {
		return root + "/" + parts[1]
	}
	return ""
}

// has reports whether the hub has a list.
func (h *Hub) has(list string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.Lists[list]
	return ok
}

// all writes all kinds of the core group, or of the others, in one response.
func (h *Hub) all(w http.ResponseWriter, root string) {
	items, known := []any{}, map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(h.Lists)) {
		parts := strings.Split(strings.Trim(path, "/"), "/")
		if parts[0] != root {
			continue
		}
		if root == "api" {
			parts = slices.Insert(parts, 1, "")
		}
		resource, scope := parts[len(parts)-1], "Cluster"
		if len(parts) > 4 {
			scope = "Namespaced"
		}
		if known[parts[1]+"/"+resource] {
			continue // The list of a namespace came first.
		}
		known[parts[1]+"/"+resource] = true
		kind := map[string]any{"group": parts[1], "version": parts[2], "kind": kinds[resource]}
		items = append(items, map[string]any{"metadata": map[string]any{"name": parts[1]}, "versions": []any{map[string]any{
			"version": parts[2], "resources": []any{map[string]any{
				"resource": resource, "responseKind": kind, "scope": scope, "verbs": []string{"list", "watch"},
			}},
		}}})
	}
	Write(w, map[string]any{"kind": "APIGroupDiscoveryList", "items": items})
}

func (h *Hub) group(w http.ResponseWriter, group string) {
	found := map[string]bool{}
	for path := range h.Lists {
		if parts := strings.Split(path, "/"); parts[2] == group {
			found[parts[3]] = true
		}
	}
	if len(found) == 0 {
		http.NotFound(w, nil)
		return
	}
	var versions []map[string]any
	for _, version := range slices.Sorted(maps.Keys(found)) {
		versions = append(versions, map[string]any{"groupVersion": group + "/" + version, "version": version})
	}
	Write(w, map[string]any{"kind": "APIGroup", "name": group, "versions": versions})
}

func (h *Hub) version(w http.ResponseWriter, version string) {
	resources := []map[string]any{}
	for path := range h.Lists {
		if rest, ok := strings.CutPrefix(path, "/apis/"+version+"/"); ok {
			// The list of a namespace is that of its kind.
			rest = rest[strings.LastIndexByte(rest, '/')+1:]
			resources = append(resources, map[string]any{"name": rest, "kind": kinds[rest]})
		}
	}
	Write(w, map[string]any{"kind": "APIResourceList", "groupVersion": version, "resources": resources})
}

func (h *Hub) list(w http.ResponseWriter, r *http.Request, version string) {
	h.mu.Lock()
	objects, ok := h.Lists[r.URL.Path]
	h.mu.Unlock()
	if !ok {
		Status(w, http.StatusNotFound, "NotFound", r.URL.Path+" not found")
		return
	}
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	from, _ := strconv.Atoi(r.URL.Query().Get("continue"))
	to := min(from+limit, len(objects))
	next := ""
	if to < len(objects) {
		next = strconv.Itoa(to)
	}
	resource := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(Page(version, kinds[resource], next, objects[from:to]))
}

// Page is a page of a list as an API server writes it.
func Page(version, kind, next string, objects []json.RawMessage) []byte {
	var text strings.Builder
	_, _ = fmt.Fprintf(&text, `{"apiVersion":%q,"items":[`, version)
	for i, object := range objects {
		if i > 0 {
			text.WriteByte(',')
		}
		text.Write(object)
	}
	_, _ = fmt.Fprintf(&text, `],"kind":"%sList","metadata":{"continue":%q,"resourceVersion":"12"}}`+"\n", kind, next)
	return []byte(text.String())
}

var kinds = map[string]string{"configmaps": "ConfigMap", "namespaces": "Namespace"}

func init() {
	others := append(hubobject.KubeFleet.Overrides.Kinds(), hubobject.Placement, hubobject.ManifestWork,
		hubobject.ClusterSchedulingPolicySnapshot, hubobject.SchedulingPolicySnapshot)
	for _, kind := range slices.Concat(hubobject.FleetKinds, others) {
		resource, _, _ := strings.Cut(kind.String(), ".")
		kinds[resource] = kind.Kind
	}
	for _, kind := range hubobject.KubeFleet.Overrides.Kinds() {
		resource, _, _ := strings.Cut(kind.String(), ".")
		kinds[strings.TrimSuffix(resource, "s")+"snapshots"] = kind.Kind + "Snapshot"
	}
}

// Write writes an object.
func Write(w http.ResponseWriter, object any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(object)
}

// Status writes an error as an API server does.
func Status(w http.ResponseWriter, code int, reason, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": message, "code": code,
	})
}

// ManagedClusters is the path of their list.
const ManagedClusters = "/apis/cluster.open-cluster-management.io/v1/managedclusters"

// Clusters returns a list of ManagedClusters.
func Clusters(count int) map[string][]json.RawMessage {
	objects := make([]json.RawMessage, count)
	for i := range objects {
		objects[i] = json.RawMessage(fmt.Sprintf(`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster",`+
			`"metadata":{"name":"cluster-%05d","labels":{"region":"eu"}},"status":{"allocatable":{"cpu":"8"}}}`, i))
	}
	return map[string][]json.RawMessage{ManagedClusters: objects}
}
