// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"strings"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/effects"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestPredict_movesToHub: a placement that was decided in the state alone and whose object the hub has not checked is compared with
// what is planned after it, too.
func TestPredict_movesToHub(t *testing.T) {
	lists := fakehub.Clusters(3)
	for _, kind := range []string{"managedclustersets", "managedclustersetbindings"} {
		lists["/apis/cluster.open-cluster-management.io/v1beta2/"+kind] = nil
	}
	lists["/apis/cluster.open-cluster-management.io/v1beta1/placementdecisions"] = nil
	client := hubview.New(fakehub.New(t, lists).Client(t, nil))
	two := int32(2)
	config := &Config{}
	config.Name, config.OCM = "web", &ocm.Spec{NumberOfClusters: &two}
	p := &operation{config: config, Operation: &managed.Operation[Config]{
		Target: &managed.Target{Hub: &managed.Hub{Client: client, Plan: effects.NewPlan(client)}, Client: client},
		What:   "The placement web", Now: time.Now,
	}}
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
