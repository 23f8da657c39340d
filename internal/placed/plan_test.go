// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// operationOn is one on the placement web, of a number of clusters, on a hub of Open Cluster Management.
func operationOn(t *testing.T, lists map[string][]json.RawMessage, number int32) *operation {
	t.Helper()
	for _, kind := range []string{"managedclustersets", "managedclustersetbindings"} {
		lists["/apis/cluster.open-cluster-management.io/v1beta2/"+kind] = nil
	}
	lists["/apis/cluster.open-cluster-management.io/v1beta1/placementdecisions"] = nil
	client := hubview.New(fakehub.New(t, lists).Client(t, nil))
	config := &Config{}
	config.Name, config.OCM = "web", &ocm.Spec{NumberOfClusters: &number}
	return &operation{config: config, Operation: &managed.Operation[Config]{
		Target: &managed.Target{Hub: &managed.Hub{Client: client, Plan: effects.NewPlan(client)}, Client: client},
		What:   "The placement web", Now: time.Now, Reader: &tfvalue.Reader{},
	}}
}

// TestPredict_movesToHub: a placement that was decided in the state alone and whose object the hub has not checked is compared with
// what is planned after it, too.
func TestPredict_movesToHub(t *testing.T) {
	p := operationOn(t, fakehub.Clusters(3), 2)
	forecast, findings := p.predict(t.Context(), hubdecision.Baseline{Clusters: []string{"cluster-00000", "cluster-00001"}}, nil)
	if forecast == nil || findings.HasError() {
		t.Fatal(plannertest.Texts(findings))
	}
	deleted := &hubview.Object{Reference: hub.Reference{Kind: hubobject.ManagedCluster, Name: forecast.ClusterNames[0]}}
	findings = p.Hub.Plan.Change(t.Context(), "The cluster", hubview.Change{Prior: deleted})
	if got := plannertest.Texts(findings); !strings.Contains(got, "The cluster belongs to the fleet of the placement.") {
		t.Errorf("got %s", got)
	}
}

// TestPredict_consumers: a change of a placement, and then one of its fleet, say what leaves with the clusters.
func TestPredict_consumers(t *testing.T) {
	lists := fakehub.Clusters(3)
	lists["/apis/addon.open-cluster-management.io/v1alpha1/clustermanagementaddons"] = []json.RawMessage{json.RawMessage(
		`{"metadata":{"name":"search"},"spec":{"installStrategy":{"type":"Placements","placements":[{"name":"web"}]}}}`)}
	p, names := operationOn(t, lists, 1), []string{"cluster-00000", "cluster-00001"}
	decided := &decisions.Decided{Placement: p.config.Placement, Scheduled: true,
		PlacementDecisions: []placement.PlacementDecision{{Name: "web-decision-1", Placement: "web", Clusters: names}},
		Decisions:          []decisions.DecidedCluster{{Name: names[0]}, {Name: names[1]}},
	}
	forecast, findings := p.predict(t.Context(), hubdecision.Baseline{Decided: decided, Clusters: names}, nil)
	if got := plannertest.Texts(findings); !strings.Contains(got, "- cluster-00001 leaves: the add-on search is removed\n") {
		t.Errorf("got %s", got)
	}
	deleted := &hubview.Object{Reference: hub.Reference{Kind: hubobject.ManagedCluster, Name: forecast.ClusterNames[0]}}
	findings = p.Hub.Plan.Change(t.Context(), "The cluster", hubview.Change{Prior: deleted})
	if got := plannertest.Texts(findings); !strings.Contains(got, "- cluster-00000 leaves: the add-on search is removed\n") {
		t.Errorf("got %s", got)
	}
}

// TestPlan_nearest: with impact, a plan that changes a placement and moves nothing says when it will.
func TestPlan_nearest(t *testing.T) {
	const later = `The placement "x/web" decides the same only today: The placement before this plan (from) and after it (to) decide ` +
		"the same today. They differ after this change: change the labels of b: set env=x."
	for name, test := range map[string]struct {
		asks   bool
		change func(l *life)
		want   []string
	}{
		"asked":     {true, func(*life) {}, []string{later}},
		"not asked": {false, func(*life) {}, nil},
		"unchanged": {true, func(l *life) { l.config = l.stored }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			l.asksImpact, l.config = test.asks, choosing(2)
			l.config.OCM.Predicates = []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: &metav1.LabelSelector{
				MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"x"}}},
			}}}}
			test.change(l)
			_, found := l.plan()
			l.says(found, test.want...)
		})
	}
}
