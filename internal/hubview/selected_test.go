// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
)

// TestFleet_selected lists the clusters of Argo CD once, in one namespace and by their label, and reads neither other Secrets nor
// credentials.
func TestFleet_selected(t *testing.T) {
	const path, credential = "/api/v1/namespaces/argocd/secrets", "bearer-token-that-nobody-may-see"
	secret := func(name, label, data string) string {
		return `{"metadata": {"name": "` + name + `", "namespace": "argocd", "labels": {"argocd.argoproj.io/secret-type": "` + label + `"}}, "data": {` +
			data + `"config": "` + credential + `"}}`
	}
	objects := []string{secret("a-secret", "cluster", `"name": "YQ==", `), secret("b", "repository", "")}
	var query string
	serve := func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path != path {
			return false
		}
		query = r.URL.Query().Get("labelSelector")
		raw := make([]json.RawMessage, len(objects))
		for i := range objects {
			raw[i] = json.RawMessage(objects[i])
		}
		_, _ = w.Write(fakehub.Page("v1", "Secret", "", raw))
		return true
	}
	h := fakehub.New(t, nil)
	h.Fault = serve
	client := viewsOf(t, h)
	selected := hub.Selection{Namespace: "argocd", Labels: "argocd.argoproj.io/secret-type=cluster"}
	for range 2 {
		fleet, err := client.Shared.Fleet(t.Context(), hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.Secret}, Selected: selected})
		if err != nil || len(fleet.Clusters) != 1 || fleet.Clusters[0].Name != "a" || fleet.Clusters[0].Object != nil || !fleet.FromHub {
			t.Fatalf("%v %+v", err, fleet)
		}
	}
	if h.Count(path) != 1 || query != selected.Labels {
		t.Errorf("listed %d times, with the labels %q", h.Count(path), query)
	}
	for name, want := range map[string]string{
		secret("c", "cluster", ""):                                                       "Secret/c, data.name: a cluster of Argo CD needs a name here",
		secret("c", "cluster", `"name": "QQ==", `):                                       `Secret/c, data.name: `,
		secret("c", "cluster", `"name": "!", `):                                          "Secret/c, data.name: it must be text in Base64",
		`{"metadata": {"name": "d"}, "data": "` + credential + `", "x": {"` + credential: "page 1: ",
	} {
		objects = []string{name}
		_, err := viewsOf(t, h).Shared.Fleet(t.Context(), hubview.FleetQuery{Kinds: []*hubobject.Kind{hubobject.Secret}, Selected: selected})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), credential) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
