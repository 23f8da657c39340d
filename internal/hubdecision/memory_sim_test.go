// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
)

// simulatedHub publishes decisions one write after the other, as the controller of a hub does.
type simulatedHub struct {
	ocm *ocmObjects
	// fleet is nil for Open Cluster Management.
	fleet *fleetObjects
	// writes are still to be done. A controller that was stopped has none left, and is not done.
	writes    []func()
	isStopped bool
	// decided is what the scheduler has decided last, and whole what was published last as a whole.
	decided []simulatedGroup
	whole   []string
	// statusFirst is the order of the writes of Open Cluster Management.
	statusFirst bool
}

type simulatedGroup struct {
	name     string
	clusters []string
}

func clustersOf(groups []simulatedGroup) (all []string) {
	for _, g := range groups {
		all = append(all, g.clusters...)
	}
	slices.Sort(all)
	return all
}

// decide queues the writes of a decision. Those of an earlier one that are not done are dropped: the scheduler begins with what
// is there.
func (h *simulatedHub) decide(groups []simulatedGroup) {
	h.decided, h.isStopped = groups, false
	var labels func()
	if h.fleet != nil {
		h.writes = h.fleet.writes(clustersOf(groups))
	} else {
		h.writes, labels = h.ocm.writes(groups, h.statusFirst)
	}
	last := h.writes[len(h.writes)-1]
	h.writes[len(h.writes)-1] = func() {
		last()
		h.whole = clustersOf(groups)
	}
	if labels != nil {
		h.writes = append(h.writes, labels)
	}
}

func (h *simulatedHub) step(n int) {
	for ; n > 0 && len(h.writes) > 0; n-- {
		h.writes[0]()
		h.writes = h.writes[1:]
	}
}

// stop ends the controller between two writes.
func (h *simulatedHub) stop() { h.isStopped, h.writes = h.isStopped || len(h.writes) > 0, nil }

// read reads the objects one after the other; the controller writes in between.
func (h *simulatedHub) read(t *rapid.T, between int) *decisions.Decided {
	var o decisions.DecidedObjects
	if h.fleet != nil {
		o.Placement = h.fleet.placement()
		o.Snapshot = h.fleet.snapshot(t)
		h.step(between)
		o.Decisions = h.fleet.listed()
	} else {
		o.Placement = h.ocm.placement()
		h.step(between)
		o.Decisions = h.ocm.listed()
	}
	d, err := decisions.ReadDecided(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func encoded(of any) json.RawMessage {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return text
}

// simulatedRun is a user of Terraform with a for_each over the decisions of a hub.
type simulatedRun struct {
	t   *rapid.T
	hub *simulatedHub
	now time.Time
	// accepted are the decisions in the state, memory the private state, and instances those of the for_each.
	accepted  []string
	memory    hubdecision.Memory
	instances []string
	maxMoves  int
	// saved is a plan that is not applied yet.
	saved *simulatedPlan
}

type simulatedPlan struct {
	decisions []string
	memory    hubdecision.Memory
	// mayLose are the clusters that were not chosen by the hub when it was planned.
	mayLose map[string]bool
	lost    []string
}

// refresh reads as the provider does: decisions that lose clusters are read twice, and taken for an answer only if they stay.
func (r *simulatedRun) refresh(label string) (hubdecision.Memory, hubdecision.Observation, *decisions.Decided) {
	between := func() int { return rapid.IntRange(0, 3).Draw(r.t, label) }
	d := r.hub.read(r.t, between())
	memory, seen := r.memory.Observe(r.accepted, d, r.now)
	if len(seen.Lost) == 0 {
		return memory, seen, d
	}
	for range 3 {
		if !r.hub.isStopped {
			r.hub.step(between() + 1)
		}
		again := r.hub.read(r.t, between())
		if hubdecision.SameDecisions(again, d) && again.IsComplete() {
			break
		}
		d = again
	}
	memory, seen = r.memory.Observe(r.accepted, d, r.now)
	return memory, seen, d
}

// plan plans, and fails if more clusters leave than allowed. A plan that fails changes nothing.
func (r *simulatedRun) plan() *simulatedPlan {
	mayLose := map[string]bool{}
	for _, name := range r.instances {
		whole := slices.Contains(r.hub.whole, name) && slices.Contains(clustersOf(r.hub.decided), name)
		mayLose[name] = !whole
	}
	memory, seen, d := r.refresh("between reads")
	if r.hub.isStopped && r.hub.ocm != nil && r.hub.ocm.isWhole() {
		// What a stopped controller leaves behind looks whole: it is what the hub publishes to everybody.
		for _, name := range r.instances {
			mayLose[name] = mayLose[name] || !slices.Contains(d.Names(), name)
		}
	}
	for _, name := range r.instances {
		mayLose[name] = mayLose[name] || !slices.Contains(r.hub.whole, name) || !slices.Contains(clustersOf(r.hub.decided), name)
	}
	p := &simulatedPlan{decisions: r.accepted, mayLose: mayLose}
	switch {
	case seen.IsAdopted():
		p.decisions = d.Names()
	case len(seen.Lost) > 0:
		if len(seen.Lost) > r.maxMoves {
			return nil
		}
		memory.Pending = &hubdecision.Pending{Lost: seen.Lost}
		p.decisions, p.lost = d.Names(), seen.Lost
	}
	p.memory = memory.Plan(nil)
	return p
}

func (r *simulatedRun) apply(p *simulatedPlan) {
	for _, name := range r.instances {
		if !slices.Contains(p.decisions, name) && !p.mayLose[name] {
			r.t.Fatalf("the for_each has lost %s, which the hub chooses: it had %v, and has %v", name, r.instances, p.decisions)
		}
	}
	// Terraform does not apply a plan of an earlier state.
	r.accepted, r.instances, r.memory, r.saved = p.decisions, p.decisions, p.memory, nil
}

// TestMemory_simulated: whatever a hub writes, in whatever order, and wherever its controller is stopped, a for_each loses no
// cluster that the hub chooses, and no more clusters than allowed in one plan. When the hub is done, one plan that is allowed to
// follow does, and the next one is empty.
func TestMemory_simulated(t *testing.T) {
	for _, kind := range []string{"status last", "status first", "KubeFleet", "KubeFleet with spread"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { simulate(t, kind) })
		})
	}
}

func simulate(t *rapid.T, kind string) {
	hub := &simulatedHub{statusFirst: kind == "status first"}
	if kind == "status last" || kind == "status first" {
		hub.ocm = &ocmObjects{slices: map[string]*ocmSlice{}}
	} else {
		hub.fleet = &fleetObjects{generation: 1, bindings: map[string]string{}, spreads: kind == "KubeFleet with spread"}
	}
	r := &simulatedRun{t: t, hub: hub, now: time.Unix(0, 0), maxMoves: rapid.IntRange(0, 2).Draw(t, "max_moves")}
	groups := rapid.Custom(simulatedGroups)
	t.Repeat(map[string]func(*rapid.T){
		"the hub decides": func(t *rapid.T) { hub.decide(groups.Draw(t, "groups")) },
		"the spec changes": func(t *rapid.T) {
			if hub.fleet != nil {
				hub.writes, hub.isStopped = hub.fleet.change(), true
			}
		},
		"the hub writes":    func(t *rapid.T) { hub.step(rapid.IntRange(1, 4).Draw(t, "writes")) },
		"the hub is killed": func(*rapid.T) { hub.stop() },
		"the hub starts again": func(*rapid.T) {
			if hub.isStopped {
				hub.decide(hub.decided)
			}
		},
		"a binding is evicted": func(t *rapid.T) {
			if hub.fleet != nil && len(hub.fleet.bindings) > 0 {
				hub.stop()
				hub.isStopped = true
				delete(hub.fleet.bindings, rapid.SampledFrom(slices.Sorted(maps.Keys(hub.fleet.bindings))).Draw(t, "cluster"))
			}
		},
		"the hub is silent": func(t *rapid.T) {
			hub.stop()
			hub.isStopped = true
			switch {
			case hub.fleet != nil:
				hub.fleet.hasSnapshot = false
			case rapid.Bool().Draw(t, "decisions are deleted"):
				clear(hub.ocm.slices)
			default:
				hub.ocm.status = nil
			}
		},
		"a plan and its apply": func(*rapid.T) {
			if p := r.plan(); p != nil {
				r.apply(p)
			}
		},
		"a plan is saved": func(*rapid.T) { r.saved = r.plan() },
		"the saved plan is applied": func(*rapid.T) {
			if r.saved != nil {
				r.apply(r.saved)
			}
		},
	})
	r.ends(t)
}

// simulatedGroups draws the groups of a decision.
func simulatedGroups(t *rapid.T) (groups []simulatedGroup) {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}), 0, 6,
		rapid.ID[string]).Draw(t, "clusters")
	size := rapid.IntRange(1, 6).Draw(t, "size of a group")
	slices.Sort(names)
	for chunk := range slices.Chunk(names, size) {
		groups = append(groups, simulatedGroup{clusters: chunk})
	}
	if len(groups) > 0 && rapid.Bool().Draw(t, "named group") {
		groups[0].name = "canary"
	}
	return groups
}

// ends lets the hub finish, and follows it.
func (r *simulatedRun) ends(t *rapid.T) {
	if r.hub.fleet != nil {
		r.hub.fleet.observed = r.hub.fleet.generation
	}
	r.hub.decide(r.hub.decided)
	r.hub.step(100)
	lost := 0
	for _, name := range r.accepted {
		if !slices.Contains(r.hub.whole, name) {
			lost++
		}
	}
	p := r.plan()
	if (p == nil) != (lost > r.maxMoves) {
		t.Fatalf("%d clusters leave, max_moves is %d, and the plan fails: %t", lost, r.maxMoves, p == nil)
	}
	// The way out is to allow the moves.
	r.maxMoves = 6
	r.apply(r.plan())
	again := r.plan()
	want := slices.Clone(r.hub.whole)
	if slices.Sort(r.accepted); !slices.Equal(r.accepted, want) || len(again.lost) > 0 ||
		!slices.Equal(slices.Sorted(slices.Values(again.decisions)), want) {
		t.Fatalf("the hub has %v, the state %v, the next plan %v", want, r.accepted, again.decisions)
	}
}
