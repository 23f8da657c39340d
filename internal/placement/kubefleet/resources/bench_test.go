// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package resources_test

import (
	"fmt"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet/resources"
)

// benchmarkKinds are what the hub of the benchmarks serves.
var benchmarkKinds = []resources.Kind{
	{Version: "v1", Kind: "Namespace"},
	{Group: "apps", Version: "v1", Kind: "Deployment", Namespaced: true},
}

// benchmarkHub has namespaces with 50 Deployments each.
func benchmarkHub(b testing.TB, objects int) *resources.Hub {
	b.Helper()
	var list []resources.Object
	add := func(text string) {
		content, err := resources.Decode([]byte(text))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, resources.NewObject(content))
	}
	for i := range objects {
		if i%50 == 0 {
			add(fmt.Sprintf(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"ns-%03d","labels":{"team":"a"}}}`, i/50))
		}
		add(fmt.Sprintf(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web-%04d","namespace":"ns-%03d",
			"labels":{"app":"web"},"annotations":{"deployment.kubernetes.io/revision":"3"}},"spec":{"replicas":2,
			"selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[
			{"name":"main","image":"nginx:1.27","ports":[{"containerPort":80}],"env":[{"name":"A","value":"b"}],
			"resources":{"requests":{"cpu":"100m","memory":"128Mi"}}}]}}},"status":{"replicas":2}}`, i, i/50))
	}
	hub, err := resources.NewHub(b.Context(), list, benchmarkKinds, resources.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return hub
}

// benchmarkRequest has an override of every namespace, up to their number, with a value for all of its objects.
func benchmarkRequest(overrides, clusters int, value string) *resources.Question {
	request := &resources.Question{Placement: resources.Placement{Name: "all",
		Selectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace"}}}}
	for i := range overrides {
		request.Overrides = append(request.Overrides, resources.Override{Name: fmt.Sprintf("o-%02d", i), Spec: resources.OverrideSpec{
			ClusterResourceSelectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace", Name: fmt.Sprintf("ns-%03d", i)}},
			Policy: &resources.OverridePolicy{OverrideRules: []resources.OverrideRule{{
				ClusterSelector: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{
					LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}}}},
				JSONPatchOverrides: []resources.JSONPatch{{Op: "add", Path: "/metadata/labels/tier", Value: resources.PatchValue(value)}},
			}}},
		}})
	}
	for i := range clusters {
		request.Clusters = append(request.Clusters, resources.Cluster{Name: fmt.Sprintf("c-%03d", i), Labels: map[string]string{
			"env": []string{"prod", "test"}[i%2], "region": fmt.Sprintf("r-%d", i%10)}})
	}
	return request
}

// BenchmarkRender renders 1 000 objects for 300 clusters under 20 overrides, which change every object: for half of the clusters
// equally, by their region, and differently for each.
func BenchmarkRender(b *testing.B) {
	for name, value := range map[string]string{
		"equal": `"x"`, "region": `"${MEMBER-CLUSTER-LABEL-KEY-region}"`, "each": `"${MEMBER-CLUSTER-NAME}"`,
	} {
		b.Run(name, func(b *testing.B) {
			hub, request := benchmarkHub(b, 1000), benchmarkRequest(20, 300, value)
			b.ReportAllocs()
			for b.Loop() {
				rendered, err := hub.Render(b.Context(), request)
				if err != nil || len(rendered.Clusters[0].Failures) > 0 {
					b.Fatal(err, rendered.Clusters[0].Failures)
				}
			}
		})
	}
}

// BenchmarkSelect indexes a hub of 10 000 objects and selects all of them.
func BenchmarkSelect(b *testing.B) {
	request := benchmarkRequest(0, 0, "")
	b.ReportAllocs()
	for b.Loop() {
		selected, err := benchmarkHub(b, 10_000).Select(b.Context(), &request.Placement)
		if err != nil || len(selected.Resources) != 10_200 {
			b.Fatal(err, len(selected.Resources))
		}
	}
}

// BenchmarkManyClusters renders 20 objects for 10 000 clusters under 20 overrides.
func BenchmarkManyClusters(b *testing.B) {
	hub, request := benchmarkHub(b, 20), benchmarkRequest(20, 10_000, `"${MEMBER-CLUSTER-NAME}"`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := hub.Render(b.Context(), request); err != nil {
			b.Fatal(err)
		}
	}
}
