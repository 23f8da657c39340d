// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubInventories reads ClusterProfiles and clusters of Argo CD from a hub, and places on them with every scheduler.
func TestHubInventories(t *testing.T) {
	t.Parallel()
	const credential = "bearer-token-that-nobody-may-see"
	server := hubtest.Start(t)
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
			`kubectl.kubernetes.io/last-applied-configuration: `+credential+`}, labels: {region: eu`+label+`}}, stringData: {name: `+name+
			`, config: `+credential+more+`}}`)
	}
	secret("argo-1", ", argocd.argoproj.io/secret-type: cluster", `, server: "https://argo-1"`)
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

// selected are the clusters of a test.
func selected(by string) object {
	return object{"label_selector": object{"match_labels": object{"test": by}}}
}

// TestHubPlacement_likeManifests decides by the objects of a hub as by the same objects as manifests. Other tests have objects on
// the hub, too, so only what does not depend on those is compared.
func TestHubPlacement_likeManifests(t *testing.T) {
	t.Parallel()
	server := hubtest.Start(t)
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

// TestHubPlaced_rule takes a PlacementRule through its life on a hub: created, decided, changed, drifted, imported, destroyed.
func TestHubPlaced_rule(t *testing.T) {
	t.Parallel()
	const version = "core.hybridapp.io/v1alpha1"
	r := onhub.NewPlacedRun(t, "PlacementRule")
	r.Provider = object{"hub": providertest.Merged(r.Provider["hub"].(object), object{"kind": "ManagedCluster"})}
	config := func(replicas int64, further object) object {
		return object{"name": "web", "namespace": r.Namespace, "hybrid": providertest.Merged(object{
			"replicas": replicas, "target_labels": object{"match_labels": object{"test": r.F.Prefix[:len(r.F.Prefix)-1]}},
			"advisors": list{object{"name": "alphabet", "rules": object{"any": "thing"}}},
		}, further)}
	}
	patch := func(text string, subresources ...string) {
		r.F.Server.MergePatch(t, "test", version, "PlacementRule", r.Namespace, "web", text, subresources...)
	}
	r.Says(r.Do(config(1, nil)), r.Title()+"is created on the hub|The hub is expected to choose 1 cluster (a).",
		r.Title()+"has not been decided by the hub yet|")
	of := r.F.Server.Get(t, version, "PlacementRule", r.Namespace, "web")
	advisors, _, _ := unstructured.NestedSlice(of.Object, "spec", "advisors")
	if diff := cmp.Diff([]any{map[string]any{"name": "alphabet", "rules": map[string]any{"any": "thing"}}}, advisors); diff != "" {
		t.Errorf("advisors -want +got:\n%s", diff)
	}

	name := r.F.Prefix + "a"
	patch("{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	r.Settles(config(1, nil))
	r.WantChosen("a")
	decision, _ := r.Value("decisions").([]any)[0].(map[string]any)
	if decision["kind"] != "Cluster" || decision["namespace"] != name {
		t.Errorf("decision %v", decision)
	}
	// The same rules as JSON are no change.
	r.Settles(config(1, object{"advisors": list{object{"name": "alphabet", "rules": `{"any": "thing"}`}}}))

	r.Says(r.Do(config(2, nil)), r.Title()+"is going to move|b joins")
	patch("{spec: {replicas: 3}}")
	if p := r.Try(config(2, nil)); p.State.Equal(r.State) {
		t.Error("the drift is not in the plan")
	}
	if diags := r.Do(providertest.Merged(config(2, nil), object{"force_conflicts": true})); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}

	// An advisor of the hub alone answers there.
	own := object{"advisors": list{object{"name": "mine"}}}
	r.Says(r.Try(config(2, own)).Diags, r.Title()+"has changed since the hub decided it|",
		r.Title()+`cannot be predicted|no recommendations of the advisor "mine"`)
	r.Says(r.Try(providertest.Merged(config(2, own), object{"max_moves": "1"})).Diags,
		r.Title()+"has changed since the hub decided it|",
		`ERROR max_moves: |cannot be checked|no recommendations of the advisor "mine"`)
	patch("{status: {observedGeneration: 9}}", "status")
	r.Says(r.Do(nil), r.Title()+"is deleted on the hub|1 cluster (a)")
}

// TestHubPlaced_ruleUndeclared: another manager sets targets of a PlacementRule. The prediction uses them, and every plan and the
// data source warn about them.
func TestHubPlaced_ruleUndeclared(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, "PlacementRule")
	r.Provider = object{"hub": providertest.Merged(r.Provider["hub"].(object), object{"kind": "ManagedCluster"})}
	config := func(weight int64) object {
		return object{"name": "web", "namespace": r.Namespace, "hybrid": object{
			"replicas": int64(1), "target_labels": object{"match_labels": object{"test": r.F.Prefix[:len(r.F.Prefix)-1]}},
			"decision_weight": weight, "advisors": list{object{"name": "alphabet"}},
		}}
	}
	patch := func(text string, subresources ...string) {
		r.F.Server.MergePatch(t, "kubectl", "core.hybridapp.io/v1alpha1", "PlacementRule", r.Namespace, "web", text, subresources...)
	}
	if diags := r.Do(config(100)); providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	name := r.F.Prefix + "b"
	patch("{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	r.Settles(config(100))
	patch("{spec: {targets: [{kind: Cluster, name: " + r.F.Prefix + "c}]}}")
	patch("{status: {observedGeneration: 2}}", "status")
	const field = `spec.targets, set by "kubectl"|kubectl edit placementrules.core.hybridapp.io web --namespace=`
	warns := r.Title() + "has fields on the hub that the configuration does not set|" + field
	r.Says(r.Try(config(100)).Diags, warns)
	r.Says(r.Try(config(50)).Diags, warns, r.Title()+"is going to move|c joins")
	r.Says(r.Try(providertest.Merged(config(50), object{"max_moves": "0"})).Diags, warns, "ERROR max_moves: |c joins")
	_, diags := providertest.ReadWith(t, r.Provider, config(100))
	r.Says(diags, r.Title()+"has more fields on the hub|"+field)
}
