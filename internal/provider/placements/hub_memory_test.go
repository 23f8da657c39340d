// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// writes are the single writes with which the hub decides for clusters, in Open Cluster Management in a group for each.
func writes(r *onhub.PlacedRun, statusFirst bool, clusters ...string) []func() {
	r.T.Helper()
	if r.IsOCM() {
		groups := make([]hubtest.DecisionGroup, len(clusters))
		for i := range clusters {
			groups[i] = r.F.Group("", clusters[i])
		}
		return r.F.Server.DecisionWrites(r.T, r.Namespace, r.Name, statusFirst, groups...)
	}
	decisions := make([]hubtest.FleetDecision, len(clusters))
	for i := range clusters {
		decisions[i] = hubtest.FleetDecision{Cluster: r.F.Prefix + clusters[i], Selected: true}
	}
	return r.F.Server.FleetWrites(r.T, r.Namespace, r.Name, decisions...)
}

// plannedClusters are the clusters of the outputs in a plan.
func plannedClusters(r *onhub.PlacedRun, state tftypes.Value) []string {
	r.T.Helper()
	of := *r
	of.Run = &onhub.Run{Resource: &providertest.Resource{T: r.T, Schema: r.Schema, Ctx: r.Ctx, State: state}, T: r.T}
	names := of.Chosen()
	slices.Sort(names)
	return names
}

// ordersOfWrites are the orders in which the hubs write their decisions.
var ordersOfWrites = map[string]struct {
	kind        string
	statusFirst bool
}{
	"Placement, status last": {"Placement", false}, "Placement, status first": {"Placement", true},
	"ClusterResourcePlacement": {"ClusterResourcePlacement", false}, "ResourcePlacement": {"ResourcePlacement", false},
}

// TestHubPlaced_writing plans after each single write of a hub. No plan drops a cluster that the hub chooses, neither while it
// writes nor after it has stopped in between, and no plan drops one beyond max_moves.
func TestHubPlaced_writing(t *testing.T) {
	t.Parallel()
	for name, order := range ordersOfWrites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), order.kind)
			config := r.Config(2, object{"max_moves": "0"})
			r.Do(config)
			for _, write := range writes(r, order.statusFirst, "a", "b") {
				write()
				if diags := r.Do(config); providertest.Failed(diags) {
					t.Fatal(providertest.Said(diags))
				}
			}
			r.WantChosen("a", "b")

			replacesOneCluster(r, config, order.statusFirst)
		})
	}
}

// replacesOneCluster lets the hub write that b moves to another group and that c takes the place of a: the number of clusters
// stays.
func replacesOneCluster(r *onhub.PlacedRun, config object, statusFirst bool) {
	r.T.Helper()
	refused := false
	writes := writes(r, statusFirst, "b", "c")
	for i, write := range writes {
		write()
		p := r.Try(config)
		refused = p.Failed()
		if !refused && !slices.Contains(plannedClusters(r, p.State), "a") {
			r.T.Errorf("after write %d of %d the plan drops a, although max_moves is 0:\n%s", i+1, len(writes), providertest.Said(p.Diags))
		}
		p = r.Try(providertest.Merged(config, object{"max_moves": nil}))
		if got := plannedClusters(r, p.State); !p.Failed() && !slices.Contains(got, "b") {
			r.T.Errorf("after write %d of %d the plan drops b, which the hub chooses: %v", i+1, len(writes), got)
		}
		if i < len(writes)-1 {
			r.WantChosen("a", "b")
		}
	}
	if !refused {
		r.T.Error("max_moves does not refuse what the hub has decided")
	}
}

// TestHubPlaced_moved: what the hub takes away is a move. It counts against max_moves, stands in the plan with its reason, and is
// accepted by an apply.
func TestHubPlaced_moved(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			config := r.Config(2, object{"max_moves": "0"})
			startWith(r, config, 2)
			was := r.Chosen()
			leaves := r.First(2)[1]
			rest := slices.DeleteFunc([]string{"a", "b", "c"}, func(name string) bool { return name == leaves })
			taint(r, leaves)
			refreshesMoves(r, leaves, rest, r.First(2), rest)
			const moves = "The hub has decided:|1 cluster joins, 1 cluster leaves, 1 cluster stays.|"
			reason := leaves + " leaves: "
			for range 2 {
				r.Says(r.Do(config), "ERROR Too many clusters would lose the workload|1 of 2 clusters would lose the workload; max_moves = "+
					"\"0\" allows 0.|"+
					moves+"|"+reason+"|raise max_moves")
				r.WantChosen(was...)
			}
			// A destroy is possible.
			if p := r.Try(nil); p.Failed() {
				t.Error(providertest.Said(p.Diags))
			}
			accepts := providertest.Merged(config, object{"max_moves": "50%"})
			p := r.Try(accepts)
			r.Says(p.Diags, r.Title()+"has moved on the hub|"+moves+"|"+reason)
			r.WantChosen(was...)
			r.Says(r.CarryOut(p))
			if got := plannedClusters(r, r.State); !slices.Equal(got, rest) {
				t.Errorf("after the apply: %v, want %v", got, rest)
			}
			moved, _ := r.Value("moves").(map[string]any)
			left, _ := moved["left"].(map[string]any)
			joined, _ := moved["joined"].(map[string]any)
			if len(left) != 1 || len(joined) != 1 {
				t.Errorf("moves: %v", moved)
			}
			r.Settles(accepts)
			r.Settles(accepts)
			again := r.Try(config)
			r.Says(again.Diags)
		})
	}
}

// refreshesMoves lets the hub decide several times. A refresh shows the moves, without a cluster that leaves once the hub takes
// that back, and keeps the decisions.
func refreshesMoves(r *onhub.PlacedRun, leaves string, decisions ...[]string) {
	r.T.Helper()
	accepted := r.Chosen()
	for _, decided := range decisions {
		r.Decide(decided...)
		r.Start()
		r.Says(r.Refresh())
		moves, _ := r.Value("moves").(map[string]any)
		if left, _ := moves["left"].(map[string]any); (len(left) > 0) == slices.Contains(decided, leaves) {
			r.T.Errorf("the hub has decided %v: moves %v", decided, moves)
		}
		r.WantChosen(accepted...)
	}
}

// taint gives a cluster a taint that the placement does not tolerate.
func taint(r *onhub.PlacedRun, cluster string) {
	r.T.Helper()
	version, kind, effect := onhub.MemberVersion, "MemberCluster", "NoSchedule"
	if r.IsOCM() {
		version, kind, effect = "cluster.open-cluster-management.io/v1", "ManagedCluster", "NoSelect"
	}
	r.F.Server.MergePatch(r.T, "admin", version, kind, "", r.F.Prefix+cluster,
		"{spec: {taints: [{key: broken, value: 'true', effect: "+effect+"}]}}")
}

// TestHubPlaced_lateChange: every plan warns of a change that the hub has not decided after a wait that timed out, until it has.
// Open Cluster Management publishes no generation that would show it.
func TestHubPlaced_lateChange(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			waits := object{"wait_for_decisions": true, "timeouts": object{"update": "2s"}}
			startWith(r, r.Config(1), 1)
			r.Do(r.Config(2, waits))
			warns := "has not been decided by the hub since its last change|The hub has chosen 1 cluster (|Predicted: 2 clusters ("
			if !r.IsOCM() {
				warns = "has changed since the hub decided it|The hub has not decided the current spec yet"
			}
			for range 2 {
				r.Says(r.Try(r.Config(2, waits)).Diags, r.Title()+warns)
			}
			r.Decide(r.First(2)...)
			r.Settles(r.Config(2, waits))
			r.WantChosen(r.First(2)...)
		})
	}
}

// TestHubPlaced_withoutBudget: a rolling update without a budget is valid on the hub and never changes a cluster, so every plan
// warns.
func TestHubPlaced_withoutBudget(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds[1:] {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			for _, none := range []any{int64(0), "0%"} {
				config := r.Config(1, object{"strategy": object{
					"type": "RollingUpdate", "rolling_update": object{"max_unavailable": none, "max_surge": none},
				}})
				const warns = "strategy.rolling_update.max_surge: |KubeFleet never changes a cluster; at least one of them must be " +
					"greater than 0"
				r.Says(r.Do(config)[:1], warns)
				r.Decide(r.First(1)...)
				r.Says(r.Try(config).Diags, warns)
			}
		})
	}
}

// TestHubPlaced_silent: a hub whose decisions are gone for a moment, and one whose placement is being deleted, leave the
// decisions in the state.
func TestHubPlaced_silent(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement")
	startWith(r, r.Config(2), 2)
	keeps := "The state keeps the last complete decisions until then."
	decision := r.Name + "-decision-1"
	r.F.Server.MergePatch(t, "admin", onhub.OCMVersion, "PlacementDecision", r.Namespace, decision,
		"{status: {decisions: []}}", "status")
	r.Says(r.Try(r.Config(2)).Diags, r.Title()+"is being decided by the hub|"+keeps)
	r.WantChosen("a", "b")
	r.F.Server.Delete(t, onhub.OCMVersion, "PlacementDecision", r.Namespace, decision)
	r.Says(r.Try(r.Config(2)).Diags, r.Title()+"is being decided by the hub|"+keeps)
	r.Patch("admin", "{status: {conditions: null, numberOfSelectedClusters: null, decisionGroups: null}}", "status")
	r.Says(r.Try(r.Config(2)).Diags, r.Title()+"has no decisions on the hub|"+keeps)
	r.WantChosen("a", "b")
	r.Decide("a", "b")
	r.Settles(r.Config(2))
	r.Patch("admin", "{metadata: {finalizers: [example.com/held]}}")
	r.Delete()
	r.Says(r.Try(r.Config(2)).Diags, r.Title()+"is being deleted on the hub|waits for its finalizers: example.com/held")
	r.WantChosen("a", "b")
	r.Patch("admin", "{metadata: {finalizers: null}}")
}

// movedOf are the clusters in a map of the output moves, with their causes if these are asked for.
func movedOf(r *onhub.PlacedRun, kind string, withCause bool) string {
	r.T.Helper()
	moves, _ := r.Value("moves").(map[string]any)
	reasons, _ := moves[kind].(map[string]any)
	var all []string
	for _, name := range slices.Sorted(maps.Keys(reasons)) {
		cause, _, _ := strings.Cut(fmt.Sprint(reasons[name]), ":")
		if name = strings.TrimPrefix(name, r.F.Prefix); withCause {
			name += " " + cause
		}
		all = append(all, name)
	}
	return strings.Join(all, "; ")
}

// regroupedOf are the clusters that have changed their group, with the first words of each text.
func regroupedOf(r *onhub.PlacedRun) string {
	r.T.Helper()
	moves, _ := r.Value("moves").(map[string]any)
	regrouped, _ := moves["regrouped"].(map[string]any)
	var all []string
	for _, name := range slices.Sorted(maps.Keys(regrouped)) {
		change, _, _ := strings.Cut(fmt.Sprint(regrouped[name]), ":")
		all = append(all, strings.TrimPrefix(name, r.F.Prefix)+" "+change)
	}
	return strings.Join(all, "; ")
}

// TestHubPlaced_regrouped: clusters that the hub has put into another group are moves, whether a refresh takes the decisions over
// or a plan has to accept them, because they drop a cluster.
func TestHubPlaced_regrouped(t *testing.T) {
	t.Parallel()
	r := onhub.NewPlacedRun(t, fakehub.Start(t), "Placement")
	config := r.Config(3)
	decide := func(groups ...hubtest.DecisionGroup) {
		t.Helper()
		r.F.Server.WriteDecisions(t, r.Namespace, r.Name, groups...)
	}
	want := func(regrouped, joined string) {
		t.Helper()
		if got := regroupedOf(r); got != regrouped {
			t.Errorf("regrouped %q, want %q", got, regrouped)
		}
		if got := movedOf(r, "joined", false); got != joined {
			t.Errorf("joined %q, want %q", got, joined)
		}
	}
	r.Do(config)
	decide(r.F.Group("canary", "a"), r.F.Group("", "b"))
	r.Start()
	r.Refresh()
	r.WantChosen("a", "b")
	decide(r.F.Group("canary", "b"), r.F.Group("", "a"))
	for range 2 {
		r.Start()
		if diags := r.Refresh(); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		want("a from canary to group 1; b from group 1 to canary", "")
	}
	decide(r.F.Group("canary", "a"), r.F.Group("", "c"))
	accepts := providertest.Merged(config, object{"on_unsatisfied": "accept"})
	r.Says(r.Do(accepts), r.Title()+"has moved on the hub|1 cluster joins, 1 cluster leaves, 1 cluster stays, 1 of them in "+
		"another group.|- a (group 1 to canary) changes its group: its labels and claims match the selector of canary")
	want("a from group 1 to canary", "c")
	r.Settles(accepts)
	want("a from group 1 to canary", "c")
}

// TestHubPlaced_causes: a cluster that joins has the cause that follows from the number of clusters, where the hub and the fleet
// say nothing else of it.
func TestHubPlaced_causes(t *testing.T) {
	t.Parallel()
	for _, kind := range onhub.PlacedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
			want := func(number int, joined string) {
				t.Helper()
				r.Decide(r.First(number)...)
				r.Start()
				if diags := r.Refresh(); providertest.Failed(diags) {
					t.Fatal(providertest.Said(diags))
				}
				if got := movedOf(r, "joined", true); got != joined {
					t.Errorf("joined %q, want %q", got, joined)
				}
			}
			// One of the two is there.
			startWith(r, r.Config(2), 1)
			r.Do(r.Config(2))
			want(2, r.First(2)[1]+" free place")
			// The next one joins because of the number.
			r.Do(r.Config(3))
			want(3, r.First(3)[2]+" policy changed")
		})
	}
}
