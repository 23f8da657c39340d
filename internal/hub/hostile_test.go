package hub_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// TestNamesOfListedObjects: a name that no API server accepts is an error, before it becomes a path or a decision.
func TestNamesOfListedObjects(t *testing.T) {
	for metadata, want := range map[string]string{
		`{"name":"eu-1"}`:         "",
		`{}`:                      "metadata.name: must be set",
		`{"name":""}`:             "metadata.name: must be set",
		`{"name":".."}`:           "metadata.name: may not be '..'",
		`{"name":"../../x"}`:      "metadata.name: may not contain '/'",
		`{"name":"eu-1%2Fscale"}`: "metadata.name: may not contain '%'",
	} {
		h := newFakeHub(t, map[string][]json.RawMessage{managedClusters: {json.RawMessage(`{"metadata":` + metadata + `}`)}})
		_, err := h.client(t, nil).Fleet(t.Context(), hubobject.ManagedCluster)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want %s", metadata, err, want)
		}
	}
}

// TestAnotherObject: an object that was not requested is not taken for the one that was.
func TestAnotherObject(t *testing.T) {
	for body, want := range map[string]string{
		`{"metadata":{"name":"eu-1","uid":"1"}}`:                     "",
		`{"metadata":{"name":"eu-2","uid":"1"}}`:                     `the response is the object "eu-2" of namespace "", which is not the one that was requested`,
		`{"metadata":{"name":"eu-1","namespace":"apps","uid":"1"}}`:  `the response is the object "eu-1" of namespace "apps", which is not`,
		`{"metadata":{"name":"","uid":"1"}}`:                         `the response is the object "" of`,
		`{"metadata":{"name":{"first":"eu-1"},"uid":"1"}}`:           "the response is not an object of a Kubernetes API server",
		`{"kind":"ManagedClusterList","metadata":{},"items":[null]}`: "which is not the one that was requested",
	} {
		h := newFakeHub(t, clusters(1))
		h.fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if !strings.HasSuffix(r.URL.Path, "/eu-1") {
				return false
			}
			_, _ = w.Write([]byte(body))
			return true
		}
		_, err := h.client(t, nil).Look(t.Context(), hub.Reference{Kind: hubobject.ManagedCluster, Name: "eu-1"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want %s", body, err, want)
		}
	}
}
