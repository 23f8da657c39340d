// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestHubInventories reads ClusterProfiles and clusters of Argo CD from a hub, and places on them with every scheduler.
func TestHubInventories(t *testing.T) {
	t.Parallel()
	const credential = "bearer-token-that-nobody-may-see"
	server := fakehub.Start(t)
	namespace, other := server.Namespace(t), server.Namespace(t)
	for name, status := range map[string]string{"eu-1": "True", "eu-2": "False", "us-1": "True"} {
		server.Create(t, `{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ClusterProfile, metadata: {name: `+name+`, namespace: `+namespace+
			`, labels: {region: `+name[:2]+`}}, spec: {clusterManager: {name: acme}}, status: {version: {kubernetes: v1.33.1}, properties: `+
			`[{name: tier, value: gold}, {name: free, value: "7"}], conditions: [{type: ControlPlaneHealthy, status: "`+status+
			`", reason: x, message: why, lastTransitionTime: "2026-08-01T00:00:00Z"}]}}`)
	}
	server.Create(t, `{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ClusterProfile, metadata: {name: eu-1, namespace: `+other+
		`}, spec: {clusterManager: {name: acme}}}`)
	secret := func(name, label, more string) {
		server.Create(t, `{apiVersion: v1, kind: Secret, metadata: {name: `+name+`-secret, namespace: `+namespace+`, annotations: {`+
			`kubectl.kubernetes.io/last-applied-configuration: `+credential+`}, labels: {region: eu`+label+`}}, data: {name: `+base64.StdEncoding.EncodeToString([]byte(name))+
			`, config: `+base64.StdEncoding.EncodeToString([]byte(credential))+more+`}}`)
	}
	secret("argo-1", ", argocd.argoproj.io/secret-type: cluster", ", server: "+base64.StdEncoding.EncodeToString([]byte("https://argo-1")))
	secret("repository", ", argocd.argoproj.io/secret-type: repository", "")
	provider := object{"hub": object{"config_path": server.Kubeconfig}}
	read := func(config object) (names string, clusters any) {
		t.Helper()
		state, diags := providertest.PlanDataWith(t, provider, "multicluster_clusters",
			providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, config))
		if providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		clusters = providertest.Plain(t, state["clusters"])
		if text := fmt.Sprint(clusters, providertest.Said(diags)); strings.Contains(text, credential) {
			t.Errorf("a credential is in the state: %s", text)
		}
		return fmt.Sprint(providertest.Plain(t, state["names"])), clusters
	}
	names, profiles := read(object{"kind": "ClusterProfile", "namespace": namespace})
	if names != "[eu-1 eu-2 us-1]" {
		t.Errorf("ClusterProfiles: %s", names)
	}
	names, _ = read(object{"kind": "Secret", "namespace": namespace, "label_selector": object{"match_labels": object{"region": "eu"}}})
	if names != "[argo-1]" {
		t.Errorf("Secrets: %s", names)
	}
	for scheduler, c := range map[string]struct {
		config any
		want   string
	}{
		"ocm": {object{"predicates": list{object{"required_cluster_selector": object{"claim_selector": object{"match_expressions": list{
			object{"key": "tier", "operator": "In", "values": list{"gold"}}}}}}}}, "[eu-1 us-1]"},
		"kubefleet": {object{"placement_type": "PickAll", "affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{object{"property_selector": object{
				"match_expressions": list{object{"name": "free", "operator": "Gt", "values": list{"5"}}}}}}}}}}, "[eu-1 us-1]"},
		"hybrid": {object{}, "[eu-1 eu-2 us-1]"},
	} {
		state, diags := providertest.ReadWith(t, provider, object{"clusters": profiles, scheduler: c.config})
		if providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		var chosen []any
		for _, d := range state["decisions"].([]any) {
			chosen = append(chosen, d.(object)["cluster_name"])
		}
		if got := fmt.Sprint(chosen); got != c.want {
			t.Errorf("%s: %s, want %s", scheduler, got, c.want)
		}
	}
	for name, c := range map[string]struct {
		config object
		says   string
	}{
		"two namespaces":     {object{"kind": "ClusterProfile"}, `namespace: Clusters have the same name: The hub has several objects for the cluster "eu-1".`},
		"no profile":         {object{"kind": "ClusterProfile", "namespace": "none"}, "the hub has no ClusterProfiles"},
		"no Secret":          {object{"kind": "Secret", "namespace": other}, "no Secrets with the label argocd.argoproj.io/secret-type=cluster"},
		"no namespace":       {object{"kind": "Secret"}, "namespace: "},
		"a misspelt kind":    {object{"kind": "ClusterProfiles"}, `did you mean "ClusterProfile"?`},
		"no namespaced kind": {object{"kind": "ManagedCluster", "namespace": other}, "only the kinds ClusterProfile and Secret have a namespace"},
		"a huge namespace":   {object{"kind": "Secret", "namespace": strings.Repeat("a", 1<<20)}, "must be no more than 63"},
		"a cluster set":      {object{"kind": "ClusterProfile", "cluster_sets": list{"prod"}}, "only ManagedClusters of the hub are in its cluster sets"},
		"manifests":          {object{"kind": "Secret", "namespace": other, "manifests": list{"{}"}}, "are read from the hub alone by their kind"},
	} {
		_, diags := providertest.PlanDataWith(t, provider, "multicluster_clusters",
			providertest.Config(t, providertest.DataSchema("multicluster_clusters").Type, c.config))
		if said := providertest.Said(diags); !providertest.Failed(diags) || !strings.Contains(said, c.says) || len(said) > 3000 {
			t.Errorf("%s: %s, want %s", name, said, c.says)
		}
	}
}
