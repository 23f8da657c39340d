// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestEarlierDecisions: what a hub has decided for a placement is read from its objects: the placement, its
// PlacementDecisions or bindings, and the latest policy snapshot.
func TestEarlierDecisions(t *testing.T) {
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	name := prefix + "web"
	server.Create(t, "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: "+
		"web, namespace: "+namespace+"}, spec: {numberOfClusters: 1}}")
	server.Create(t, "{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacement, "+
		"metadata: {name: "+name+"}, "+
		"spec: {resourceSelectors: [{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickN, "+
		"numberOfClusters: 2}}}")
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	if snapshot, err := client.Shared.PolicySnapshot(t.Context(), "", name); snapshot != nil || err != nil {
		t.Errorf("before the scheduler: %+v, %v", snapshot, err)
	}
	server.WriteDecisions(t, namespace, "web", hubtest.DecisionGroup{Clusters: []string{"a"}})
	server.WriteFleetDecisions(t, "", name, hubtest.FleetDecision{Cluster: "m", Selected: true, AffinityScore: 5})

	// Readers share the lists until a placement is written.
	client = connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	object, _, err := client.Shared.Placement(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: namespace, Name: "web"})
	if err != nil || object == nil || object.OCM == nil || *object.OCM.NumberOfClusters != 1 {
		t.Errorf("placement %+v, error %v", object, err)
	}
	object, _, err = client.Shared.Placement(t.Context(), hub.Reference{Kind: hubobject.ClusterResourcePlacement, Namespace: "", Name: name})
	if err != nil || object == nil || object.KubeFleet == nil || *object.KubeFleet.NumberOfClusters != 2 {
		t.Errorf("placement %+v, error %v", object, err)
	}
	if object, _, err := client.Shared.Placement(t.Context(), hub.Reference{Kind: hubobject.Placement, Namespace: namespace, Name: "none"}); object != nil || err != nil {
		t.Errorf("placement %+v, error %v", object, err)
	}
	snapshot, err := client.Shared.PolicySnapshot(t.Context(), "", name)
	if err != nil || snapshot == nil {
		t.Fatal(snapshot, err)
	}
	if !strings.HasPrefix(snapshot.Name, name+"-") || len(snapshot.Status.TargetClusters) != 1 || snapshot.Generation == 0 ||
		*snapshot.Policy.NumberOfClusters != 2 || snapshot.Annotations["kubernetes-fleet.io/number-of-clusters"] != "2" {
		t.Errorf("snapshot %+v", snapshot)
	}
	fleet, err := client.Shared.Fleet(t.Context(), fleetOf(hubobject.PlacementDecision, hubobject.ClusterResourceBinding))
	if err != nil {
		t.Fatal(err)
	}
	isDecision := func(d placement.PlacementDecision) bool {
		return d.Namespace == namespace && d.Placement == "web" && slices.Equal(d.Clusters, []string{"a"})
	}
	isBinding := func(b placement.ResourceBinding) bool {
		return b.Placement == name && b.TargetCluster == "m" && b.PolicySnapshot == snapshot.Name
	}
	if !slices.ContainsFunc(fleet.Decisions, isDecision) || !slices.ContainsFunc(fleet.ResourceBindings, isBinding) {
		t.Errorf("decisions %+v, bindings %+v", fleet.Decisions, fleet.ResourceBindings)
	}
}
