// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// recordedHub answers as a hub has answered before, with changes.
type recordedHub struct {
	*httptest.Server
	t      *testing.T
	proxy  *hubtest.Proxy
	client *http.Client

	mu      sync.Mutex
	answers map[string]recordedAnswer
	// seen are the texts of the answers, by kind and path; nil when they are known.
	seen map[string]bool
	// forges is the kind and path of the text that is changed.
	forges string
}

type recordedAnswer struct {
	status int
	body   []byte
}

func newRecordedHub(t *testing.T, server *hubtest.Hub) *recordedHub {
	t.Helper()
	h := &recordedHub{t: t, proxy: server.Proxy(t), answers: map[string]recordedAnswer{}}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(h.proxy.CA))
	h.client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *recordedHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	h.mu.Lock()
	defer h.mu.Unlock()
	key := r.Method + " " + r.URL.String() + " " + string(body)
	answer, ok := h.answers[key]
	if !ok {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, h.proxy.Host+r.URL.RequestURI(), bytes.NewReader(body))
		if err != nil {
			h.t.Error(err)
			return
		}
		req.Header = r.Header.Clone()
		req.Header.Set("Authorization", "Bearer "+h.proxy.Token)
		req.Header.Del("Accept-Encoding")
		resp, err := h.client.Do(req)
		if err != nil {
			h.t.Error(err)
			return
		}
		answer.status = resp.StatusCode
		answer.body, _ = io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		h.answers[key] = answer
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.status)
	_, _ = w.Write(h.forge(answer.body))
}

// forge changes a text of the objects in an answer, and remembers which texts there are.
func (h *recordedHub) forge(body []byte) []byte {
	if !bytes.HasPrefix(body, []byte("{")) {
		// The answer to a path that the hub does not have.
		return body
	}
	var answer map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&answer); err != nil {
		h.t.Error(err)
		return body
	}
	objects, isList := answer["items"].([]any)
	if !isList {
		objects = []any{answer}
	}
	for _, o := range objects {
		kind, _ := o.(map[string]any)["kind"].(string)
		h.walk(kind, o)
	}
	changed, err := json.Marshal(answer)
	if err != nil {
		h.t.Error(err)
	}
	return changed
}

func (h *recordedHub) walk(path string, value any) any {
	switch value := value.(type) {
	case string:
		if h.seen != nil {
			h.seen[path] = true
		}
		if path == h.forges {
			return value + providertest.Injected
		}
	case []any:
		for i := range value {
			value[i] = h.walk(path+"[]", value[i])
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			at := path + "." + name
			if isFree(path) {
				at = path + "{}"
				if h.seen != nil {
					h.seen[path+" names"] = true
				}
			}
			of := h.walk(at, value[name])
			if delete(value, name); path+" names" == h.forges {
				name += providertest.Injected
			}
			value[name] = of
		}
	}
	return value
}

// isFree reports whether the names in a map are not those of a schema.
func isFree(path string) bool {
	for _, name := range []string{"abels", ".annotations", ".allocatable", ".capacity", ".properties",
		".recommendations", ".fieldsV1"} {
		if strings.HasSuffix(path, name) {
			return true
		}
	}
	return false
}

// reading is something that a provider does with the objects of a hub.
type reading func(t *testing.T, provider object) []*tfprotov6.Diagnostic

// TestHubForgedTexts changes each text of each object that the provider reads from a hub: no diagnostic has a character that
// controls a terminal or a line that the provider has not written.
func TestHubForgedTexts(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
	for name, read := range readingsOf(t, server) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newRecordedHub(t, server)
			provider := func(kind string) object {
				return object{"hub": object{"host": h.URL, "token": "x", "kind": kind, "max_retries": int64(0)}}
			}
			kind := "ManagedCluster"
			if strings.Contains(name, "ResourcePlacement") {
				kind = "MemberCluster"
			}
			h.seen = map[string]bool{}
			first := read(t, provider(kind))
			paths := slices.Sorted(maps.Keys(h.seen))
			h.seen = nil
			if len(paths) < 30 {
				t.Errorf("only %d texts: %s", len(paths), providertest.Said(first))
			}
			for _, path := range paths {
				h.mu.Lock()
				h.forges = path
				h.mu.Unlock()
				for _, d := range read(t, provider(kind)) {
					if found := providertest.Obeyed(d.Detail) + providertest.Obeyed(d.Summary); found != "" ||
						strings.Contains(d.Summary, "\n") {
						t.Errorf("%s: %s: %q: %q", path, found, d.Summary, d.Detail)
					}
				}
			}
		})
	}
}

// readingsOf reads objects of every kind, whose statuses are written.
func readingsOf(t *testing.T, server *hubtest.Hub) map[string]reading {
	t.Helper()
	readings := map[string]reading{
		"clusters": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := providertest.PlanDataWith(t, provider, "multicluster_clusters",
				providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, object{}))
			return diags
		},
	}
	prefix := server.Prefix(t)
	for kind, o := range onhub.LiveObjectsNamed(prefix, server.Namespace(t)) {
		server.Create(t, o.Imports)
		readings["object "+kind] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			r := onhub.NewRun(t, o.Noun, provider)
			r.HubWarnings = true
			diags := r.ImportID(o.ID())
			if providertest.Failed(diags) {
				return diags
			}
			return append(diags, r.Try(o.Updated).Diags...)
		}
	}
	for name, of := range onhub.StatusSources(t, server) {
		if len(of.Want) == 0 {
			continue
		}
		readings["status of "+name] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := providertest.WorkloadStatus(t, provider, of.Config)
			return diags
		}
	}
	for _, kind := range []string{"Placement", "ClusterResourcePlacement", "ResourcePlacement", "PlacementRule"} {
		maps.Copy(readings, readingsOfPlacement(t, kind))
	}
	return readings
}

// readingsOfPlacement reads a placement that the hub has decided, as a resource, as its decisions and as a prediction.
func readingsOfPlacement(t *testing.T, kind string) map[string]reading {
	t.Helper()
	r := onhub.NewPlacedRun(t, hubtest.Start(t), kind)
	config := func(clusters int) object { return r.Config(clusters) }
	if kind == "PlacementRule" {
		r.Provider = object{"hub": providertest.Merged(r.Provider["hub"].(object), object{"kind": "ManagedCluster"})}
		config = func(clusters int) object { return onhub.RuleConfig(r, int64(clusters)) }
	}
	if diags := r.Do(config(1)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	switch kind {
	case "Placement":
		r.F.Server.WriteDecisions(t, r.Namespace, r.Name, r.F.Group("", "a"))
	case "PlacementRule":
		name := r.F.Prefix + "a"
		r.F.Server.MergePatch(t, "test", "core.hybridapp.io/v1alpha1", kind, r.Namespace, r.Name,
			"{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	default:
		r.F.Server.WriteFleetDecisions(t, r.Namespace, r.Name, hubtest.FleetDecision{Cluster: r.F.Prefix + "c", Selected: true},
			hubtest.FleetDecision{Cluster: r.F.Prefix + "a", Reason: "ClusterUnschedulable, x"})
	}
	name := object{"name": r.Name}
	if r.Namespace != "" {
		name["namespace"] = r.Namespace
	}
	readings := map[string]reading{
		kind + " planned": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			state := *r.Resource
			state.T = t
			run := &onhub.Run{Resource: &state, T: t, Provider: provider}
			return run.Try(config(2)).Diags
		},
		kind + " adopted": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			run := &onhub.Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: provider}
			return run.Try(config(2)).Diags
		},
		kind + " decisions": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := providertest.ReadDecisions(t, provider,
				providertest.Merged(name, object{"kind": kind, "with_labels": list{"name"}}))
			return diags
		},
		kind + " predicted": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			of := config(4)
			for argument := range of {
				if !slices.Contains([]string{"name", "namespace", "ocm", "kubefleet", "hybrid"}, argument) {
					delete(of, argument)
				}
			}
			_, diags := providertest.ReadWith(t, provider, of)
			return diags
		},
	}
	if strings.Contains(kind, "ResourcePlacement") {
		readings[kind+" status"] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := providertest.WorkloadStatus(t, provider, object{"placement": name})
			return diags
		}
	}
	return readings
}
