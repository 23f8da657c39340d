// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlacement_kubeFleet asks what the hub decides next for a placement that it has: the clusters that are bound under its
// latest policy snapshot stay, and those that are bound under another policy have to compete.
func TestHubPlacement_kubeFleet(t *testing.T) {
	t.Parallel()
	server := fakehub.Start(t)
	prefix := server.Prefix(t)
	test, name := strings.TrimSuffix(prefix, "-"), prefix+"web"
	for _, cluster := range []string{"a", "b", "c"} {
		onhub.JoinMember(t, server, prefix+cluster, test, "tier: "+cluster)
	}
	policy := func(n float64, prefer string) object {
		affinity := object{"required_during_scheduling_ignored_during_execution": object{
			"cluster_selector_terms": list{selected(test)}}}
		if prefer != "" {
			affinity["preferred_during_scheduling_ignored_during_execution"] = list{object{
				"weight": 10.0, "preference": object{"label_selector": object{"match_labels": object{"tier": prefer}}},
			}}
		}
		return object{"placement_type": "PickN", "number_of_clusters": n, "affinity": object{"cluster_affinity": affinity}}
	}
	spec := func(prefer string) string {
		return "{resourceSelectors: [{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickN, " +
			"numberOfClusters: 1, affinity: {clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: " +
			"[{labelSelector: {matchLabels: {test: " + test + "}}}]}, " +
			"preferredDuringSchedulingIgnoredDuringExecution: [{weight: 10, preference: {labelSelector: {matchLabels: {tier: " +
			prefer + "}}}}]}}}}"
	}
	const beta = "placement.kubernetes-fleet.io/v1beta1"
	server.Create(t, "{apiVersion: "+beta+", kind: ClusterResourcePlacement, metadata: {name: "+name+"}, spec: "+spec("c")+"}")
	// The hub has had another policy before: the snapshot that counts is the second one.
	server.WriteFleetDecisions(t, "", name, hubtest.FleetDecision{Cluster: prefix + "c", Selected: true, AffinityScore: 10})
	server.MergePatch(t, "somebody", beta, "ClusterResourcePlacement", "", name, "{spec: "+spec("a")+"}")
	server.WriteFleetDecisions(t, "", name, hubtest.FleetDecision{Cluster: prefix + "b", Selected: true, AffinityScore: 0})

	decide := func(config object) (map[string]any, []string) {
		t.Helper()
		config["name"] = name
		outputs, diags := providertest.ReadWith(t, onhub.Provider(server), config)
		if providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		// The hub has the preference of another manager.
		const more = "has more fields on the hub: The hub decides by these fields, too:\n  - " +
			"spec.policy.affinity.clusterAffinity.preferred"
		policy, _ := config["kubefleet"].(object)
		affinity, _ := policy["affinity"].(object)
		clusters, _ := affinity["cluster_affinity"].(object)
		isSet := clusters["preferred_during_scheduling_ignored_during_execution"] != nil
		if isSet != (len(diags) == 0) || !isSet && !strings.Contains(providertest.Said(diags), more) {
			t.Error(providertest.Said(diags))
		}
		return outputs, providertest.ChosenOf(outputs)
	}
	for what, tt := range map[string]struct {
		config object
		want   []string
		joined int
	}{
		"the policy of the hub": {object{"kubefleet": policy(1, "a")}, []string{prefix + "b"}, 0},
		"one more cluster":      {object{"kubefleet": policy(2, "a")}, []string{prefix + "a", prefix + "b"}, 1},
		"another policy":        {object{"kubefleet": policy(1, "c")}, []string{prefix + "c"}, 1},
		"without a preference":  {object{"kubefleet": policy(1, "")}, []string{prefix + "b"}, 0},
		"decisions that are set": {
			object{"kubefleet": policy(1, "a"), "previous_decisions": list{object{"cluster_name": prefix + "c"}}},
			[]string{prefix + "c"}, 0,
		},
	} {
		outputs, got := decide(tt.config)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", what, diff)
		}
		moves, _ := outputs["moves"].(map[string]any)
		if joined, _ := moves["joined"].(map[string]any); len(joined) != tt.joined {
			t.Errorf("%s: moves %v, want %d to join", what, moves, tt.joined)
		}
	}

	// An immutable field: the prediction is that of a placement that is created anew.
	outputs, diags := providertest.ReadWith(t, onhub.Provider(server),
		object{"name": name, "kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{prefix + "c"}}})
	if len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), `WARNING: kubefleet["placement_type"]: `) ||
		!strings.Contains(providertest.Shown(diags[0]), "must be replaced on the hub") {
		t.Errorf("another type: %s", providertest.Said(diags))
	}
	moves, _ := outputs["moves"].(map[string]any)
	if diff := cmp.Diff([]string{prefix + "c"}, providertest.ChosenOf(outputs)); diff != "" ||
		!strings.Contains(fmt.Sprint(moves["left"]), prefix+"b") {
		t.Errorf("another type: moves %v, -want +got:\n%s", moves, diff)
	}
	server.MergePatch(t, "somebody", beta, "ClusterResourcePlacement", "", name, "{metadata: {finalizers: [test/stays]}}")
	server.Delete(t, beta, "ClusterResourcePlacement", "", name)
	_, diags = providertest.ReadWith(t, onhub.Provider(server), object{"name": name, "kubefleet": policy(1, "a")})
	if len(diags) != 1 || !strings.Contains(providertest.Shown(diags[0]), "The hub does not schedule the placement: it is being "+
		"deleted. These are") {
		t.Errorf("a placement that is being deleted: %s", providertest.Said(diags))
	}
}
