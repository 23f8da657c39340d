// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// TestHostileContents renders objects that no API server has.
func TestHostileContents(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	for name, rest := range map[string]string{
		"metadata is a list":   `"metadata":[]`,
		"metadata is null":     `"metadata":null`,
		"a name is a number":   `"metadata":{"name":5,"namespace":[],"labels":{"a":1},"annotations":"x"}`,
		"null everywhere":      `"metadata":{"name":null,"labels":null,"annotations":null,"ownerReferences":null},"spec":null,"data":null`,
		"odd owners":           `"metadata":{"name":"x","ownerReferences":[null,5,{"uid":[],"controller":"x"}],"deletionTimestamp":5}`,
		"data is a list":       `"metadata":{"name":"x"},"data":["a"],"spec":{"ports":"x"}`,
		"ports of odd types":   `"metadata":{"name":"x"},"type":7,"data":{"a":[1]},"spec":{"ports":[null,1,{}],"template":[],"selector":4}`,
		"a large number":       `"metadata":{"name":"x","generation":1e300},"spec":1e300`,
		"nested 9 000 deep":    `"metadata":{"name":"x","labels":{}},"spec":` + deep,
		"a large annotation":   `"metadata":{"name":"x","annotations":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`,
		"a variable in itself": `"metadata":{"name":"x","labels":{"a":"${MEMBER-CLUSTER-NAME}"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			var kinds []resources.Kind
			request := patchRequest([]resources.JSONPatch{{Op: "add", Path: "/metadata/labels/a",
				Value: resources.PatchValue(`"${MEMBER-CLUSTER-NAME}"`)}}, nil)
			request.Placement.Selectors = nil
			var objects []resources.Object
			for _, kind := range []string{"v1 Namespace", "v1 Service", "v1 Secret", "v1 Endpoints", "batch/v1 Job", "apps/v1 ReplicaSet",
				"discovery.k8s.io/v1 EndpointSlice", fleetGroup + "/v1beta1 ClusterResourceEnvelope"} {
				version, kind, _ := strings.Cut(kind, " ")
				o := object(t, `{"apiVersion":"`+version+`","kind":"`+kind+`",`+rest+`}`)
				objects = append(objects, o)
				kinds = append(kinds, resources.Kind{Group: o.Group, Version: o.Version, Kind: o.Kind})
				resources.AdmitEnvelope(&o)
			}
			hub, err := resources.NewHub(t.Context(), objects, kinds, resources.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range kinds {
				// Each alone, because one that fails hides the others.
				selector := kubefleet.ResourceSelector{Group: k.Group, Version: k.Version, Kind: k.Kind,
					SelectionScope: kubefleet.NamespaceOnly}
				request.Placement.Selectors = []kubefleet.ResourceSelector{selector}
				request.Overrides[0].Spec.ClusterResourceSelectors = []kubefleet.ResourceSelector{selector}
				for _, named := range []string{"", "x"} {
					request.Overrides[0].Spec.ClusterResourceSelectors[0].Name = named
					if _, err := hub.Render(t.Context(), request); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// TestVariablesThatAreChecked puts variables where an API server checks more than the value of a label: the refusal is that of the
// manifest with the values of the cluster.
func TestVariablesThatAreChecked(t *testing.T) {
	for name, c := range map[string]struct{ path, value, want string }{
		"a label":                     {"/metadata/labels/x", `"${MEMBER-CLUSTER-LABEL-KEY-good}"`, ""},
		"the value of a label":        {"/metadata/labels/x", `"${MEMBER-CLUSTER-LABEL-KEY-bad}"`, "metadata.labels: a valid label"},
		"a label with an invalid key": {"/metadata/labels/a b", `"${MEMBER-CLUSTER-LABEL-KEY-good}"`, "metadata.labels: name part must consist of"},
		"the version":                 {"/apiVersion", `"${MEMBER-CLUSTER-LABEL-KEY-bad}"`, "apiVersion: unexpected GroupVersion string"},
		"the version, with a value":   {"/apiVersion", `"${MEMBER-CLUSTER-LABEL-KEY-good}"`, ""},
		"the kind":                    {"/kind", `"${MEMBER-CLUSTER-LABEL-KEY-bad}"`, "kind: a DNS-1035 label"},
		"the kind, with a value":      {"/kind", `"${MEMBER-CLUSTER-LABEL-KEY-good}"`, ""},
		"a finalizer":                 {"/metadata/finalizers", `["${MEMBER-CLUSTER-LABEL-KEY-bad}"]`, "metadata.finalizers"},
		"the name":                    {"/metadata/name", `"${MEMBER-CLUSTER-LABEL-KEY-bad}"`, "metadata.name"},
	} {
		t.Run(name, func(t *testing.T) {
			o := object(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a","labels":{}}}`)
			request := patchRequest([]resources.JSONPatch{{Op: "add", Path: c.path, Value: resources.PatchValue(c.value)}},
				map[string]string{"good": "v1", "bad": "a/b/c"})
			manifest := renderFuzzed(t, []resources.Object{o}, request)[0].Works[0].Manifests[0]
			got := strings.Join(manifest.Refused, "\n")
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("refused: %q, want %q", got, c.want)
			}
		})
	}
}

// TestGrowth has patches that make an object larger and larger.
func TestGrowth(t *testing.T) {
	var rules []resources.OverrideRule
	value := resources.PatchValue(`"` + strings.Repeat("${MEMBER-CLUSTER-LABEL-KEY-long}", 25) + `"`)
	for i := range 20 {
		rule := resources.OverrideRule{ClusterSelector: &kubefleet.ClusterSelector{}}
		for j := range 20 {
			rule.JSONPatchOverrides = append(rule.JSONPatchOverrides, resources.JSONPatch{Op: "add",
				Path: "/data/" + string(rune('a'+i)) + string(rune('a'+j)), Value: value})
		}
		rules = append(rules, rule)
	}
	request := patchRequest(nil, nil)
	request.Clusters = []resources.Cluster{{Name: "large", Labels: map[string]string{"long": strings.Repeat("x", 100_000)}},
		{Name: "small", Labels: map[string]string{"long": strings.Repeat("x", 200)}}}
	request.Overrides[0].Spec.Policy.OverrideRules = rules
	o := object(t, `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"},"data":{}}`)
	clusters := renderFuzzed(t, []resources.Object{o}, request)
	if len(clusters[0].Failures) != 1 || clusters[0].Failures[0].Why != "the patches make an object of more than 8 MiB" {
		t.Errorf("got %v", clusters[0].Failures)
	}
	if len(clusters[1].Failures) > 0 {
		t.Fatalf("400 values of 5 000 bytes are less than 8 MiB, got %v", clusters[1].Failures)
	}
	if text, err := clusters[1].Works[0].Manifests[0].Text(t.Context()); err != nil || len(text) < 400*5_000 {
		t.Errorf("got %d bytes, %v", len(text), err)
	}
}

// TestInterrupted ends the context in the middle of a large rendering.
func TestInterrupted(t *testing.T) {
	hub, request := benchmarkHub(t, 2000), benchmarkRequest(40, 5000, `"${MEMBER-CLUSTER-NAME}"`)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := hub.Render(ctx, request); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	deadline, _ := ctx.Deadline()
	if late := time.Since(deadline); late > 5*time.Second {
		t.Errorf("it ended %v after the context", late)
	}
}
