package provider

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// writes are the single writes with which the hub decides for clusters, in Open Cluster Management in a group for each.
func (r *placedRun) writes(statusFirst bool, clusters ...string) []func() {
	r.t.Helper()
	if r.isOCM() {
		groups := make([]hubtest.DecisionGroup, len(clusters))
		for i := range clusters {
			groups[i] = r.f.group("", clusters[i])
		}
		return r.f.server.DecisionWrites(r.t, r.namespace, r.name, statusFirst, groups...)
	}
	decisions := make([]hubtest.FleetDecision, len(clusters))
	for i := range clusters {
		decisions[i] = hubtest.FleetDecision{Cluster: r.f.prefix + clusters[i], Selected: true}
	}
	return r.f.server.FleetWrites(r.t, r.namespace, r.name, decisions...)
}

// plannedClusters are the clusters of the outputs in a plan.
func (r *placedRun) plannedClusters(state tftypes.Value) []string {
	r.t.Helper()
	of := *r
	of.hubRun = &hubRun{lifecycle: &lifecycle{t: r.t, schema: r.schema, ctx: r.ctx, state: state}, t: r.t}
	names := of.chosen()
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

// TestHubPlaced_writing plans after each single write of a hub. No plan drops a cluster that the hub chooses, neither while it writes nor
// after it has stopped in between, and no plan drops one beyond max_moves.
func TestHubPlaced_writing(t *testing.T) {
	t.Parallel()
	for name, order := range ordersOfWrites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, order.kind)
			config := r.config(2, object{"max_moves": "0"})
			r.run(config)
			for _, write := range r.writes(order.statusFirst, "a", "b") {
				write()
				if diags := r.run(config); failed(diags) {
					t.Fatal(said(diags))
				}
			}
			r.wantChosen("a", "b")

			r.replacesOneCluster(config, order.statusFirst)
		})
	}
}

// replacesOneCluster lets the hub write that b moves to another group and that c takes the place of a: the number of clusters stays.
func (r *placedRun) replacesOneCluster(config object, statusFirst bool) {
	r.t.Helper()
	refused := false
	writes := r.writes(statusFirst, "b", "c")
	for i, write := range writes {
		write()
		p := r.try(config)
		refused = p.failed()
		if !refused && !slices.Contains(r.plannedClusters(p.state), "a") {
			r.t.Errorf("after write %d of %d the plan drops a, although max_moves is 0:\n%s", i+1, len(writes), said(p.diags))
		}
		p = r.try(merged(config, object{"max_moves": nil}))
		if got := r.plannedClusters(p.state); !p.failed() && !slices.Contains(got, "b") {
			r.t.Errorf("after write %d of %d the plan drops b, which the hub chooses: %v", i+1, len(writes), got)
		}
		if i < len(writes)-1 {
			r.wantChosen("a", "b")
		}
	}
	if !refused {
		r.t.Error("max_moves does not refuse what the hub has decided")
	}
}

// TestHubPlaced_moved: what the hub takes away is a move. It counts against max_moves, stands in the plan with its reason, and is accepted by
// an apply.
func TestHubPlaced_moved(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			config := r.config(2, object{"max_moves": "0"})
			r.startWith(config, 2)
			was := r.chosen()
			leaves := r.first(2)[1]
			rest := slices.DeleteFunc([]string{"a", "b", "c"}, func(name string) bool { return name == leaves })
			r.taint(leaves)
			r.decide(rest...)
			const moves = "The hub has decided:|1 cluster joins, 1 cluster leaves, 1 cluster stays.|"
			reason := leaves + " leaves: "
			for range 2 {
				r.says(r.run(config), "ERROR Too many clusters would lose the workload|1 of 2 clusters would lose the workload; max_moves = \"0\" allows 0.|"+
					moves+"|"+reason+"|raise max_moves")
				r.wantChosen(was...)
			}
			// A destroy is possible.
			if p := r.try(nil); p.failed() {
				t.Error(said(p.diags))
			}
			accepts := merged(config, object{"max_moves": "50%"})
			p := r.try(accepts)
			r.says(p.diags, r.title()+"has moved on the hub|"+moves+"|"+reason)
			r.wantChosen(was...)
			r.says(r.carryOut(p))
			if got := r.plannedClusters(r.state); !slices.Equal(got, rest) {
				t.Errorf("after the apply: %v, want %v", got, rest)
			}
			moved, _ := r.value("moves").(map[string]any)
			left, _ := moved["left"].([]any)
			joined, _ := moved["joined"].([]any)
			if len(left) != 1 || len(joined) != 1 {
				t.Errorf("moves: %v", moved)
			}
			r.settles(accepts)
			r.settles(accepts)
			again := r.try(config)
			r.says(again.diags)
		})
	}
}

// taint gives a cluster a taint that the placement does not tolerate.
func (r *placedRun) taint(cluster string) {
	r.t.Helper()
	version, kind, effect := memberVersion, "MemberCluster", "NoSchedule"
	if r.isOCM() {
		version, kind, effect = "cluster.open-cluster-management.io/v1", "ManagedCluster", "NoSelect"
	}
	r.f.server.MergePatch(r.t, "admin", version, kind, "", r.f.prefix+cluster, "{spec: {taints: [{key: broken, value: 'true', effect: "+effect+"}]}}")
}

// TestHubPlaced_unsatisfied: a hub that no longer satisfies a placement is an error if clusters leave, unless on_unsatisfied says otherwise. With
// on_unsatisfied = "error" it is one as long as it lasts. A change of the placement is the way out.
func TestHubPlaced_unsatisfied(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			r.startWith(r.config(2), 2)
			was, stays := r.chosen(), r.first(1)
			r.taint(r.first(2)[1])
			r.decide(stays...)
			const refused = "ERROR The placement is not satisfied on the hub|The hub has chosen 1 cluster (|set on_unsatisfied to \"warn\" or \"accept\""
			diags := r.try(r.config(2)).diags
			r.says(diags, r.title()+"has moved on the hub", refused)
			r.wantChosen(was...)
			strict := r.config(2, object{"on_unsatisfied": "error"})
			r.says(r.try(strict).diags, r.title()+"has moved on the hub", refused)
			r.says(r.run(r.config(2, object{"on_unsatisfied": "accept"})), r.title()+"has moved on the hub")
			r.wantChosen(stays...)
			r.says(r.try(strict).diags, refused)
			r.says(r.try(r.config(1, object{"on_unsatisfied": "error"})).diags)
			r.says(r.try(r.config(2)).diags)
		})
	}
}

// TestHubPlaced_lateChange: every plan warns of a change that the hub has not decided after a wait that timed out, until it has. Open Cluster
// Management publishes no generation that would show it.
func TestHubPlaced_lateChange(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			waits := object{"wait_for_decisions": true, "timeouts": object{"update": "1s"}}
			r.startWith(r.config(1), 1)
			r.run(r.config(2, waits))
			warns := "has not been decided by the hub since its last change|The hub has chosen 1 cluster (|Predicted: 2 clusters ("
			if !r.isOCM() {
				warns = "has changed since the hub decided it|The hub has not decided the current spec yet"
			}
			for range 2 {
				r.says(r.try(r.config(2, waits)).diags, r.title()+warns)
			}
			r.decide(r.first(2)...)
			r.settles(r.config(2, waits))
			r.wantChosen(r.first(2)...)
		})
	}
}

// TestHubPlaced_withoutBudget: a rolling update without a budget is valid on the hub and never changes a cluster, so every plan warns.
func TestHubPlaced_withoutBudget(t *testing.T) {
	t.Parallel()
	for _, kind := range placedKinds[1:] {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := newPlacedRun(t, kind)
			for _, none := range []any{int64(0), "0%"} {
				config := r.config(1, object{"strategy": object{
					"type": "RollingUpdate", "rolling_update": object{"max_unavailable": none, "max_surge": none},
				}})
				const warns = "strategy.rolling_update.max_surge: |KubeFleet never changes a cluster; at least one of them must be greater than 0"
				r.says(r.run(config)[:1], warns)
				r.decide(r.first(1)...)
				r.says(r.try(config).diags, warns)
			}
		})
	}
}

// TestHubPlaced_silent: a hub whose decisions are gone for a moment, and one whose placement is being deleted, leave the decisions in the state.
func TestHubPlaced_silent(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "Placement")
	r.startWith(r.config(2), 2)
	keeps := "The state keeps the last complete decisions until then."
	decision := r.name + "-decision-1"
	r.f.server.MergePatch(t, "admin", ocmVersion, "PlacementDecision", r.namespace, decision, "{status: {decisions: []}}", "status")
	r.says(r.try(r.config(2)).diags, r.title()+"is being decided by the hub|"+keeps)
	r.wantChosen("a", "b")
	r.f.server.Delete(t, ocmVersion, "PlacementDecision", r.namespace, decision)
	r.says(r.try(r.config(2)).diags, r.title()+"is being decided by the hub|"+keeps)
	r.patch("admin", "{status: {conditions: null, numberOfSelectedClusters: null, decisionGroups: null}}", "status")
	r.says(r.try(r.config(2)).diags, r.title()+"has no decisions on the hub|"+keeps)
	r.wantChosen("a", "b")
	r.decide("a", "b")
	r.settles(r.config(2))
	r.patch("admin", "{metadata: {finalizers: [example.com/held]}}")
	r.delete()
	r.says(r.try(r.config(2)).diags, r.title()+"is being deleted on the hub|waits for its finalizers: example.com/held")
	r.wantChosen("a", "b")
	r.patch("admin", "{metadata: {finalizers: null}}")
}

// TestHubPlaced_interruptedWait: an interrupted wait says that the placement was written, and the next apply continues.
func TestHubPlaced_interruptedWait(t *testing.T) {
	t.Parallel()
	r := newPlacedRun(t, "Placement")
	waits := object{"wait_for_decisions": true}
	r.startWith(r.config(1), 1)
	p := r.try(r.config(2, waits))
	whole := r.ctx
	ctx, cancel := context.WithTimeout(whole, time.Second)
	defer cancel()
	r.ctx = ctx
	diags := r.carryOut(p)
	r.ctx = whole
	r.says(diags, "ERROR "+r.title()+"was written, and the wait for its decisions was interrupted|the next apply continues")
	r.says(r.try(r.config(2, waits)).diags, r.title()+"has not been decided by the hub since its last change|")
	r.schedule(r.first)
	r.run(r.config(2, waits))
	r.settles(r.config(2, waits))
	r.wantChosen(r.first(2)...)
}
