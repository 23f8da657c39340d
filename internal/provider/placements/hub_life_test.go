// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlaced takes a placement of every kind through its life on a hub.
func TestHubPlaced(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			life(onhub.NewPlacedRun(t, fakehub.Start(t), kind))
		})
	}
}

func life(r *onhub.PlacedRun) {
	one, two := r.First(1), r.First(2)
	created := r.Title() + "is created on the hub|The hub is expected to choose 1 cluster (" + one[0] + ")."
	undecided := r.Title() + "has not been decided by the hub yet|"
	set := map[string]any{"spec.numberOfClusters": int64(1), "spec.prioritizerPolicy.mode": "Exact"}
	if !r.IsOCM() {
		set = map[string]any{
			"spec.policy.numberOfClusters": int64(1), "spec.policy.placementType": "PickN",
			"spec.strategy.rollingUpdate.maxUnavailable": "30%",
			// A default.
			"spec.strategy.rollingUpdate.maxSurge": "25%",
		}
	}
	p := r.Try(r.Config(1))
	r.Says(p.Diags, created)
	for _, name := range append([]string{"uid"}, placementconfig.ResultNames()...) {
		if r.Attribute(p.State, name).IsKnown() {
			r.T.Errorf("%s is known in the plan that creates", name)
		}
	}
	r.Says(r.Do(r.Config(1)), created, undecided+"set wait_for_decisions = true")
	r.WantChosen()
	for path, want := range set {
		if diff := cmp.Diff(want, onhub.FieldOf(r.T, r.Get(), path)); diff != "" {
			r.T.Errorf("%s: %s", path, diff)
		}
	}
	r.Says(r.Try(r.Config(1)).Diags, undecided+"check that its scheduler runs")

	r.Decide(one...)
	r.Settles(r.Config(1))
	r.WantChosen(one...)
	uid := r.Value("uid")

	// What others write is neither drift nor a conflict.
	r.Patch("controller", "{metadata: {labels: {team: x}, annotations: {note: x}}}")
	r.Settles(r.Config(1))

	// Drift is shown, also of a nested value. It is a conflict with who has caused it.
	drift := `{spec: {tolerations: [{key: gpu, value: "false"}]}}`
	conflict := "spec.tolerations"
	if !r.IsOCM() {
		drift, conflict = "{spec: {strategy: {rollingUpdate: {maxUnavailable: 50%}}}}", "spec.strategy.rollingUpdate.maxUnavailable"
	}
	r.Patch("kubectl", drift)
	if p = r.Try(r.Config(1)); p.State.Equal(r.State) {
		r.T.Error("drift is not shown")
	}
	r.Says(p.Diags, append(undecidedChange(r), "ERROR "+r.Title()+"has fields of another manager|"+conflict+`, set by "kubectl`)...)
	forced := object{"force_conflicts": true}
	r.Says(r.Do(r.Config(1, forced)), undecidedChange(r)...)
	r.Decide(one...)
	r.Settles(r.Config(1, forced))

	// An update: the decisions stay known, and follow with the next refresh.
	joins := "will move|The hub is expected to decide:|1 cluster joins, 0 clusters leave, 1 cluster stays.|" + two[1]
	p = r.Try(r.Config(2))
	r.Says(p.Diags, r.Title()+joins)
	if expected := r.Attribute(p.State, "expected"); expected.IsNull() || !expected.IsFullyKnown() {
		r.T.Errorf("the plan expects %s", expected)
	}
	r.Says(r.Do(r.Config(2)), r.Title()+joins)
	r.WantChosen(one...)
	r.Decide(two...)
	r.Settles(r.Config(2))
	r.WantChosen(two...)
	if r.Value("uid") != uid {
		r.T.Error("another object")
	}
	leaves := r.Title() + "will move|0 clusters join, 1 cluster leaves, 1 cluster stays."
	r.Says(r.Do(r.Config(1)), leaves)
	r.Decide(one...)
	r.Settles(r.Config(1))

	// Deleted by somebody else: made again. Made again by somebody else: not taken over without adopt.
	r.Delete()
	r.Says(r.Do(r.Config(1)), created, undecided)
	if r.Value("uid") == uid {
		r.T.Error("the same object")
	}
	r.Delete()
	r.F.Create(r.Imports())
	r.Says(r.Do(r.Config(1)), r.Title()+"is another object now", "ERROR "+r.Title()+"exists already")
	r.Says(r.Do(r.Config(1)), "ERROR "+r.Title()+"exists already|set adopt = true")
	r.Decide(two...)
	r.Says(r.Do(r.Config(1, object{"adopt": true, "force_conflicts": true})), leaves)
	r.WantChosen(two...)
	r.Decide(one...)
	r.Settles(r.Config(1, object{"adopt": true, "force_conflicts": true}))
	r.WantChosen(one...)

	// Released, it stays with its decisions, and is adopted with them. Its deletion takes the workload from its clusters.
	r.Says(r.Do(r.Config(1, object{"on_destroy": "release"})))
	r.Says(r.Do(nil), "An object stays on the hub|"+r.Title()+"is released")
	if r.Get() == nil {
		r.T.Fatal("the placement was deleted")
	}
	adopted := r.Config(1, object{"adopt": true, "on_destroy": "delete"})
	r.Says(r.Do(adopted))
	r.Settles(adopted)
	r.Says(r.Do(nil), r.Title()+"is deleted on the hub|takes the workload from all its clusters: 1 cluster ("+one[0]+
		").|set on_destroy = \"release\" and apply that first")
	if r.Get() != nil {
		r.T.Error("the placement was not deleted")
	}
}

// undecidedChange is what a refresh says while the hub has not decided a change: nothing in Open Cluster Management, which does
// not tell.
func undecidedChange(r *onhub.PlacedRun) []string {
	if r.IsOCM() {
		return nil
	}
	return []string{r.Title() + "has changed since the hub decided it"}
}

// TestHubTainted_placement: the replacement of a tainted placement takes the workload from its clusters, so max_moves applies.
func TestHubTainted_placement(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			startWith(r, r.Config(2), 2)
			already := r.Title() + "is an object of the state already"
			r.Says(r.Tainted(r.Config(2, object{"max_moves": "1"})).Diags, already,
				"ERROR Too many clusters would lose the workload|2 of 2 clusters would lose the workload")
			r.Says(r.Tainted(r.Config(2)).Diags, already, r.Title()+"is replaced on the hub|takes the workload from all its "+
				"clusters: 2 clusters")
		})
	}
}
