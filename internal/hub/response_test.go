// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hub_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
)

// TestLargeResponses: an object, and a response that is not a list, are errors above their limits, after one request.
func TestLargeResponses(t *testing.T) {
	for name, test := range map[string]struct {
		read func(*hub.Client) error
		want string
	}{
		"an object of a list": {func(c *hub.Client) error {
			_, err := c.List(t.Context(), hubobject.ManagedCluster, hub.Selection{})
			return err
		}, "page 1: an object is larger than 16 MiB"},
		"an object": {func(c *hub.Client) error {
			_, err := c.Get(t.Context(), hub.Reference{Kind: hubobject.ManagedCluster, Name: "eu-1"})
			return err
		}, "the response is larger than 16 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			h := fakehub.New(t, fakehub.Clusters(1))
			h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
				if !strings.HasPrefix(r.URL.Path, fakehub.ManagedClusters) {
					return false
				}
				_, _ = io.WriteString(w, `{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedClusterList","metadata":{},"items":[`)
				_, _ = io.WriteString(w, `{"metadata":{"name":"c"},"spec":{"padding":"`+strings.Repeat("x", 17<<20)+`"}}`+"]}")
				return true
			}
			if err := test.read(h.Client(t, nil)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v; want %s", err, test.want)
			}
			if got := h.Count(fakehub.ManagedClusters) + h.Count(fakehub.ManagedClusters+"/eu-1"); got != 1 {
				t.Errorf("%d requests", got)
			}
		})
	}
}

// TestMerged keeps what other managers have set, too, under names with dots as well.
func TestMerged(t *testing.T) {
	const raw = `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"Placement","metadata":{"namespace":"apps","name":"web","uid":"1",
		"labels":{"example.com/team":"a","example.com/stage":"b"},
		"managedFields":[{"manager":"kubectl","operation":"Update","fieldsType":"FieldsV1",
			"fieldsV1":{"f:metadata":{"f:labels":{"f:example.com/team":{}}}}}]},"spec":{}}`
	object, err := fakehub.New(t, nil).Client(t, nil).Object(
		hub.Reference{Kind: hubobject.Placement, Namespace: "apps", Name: "web"}, []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	desired := &hub.Desired{}
	desired.Prior.Object = map[string]any{"metadata": map[string]any{
		"labels": map[string]any{"example.com/team": "a", "example.com/stage": "b"},
	}}
	metadata, _ := desired.Merged(object).Fields["metadata"].(map[string]any)
	got, err := json.Marshal(metadata["labels"])
	if want := `{"example.com/team":"a"}`; err != nil || string(got) != want {
		t.Errorf("the labels are %s; want %s (%v)", got, want, err)
	}
}
