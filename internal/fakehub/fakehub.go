// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package fakehub is a hub for tests that need no API server: it has lists of objects and faults, or keeps objects of the kinds
// of the project as an API server does.
package fakehub

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
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

	mu sync.Mutex
	// requests counts the requests of each path, and agents has their user agents.
	requests map[string]int
	agents   map[string]bool
	// store has the objects of kinds that are no lists; nil for none.
	store *store
}

// New starts a hub with lists by path, such as /apis/GROUP/VERSION/managedclusters.
func New(t testing.TB, lists map[string][]json.RawMessage) *Hub {
	t.Helper()
	h := &Hub{Lists: lists, requests: map[string]int{}, agents: map[string]bool{}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Server.Close)
	return h
}

// NewOf starts a hub that keeps the objects of kinds as an API server does. It needs no credentials.
func NewOf(t testing.TB, kinds Kinds) *Hub {
	t.Helper()
	h := New(t, map[string][]json.RawMessage{})
	h.store = newStore(kinds)
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
	if h.store == nil && r.Header.Get("Authorization") != "Bearer "+Token {
		Status(w, http.StatusUnauthorized, "Unauthorized", "Unauthorized")
		return
	}
	switch parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/"); {
	case r.URL.Path == "/api/v1/namespaces/kube-system":
		Write(w, map[string]any{"kind": "Namespace", "metadata": map[string]any{"uid": "4a0d6d4e-uid"}})
	case parts[len(parts)-1] == "selfsubjectaccessreviews":
		Write(w, map[string]any{"kind": "SelfSubjectAccessReview", "status": map[string]any{"allowed": true}})
	case h.stores(w, r):
	case h.has(path.Dir(r.URL.Path)):
		h.object(w, path.Dir(r.URL.Path), path.Base(r.URL.Path))
	case h.has(path.Dir(path.Dir(r.URL.Path))):
		h.object(w, path.Dir(path.Dir(r.URL.Path)), path.Base(path.Dir(r.URL.Path)))
	case h.has(everywhere(r.URL.Path)):
		h.object(w, everywhere(r.URL.Path), path.Base(r.URL.Path))
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

// object writes an object of a list.
func (h *Hub) object(w http.ResponseWriter, list, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, raw := range h.Lists[list] {
		var object metav1.PartialObjectMetadata
		if err := json.Unmarshal(raw, &object); err == nil && object.Name == name {
			Write(w, raw)
			return
		}
	}
	refuse(w, apierrors.NewNotFound(schema.GroupResource{Resource: path.Base(list)}, name))
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
