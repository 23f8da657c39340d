package provider

import (
	"slices"
	"testing"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubplacement"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// schedule lets a stand-in of the scheduler decide the placement until the test ends. Choose returns the clusters for their number.
func (r *placedRun) schedule(choose func(n int) []string) {
	if r.isOCM() {
		r.f.server.OCMScheduler(r.t, r.namespace, func(placement *unstructured.Unstructured) []hubtest.DecisionGroup {
			n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "numberOfClusters")
			return []hubtest.DecisionGroup{r.f.group("", choose(int(n))...)}
		})
		return
	}
	r.f.server.FleetScheduler(r.t, r.namespace, func(placement *unstructured.Unstructured) (decisions []hubtest.FleetDecision, ok bool) {
		n, _, _ := unstructured.NestedInt64(placement.Object, "spec", "policy", "numberOfClusters")
		for _, name := range choose(int(n)) {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: r.f.prefix + name, Selected: true})
		}
		return decisions, placement.GetName() == r.name
	})
}

// TestHubPlaced_waits: with wait_for_decisions the outputs are unknown in a plan that changes the placement, and what the hub has decided
// after the apply.
func TestHubPlaced_waits(t *testing.T) {
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			r.schedule(r.first)
			waits := object{"wait_for_decisions": true}
			created := r.title() + "is created on the hub"
			r.says(r.run(r.config(1, waits)), created)
			r.wantChosen(r.first(1)...)
			r.settles(r.config(1, waits))

			r.plansUnknown(r.try(r.config(2, waits)))
			r.says(r.run(r.config(2, waits)), r.title()+"is going to move|1 cluster joins")
			r.wantChosen(r.first(2)...)

			// What does not change the placement is not waited for, and neither is a change without the argument.
			for _, config := range []object{r.config(2, waits, object{"max_moves": "1"}), r.config(2, waits)} {
				p := r.try(config)
				if r.says(p.diags); !r.attribute(p.state, "decisions").IsKnown() {
					t.Error("the decisions are unknown although the placement stays")
				}
				r.says(r.carryOut(p))
			}
			p := r.try(r.config(1, object{"wait_for_decisions": unknown{}}))
			r.says(p.diags, r.title()+"is checked during apply")
			r.plansUnknown(p)
			p.config = configOf(t, r.typ(), r.config(1))
			if diags := r.carryOut(p); failed(diags) {
				t.Fatal(said(diags))
			}
		})
	}
}

// plansUnknown checks that no output is known in a plan.
func (r *placedRun) plansUnknown(p planned) {
	r.t.Helper()
	for _, name := range placementconfig.ResultNames() {
		if r.attribute(p.state, name).IsKnown() {
			r.t.Errorf("%s is known in the plan", name)
		}
	}
}

// TestHubPlaced_otherwise: the hub decides otherwise than predicted, or not in time.
func TestHubPlaced_otherwise(t *testing.T) {
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			// Nobody decides.
			late := r.config(1, object{"wait_for_decisions": true, "timeouts": object{"create": "1s", "update": "1s"}})
			one := r.first(1)[0]
			created, late1 := r.title()+"is created on the hub", r.title()+"has not been decided by the hub in time|The hub has not decided the change within the timeout. "+
				"The outputs are what it has now; the next plan reads them again. The hub has chosen no cluster. Predicted: 1 cluster ("+one+")."
			r.says(r.run(late), created, late1)
			r.wantChosen()

			// The other clusters, from the last on.
			r.schedule(func(n int) []string {
				names := r.first(3)
				slices.Reverse(names)
				return names[:n]
			})
			config := r.config(2, object{"wait_for_decisions": true})
			diags := r.run(config)
			r.says(diags[len(diags)-1:], r.title()+"was decided differently than predicted|The hub has chosen 2 clusters (|Predicted: 2 clusters (")
			others := r.first(3)[1:]
			slices.Sort(others)
			r.wantChosen(others...)
			r.settles(config)
		})
	}
}

// TestHubPlaced_firstDecisions: an apply that creates a placement has its first decisions, if the hub makes them soon, without waiting for
// more: the next plan is empty, and its refresh reads the same decisions.
func TestHubPlaced_firstDecisions(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			r := newPlacedRun(t, kind)
			r.firstDecision = time.Minute
			r.schedule(r.first)
			r.says(r.run(r.config(2)), r.title()+"is created on the hub")
			r.wantChosen(r.first(2)...)
			state := r.state
			r.settles(r.config(2))
			// KubeFleet goes on with the conditions: the rollout has its own.
			for _, name := range slices.DeleteFunc(slices.Clone(placementconfig.ResultNames()), func(name string) bool { return name == "conditions" }) {
				if !r.attribute(r.state, name).Equal(r.attribute(state, name)) {
					t.Errorf("the refresh changes %s:%s", name, r.changed(state, r.state))
				}
			}
		})
	}
	r := newPlacedRun(t, "Placement")
	r.firstDecision = 2 * hubplacement.FirstDecisionPoll
	r.says(r.run(r.config(2)), r.title()+"is created on the hub", r.title()+"has not been decided by the hub yet|")
	r.wantChosen()
}
