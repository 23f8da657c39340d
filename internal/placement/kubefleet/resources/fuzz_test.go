// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/conformance"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// fuzzedRequest is a small request in JSON.
type fuzzedRequest struct {
	Objects   []json.RawMessage
	Selectors []kubefleet.ResourceSelector
	Namespace string
	Overrides []resources.Override
	Clusters  []resources.Cluster
}

// renderFuzzed renders and reads everything, which must not panic. It returns what the clusters get.
func renderFuzzed(t *testing.T, objects []resources.Object, request *resources.Question) []resources.ClusterManifests {
	t.Helper()
	hub, err := resources.NewHub(t.Context(), objects, randomKinds, resources.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hub.Admit(&request.Placement)
	for i := range request.Overrides {
		request.Overrides[i].Admit(request.Overrides[:i])
	}
	rendered, err := hub.Render(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range rendered.Clusters {
		for _, work := range c.Works {
			for _, m := range work.Manifests {
				text, err := m.Text(t.Context())
				if err != nil || sha256.Sum256(text) != m.Digest {
					t.Fatalf("the digest is not that of %s: %v", text, err)
				}
			}
		}
	}
	return rendered.Clusters
}

// patchRequest has an override of everything in the namespace "a", on two clusters.
func patchRequest(patches []resources.JSONPatch, labels map[string]string) *resources.Question {
	namespace := kubefleet.ResourceSelector{Version: "v1", Kind: "Namespace", Name: "a"}
	return &resources.Question{
		Placement: resources.Placement{Name: "p", Selectors: []kubefleet.ResourceSelector{namespace}},
		Clusters:  []resources.Cluster{{Name: "c1", Labels: labels}, {Name: "c2", Labels: map[string]string{"region": "eu"}}},
		Overrides: []resources.Override{{Name: "o", Spec: resources.OverrideSpec{
			ClusterResourceSelectors: []kubefleet.ResourceSelector{namespace},
			Policy: &resources.OverridePolicy{OverrideRules: []resources.OverrideRule{{ClusterSelector: &kubefleet.ClusterSelector{},
				JSONPatchOverrides: patches}}}}}},
	}
}

func FuzzPatch(f *testing.F) {
	f.Add(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}`,
		`[{"op":"add","path":"/metadata/labels","value":{"a":"b"}}]`)
	f.Add(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m","namespace":"a"},"l":[null]}`,
		`[{"op":"test","path":"/l","value":[null]}]`)
	f.Add(`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m","namespace":"a","labels":5}}`,
		`[{"op":"replace","path":"","value":[1,2]},{"op":"add","path":"/-3","value":"${MEMBER-CLUSTER-NAME}"}]`)
	f.Add(`{"apiVersion":1,"kind":"Namespace","metadata":{"name":"a","annotations":[]}}`, `[{"op":"copy","path":"//x/~01"}]`)
	f.Fuzz(func(t *testing.T, object, patch string) {
		content, err := resources.Decode([]byte(object))
		var patches []resources.JSONPatch
		if err != nil || json.Unmarshal([]byte(patch), &patches) != nil {
			return
		}
		o := resources.NewObject(content)
		o.ID = resources.ID{Version: "v1", Kind: "Namespace", Name: "a"}
		renderFuzzed(t, []resources.Object{o}, patchRequest(patches, map[string]string{"region": "us"}))
	})
}

func FuzzVariable(f *testing.F) {
	for _, value := range randomValues {
		f.Add(value, "eu", "/metadata/labels/x")
	}
	f.Add(`"${MEMBER-CLUSTER-LABEL-KEY-region}"`, `x","path":"/y`, "/data/${MEMBER-CLUSTER-NAME}")
	f.Fuzz(func(t *testing.T, value, region, path string) {
		o := object(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","labels":{}},"data":{}}`)
		patches := []resources.JSONPatch{{Op: "add", Path: path, Value: resources.PatchValue(value)}}
		renderFuzzed(t, []resources.Object{o}, patchRequest(patches, map[string]string{"region": region}))
	})
}

func FuzzRender(f *testing.F) {
	f.Add([]byte(`{"Objects":[{"apiVersion":"v1","kind":"Namespace","metadata":null}],
		"Selectors":[{"version":"v1","kind":"Namespace"}],
		"Clusters":[{"Name":"c"}]}`))
	f.Add([]byte(`{"Objects":[{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourceEnvelope","metadata":
		{"name":"e"},"data":{"a":[],"b":null,"c":{"kind":5}}}],"Selectors":[{"group":"placement.kubernetes-fleet.io",
		"version":"v1beta1","kind":"ClusterResourceEnvelope"}],"Clusters":[{"Name":"c"}]}`))
	seedRecorded(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var r fuzzedRequest
		if json.Unmarshal(text, &r) != nil {
			return
		}
		var objects []resources.Object
		for _, raw := range r.Objects {
			if content, err := resources.Decode(raw); err == nil {
				objects = append(objects, resources.NewObject(content))
				resources.AdmitEnvelope(&objects[len(objects)-1])
			}
		}
		renderFuzzed(t, objects, &resources.Question{Overrides: r.Overrides, Clusters: r.Clusters,
			Placement: resources.Placement{Namespace: r.Namespace, Name: "p", Selectors: r.Selectors}})
	})
}

// seedRecorded adds small recorded requests.
func seedRecorded(f *testing.F) {
	f.Helper()
	added := 0
	conformance.EachRender(f, func(c *recordedCase) {
		if len(c.Input.Placements) == 0 || len(c.Input.Objects) > 6 || added >= 100 {
			return
		}
		added++
		p := c.Input.Placements[0]
		text, err := json.Marshal(fuzzedRequest{Objects: c.Input.Objects, Selectors: p.Spec.ResourceSelectors,
			Namespace: p.Metadata.Namespace, Overrides: c.overrides(), Clusters: c.Input.Clusters})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	})
}
