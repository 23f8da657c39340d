// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// decidedNow is what the hub has decided for a placement, which has to exist.
func decidedNow(t *testing.T, client *hubview.Client, kind *hubobject.Kind, namespace, name string) *decisions.Decided {
	t.Helper()
	decided, err := client.Live.Decided(t.Context(), hub.Reference{Kind: kind, Namespace: namespace, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	if decided == nil {
		t.Fatalf("there is no %s %s/%s", kind, namespace, name)
	}
	return decided
}

// TestDecidedOCM follows a Placement from its creation over its decisions in groups of more than one PlacementDecision to its
// deletion.
func TestDecidedOCM(t *testing.T) {
	server := hubtest.Start(t)
	namespace := server.Namespace(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	if decided, err := client.Live.Decided(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: namespace, Name: "web"}); decided != nil || err != nil {
		t.Fatalf("there is no placement: %+v, %v", decided, err)
	}
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, "+
		"metadata: {name: web, namespace: "+namespace+", finalizers: [example.com/held]}, spec: {numberOfClusters: 1152}}")
	defer server.MergePatch(t, "test", "cluster.open-cluster-management.io/v1beta1", "Placement", namespace, "web",
		"{metadata: {finalizers: null}}")
	// A placement whose name begins with the same.
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: "+
		"web-2, namespace: "+namespace+"}, spec: {}}")
	server.WriteDecisions(t, namespace, "web-2", hubtest.DecisionGroup{Clusters: []string{"other"}})

	decided := decidedNow(t, client, hubobject.Placement, namespace, "web")
	if decided.Scheduled || decided.Current != nil || decided.Satisfied || len(decided.Decisions)+len(decided.Groups) > 0 ||
		decided.Generation != 1 {
		t.Errorf("before the scheduler: %+v", decided)
	}
	if decided.Placement.OCM == nil || *decided.Placement.OCM.NumberOfClusters != 1152 || decided.SpecError != nil {
		t.Errorf("placement %+v, error %v", decided.Placement, decided.SpecError)
	}

	var rest []string
	for i := range 1150 {
		rest = append(rest, fmt.Sprintf("c-%04d", i))
	}
	server.WriteDecisions(t, namespace, "web", hubtest.DecisionGroup{Name: "canary", Clusters: []string{"z", "a"}},
		hubtest.DecisionGroup{Clusters: rest})
	decided = decidedNow(t, client, hubobject.Placement, namespace, "web")
	if got := decided.Names(); !slices.Equal(got, append([]string{"a", "z"}, rest...)) {
		t.Errorf("decisions %v", got)
	}
	var slicesOfRest []string
	for i := range 12 {
		slicesOfRest = append(slicesOfRest, fmt.Sprintf("web-decision-%d", i+2))
	}
	want := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"a", "z"}, PlacementDecisions: []string{"web-decision-1"}},
		{Index: 1, Clusters: rest, PlacementDecisions: slicesOfRest},
	}
	if diff := cmp.Diff(want, decided.Groups); diff != "" {
		t.Errorf("groups -want +got:\n%s", diff)
	}
	if d := decided.Decisions[2]; d.Group != 1 || d.Score != nil || d.Reason != "" {
		t.Errorf("decision %+v", d)
	}
	if !decided.Scheduled || decided.Current != nil || !decided.Satisfied || len(decided.Conditions) != 2 {
		t.Errorf("conditions %+v of %+v", decided.Conditions, decided.Placement)
	}

	server.WriteDecisions(t, namespace, "web")
	decided = decidedNow(t, client, hubobject.Placement, namespace, "web")
	if !decided.Scheduled || decided.Satisfied || len(decided.Decisions) > 0 || len(decided.Groups) != 1 {
		t.Errorf("without a cluster: %+v", decided)
	}
	server.Delete(t, "cluster.open-cluster-management.io/v1beta1", "Placement", namespace, "web")
	if decided = decidedNow(t, client, hubobject.Placement, namespace,
		"web"); decided.Placement.Unscheduled != "it is being deleted" {
		t.Errorf("being deleted: %+v", decided.Placement)
	}
}

// TestDecidedWhileWriting reads again while the status counts other clusters than the PlacementDecisions have, a limited number
// of times.
func TestDecidedWhileWriting(t *testing.T) {
	const version = "cluster.open-cluster-management.io/v1beta1"
	server := hubtest.Start(t)
	namespace := server.Namespace(t)
	proxy := server.Proxy(t)
	client := connect(t, apiserver.Config{ConfigPath: proxy.Kubeconfig})
	server.Create(t, "{apiVersion: "+version+", kind: Placement, metadata: {name: web, namespace: "+namespace+"}, spec: {}}")
	server.WriteDecisions(t, namespace, "web", hubtest.DecisionGroup{Clusters: []string{"a", "b"}})
	// afterReading calls a function when the decisions were read once.
	afterReading := func(call func()) {
		proxy.On(hubtest.Match{Method: "GET", Path: "/placementdecisions"}, 1, hubtest.After(call))
	}
	count := func(n int) {
		server.MergePatch(t, "test", version, "Placement", namespace, "web", fmt.Sprintf("{status: {numberOfSelectedClusters: %d}}", n),
			"status")
	}
	count(3)
	if decided := decidedNow(t, client, hubobject.Placement, namespace, "web"); !decided.Writing || len(decided.Decisions) != 2 {
		t.Errorf("%+v", decided)
	}
	afterReading(func() { count(2) })
	if decided := decidedNow(t, client, hubobject.Placement, namespace, "web"); decided.Writing {
		t.Errorf("%+v", decided)
	}
	count(3)
	ctx, cancel := context.WithCancel(t.Context())
	afterReading(cancel)
	if decided, err := client.Live.Decided(ctx, hub.Reference{Kind: hubobject.Placement, Namespace: namespace, Name: "web"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", decided, err)
	}
}

// TestDecidedKubeFleet follows a ClusterResourcePlacement and a ResourcePlacement: current, then with a newer spec, then with
// bindings that are not live.
func TestDecidedKubeFleet(t *testing.T) {
	server := hubtest.Start(t)
	prefix := server.Prefix(t)
	for _, tt := range []struct {
		kind            *hubobject.Kind
		namespace, name string
		condition       string
	}{
		{hubobject.ClusterResourcePlacement, "", prefix + "web", "ClusterResourcePlacementScheduled"},
		{hubobject.ResourcePlacement, server.Namespace(t), "web", "ResourcePlacementScheduled"},
	} {
		t.Run(tt.kind.Kind, func(t *testing.T) {
			followKubeFleet(t, server, tt.kind, tt.namespace, tt.name, tt.condition)
		})
	}
}

func followKubeFleet(t *testing.T, server *hubtest.Hub, of *hubobject.Kind, namespace, name, condition string) {
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	kind, version := of.Kind, "placement.kubernetes-fleet.io/v1beta1"
	server.Create(t, "{apiVersion: "+version+", kind: "+kind+", metadata: {name: "+name+", namespace: '"+namespace+"'}, "+
		"spec: {resourceSelectors: [{group: '', version: v1, kind: ConfigMap, name: x}], policy: {placementType: PickN, "+
		"numberOfClusters: 2}}}")
	decided := decidedNow(t, client, of, namespace, name)
	if decided.Scheduled || decided.Current == nil || *decided.Current ||
		len(decided.Decisions)+len(decided.Groups)+len(decided.Conditions) > 0 {
		t.Errorf("before the scheduler: %+v", decided)
	}
	server.WriteFleetDecisions(t, namespace, name, hubtest.FleetDecision{Cluster: "m-2", Selected: true, AffinityScore: 9},
		hubtest.FleetDecision{Cluster: "m-1", Selected: true, AffinityScore: 5, SpreadScore: -1},
		hubtest.FleetDecision{Cluster: "m-0", Reason: "ClusterUnschedulable, x"})
	decided = decidedNow(t, client, of, namespace, name)
	nine, five := int64(9), int64(5)
	const reason = `Successfully scheduled resources for placement in "%s" (affinity score: %d, topology spread score: %d): picked by scheduling policy`
	want := []decisions.DecidedCluster{
		{Name: "m-2", Score: &nine, Reason: fmt.Sprintf(reason, "m-2", 9, 0)},
		{Name: "m-1", Score: &five, Reason: fmt.Sprintf(reason, "m-1", 5, -1)},
	}
	if diff := cmp.Diff(want, decided.Decisions); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]placement.Group{{Clusters: []string{"m-1", "m-2"}}}, decided.Groups); diff != "" {
		t.Errorf("groups -want +got:\n%s", diff)
	}
	if !decided.Scheduled || !*decided.Current || !decided.Satisfied || len(decided.Conditions) != 2 ||
		decided.Conditions[0].Type != "Scheduled" || decided.Conditions[1].Type != condition {
		t.Errorf("%+v", decided)
	}

	server.MergePatch(t, "test", version, kind, namespace, name, "{spec: {policy: {numberOfClusters: 1}}}")
	decided = decidedNow(t, client, of, namespace, name)
	if !decided.Scheduled || *decided.Current || len(decided.Decisions) != 2 || decided.Generation != 2 {
		t.Errorf("of an earlier generation: %+v", decided)
	}
	server.WriteFleetDecisions(t, namespace, name, hubtest.FleetDecision{Cluster: "m-2", Selected: true})
	decided = decidedNow(t, client, of, namespace, name)
	if !*decided.Current || !slices.Equal(decided.Names(), []string{"m-2"}) || len(decided.ResourceBindings) != 2 {
		t.Errorf("m-1 is unscheduled: %+v", decided)
	}
}

// TestDecidedRule reads a PlacementRule, whose decisions are in its status.
func TestDecidedRule(t *testing.T) {
	server := hubtest.Start(t)
	namespace := server.Namespace(t)
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	server.Create(t, "{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: "+
		"web, namespace: "+namespace+"}, "+
		"spec: {replicas: 2}, status: {observedGeneration: 1, decisions: [{name: b, namespace: ops}, {name: a}]}}")
	decided := decidedNow(t, client, hubobject.PlacementRule, namespace, "web")
	if !slices.Equal(decided.Names(), []string{"ops/b", "a"}) || !decided.Satisfied || decided.Current != nil ||
		decided.Placement.Hybrid == nil {
		t.Errorf("%+v", decided)
	}
	server.MergePatch(t, "test", "core.hybridapp.io/v1alpha1", "PlacementRule", namespace, "web", "{spec: {replicas: 1}}")
	if decided = decidedNow(t, client, hubobject.PlacementRule, namespace, "web"); decided.Current == nil || *decided.Current {
		t.Errorf("of an earlier generation: %+v", decided)
	}
}

// TestDecidedNeedsPermission names the verb and the resource that is missing.
func TestDecidedNeedsPermission(t *testing.T) {
	server := hubtest.Start(t)
	namespace := server.Namespace(t)
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {}}")
	user := server.User(t, hubtest.Rule{APIGroups: []string{"cluster.open-cluster-management.io"}, Resources: []string{"placements"},
		Verbs: []string{"get"}})
	client := connect(t, apiserver.Config{ConfigPath: user.Kubeconfig})
	_, err := client.Live.Decided(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: namespace, Name: "web"})
	if !apierrors.IsForbidden(err) ||
		!strings.Contains(err.Error(), "may not list placementdecisions.cluster.open-cluster-management.io") {
		t.Error(err)
	}
	_, err = client.Live.Decided(t.Context(), hub.Reference{Kind: hubobject.ClusterResourcePlacement, Namespace: "", Name: "web"})
	if !apierrors.IsForbidden(err) ||
		!strings.Contains(err.Error(), "may not get clusterresourceplacements.placement.kubernetes-fleet.io") {
		t.Error(err)
	}
}

// TestDecidedOfOtherVersions: a field of a later version is an error of the spec alone. A hub without the CRD says so.
func TestDecidedOfOtherVersions(t *testing.T) {
	const group = "/apis/cluster.open-cluster-management.io/v1beta1/"
	long := strings.Repeat("x", 64)
	h := fakehub.New(t, map[string][]json.RawMessage{group + "placements": nil, group + "placementdecisions": nil, group +
		"namespaces/x/placementdecisions": {
		json.RawMessage(`{"metadata":{"name":"web-decision-1","namespace":"x","labels":{"cluster.open-cluster-management.io/placement":"web"}},"status":{"decisions":[{"clusterName":"a"}]}}`),
	}})
	h.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
		name, ok := strings.CutPrefix(r.URL.Path, group+"namespaces/x/placements/")
		if ok {
			fakehub.Write(w, map[string]any{
				"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
				"metadata": map[string]any{"name": name, "namespace": "x", "generation": 3}, "spec": map[string]any{"fromTheFuture": true,
					"numberOfClusters": 2},
			})
		}
		return ok
	}
	client := viewsOf(t, h)
	decided := decidedNow(t, client, hubobject.Placement, "x", "web")
	if decided.SpecError == nil || !strings.Contains(decided.SpecError.Error(), "spec.fromTheFuture: unknown field") ||
		*decided.Placement.OCM.NumberOfClusters != 2 || decided.Placement.FullName() != "x/web" ||
		!slices.Equal(decided.Names(), []string{"a"}) {
		t.Errorf("%+v", decided)
	}
	lists := h.Count(group + "namespaces/x/placementdecisions")
	if decided := decidedNow(t, client, hubobject.Placement, "x", long); decided.Scheduled ||
		h.Count(group+"namespaces/x/placementdecisions") != lists {
		t.Errorf("no label has this name: %+v", decided)
	}
	var missing *hub.MissingKindError
	if _, err := client.Live.Decided(t.Context(), hub.Reference{Kind: hubobject.ResourcePlacement, Namespace: "x", Name: "web"}); !errors.As(err, &missing) {
		t.Error(err)
	}
}
