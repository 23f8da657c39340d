package provider

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
			return value + injected
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
				name += injected
			}
			value[name] = of
		}
	}
	return value
}

// isFree reports whether the names in a map are not those of a schema.
func isFree(path string) bool {
	for _, name := range []string{"abels", ".annotations", ".allocatable", ".capacity", ".properties", ".recommendations", ".fieldsV1"} {
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
				t.Errorf("only %d texts: %s", len(paths), said(first))
			}
			for _, path := range paths {
				h.mu.Lock()
				h.forges = path
				h.mu.Unlock()
				for _, d := range read(t, provider(kind)) {
					if found := obeyed(d.Detail) + obeyed(d.Summary); found != "" || strings.Contains(d.Summary, "\n") {
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
			_, diags := planDataWith(t, provider, "multicluster_clusters", configOf(t, dataSchema("multicluster_clusters").typ, object{}))
			return diags
		},
	}
	prefix := server.Prefix(t)
	for kind, o := range liveObjects(prefix, server.Namespace(t)) {
		server.Create(t, o.imports)
		readings["object "+kind] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			r := newHubRun(t, o.noun, provider)
			r.hubWarnings = true
			diags := r.importID(o.id())
			if failed(diags) {
				return diags
			}
			return append(diags, r.try(o.updated).diags...)
		}
	}
	for name, of := range statusSources(t, server) {
		if len(of.want) == 0 {
			continue
		}
		readings["status of "+name] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := workloadStatus(t, provider, of.config)
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
	r := newPlacedRun(t, kind)
	config := func(clusters int) object { return r.config(clusters) }
	if kind == "PlacementRule" {
		r.provider = object{"hub": merged(r.provider["hub"].(object), object{"kind": "ManagedCluster"})}
		config = func(clusters int) object { return ruleConfig(r, int64(clusters)) }
	}
	if diags := r.run(config(1)); failed(diags) {
		t.Fatal(said(diags))
	}
	switch kind {
	case "Placement":
		r.f.server.WriteDecisions(t, r.namespace, r.name, r.f.group("", "a"))
	case "PlacementRule":
		name := r.f.prefix + "a"
		r.f.server.MergePatch(t, "test", "core.hybridapp.io/v1alpha1", kind, r.namespace, r.name,
			"{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	default:
		r.f.server.WriteFleetDecisions(t, r.namespace, r.name, hubtest.FleetDecision{Cluster: r.f.prefix + "c", Selected: true},
			hubtest.FleetDecision{Cluster: r.f.prefix + "a", Reason: "ClusterUnschedulable, x"})
	}
	name := object{"name": r.name}
	if r.namespace != "" {
		name["namespace"] = r.namespace
	}
	readings := map[string]reading{
		kind + " planned": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			state := *r.lifecycle
			state.t = t
			run := &hubRun{lifecycle: &state, t: t, provider: provider}
			return run.try(config(2)).diags
		},
		kind + " adopted": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			run := &hubRun{lifecycle: placementLifecycle(t, t), t: t, provider: provider}
			return run.try(config(2)).diags
		},
		kind + " decisions": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := readDecisions(t, provider, merged(name, object{"kind": kind, "with_labels": list{"name"}}))
			return diags
		},
		kind + " predicted": func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			of := config(4)
			for argument := range of {
				if !slices.Contains([]string{"name", "namespace", "ocm", "kubefleet", "hybrid"}, argument) {
					delete(of, argument)
				}
			}
			_, diags := readWith(t, provider, of)
			return diags
		},
	}
	if strings.Contains(kind, "ResourcePlacement") {
		readings[kind+" status"] = func(t *testing.T, provider object) []*tfprotov6.Diagnostic {
			_, diags := workloadStatus(t, provider, object{"placement": name})
			return diags
		}
	}
	return readings
}
