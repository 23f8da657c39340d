// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
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
		h := fakehub.New(t, map[string][]json.RawMessage{fakehub.ManagedClusters: {json.RawMessage(`{"metadata":` + metadata + `}`)}})
		_, err := h.Client(t, nil).List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
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
		h := fakehub.New(t, fakehub.Clusters(1))
		h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if !strings.HasSuffix(r.URL.Path, "/eu-1") {
				return false
			}
			_, _ = w.Write([]byte(body))
			return true
		}
		_, err := h.Client(t, nil).Look(t.Context(), hub.Reference{Kind: hubobject.ManagedCluster, Name: "eu-1"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v; want %s", body, err, want)
		}
	}
}

const placements = "/apis/cluster.open-cluster-management.io/v1beta1/namespaces/apps/placements"

// TestNamesInLists: objects of a list that an API server cannot have, or of another namespace than the one that was listed, are
// errors.
func TestNamesInLists(t *testing.T) {
	for metadata, want := range map[string]string{
		`{"name":"web","namespace":"apps","uid":"1"}`:   "",
		`{"name":"","namespace":"apps","uid":"1"}`:      "metadata.name: must be set",
		`{"name":"../x","namespace":"apps","uid":"1"}`:  "metadata.name: may not contain '/'",
		`{"name":"web","namespace":"others","uid":"1"}`: `metadata.namespace: found "others", which is not the one that was requested`,
		`{"name":"web","namespace":"../..","uid":"1"}`:  "metadata.namespace: may not contain '/'",
		`{"name":["web"],"namespace":"apps","uid":"1"}`: "cannot unmarshal array",
		`{"name":"web\u001b[2J","namespace":"../apps"}`: "Placement/",
	} {
		h := fakehub.New(t, map[string][]json.RawMessage{
			placements: {json.RawMessage(`{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":` + metadata + `,"spec":{}}`)}, strings.Replace(placements, "/namespaces/apps", "", 1): nil,
		})
		_, err := h.Client(t, nil).List(t.Context(), hubobject.Placement, hub.Selection{Namespace: "apps"})
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) ||
			strings.ContainsRune(err.Error(), 0x1b)) {
			t.Errorf("%s: error %v; want %s", metadata, err, want)
		}
	}
}

// TestAnotherObjectWritten: the response to a write is the object that was written.
func TestAnotherObjectWritten(t *testing.T) {
	h := fakehub.New(t, fakehub.Clusters(1))
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		switch {
		case r.Method == http.MethodPatch:
			_, _ = w.Write([]byte(`{"metadata":{"name":"eu-2","uid":"2"}}`))
		case strings.HasSuffix(r.URL.Path, "/eu-1"):
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"kind":"Status","reason":"NotFound","code":404,"details":{"name":"eu-1"}}`))
		default:
			return false
		}
		return true
	}
	_, err := h.Client(t, nil).Write(t.Context(),
		&hub.Desired{Reference: hub.Reference{Kind: hubobject.ManagedCluster, Name: "eu-1"}})
	if want := `the response is the object "eu-2" of namespace "", which is not the one that was requested`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want %s", err, want)
	}
}
