// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubview_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub/apiserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestFleetOfAPIServer: the objects of an API server are the same fleet, listed and as kubectl prints them.
func TestFleetOfAPIServer(t *testing.T) {
	server := hubtest.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	for _, text := range []string{
		"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: " + prefix +
			"a, labels: {region: eu}}, spec: {hubAcceptsClient: true, taints: [{key: gpu, value: 'true', effect: NoSelect, timeAdded: " +
			"'2026-01-31T12:00:00Z'}]}}",
		"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: " + prefix + "b}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: " + prefix + "s}, " +
			"spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {region: eu}}}}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: x, namespace: " +
			namespace + "}, spec: {clusterSet: x}}",
		"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: " + prefix +
			"m}, spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}",
	} {
		server.Create(t, text)
	}
	server.MergePatch(t, "agent", "cluster.open-cluster-management.io/v1", "ManagedCluster", "", prefix+"a",
		`{"status":{"conditions":[],"allocatable":{"cpu":"8","memory":"16Gi"},"clusterClaims":[{"name":"id.k8s.io","value":"a"}],"version":{"kubernetes":"v1.33.1"}}}`, "status")

	kinds := []*hubobject.Kind{hubobject.ManagedCluster, hubobject.ManagedClusterSet, hubobject.ManagedClusterSetBinding,
		hubobject.MemberCluster}
	client := connect(t, apiserver.Config{ConfigPath: server.Kubeconfig})
	got, err := client.Shared.Fleet(t.Context(), hubview.FleetQuery{Kinds: kinds, WithObjects: true})
	if err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	for _, kind := range kinds {
		objects, err := client.List(t.Context(), kind, hub.Selection{})
		if err != nil {
			t.Fatal(err)
		}
		for _, object := range objects {
			printed.Write(append(object, '\n'))
		}
	}
	want, err := inventory.ReadFleet(t.Context(), printed.String())
	if err != nil {
		t.Fatal(err)
	}
	got.FromHub, got.ClusterPlaces, want.ClusterPlaces = false, nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("printed and listed objects differ (-printed +listed):\n%s", diff)
	}
	at := slices.IndexFunc(got.Clusters, func(c placement.Cluster) bool { return c.Name == prefix+"a" })
	if at < 0 || got.Clusters[at].Claims["id.k8s.io"] != "a" || len(got.Clusters[at].Allocatable) != 2 ||
		len(got.Clusters[at].Taints) != 1 {
		t.Errorf("cluster %d of %+v", at, got.Clusters)
	}
	if object, err := client.Get(t.Context(), hub.Reference{Kind: hubobject.ManagedCluster, Name: prefix + "none"}); object != nil || err != nil {
		t.Errorf("object %s, error %v", object, err)
	}
	objects, err := client.List(t.Context(), hubobject.ManagedCluster, hub.Selection{Labels: "region=eu"})
	if err != nil || len(objects) != 1 || !strings.Contains(string(objects[0]), prefix+"a") {
		t.Errorf("%d objects with the label, error %v", len(objects), err)
	}
}
