// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubOffers: a hub has three clusters, four are needed, and one of the two that are offered fills the placement. While it is
// on the hub and not ready, no other one is created. Once it is ready, it is chosen as before.
func TestHubOffers(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t)
	test := strings.TrimSuffix(f.Prefix, "-")
	offer := func(name string) object {
		return object{"name": f.Prefix + name, "labels": object{"test": test, "name": name}}
	}
	for scheduler, tt := range map[string]struct {
		placement object
		// other is offered, too. The scheduler prefers x.
		other string
		// created brings the offered cluster to the hub, where it is not ready, and ready makes it so.
		created, apiVersion, kind, ready string
		subresources                     []string
	}{
		"ocm": {
			object{"name": "web", "namespace": f.Namespace, "ocm": object{"number_of_clusters": int64(4)}}, "y",
			"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-x, labels: {test: T, name: x}}, " +
				"spec: {hubAcceptsClient: true, taints: [{key: cluster.open-cluster-management.io/unreachable, effect: NoSelect, " +
				"timeAdded: '2026-08-11T11:59:00Z'}]}}",
			"cluster.open-cluster-management.io/v1", "ManagedCluster", "{spec: {taints: []}}", nil,
		},
		"kubefleet": {
			object{"name": f.Prefix + "web", "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(4), "affinity": object{
				"cluster_affinity": object{"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
					object{"label_selector": object{"match_labels": object{"test": test}}},
				}}},
			}}}, "w",
			"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: P-x, labels: {test: T, name: x}}, spec: " +
				"{identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}",
			"cluster.kubernetes-fleet.io/v1beta1", "MemberCluster", "{status: {agentStatus: [{type: MemberAgent, " +
				"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, status: 'True', reason: x, message: '', " +
				"lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: Healthy, status: 'True', reason: x, message: '', lastTransitionTime: " +
				"'2026-08-11T11:59:00Z'}]}]}}", []string{"status"},
		},
	} {
		t.Run(scheduler, func(t *testing.T) {
			decide := func() (chosen, toCreate []string) {
				t.Helper()
				const name = "multicluster_placement"
				state, diags := providertest.PlanDataWith(t, onhub.Provider(f.Server), name, providertest.Config(t,
					providertest.DataSchema(name).Type, providertest.Merged(tt.placement, object{
						"offers": list{offer("x"), offer(tt.other)}, "on_unsatisfied": "accept",
					})))
				if len(diags) > 0 {
					t.Fatal(providertest.Said(diags))
				}
				byCluster, _ := providertest.Plain(t, state["decisions_by_cluster"]).(map[string]any)
				for _, name := range slices.Sorted(maps.Keys(byCluster)) {
					chosen = append(chosen, strings.TrimPrefix(name, f.Prefix))
				}
				for _, name := range providertest.Plain(t, state["to_create"]).([]any) {
					toCreate = append(toCreate, strings.TrimPrefix(name.(string), f.Prefix))
				}
				return chosen, toCreate
			}
			says := func(when, chosen, toCreate string) {
				t.Helper()
				gotChosen, gotToCreate := decide()
				if strings.Join(gotChosen, " ") != chosen || strings.Join(gotToCreate, " ") != toCreate {
					t.Errorf("%s: chosen %v, to create %v; want %s and %s", when, gotChosen, gotToCreate, chosen, toCreate)
				}
			}
			says("before", "a b c x", "x")
			f.Create(tt.created)
			says("not ready", "a b c", "x")
			f.Server.MergePatch(t, "agent", tt.apiVersion, tt.kind, "", f.Prefix+"x", tt.ready, tt.subresources...)
			says("ready", "a b c x", "x")
		})
	}
}
