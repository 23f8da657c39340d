// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

const placements = "/apis/cluster.open-cluster-management.io/v1beta1/namespaces/apps/placements"

// newPlacementHub starts a hub with a placement in the namespace apps.
func newPlacementHub(t *testing.T, object string) *fakehub.Hub {
	t.Helper()
	return fakehub.New(t, map[string][]json.RawMessage{
		placements: {json.RawMessage(object)}, strings.Replace(placements, "/namespaces/apps", "", 1): nil,
	})
}

// TestViews: the live view reads each time, and the shared one once, until an object of the kind is written.
func TestViews(t *testing.T) {
	const web = `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"namespace":"apps","name":"web","uid":"1"}}`
	h := newPlacementHub(t, web)
	client := viewsOf(t, h)
	read := func(view hubview.View) {
		t.Helper()
		list, err := view.Placements(t.Context(), hubobject.Placement, "apps")
		if err != nil || len(list) != 1 || list[0].Name != "web" {
			t.Errorf("placements %+v, error %v", list, err)
		}
	}
	for i, step := range []struct {
		view hubview.View
		want int
	}{{client.Shared, 1}, {client.Shared, 1}, {client.Live, 2}, {client.Live, 3}, {client.Shared, 3}} {
		if read(step.view); h.Count(placements) != step.want {
			t.Errorf("read %d: %d requests, want %d", i+1, h.Count(placements), step.want)
		}
	}
	client.Written(hub.Reference{Kind: hubobject.ManagedCluster})
	client.Written(hub.Reference{Kind: hubobject.Placement, Namespace: "others", Name: "x"})
	if read(client.Shared); h.Count(placements) != 4 {
		t.Errorf("%d requests after a write", h.Count(placements))
	}
}

// TestShared_forbidden: where the credentials may not list, an object is requested once, also one that does not exist.
func TestShared_forbidden(t *testing.T) {
	for name, exists := range map[string]bool{"web": true, "gone": false} {
		h := newPlacementHub(t, `{}`)
		h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			switch r.URL.Path {
			case placements:
				fakehub.Status(w, http.StatusForbidden, "Forbidden", "cannot list resource")
			case placements + "/web":
				fakehub.Write(w, map[string]any{"metadata": map[string]any{"namespace": "apps", "name": "web", "uid": "1"}})
			case placements + "/gone":
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte(`{"kind":"Status","reason":"NotFound","code":404,"details":{"name":"gone"}}`))
			default:
				return false
			}
			return true
		}
		client := viewsOf(t, h)
		object, err := client.Shared.Look(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: "apps", Name: name})
		if err != nil || (object != nil) != exists {
			t.Errorf("%s: %v, error %v; want an object: %v", name, object, err, exists)
		}
		if got := h.Count(placements + "/" + name); got != 1 {
			t.Errorf("%s was requested %d times; want once", name, got)
		}
	}
}

// writeWork responds to a request for the work web of a cluster, and reports whether it is one.
func writeWork(w http.ResponseWriter, r *http.Request) bool {
	var i int
	if _, err := fmt.Sscanf(r.URL.Path, "/apis/work.open-cluster-management.io/v1/namespaces/c%d/", &i); err != nil {
		return false
	}
	fakehub.Write(w, map[string]any{"metadata": map[string]any{"namespace": fmt.Sprint("c", i), "name": "web", "uid": fmt.Sprint(i)}})
	return true
}

// TestShared_namesakes: the first objects of a name are requested, and the others are read with one list. One that the list does
// not have is requested, and so are all where the credentials may not list.
func TestShared_namesakes(t *testing.T) {
	const works = "/apis/work.open-cluster-management.io/v1/manifestworks"
	in := func(i int) string {
		return fmt.Sprintf("/apis/work.open-cluster-management.io/v1/namespaces/c%d/manifestworks/web", i)
	}
	for _, isForbidden := range []bool{false, true} {
		var list []json.RawMessage
		for i := range 29 {
			list = append(list, json.RawMessage(fmt.Sprintf(`{"metadata":{"namespace":"c%d","name":"web","uid":"%d"}}`, i, i)))
		}
		h := fakehub.New(t, map[string][]json.RawMessage{works: list})
		h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if r.URL.Path == works && isForbidden {
				fakehub.Status(w, http.StatusForbidden, "Forbidden", "cannot list resource")
				return true
			}
			return writeWork(w, r)
		}
		client := viewsOf(t, h)
		for i := range 30 {
			object, err := client.Shared.Look(t.Context(), hub.Reference{Kind: hubobject.ManifestWork, Namespace: fmt.Sprint("c", i), Name: "web"})
			if err != nil || string(object.UID()) != fmt.Sprint(i) {
				t.Fatalf("%d: %v, %v", i, object, err)
			}
		}
		gets := 0
		for i := range 30 {
			gets += h.Count(in(i))
		}
		// The last one is not in the list.
		if want := map[bool]int{false: 11, true: 30}[isForbidden]; gets != want || h.Count(works) != 1 {
			t.Errorf("forbidden %t: %d objects were requested and %d lists, want %d and 1", isForbidden, gets, h.Count(works), want)
		}
	}
}
