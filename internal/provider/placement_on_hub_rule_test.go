package provider

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestHubPlaced_rule takes a PlacementRule through its life on a hub: created, decided, changed, drifted, imported, destroyed.
func TestHubPlaced_rule(t *testing.T) {
	t.Parallel()
	const version = "core.hybridapp.io/v1alpha1"
	r := newPlacedRun(t, "PlacementRule")
	r.provider = object{"hub": merged(r.provider["hub"].(object), object{"kind": "ManagedCluster"})}
	config := func(replicas int64, further object) object {
		return object{"name": "web", "namespace": r.namespace, "hybrid": merged(object{
			"replicas": replicas, "target_labels": object{"match_labels": object{"test": r.f.prefix[:len(r.f.prefix)-1]}},
			"advisors": list{object{"name": "alphabet", "rules": object{"any": "thing"}}},
		}, further)}
	}
	patch := func(text string, subresources ...string) {
		r.f.server.MergePatch(t, "test", version, "PlacementRule", r.namespace, "web", text, subresources...)
	}
	r.says(r.run(config(1, nil)), r.title()+"is created on the hub|The hub is expected to choose 1 cluster (a).", r.title()+"has not been decided by the hub yet|")
	of := r.f.server.Get(t, version, "PlacementRule", r.namespace, "web")
	advisors, _, _ := unstructured.NestedSlice(of.Object, "spec", "advisors")
	if diff := cmp.Diff([]any{map[string]any{"name": "alphabet", "rules": map[string]any{"any": "thing"}}}, advisors); diff != "" {
		t.Errorf("advisors -want +got:\n%s", diff)
	}

	name := r.f.prefix + "a"
	patch("{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	r.settles(config(1, nil))
	r.wantChosen("a")
	decision, _ := r.value("decisions").([]any)[0].(map[string]any)
	if decision["kind"] != "Cluster" || decision["namespace"] != name {
		t.Errorf("decision %v", decision)
	}
	// The same rules as JSON are no change.
	r.settles(config(1, object{"advisors": list{object{"name": "alphabet", "rules": `{"any": "thing"}`}}}))

	r.says(r.run(config(2, nil)), r.title()+"is going to move|b joins")
	patch("{spec: {replicas: 3}}")
	if p := r.try(config(2, nil)); p.state.Equal(r.state) {
		t.Error("the drift is not in the plan")
	}
	if diags := r.run(merged(config(2, nil), object{"force_conflicts": true})); failed(diags) {
		t.Fatal(said(diags))
	}

	// An advisor of the hub alone answers there.
	own := object{"advisors": list{object{"name": "mine"}}}
	r.says(r.try(config(2, own)).diags, r.title()+"has changed since the hub decided it|", r.title()+`cannot be predicted|no recommendations of the advisor "mine"`)
	r.says(r.try(merged(config(2, own), object{"max_moves": "1"})).diags, r.title()+"has changed since the hub decided it|",
		`ERROR max_moves: |cannot be checked|no recommendations of the advisor "mine"`)
	patch("{status: {observedGeneration: 9}}", "status")
	r.destroys(false)
}

// TestHubPlaced_ruleUndeclared: another manager sets targets of a PlacementRule. The prediction uses them, and every plan and the data
// source warn about them.
func TestHubPlaced_ruleUndeclared(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "PlacementRule")
	r.provider = object{"hub": merged(r.provider["hub"].(object), object{"kind": "ManagedCluster"})}
	config := func(weight int64) object {
		return object{"name": "web", "namespace": r.namespace, "hybrid": object{
			"replicas": int64(1), "target_labels": object{"match_labels": object{"test": r.f.prefix[:len(r.f.prefix)-1]}},
			"decision_weight": weight, "advisors": list{object{"name": "alphabet"}},
		}}
	}
	patch := func(text string, subresources ...string) {
		r.f.server.MergePatch(t, "kubectl", "core.hybridapp.io/v1alpha1", "PlacementRule", r.namespace, "web", text, subresources...)
	}
	if diags := r.run(config(100)); failed(diags) {
		t.Fatal(said(diags))
	}
	name := r.f.prefix + "b"
	patch("{status: {observedGeneration: 1, decisions: [{kind: Cluster, name: "+name+", namespace: "+name+"}]}}", "status")
	r.settles(config(100))
	patch("{spec: {targets: [{kind: Cluster, name: " + r.f.prefix + "c}]}}")
	patch("{status: {observedGeneration: 2}}", "status")
	const field = `spec.targets, set by "kubectl"|kubectl edit placementrules.core.hybridapp.io web --namespace=`
	warns := r.title() + "has fields on the hub that the configuration does not set|" + field
	r.says(r.try(config(100)).diags, warns)
	r.says(r.try(config(50)).diags, warns, r.title()+"is going to move|c joins")
	r.says(r.try(merged(config(50), object{"max_moves": "0"})).diags, warns, "ERROR max_moves: |c joins")
	_, diags := readWith(t, r.provider, config(100))
	r.says(diags, r.title()+"has more fields on the hub|"+field)
}
