// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestHubClusters lists the clusters of hubs with one kind, with both, and with none. Only what the arguments need is listed.
func TestHubClusters(t *testing.T) {
	ocm := map[*hubobject.Kind][]string{
		hubobject.ManagedCluster: {
			`{"metadata": {"name": "b", "labels": {"cluster.open-cluster-management.io/clusterset": "prod"}}}`, `{"metadata": {"name": "a"}}`,
		},
		hubobject.ManagedClusterSet: {`{"metadata": {"name": "prod"}}`},
		hubobject.AddOnPlacementScore: {
			`{"metadata": {"name": "usage", "namespace": "a"}, "status": {"scores": [{"name": "cpu", "value": 7}]}}`,
		},
	}
	both := map[*hubobject.Kind][]string{hubobject.ManagedCluster: {providertest.ManagedA},
		hubobject.MemberCluster: {providertest.MemberA, `{"metadata": {"name": "m"}}`}, hubobject.ManagedClusterSet: nil}
	cel := func(expression string) object {
		return object{"cel_selector": object{"cel_expressions": list{expression}}}
	}
	for name, tt := range map[string]struct {
		objects             map[*hubobject.Kind][]string
		kind                any
		config              object
		names, listed, says string
	}{
		"one kind": {ocm, nil, object{}, "a b", "managedclusters", ""},
		"a set":    {ocm, nil, object{"cluster_sets": list{"prod"}}, "b", "managedclusters managedclustersets", ""},
		"no such set": {
			ocm, nil, object{"cluster_sets": list{"global"}}, "", "managedclusters managedclustersets",
			`found "global"; the fleet has the cluster sets prod.`,
		},
		"scores": {
			ocm, nil, cel(`managedCluster.scores("usage").size() > 0`), "a", "addonplacementscores managedclusters", "",
		},
		"an expression":   {ocm, nil, cel(`managedCluster.metadata.name == "b"`), "b", "managedclusters", ""},
		"both kinds":      {both, nil, object{}, "a m", "managedclusters memberclusters", ""},
		"a kind":          {both, nil, object{"kind": "MemberCluster"}, "a m", "memberclusters", ""},
		"that of the hub": {both, "ManagedCluster", object{}, "a", "managedclusters", ""},
		"another":         {both, "ManagedCluster", object{"kind": "MemberCluster"}, "a m", "memberclusters", ""},
		"a set, both kinds": {
			both, nil, object{"cluster_sets": list{"x"}}, "", "managedclusters managedclustersets",
			`found "x"; the fleet has no cluster sets.`,
		},
		"nothing matches": {ocm, nil, cel(`false`), "", "managedclusters", "The selectors match none of the 2 clusters of the fleet"},
		"no cluster": {
			map[*hubobject.Kind][]string{hubobject.ManagedCluster: nil}, nil, object{}, "", "managedclusters",
			"The hub has no clusters: There is no cluster to choose from: the hub has neither ManagedClusters nor MemberClusters.",
		},
		"neither": {
			map[*hubobject.Kind][]string{}, nil, object{}, "", "", ": The hub lacks a kind of objects: the hub has neither " +
				"managedclusters.",
		},
		"a missing kind": {
			ocm, nil, object{"kind": "MemberCluster"}, "", "", "kind: The hub lacks a kind of objects: the hub has no " +
				"memberclusters.cluster.kubernetes-fleet.io: is KubeFleet installed?",
		},
		"manifests": {ocm, nil, object{"manifests": list{providertest.ManagedClusterYAML("  x: y")}}, "us-1", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := providertest.NewFakeHub(t, tt.objects)
			state, diags := providertest.PlanDataWith(t, h.Provider(tt.kind), "multicluster_clusters",
				providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, tt.config))
			var names []any
			if state != nil {
				names, _ = providertest.Plain(t, state["names"]).([]any)
			}
			if got := fmt.Sprint(names); got != "["+tt.names+"]" {
				t.Errorf("names: %s, want %s", got, tt.names)
			}
			h.Check(t, diags, tt.listed, tt.says)
		})
	}
}
