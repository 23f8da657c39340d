package provider

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// startWith creates a placement that the hub has decided for the first clusters.
func (r *placedRun) startWith(config object, clusters int) {
	r.t.Helper()
	r.run(config)
	r.decide(r.first(clusters)...)
	if diags := r.refresh(); r.state.IsNull() || failed(diags) {
		r.t.Fatal(said(diags))
	}
}

// replacement is a change that a hub refuses.
type replacement struct {
	kind string
	// before and after are further arguments.
	before, after object
	// another is the kind that follows.
	another string
	replace []string
	says    []string
}

// TestHubPlaced_replaced changes what is immutable on a hub: the placement is replaced. The plan predicts the decisions of the new one,
// and max_moves guards them.
func TestHubPlaced_replaced(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]*replacement{
		"another type": {
			"ClusterResourcePlacement", object{"kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(2)}},
			object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{"P-a", "P-c"}}}, "", []string{"kubefleet"},
			[]string{
				`is replaced|kubefleet.placement_type: found "PickFixed": is immutable; it was PickN. The hub refuses that`,
				"is replaced on the hub|takes the workload from all its clusters: 2 clusters (|it is expected to choose 2 clusters (",
			},
		},
		"a toleration fewer": {
			"ResourcePlacement", nil, object{"kubefleet": "without tolerations"}, "", []string{"kubefleet"},
			[]string{`is replaced|kubefleet.tolerations: found {"key":"gpu","value":"true"}: is in the placement already`, "is replaced on the hub|"},
		},
		"another scope": {
			"ClusterResourcePlacement", nil, object{"status_reporting_scope": "NamespaceAccessible"}, "", []string{"status_reporting_scope"},
			[]string{`is replaced|found "NamespaceAccessible": is immutable; it was ClusterScopeOnly`, "is replaced on the hub|"},
		},
		"no longer external": {
			"ClusterResourcePlacement", object{"strategy": object{"type": "External"}}, object{"strategy": nil}, "", []string{"strategy"},
			[]string{`is replaced|strategy.type: found "RollingUpdate": is immutable; it was External`, "is replaced on the hub|"},
		},
		"another scheduler": {
			"Placement", nil, object{"ocm": nil, "resource_selectors": list{object{"group": "", "version": "v1", "kind": "ConfigMap", "name": "x"}}, "kubefleet": object{
				"placement_type": "PickFixed", "cluster_names": list{"P-c"},
			}}, "ResourcePlacement", []string{"hybrid", "kubefleet", "ocm"},
			[]string{"is replaced on the hub|takes the workload from all its clusters: 2 clusters (|it is expected to choose 1 cluster ("},
		},
		"another name": {
			"Placement", nil, object{"name": "other"}, "", []string{"name"}, []string{"is replaced on the hub|"},
		},
		"a strategy that abandons": {
			"ResourcePlacement", object{"strategy": object{"type": "RollingUpdate", "delete_strategy": object{"propagation_policy": "Abandon"}}},
			object{"name": "other"}, "", []string{"name"}, nil,
		},
	} {
		t.Run(name, tt.check)
	}
}

// check replaces a placement.
func (tt *replacement) check(t *testing.T) {
	t.Helper()
	r := newPlacedRun(t, tt.kind)
	texts := func(of object) object {
		replaced, _ := plainly(merged(object{}, of), func(text string) string {
			return map[string]string{"P-a": r.f.prefix + "a", "P-c": r.f.prefix + "c"}[text]
		}).(map[string]any)
		return replaced
	}
	before := r.config(2, texts(tt.before))
	after := merged(before, texts(tt.after))
	if after[placementconfig.DialectKubeFleet] == "without tolerations" {
		fewer := merged(before[placementconfig.DialectKubeFleet].(object), nil)
		delete(fewer, "tolerations")
		after[placementconfig.DialectKubeFleet] = fewer
	}
	r.startWith(before, 2)
	uid := r.value("uid")

	p := r.try(after)
	slices.Sort(p.replace)
	if diff := cmp.Diff(tt.replace, slices.Compact(p.replace)); diff != "" || !p.replaces {
		t.Errorf("replaces -want +got:\n%s", diff)
	}
	named, want := *r, make([]string, len(tt.says))
	named.name, _ = after["name"].(string)
	for i := range tt.says {
		want[i] = named.title() + tt.says[i]
	}
	r.says(p.diags, want...)
	if !r.isOCM() {
		r.decide() // The hub takes the resources away when the placement is deleted.
	}
	r.carry(p)
	if tt.another != "" {
		r.kind = tt.another
	}
	r.name = named.name
	if r.value("uid") == uid || string(r.get().GetUID()) != r.value("uid") {
		t.Error("the placement was not replaced")
	}
	r.decide(r.first(2)...)
	for _, d := range r.try(after).diags {
		t.Error(shown(d))
	}
}

// carry carries a plan out without errors.
func (r *placedRun) carry(p planned) {
	r.t.Helper()
	if p.failed() {
		r.t.Fatal(said(p.diags))
	}
	if diags := r.carryOut(p); failed(diags) {
		r.t.Fatal(said(diags))
	}
}

// TestHubPlaced_guardReplacement: max_moves guards a replacement, also one with -replace, whose first plan does not know of it.
func TestHubPlaced_guardReplacement(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "ClusterResourcePlacement")
	config := r.config(1, object{"max_moves": "0"})
	policy, _ := config["kubefleet"].(object)
	delete(policy, "tolerations")
	r.startWith(config, 1)
	const refused = "ERROR Too many clusters would lose the workload|1 of 1 cluster would lose the workload; max_moves = \"0\" allows 0." +
		"|deletes the placement, which takes the workload from all its clusters: 1 cluster (c)"
	for _, cluster := range []string{"a", "c"} {
		r.says(r.run(merged(config, object{"kubefleet": object{
			"placement_type": "PickFixed", "cluster_names": list{r.f.prefix + cluster},
		}})), r.title()+"is replaced", refused)
	}
	r.says(r.run(merged(config, object{"name": r.f.prefix + "other"})), refused)

	replace := func() planned {
		r.start()
		return r.planReplacement(configOf(t, r.typ(), config))
	}
	r.says(replace().diags, refused)
	// KubeFleet leaves the workload on the clusters.
	abandons := object{"strategy": object{"type": "RollingUpdate", "delete_strategy": object{"propagation_policy": "Abandon"}}}
	config = merged(config, abandons)
	r.run(config)
	r.decide("c")
	if p := replace(); p.failed() {
		t.Error(said(p.diags))
	}
	r.f.server.Delete(t, memberVersion, "MemberCluster", "", r.f.prefix+"c")
	r.says(replace().diags, "ERROR Too many clusters would lose the workload|1 cluster joins, 1 cluster leaves, 0 clusters stay.")
	config["max_moves"] = nil
	r.decide()
	p := replace()
	r.carry(p)
}
