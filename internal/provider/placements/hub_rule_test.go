// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlaced_rule takes a PlacementRule through its life on a hub: created, decided, changed, drifted, imported, destroyed.
func TestHubPlaced_rule(t *testing.T) {
	t.Parallel()
	const version = "core.hybridapp.io/v1alpha1"
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "PlacementRule")
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

	r.Says(r.Do(config(2, nil)), r.Title()+"will move|b joins")
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
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "PlacementRule")
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
	r.Says(r.Try(config(50)).Diags, warns, r.Title()+"will move|c joins")
	r.Says(r.Try(providertest.Merged(config(50), object{"max_moves": "0"})).Diags, warns, "ERROR max_moves: |c joins")
	_, diags := providertest.ReadWith(t, r.Provider, config(100))
	r.Says(diags, r.Title()+"has more fields on the hub|"+field)
}
