// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlaced_unknownLimit: a change whose max_moves is not known during plan is checked during apply, before anything is
// written.
func TestHubPlaced_unknownLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			r := onhub.NewPlacedRun(t, kind)
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

// TestHubPlaced_uncheckedReplacement: a replacement that is not known during plan cannot be checked any more when it is carried
// out, because the placement is deleted first. With max_moves it is an error.
func TestHubPlaced_uncheckedReplacement(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			r := onhub.NewPlacedRun(t, kind)
			startWith(r, r.Config(2), 2)
			const unchecked = "ERROR max_moves cannot be checked|"
			r.Says(r.Try(r.Config(2, object{"name": "other", "max_moves": unknown{}})).Diags, unchecked)
			for _, limit := range []any{"0", "50%", unknown{}} {
				r.Says(r.Try(r.Config(2, object{"name": unknown{}, "max_moves": limit})).Diags, unchecked)
			}
			for _, limit := range []any{nil, "2", "100%"} {
				r.Says(r.Try(r.Config(2, object{"name": unknown{}, "max_moves": limit})).Diags, "The placement is checked during apply|")
			}
		})
	}
}

// TestHubPlaced_uncheckedImmutable: what a hub does not let change is replaced, although another argument is not known yet.
func TestHubPlaced_uncheckedImmutable(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, "ClusterResourcePlacement")
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
