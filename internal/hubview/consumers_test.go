// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

const (
	consumerSets     = "/apis/argoproj.io/v1alpha1/applicationsets"
	consumerApps     = "/apis/argoproj.io/v1alpha1/applications"
	consumerMaps     = "/api/v1/namespaces/gitops/configmaps"
	consumerSecrets  = "/api/v1/namespaces/gitops/secrets" //nolint:gosec // It is a path.
	consumerBindings = "/apis/policy.open-cluster-management.io/v1/placementbindings"
	consumerPolicies = "/apis/policy.open-cluster-management.io/v1beta1/policysets"
	consumerWorks    = "/apis/work.open-cluster-management.io/v1alpha1/manifestworkreplicasets"
	consumerAddOns   = "/apis/addon.open-cluster-management.io/v1alpha1/clustermanagementaddons"
	consumerLabeled  = "/apis/work.open-cluster-management.io/v1/manifestworks"
	consumerSubs     = "/apis/apps.open-cluster-management.io/v1/subscriptions"
)

// consumerHub is a hub with placements, each with an ApplicationSet that has Applications on clusters.
func consumerHub(tb testing.TB, placements, clusters, applications int) *fakehub.Hub {
	tb.Helper()
	lists := map[string][]json.RawMessage{
		consumerMaps: {json.RawMessage(`{"metadata":{"namespace":"gitops","name":"ocm"},"data":{"kind":"placementdecisions",` +
			`"apiVersion":"cluster.open-cluster-management.io/v1beta1"}}`)},
		consumerPolicies: {json.RawMessage(`{"metadata":{"namespace":"gitops","name":"s"},"spec":{"policies":["p","q"]}}`)},
		consumerAddOns: {json.RawMessage(`{"metadata":{"name":"observability"},"spec":{"installStrategy":{"type":"Placements",` +
			`"placements":[{"namespace":"gitops","name":"web-0"}]}}}`)},
		consumerSubs: nil, consumerWorks: nil, consumerLabeled: nil, "/apis/cluster.open-cluster-management.io/v1beta1/placementdecisions": nil,
	}
	add := func(path, format string, arguments ...any) {
		lists[path] = append(lists[path], json.RawMessage(fmt.Sprintf(format, arguments...)))
	}
	for i := range placements {
		add(consumerSets, `{"metadata":{"namespace":"gitops","name":"set-%d"},"spec":{"generators":[{"clusterDecisionResource":{`+
			`"configMapRef":"ocm","labelSelector":{"matchLabels":{"cluster.open-cluster-management.io/placement":"web-%d"}}}}]}}`, i, i)
		add(consumerBindings, `{"metadata":{"namespace":"gitops","name":"b-%d"},"placementRef":{"kind":"Placement","name":"web-%d"},`+
			`"subjects":[{"kind":"PolicySet","name":"s"}]}`, i, i)
	}
	for i := range clusters {
		add(consumerSecrets, `{"metadata":{"namespace":"gitops","name":"c-%d"},"data":{"name":"%s","server":"%s"}}`, i,
			encoded("cluster-%04d", i), encoded("https://%d.example.com", i))
	}
	for i := range applications {
		add(consumerApps, `{"metadata":{"namespace":"gitops","name":"app-%d","finalizers":["resources-finalizer.argocd.argoproj.io"],`+
			`"ownerReferences":[{"kind":"ApplicationSet","name":"set-%d"}]},"spec":{"destination":{"server":"https://%d.example.com"},`+
			`"source":{"repoURL":"%s"}}}`, i, i%placements, i%clusters, strings.Repeat("x", 2000))
	}
	return fakehub.New(tb, lists)
}

func encoded(format string, i int) string {
	text, _ := json.Marshal([]byte(fmt.Sprintf(format, i)))
	return strings.Trim(string(text), `"`)
}

// webDecided is a placement with decisions for all clusters.
func webDecided(tb testing.TB, i, clusters int) *decisions.Decided {
	tb.Helper()
	p, err := manifest.ReadStoredPlacement([]byte(fmt.Sprintf(`{"apiVersion":"cluster.open-cluster-management.io/v1beta1",`+
		`"kind":"Placement","metadata":{"namespace":"gitops","name":"web-%d"},"spec":{}}`, i)))
	if err != nil {
		tb.Fatal(err)
	}
	d := &decisions.Decided{Placement: p, PlacementDecisions: []placement.PlacementDecision{{Name: p.Name + "-decision-1", Placement: p.Name}}}
	for c := range clusters {
		d.PlacementDecisions[0].Clusters = append(d.PlacementDecisions[0].Clusters, fmt.Sprintf("cluster-%04d", c))
	}
	return d
}

// consumerText is what is told of a placement that loses the first cluster.
func consumerText(tb testing.TB, client *hubview.Client, d *decisions.Decided) string {
	tb.Helper()
	c, err := client.ConsumersOf(tb.Context(), d)
	if err != nil {
		tb.Fatal(err)
	}
	if c == nil {
		return ""
	}
	return c.Text(&consumers.Move{Left: d.PlacementDecisions[0].Clusters[:1]})
}

// TestConsumersOf: 40 placements on 1000 clusters with 2000 Applications share at most 15 requests, one for each page of each list
// that is needed.
func TestConsumersOf(t *testing.T) {
	t.Parallel()
	h := consumerHub(t, 40, 1000, 2000)
	client := viewsOf(t, h)
	for i := range 40 {
		got, want := consumerText(t, client, webDecided(t, i, 1000)), "What follows these decisions:\n- cluster-0000 leaves: "
		if i == 0 {
			want += "2 Applications are deleted with their resources (app-0, app-1000), 2 policies and the add-on observability are removed"
		} else {
			want += "2 policies are removed"
		}
		if got != want {
			t.Fatalf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	all := 0
	for path, want := range map[string]int{
		"/api": 1, "/apis": 1, consumerSets: 1, consumerApps: 4, consumerMaps: 1, consumerSecrets: 1, consumerBindings: 1,
		consumerPolicies: 1, consumerWorks: 1, consumerAddOns: 1, consumerSubs: 1, consumerLabeled: 1,
	} {
		n := h.Count(path)
		if all += n; n != want {
			t.Errorf("%s: %d requests, want %d", path, n, want)
		}
	}
	if all > 15 {
		t.Errorf("%d requests", all)
	}
}

// TestConsumersOf_lacking: what the hub lacks, what may not be listed and what the configuration does not want to know.
func TestConsumersOf_lacking(t *testing.T) {
	t.Parallel()
	h := consumerHub(t, 1, 1, 1)
	delete(h.Lists, consumerSubs)
	delete(h.Lists, consumerWorks)
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path == consumerApps || r.URL.Path == consumerPolicies {
			fakehub.Status(w, http.StatusForbidden, "Forbidden", "no")
			return true
		}
		return false
	}
	client := viewsOf(t, h)
	for range 2 {
		got := consumerText(t, client, webDecided(t, 0, 1))
		const want = "What follows these decisions:\n- cluster-0000 leaves: the policy set s and the add-on observability are removed\n" +
			"Not read: the credentials may not list applications.argoproj.io, policysets.policy.open-cluster-management.io on the " +
			"hub; the hub has no kind ManifestWorkReplicaSet, Subscription."
		if got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	if n := h.Count(consumerApps) + h.Count(consumerPolicies) + h.Count("/apis"); n != 3 {
		t.Errorf("%d requests for what may not be listed, and discovery", n)
	}
	without := viewsOf(t, h)
	without.WithoutConsumers = true
	if got := consumerText(t, without, webDecided(t, 0, 1)); got != "" || h.Count("/apis") != 1 {
		t.Errorf("got %q", got)
	}
}

// TestConsumersOf_kubeFleet: what a placement of KubeFleet brings, from its status, with its runs in progress and its overrides.
func TestConsumersOf_kubeFleet(t *testing.T) {
	t.Parallel()
	const group = "/apis/placement.kubernetes-fleet.io/v1beta1/"
	web := `{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourcePlacement","metadata":{"name":"web","uid":"1"},` +
		`"spec":{"resourceSelectors":[{"group":"","version":"v1","kind":"Namespace","name":"x"}],"policy":{"placementType":"PickAll"}},` +
		`"status":{"selectedResources":[{"kind":"Namespace","version":"v1","name":"x"},{"kind":"ConfigMap","version":"v1","name":"a"},` +
		`{"kind":"ConfigMap","version":"v1","name":"b"}]}}`
	run := func(name, placement, conditions string) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"metadata":{"name":%q},"spec":{"placementName":%q},"status":{"stagesStatus":[{"stageName":"s"}],`+
			`"conditions":[{"type":"Initialized","status":"True"}%s]}}`, name, placement, conditions))
	}
	override := func(name, placement string) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"metadata":{"name":%q},"spec":{"placement":{"name":%q},"clusterResourceSelectors":[{"group":"",`+
			`"version":"v1","kind":"Namespace","name":"x"}],"policy":{"overrideRules":[{"overrideType":"Delete"}]}}}`, name, placement))
	}
	h := fakehub.New(t, map[string][]json.RawMessage{
		group + "clusterresourceplacements": {json.RawMessage(web)},
		group + "clusterresourceoverrides":  {override("small", "web"), override("other", "db")},
		group + "resourceoverrides":         nil,
		group + "clusterstagedupdateruns": {
			run("first", "web", `,{"type":"Succeeded","status":"True"}`), run("second", "web", ""), run("other", "db", ""),
		},
	})
	p, err := manifest.ReadStoredPlacement([]byte(web))
	if err != nil {
		t.Fatal(err)
	}
	client := viewsOf(t, h)
	for range 2 {
		c, err := client.ConsumersOf(t.Context(), &decisions.Decided{Placement: p})
		if err != nil {
			t.Fatal(err)
		}
		const want = "What follows these decisions:\n- a leaves: 3 objects (2 ConfigMap, 1 Namespace) are removed\n" +
			"- 1 update run is in progress (second)\n- 1 override changes what clusters get (small)"
		if got := c.Text(&consumers.Move{Left: []string{"a"}}); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	}
	for path := range h.Lists {
		if n := h.Count(path); n != 1 {
			t.Errorf("%s: %d requests", path, n)
		}
	}
}

// BenchmarkConsumersOf reads the consumers of 40 placements on 1000 clusters with 2000 Applications. Run it with
//
//	go test ./internal/hubview -run '^$' -bench ConsumersOf
func BenchmarkConsumersOf(b *testing.B) {
	h := consumerHub(b, 40, 1000, 2000)
	for b.Loop() {
		client := viewsOf(b, h)
		for i := range 40 {
			d := webDecided(b, i, 1000)
			c, err := client.ConsumersOf(b.Context(), d)
			if err != nil || len(c.ByCluster(d.PlacementDecisions[0].Clusters)) != 1000 {
				b.Fatal(err)
			}
		}
	}
}
