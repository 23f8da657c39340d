// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// startWith creates a placement that the hub has decided for the first clusters.
func startWith(r *onhub.PlacedRun, config object, clusters int) {
	r.T.Helper()
	r.Do(config)
	r.Decide(r.First(clusters)...)
	if diags := r.Refresh(); r.State.IsNull() || providertest.Failed(diags) {
		r.T.Fatal(providertest.Said(diags))
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

// TestHubPlaced_replaced changes what is immutable on a hub: the placement is replaced. The plan predicts the decisions of the
// new one, and max_moves guards them.
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
			[]string{
				`is replaced|kubefleet.tolerations: found {"key":"gpu","value":"true"}: is in the placement already`, "is replaced on the hub|",
			},
		},
		"another scope": {
			"ClusterResourcePlacement", nil, object{"status_reporting_scope": "NamespaceAccessible"}, "",
			[]string{"status_reporting_scope"},
			[]string{`is replaced|found "NamespaceAccessible": is immutable; it was ClusterScopeOnly`, "is replaced on the hub|"},
		},
		"no longer external": {
			"ClusterResourcePlacement", object{"strategy": object{"type": "External"}}, object{"strategy": nil}, "", []string{"strategy"},
			[]string{`is replaced|strategy.type: found "RollingUpdate": is immutable; it was External`, "is replaced on the hub|"},
		},
		"another scheduler": {
			"Placement", nil, object{"ocm": nil, "resource_selectors": list{object{"group": "", "version": "v1", "kind": "ConfigMap",
				"name": "x"}}, "kubefleet": object{
				"placement_type": "PickFixed", "cluster_names": list{"P-c"},
			}}, "ResourcePlacement", []string{"hybrid", "kubefleet", "ocm"},
			[]string{"is replaced on the hub|takes the workload from all its clusters: 2 clusters (|it is expected to choose 1 cluster ("},
		},
		"another name": {
			"Placement", nil, object{"name": "other"}, "", []string{"name"}, []string{"is replaced on the hub|"},
		},
		"a strategy that abandons": {
			"ResourcePlacement", object{"strategy": object{"type": "RollingUpdate",
				"delete_strategy": object{"propagation_policy": "Abandon"}}},
			object{"name": "other"}, "", []string{"name"}, nil,
		},
		"one that stays on the hub": {
			"Placement", object{"max_moves": "0", "on_destroy": "release"}, object{"name": "other"}, "", []string{"name"}, nil,
		},
	} {
		t.Run(name, tt.check)
	}
}

// check replaces a placement.
func (tt *replacement) check(t *testing.T) {
	t.Helper()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), tt.kind)
	texts := func(of object) object {
		replaced, _ := plainly(providertest.Merged(object{}, of), func(text string) string {
			return map[string]string{"P-a": r.F.Prefix + "a", "P-c": r.F.Prefix + "c"}[text]
		}).(map[string]any)
		return replaced
	}
	before := r.Config(2, texts(tt.before))
	after := providertest.Merged(before, texts(tt.after))
	if after[placementconfig.DialectKubeFleet] == "without tolerations" {
		fewer := providertest.Merged(before[placementconfig.DialectKubeFleet].(object), nil)
		delete(fewer, "tolerations")
		after[placementconfig.DialectKubeFleet] = fewer
	}
	startWith(r, before, 2)
	uid := r.Value("uid")

	p := r.Try(after)
	slices.Sort(p.Replace)
	if diff := cmp.Diff(tt.replace, slices.Compact(p.Replace)); diff != "" || !p.Replaces {
		t.Errorf("replaces -want +got:\n%s", diff)
	}
	named, want := *r, make([]string, len(tt.says))
	named.Name, _ = after["name"].(string)
	for i := range tt.says {
		want[i] = named.Title() + tt.says[i]
	}
	r.Says(p.Diags, want...)
	if !r.IsOCM() {
		r.Decide() // The hub takes the resources away when the placement is deleted.
	}
	carry(r, p)
	if tt.another != "" {
		r.Kind = tt.another
	}
	r.Name = named.Name
	if r.Value("uid") == uid || string(r.Get().GetUID()) != r.Value("uid") {
		t.Error("the placement was not replaced")
	}
	r.Decide(r.First(2)...)
	for _, d := range r.Try(after).Diags {
		t.Error(providertest.Shown(d))
	}
}

// carry carries a plan out without errors.
func carry(r *onhub.PlacedRun, p providertest.Planned) {
	r.T.Helper()
	if p.Failed() {
		r.T.Fatal(providertest.Said(p.Diags))
	}
	if diags := r.CarryOut(p); providertest.Failed(diags) {
		r.T.Fatal(providertest.Said(diags))
	}
}

// TestHubPlaced_guardReplacement: max_moves guards a replacement, also one with -replace, whose first plan does not know of it.
func TestHubPlaced_guardReplacement(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "ClusterResourcePlacement")
	config := r.Config(1, object{"max_moves": "0"})
	policy, _ := config["kubefleet"].(object)
	delete(policy, "tolerations")
	startWith(r, config, 1)
	const refused = "ERROR Too many clusters would lose the workload|1 of 1 cluster would lose the workload; max_moves = " +
		"\"0\" allows 0." +
		"|deletes the placement, which takes the workload from all its clusters: 1 cluster (c)"
	for _, cluster := range []string{"a", "c"} {
		r.Says(r.Do(providertest.Merged(config, object{"kubefleet": object{
			"placement_type": "PickFixed", "cluster_names": list{r.F.Prefix + cluster},
		}})), r.Title()+"is replaced", refused)
	}
	r.Says(r.Do(providertest.Merged(config, object{"name": r.F.Prefix + "other"})), refused)

	replace := func() providertest.Planned {
		r.Start()
		return r.PlanReplacement(providertest.Config(t, r.Type(), config))
	}
	r.Says(replace().Diags, refused)
	// A placement that stays is taken over again.
	deleted := config
	config = providertest.Merged(config, object{"on_destroy": "release", "adopt": true})
	r.Do(config)
	r.Says(replace().Diags)
	r.Do(deleted)
	config = deleted
	// KubeFleet leaves the workload on the clusters.
	abandons := object{"strategy": object{"type": "RollingUpdate", "delete_strategy": object{"propagation_policy": "Abandon"}}}
	config = providertest.Merged(config, abandons)
	r.Do(config)
	r.Decide("c")
	if p := replace(); p.Failed() {
		t.Error(providertest.Said(p.Diags))
	}
	r.F.Server.Delete(t, onhub.MemberVersion, "MemberCluster", "", r.F.Prefix+"c")
	r.Says(replace().Diags, "ERROR Too many clusters would lose the workload|1 cluster joins, 1 cluster leaves, 0 clusters stay.")
	config["max_moves"] = nil
	r.Decide()
	p := replace()
	carry(r, p)
}

// TestHubPlaced_unknownLimit: a change whose max_moves is not known during plan is checked during apply, before anything is
// written.
func TestHubPlaced_unknownLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			startWith(r, r.Config(2), 2)
			generation := r.Get().GetGeneration()
			for _, variant := range []object{{"max_moves": unknown{}}, {"max_moves": unknown{}, "wait_for_decisions": true},
				{"max_moves": "0", "with_labels": unknown{}}} {
				p := r.Try(r.Config(1, variant))
				r.Says(p.Diags, r.Title()+"is checked during apply|")
				p.Config = providertest.Config(t, r.Type(), r.Config(1, variant, object{"max_moves": "0", "with_labels": nil}))
				r.Says(r.CarryOut(p), "ERROR Too many clusters would lose the workload|1 of 2 clusters would lose the workload")
				if got := r.Get().GetGeneration(); got != generation {
					t.Fatalf("the placement was written: generation %d, want %d", got, generation)
				}
			}
		})
	}
}

// TestHubPlaced_uncheckedImmutable: what a hub does not let change is replaced, although another argument is not known yet.
func TestHubPlaced_uncheckedImmutable(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "ClusterResourcePlacement")
	startWith(r, r.Config(2), 2)
	fixed := object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{r.F.Prefix + "a"}},
		"revision_history_limit": unknown{}}
	isReplaced := r.Title() + `is replaced|kubefleet.placement_type: found "PickFixed"`
	alsoReplaced := r.Title() + "is replaced|kubefleet.tolerations: "
	p := r.Try(r.Config(2, fixed))
	r.Says(p.Diags, isReplaced, alsoReplaced, r.Title()+"is checked during apply|")
	if !p.Replaces {
		t.Error("the placement is not replaced")
	}
	r.Says(r.Try(r.Config(2, fixed, object{"max_moves": "1"})).Diags, isReplaced, alsoReplaced, "ERROR max_moves cannot be checked|")
	// With -replace, the first plan does not know of it.
	r.Start()
	config := r.Config(2, object{"revision_history_limit": unknown{}, "max_moves": "1"})
	r.Says(r.PlanReplacement(providertest.Config(t, r.Type(), config)).Diags, r.Title()+"is checked during apply|",
		"ERROR max_moves cannot be checked|")
	r.Provider = object{"hub": unknown{}}
	r.Says(r.Try(r.Config(2, object{"name": "other", "max_moves": "0"})).Diags, "ERROR max_moves cannot be checked|")
	r.Says(r.Try(r.Config(2, object{"name": "other"})).Diags)
}
