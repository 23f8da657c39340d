// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"slices"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// schedule lets a stand-in of the scheduler decide the placement until the test ends. Choose returns the clusters for their
// number.
func schedule(r *onhub.PlacedRun, choose func(n int) []string) {
	if r.IsOCM() {
		r.F.Server.OCMScheduler(r.T, r.Namespace, func(placement *unstructured.Unstructured) []hubtest.DecisionGroup {
			n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
			return []hubtest.DecisionGroup{r.F.Group("", choose(int(n))...)}
		})
		return
	}
	r.F.Server.FleetScheduler(r.T, r.Namespace, func(placement *unstructured.Unstructured) (decisions []hubtest.FleetDecision,
		ok bool) {
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "policy", "numberOfClusters")
		for _, name := range choose(int(n)) {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: r.F.Prefix + name, Selected: true})
		}
		return decisions, placement.GetName() == r.Name
	})
}

// TestHubPlaced_waits: with wait_for_decisions the outputs are unknown in a plan that changes the placement, and what the hub has
// decided after the apply.
func TestHubPlaced_waits(t *testing.T) {
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			schedule(r, r.First)
			waits := object{"wait_for_decisions": true}
			created := r.Title() + "is created on the hub"
			r.Says(r.Do(r.Config(1, waits)), created)
			r.WantChosen(r.First(1)...)
			r.Settles(r.Config(1, waits))

			plansUnknown(r, r.Try(r.Config(2, waits)))
			r.Says(r.Do(r.Config(2, waits)), r.Title()+"will move|1 cluster joins")
			r.WantChosen(r.First(2)...)

			// What does not change the placement is not waited for, and neither is a change without the argument.
			for _, config := range []object{r.Config(2, waits, object{"max_moves": "1"}), r.Config(2, waits)} {
				p := r.Try(config)
				if r.Says(p.Diags); !r.Attribute(p.State, "decisions").IsKnown() {
					t.Error("the decisions are unknown although the placement stays")
				}
				r.Says(r.CarryOut(p))
			}
			p := r.Try(r.Config(1, object{"wait_for_decisions": unknown{}}))
			r.Says(p.Diags, r.Title()+"is checked during apply")
			plansUnknown(r, p)
			p.Config = providertest.Config(t, r.Type(), r.Config(1))
			if diags := r.CarryOut(p); providertest.Failed(diags) {
				t.Fatal(providertest.Said(diags))
			}
		})
	}
}

// plansUnknown checks that no output is known in a plan.
func plansUnknown(r *onhub.PlacedRun, p providertest.Planned) {
	r.T.Helper()
	for _, name := range placementconfig.ResultNames() {
		if r.Attribute(p.State, name).IsKnown() {
			r.T.Errorf("%s is known in the plan", name)
		}
	}
}

// TestHubPlaced_firstDecisions: an apply that creates a placement has its first decisions, if the hub makes them soon, without
// waiting for more: the next plan is empty, and its refresh reads the same decisions.
func TestHubPlaced_firstDecisions(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			r.FirstDecision = time.Minute
			schedule(r, r.First)
			r.Says(r.Do(r.Config(2)), r.Title()+"is created on the hub")
			r.WantChosen(r.First(2)...)
			state := r.State
			r.Settles(r.Config(2))
			// KubeFleet goes on with the conditions: the rollout has its own.
			for _, name := range slices.DeleteFunc(slices.Clone(placementconfig.ResultNames()),
				func(name string) bool { return name == "conditions" }) {
				if !r.Attribute(r.State, name).Equal(r.Attribute(state, name)) {
					t.Errorf("the refresh changes %s:%s", name, r.Changed(state, r.State))
				}
			}
		})
	}
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement")
	r.FirstDecision = 2 * placed.FirstDecisionPoll
	r.Says(r.Do(r.Config(2)), r.Title()+"is created on the hub", r.Title()+"has not been decided by the hub yet|")
	r.WantChosen()
}
