// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestHubPlacement_kinds has hubs with some kinds only. Only what a placement needs is listed, and what is missing is named.
func TestHubPlacement_kinds(t *testing.T) {
	ocmHub := map[*hubobject.Kind][]string{
		hubobject.ManagedCluster: {providertest.ManagedA}, hubobject.ManagedClusterSet: nil, hubobject.PlacementDecision: nil,
		hubobject.AddOnPlacementScore:      nil,
		hubobject.ManagedClusterSetBinding: {`{"metadata": {"name": "global", "namespace": "x"}}`},
	}
	fleetHub := map[*hubobject.Kind][]string{
		hubobject.MemberCluster: {providertest.MemberA}, hubobject.ClusterResourceBinding: nil, hubobject.ClusterResourcePlacement: nil,
		hubobject.ClusterSchedulingPolicySnapshot: nil,
	}
	both := map[*hubobject.Kind][]string{
		hubobject.ManagedCluster: {providertest.ManagedA}, hubobject.MemberCluster: {providertest.MemberA},
		hubobject.Deployer: {providertest.DeployerVM}, hubobject.PlacementRule: nil,
	}
	const ocmKinds, missing = "managedclusters managedclustersets placementdecisions", "The hub lacks a kind of objects: "
	const boundKinds = "managedclusters managedclustersetbindings managedclustersets placementdecisions"
	tests := map[string]struct {
		objects map[*hubobject.Kind][]string
		kind    any
		config  object
		// listed are the resources that are listed, and says is part of the one diagnostic.
		listed, says string
		// names are the clusters that are chosen.
		names string
	}{
		"ocm": {ocmHub, nil, object{"ocm": object{}}, ocmKinds, "", "a"},
		"ocm with a namespace": {ocmHub, nil, object{"namespace": "x", "ocm": object{}}, boundKinds,
			`Create a ManagedClusterSetBinding "global" in the namespace "x" of the hub. The hub has no cluster sets.`, ""},
		"ocm with an add-on score": {ocmHub, nil, object{"ocm": object{"prioritizer_policy": object{"configurations": list{
			object{"score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "r", "score_name": "s"}}},
		}}}}, "addonplacementscores " + ocmKinds, `no cluster has the AddOnPlacementScore "r"`, "a"},
		"ocm with a score of no weight": {ocmHub, nil, object{"ocm": object{"prioritizer_policy": object{"configurations": list{
			object{"weight": 0.0, "score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "r", "score_name": "s"}}},
		}}}}, ocmKinds, "", "a"},
		"ocm on a hub of KubeFleet": {fleetHub, nil, object{"ocm": object{}}, "",
			"ocm: " + missing + "the hub has no managedclusters.cluster.open-cluster-management.io: is Open Cluster Management installed?",
			""},
		"kubefleet on a hub of OCM": {ocmHub, nil, object{"kubefleet": object{"placement_type": "PickAll"}}, "",
			"kubefleet: " + missing + "the hub has no memberclusters.cluster.kubernetes-fleet.io: is KubeFleet installed?", ""},
		"kubefleet": {fleetHub, nil, object{"kubefleet": object{"placement_type": "PickAll"}},
			"clusterresourcebindings clusterresourceplacements clusterschedulingpolicysnapshots memberclusters", "", "a"},
		"kubefleet without ResourcePlacements": {fleetHub, nil,
			object{"namespace": "x", "kubefleet": object{"placement_type": "PickAll"}}, "memberclusters",
			"the hub has no resourcebindings.placement.kubernetes-fleet.io", ""},
		"ocm on a hub of MemberClusters": {ocmHub, "MemberCluster", object{"ocm": object{}}, ocmKinds, "", "a"},

		"hybrid without the operator": {ocmHub, nil, object{"hybrid": object{}}, "managedclusters", "", "a"},
		"hybrid without clusters": {map[*hubobject.Kind][]string{hubobject.Deployer: {providertest.DeployerVM}}, nil,
			object{"hybrid": object{"deployer_type": "other"}}, "deployers", "",
			"x/vm"},
		"hybrid without anything": {map[*hubobject.Kind][]string{}, nil, object{"hybrid": object{}}, "", "hybrid: " + missing +
			"the hub has neither managedclusters.cluster.open-cluster-management.io nor memberclusters.cluster.kubernetes-fleet.io: is " +
			"Open Cluster Management or KubeFleet installed?", ""},
		"hybrid with a kind that is missing": {
			ocmHub, nil, object{"hybrid": object{}, "kind": "MemberCluster"}, "", "hybrid: " + missing +
				"the hub has no memberclusters", "",
		},
		"hybrid with both kinds": {both, nil, object{"hybrid": object{}}, "deployers managedclusters memberclusters placementrules",
			`hybrid: Clusters of both kinds have the same name: The hub has "a" as a ManagedCluster and as a MemberCluster. hybrid identifies`, ""},
		"hybrid with a kind": {
			both, nil, object{"hybrid": object{}, "kind": "MemberCluster"}, "deployers memberclusters placementrules", "", "a",
		},
		"hybrid with a kind of the hub": {
			both, "ManagedCluster", object{"hybrid": object{}}, "deployers managedclusters placementrules", "", "a",
		},
		"hybrid with another kind": {
			both, "ManagedCluster", object{"hybrid": object{}, "kind": "MemberCluster"}, "deployers memberclusters placementrules",
			"", "a",
		},
		"no cluster": {
			map[*hubobject.Kind][]string{hubobject.ManagedCluster: nil, hubobject.ManagedClusterSet: nil,
				hubobject.PlacementDecision: nil}, nil, object{"ocm": object{}}, ocmKinds,
			"ocm: The hub has no clusters: There is no cluster to choose from: the hub has no ManagedClusters. To plan", "",
		},
		"no cluster of a kind": {
			map[*hubobject.Kind][]string{hubobject.ManagedCluster: nil}, nil, object{"hybrid": object{}}, "managedclusters",
			"the hub has neither ManagedClusters nor MemberClusters.", "",
		},
		"clusters that are values": {both, nil, object{"ocm": object{}, "clusters": list{object{"name": "v"}}}, "", "", "v"},
		"manifests of its own": {
			both, nil, object{"ocm": object{}, "manifests": list{providertest.ManagedClusterYAML("  x: y")}}, "", "", "us-1",
		},
		"cluster sets that are values": {
			ocmHub, nil, object{"ocm": object{"cluster_sets": list{"s"}}, "cluster_sets": list{object{"name": "s",
				"selector_type": "LabelSelector", "label_selector": object{"match_labels": object{}}}}}, ocmKinds, "", "a",
		},
		"a binding that is a value": {
			ocmHub, nil, object{"namespace": "x", "ocm": object{}, "cluster_set_bindings": list{object{"name": "s", "namespace": "x"}},
				"cluster_sets": list{object{"name": "s", "selector_type": "LabelSelector",
					"label_selector": object{"match_labels": object{}}}}}, boundKinds, "", "a",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			h := providertest.NewFakeHub(t, tt.objects)
			outputs, diags := providertest.ReadWith(t, h.Provider(tt.kind), tt.config)
			if got := strings.Join(providertest.ChosenOf(outputs), " "); got != tt.names {
				t.Errorf("chosen: %q, want %q", got, tt.names)
			}
			h.Check(t, diags, tt.listed, tt.says)
		})
	}
}

// TestHubUnknown: as long as a part of the hub's configuration is unknown, a data source that needs the hub is an error that
// names it, and one that has its own fleet is read.
func TestHubUnknown(t *testing.T) {
	for says, configured := range map[string]any{
		"is not known yet: hub. Terraform": unknown{},
		"is not known yet: hub.host, hub.exec.command. Terraform": object{
			"host": unknown{}, "exec": object{"api_version": "client.authentication.k8s.io/v1", "command": unknown{}},
			"kind": "ManagedCluster",
		},
	} {
		for typeName, config := range map[string]tftypes.Value{
			"multicluster_placement": providertest.Config(t, providertest.PlacementType(), object{"ocm": object{}}),
			"multicluster_clusters":  providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, object{}),
		} {
			state, diags := providertest.PlanDataWith(t, object{"hub": configured}, typeName, config)
			if state != nil && !state["report"].IsNull() || len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), says) {
				t.Errorf("%s:\n%s", typeName, providertest.Said(diags))
			}
		}
		outputs, diags := providertest.ReadWith(t, object{"hub": configured},
			object{"ocm": object{}, "clusters": list{object{"name": "a"}}})
		if len(diags) > 0 || len(providertest.ChosenOf(outputs)) != 1 {
			t.Errorf("a fleet of values: %s", providertest.Said(diags))
		}
	}
}
