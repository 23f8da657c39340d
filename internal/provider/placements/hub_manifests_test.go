// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// selected are the clusters of a test.
func selected(by string) object {
	return object{"label_selector": object{"match_labels": object{"test": by}}}
}

// TestHubPlacement_likeManifests decides by the objects of a hub as by the same objects as manifests. Other tests have objects on
// the hub, too, so only what does not depend on those is compared.
func TestHubPlacement_likeManifests(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	ocmFleet := []string{
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSet, metadata: {name: P-set}, spec: " +
			"{clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {test: P}}}}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta2, kind: ManagedClusterSetBinding, metadata: {name: P-set, namespace: " +
			"N}, spec: {clusterSet: P-set}}",
		"{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: PlacementDecision, metadata: {name: web-decision-1, " +
			"namespace: N, labels: {cluster.open-cluster-management.io/placement: web}}, status: {decisions: [{clusterName: P-b, " +
			"reason: ''}]}}",
	}
	for _, name := range []string{"a", "b", "c"} {
		server.CreateNamespace(t, prefix+name)
		ocmFleet = append(ocmFleet,
			"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-"+name+", labels: {test: P}}, "+
				"spec: {hubAcceptsClient: true}, status: {conditions: [], allocatable: {cpu: '4'}, capacity: {cpu: '4'}}}")
	}
	ocmFleet = append(ocmFleet, "{apiVersion: cluster.open-cluster-management.io/v1alpha1, kind: AddOnPlacementScore, metadata: "+
		"{name: usage, namespace: P-c}, status: {scores: [{name: cpu, value: 50}]}}")
	members := []string{
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ResourceBinding, metadata: {name: web-b, namespace: N, labels: " +
			"{kubernetes-fleet.io/parent-CRP: web}}, spec: {state: Bound, targetCluster: P-b, schedulingPolicySnapshotName: web-0, " +
			"resourceSnapshotName: '', clusterDecision: {clusterName: P-b, selected: true, reason: chosen}}}",
		"{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: SchedulingPolicySnapshot, metadata: {name: web-0, namespace: N, " +
			"annotations: {kubernetes-fleet.io/CRP-generation: '1', kubernetes-fleet.io/number-of-clusters: '1'}, labels: " +
			"{kubernetes-fleet.io/parent-CRP: web, kubernetes-fleet.io/is-latest-snapshot: 'true', kubernetes-fleet.io/policy-index: " +
			"'0'}}, spec: {policyHash: aGFzaA==, policy: {placementType: PickN, numberOfClusters: 1, affinity: {clusterAffinity: " +
			"{requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: {test: P}}}]}}}}}}",
	}
	for _, name := range []string{"a", "b"} {
		members = append(members, "{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, "+
			"metadata: {name: P-"+name+", labels: {test: P}}, spec: {identity: {kind: User, name: x, apiGroup: "+
			"rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, lastReceivedHeartbeat: '2026-08-11T11:59:00Z', "+
			"conditions: [{type: Joined, status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: "+
			"Healthy, status: 'True', reason: x, message: '', lastTransitionTime: '2026-08-11T11:59:00Z'}]}]}}")
	}
	rule := []string{
		"{apiVersion: core.hybridapp.io/v1alpha1, kind: Deployer, metadata: {name: vm, namespace: N, labels: {test: P}}, spec: " +
			"{type: other}}",
		"{apiVersion: core.hybridapp.io/v1alpha1, kind: PlacementRule, metadata: {name: web, namespace: N}, status: {decisions: " +
			"[{apiVersion: v1, kind: Deployer, name: vm, namespace: N}]}}",
	}
	put := strings.NewReplacer("CRP-", "CRP-", "P-", prefix, ": P}", ": "+strings.TrimSuffix(prefix, "-")+"}", "namespace: N",
		"namespace: "+namespace)
	var manifests list
	for _, text := range append(append(ocmFleet, members...), rule...) {
		server.Create(t, put.Replace(text))
		manifests = append(manifests, put.Replace(text))
	}
	test := strings.TrimSuffix(prefix, "-")
	for name, tt := range map[string]struct {
		config object
		want   []string
	}{
		"ocm": {object{"ocm": object{"number_of_clusters": 1.0, "prioritizer_policy": object{"mode": "Exact", "configurations": list{
			object{"score_coordinate": object{"built_in": "Steady"}},
		}}}}, []string{prefix + "b"}},
		"add-on scores": {object{"ocm": object{"number_of_clusters": 2.0, "prioritizer_policy": object{"mode": "Exact",
			"configurations": list{
				object{"score_coordinate": object{"type": "AddOn", "add_on": object{"resource_name": "usage", "score_name": "cpu"}}},
			}}}}, []string{prefix + "c", prefix + "a"}},
		"an expression": {object{"ocm": object{"predicates": list{object{"required_cluster_selector": object{"cel_selector": object{
			"cel_expressions": list{`managedCluster.scores("usage").exists(s, s.name == "cpu" && s.value == 50)`},
		}}}}}}, []string{prefix + "c"}},
		"previous decisions": {object{"ocm": object{"number_of_clusters": 1.0, "prioritizer_policy": object{"mode": "Exact",
			"configurations": list{
				object{"score_coordinate": object{"built_in": "Steady"}},
			}}}, "previous_decisions": list{object{"cluster_name": prefix + "c"}}}, []string{prefix + "c"}},
		"kubefleet": {object{"kubefleet": object{"placement_type": "PickN", "number_of_clusters": 1.0,
			"affinity": object{"cluster_affinity": object{
				"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{selected(test)}},
			}}}}, []string{prefix + "b"}},
		"hybrid": {object{"hybrid": object{"deployer_type": "other", "target_labels": object{"match_labels": object{"test": test}}},
			"kind": "ManagedCluster"},
			[]string{namespace + "/vm"}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.config["name"], tt.config["namespace"] = "web", namespace
			got, diags := providertest.ReadWith(t, onhub.Provider(server), tt.config)
			if len(diags) > 0 {
				t.Fatal(providertest.Shown(diags[0]))
			}
			tt.config["manifests"] = manifests
			want, diags := providertest.ReadWith(t, nil, tt.config)
			if len(diags) > 0 {
				t.Fatal(providertest.Shown(diags[0]))
			}
			for _, outputs := range []map[string]any{got, want} {
				delete(outputs, "rejection_summary")
				delete(outputs, "skipped_kinds")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-manifests +hub:\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, providertest.ChosenOf(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
