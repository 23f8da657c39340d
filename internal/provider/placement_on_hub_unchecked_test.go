package provider

import (
	"testing"
)

// TestHubPlaced_unknownLimit: a change whose max_moves is not known during plan is checked during apply, before anything is written.
func TestHubPlaced_unknownLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			r.startWith(r.config(2), 2)
			generation := r.get().GetGeneration()
			for _, variant := range []object{{"max_moves": unknown{}}, {"max_moves": unknown{}, "wait_for_decisions": true}, {"max_moves": "0", "with_labels": unknown{}}} {
				p := r.try(r.config(1, variant))
				r.says(p.diags, r.title()+"is checked during apply|")
				p.config = configOf(t, r.typ(), r.config(1, variant, object{"max_moves": "0", "with_labels": nil}))
				r.says(r.carryOut(p), "ERROR Too many clusters would lose the workload|1 of 2 clusters would lose the workload")
				if got := r.get().GetGeneration(); got != generation {
					t.Fatalf("the placement was written: generation %d, want %d", got, generation)
				}
			}
		})
	}
}

// TestHubPlaced_uncheckedReplacement: a replacement that is not known during plan cannot be checked any more when it is carried out, because
// the placement is deleted first. With max_moves it is an error.
func TestHubPlaced_uncheckedReplacement(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			r.startWith(r.config(2), 2)
			const unchecked = "ERROR max_moves cannot be checked|"
			r.says(r.try(r.config(2, object{"name": "other", "max_moves": unknown{}})).diags, unchecked)
			for _, limit := range []any{"0", "50%", unknown{}} {
				r.says(r.try(r.config(2, object{"name": unknown{}, "max_moves": limit})).diags, unchecked)
			}
			for _, limit := range []any{nil, "2", "100%"} {
				r.says(r.try(r.config(2, object{"name": unknown{}, "max_moves": limit})).diags, "The placement is checked during apply|")
			}
		})
	}
}

// TestHubPlaced_uncheckedImmutable: what a hub does not let change is replaced, although another argument is not known yet.
func TestHubPlaced_uncheckedImmutable(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "ClusterResourcePlacement")
	r.startWith(r.config(2), 2)
	fixed := object{"kubefleet": object{"placement_type": "PickFixed", "cluster_names": list{r.f.prefix + "a"}}, "revision_history_limit": unknown{}}
	isReplaced := r.title() + `is replaced|kubefleet.placement_type: found "PickFixed"`
	alsoReplaced := r.title() + "is replaced|kubefleet.tolerations: "
	p := r.try(r.config(2, fixed))
	r.says(p.diags, isReplaced, alsoReplaced, r.title()+"is checked during apply|")
	if !p.replaces {
		t.Error("the placement is not replaced")
	}
	r.says(r.try(r.config(2, fixed, object{"max_moves": "1"})).diags, isReplaced, alsoReplaced, "ERROR max_moves cannot be checked|")
	// With -replace, the first plan does not know of it.
	r.start()
	config := r.config(2, object{"revision_history_limit": unknown{}, "max_moves": "1"})
	r.says(r.planReplacement(configOf(t, r.typ(), config)).diags, r.title()+"is checked during apply|", "ERROR max_moves cannot be checked|")
	r.provider = object{"hub": unknown{}}
	r.says(r.try(r.config(2, object{"name": "other", "max_moves": "0"})).diags, "ERROR max_moves cannot be checked|")
	r.says(r.try(r.config(2, object{"name": "other"})).diags)
}
