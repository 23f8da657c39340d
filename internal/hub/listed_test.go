package hub_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

const placements = "/apis/cluster.open-cluster-management.io/v1beta1/namespaces/apps/placements"

// newPlacementHub starts a hub with a placement in the namespace apps.
func newPlacementHub(t *testing.T, object string) *fakeHub {
	t.Helper()
	return newFakeHub(t, map[string][]json.RawMessage{
		placements: {json.RawMessage(object)}, strings.Replace(placements, "/namespaces/apps", "", 1): nil,
	})
}

// TestLookListed_forbidden: where the credentials may not list, an object is requested once, also one that does not exist.
func TestLookListed_forbidden(t *testing.T) {
	for name, exists := range map[string]bool{"web": true, "gone": false} {
		h := newPlacementHub(t, `{}`)
		h.fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			switch r.URL.Path {
			case placements:
				status(w, http.StatusForbidden, "Forbidden", "cannot list resource")
			case placements + "/web":
				write(w, map[string]any{"metadata": map[string]any{"namespace": "apps", "name": "web", "uid": "1"}})
			case placements + "/gone":
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(`{"kind":"Status","reason":"NotFound","code":404,"details":{"name":"gone"}}`))
			default:
				return false
			}
			return true
		}
		client := h.client(t, nil)
		object, err := client.LookListed(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: "apps", Name: name})
		if err != nil || (object != nil) != exists {
			t.Errorf("%s: %v, error %v; want an object: %v", name, object, err, exists)
		}
		if got := h.count(placements + "/" + name); got != 1 {
			t.Errorf("%s was requested %d times; want once", name, got)
		}
	}
}

// TestMerged keeps what other managers have set, too, under names with dots as well.
func TestMerged(t *testing.T) {
	h := newPlacementHub(t, `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"namespace":"apps","name":"web","uid":"1",
		"labels":{"example.com/team":"a","example.com/stage":"b"},
		"managedFields":[{"manager":"kubectl","operation":"Update","fieldsType":"FieldsV1",
			"fieldsV1":{"f:metadata":{"f:labels":{"f:example.com/team":{}}}}}]},"spec":{}}`)
	_, object, err := h.client(t, nil).PlacementObject(t.Context(), hubobject.Placement, "apps", "web")
	if err != nil {
		t.Fatal(err)
	}
	change := &hub.Change{}
	change.Before.Object = map[string]any{"metadata": map[string]any{
		"labels": map[string]any{"example.com/team": "a", "example.com/stage": "b"},
	}}
	metadata, _ := change.Merged(object).Fields["metadata"].(map[string]any)
	got, err := json.Marshal(metadata["labels"])
	if want := `{"example.com/team":"a"}`; err != nil || string(got) != want {
		t.Errorf("the labels are %s; want %s (%v)", got, want, err)
	}
}
