package hubdecision_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
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
		o.ResourceBindings = h.fleet.listed()
	} else {
		o.Placement = h.ocm.placement()
		h.step(between)
		o.PlacementDecisions = h.ocm.listed()
	}
	d, err := decisions.ReadDecided(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ocmObjects are the status of a Placement and its PlacementDecisions.
type ocmObjects struct {
	status map[string]any
	slices map[string]*ocmSlice
}

type ocmSlice struct {
	index    int
	group    string
	clusters []string
}

// writes are those of the controller, in its order: each PlacementDecision, and the deletion of the others; the status first or
// last. The next pass writes the labels.
func (o *ocmObjects) writes(groups []simulatedGroup, statusFirst bool) (writes []func(), labels func()) {
	if len(groups) == 0 {
		groups = []simulatedGroup{{}}
	}
	var names []string
	var statuses []any
	total := 0
	for i, g := range groups {
		name := fmt.Sprintf("web-decision-%d", i+1)
		names = append(names, name)
		statuses = append(statuses, map[string]any{
			"decisionGroupIndex": i, "decisionGroupName": g.name, "decisions": []string{name}, "clusterCount": len(g.clusters),
		})
		total += len(g.clusters)
		writes = append(writes, func() {
			if o.slices[name] == nil {
				o.slices[name] = &ocmSlice{index: i, group: g.name}
			}
		}, func() { o.slices[name].clusters = g.clusters })
	}
	writes = append(writes, func() {
		maps.DeleteFunc(o.slices, func(name string, _ *ocmSlice) bool { return !slices.Contains(names, name) })
	})
	satisfied := "True"
	if total == 0 {
		satisfied = "False"
	}
	status := func() {
		o.status = map[string]any{
			"numberOfSelectedClusters": total, "decisionGroups": statuses,
			"conditions": []any{map[string]any{"type": "PlacementSatisfied", "status": satisfied}},
		}
	}
	if statusFirst {
		writes = append([]func(){status}, writes...)
	} else {
		writes = append(writes, status)
	}
	return writes, func() {
		for i, g := range groups {
			o.slices[names[i]].index, o.slices[names[i]].group = i, g.name
		}
	}
}

func (o *ocmObjects) placement() json.RawMessage {
	return encoded(map[string]any{
		"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
		"metadata": map[string]any{"name": "web", "namespace": "n"},
		"spec":     map[string]any{}, "status": o.status,
	})
}

func (o *ocmObjects) listed() (all []json.RawMessage) {
	for _, name := range slices.Sorted(maps.Keys(o.slices)) {
		of := o.slices[name]
		entries := []any{}
		for _, c := range of.clusters {
			entries = append(entries, map[string]any{"clusterName": c, "reason": ""})
		}
		all = append(all, encoded(map[string]any{
			"metadata": map[string]any{"name": name, "namespace": "n", "labels": map[string]any{
				"cluster.open-cluster-management.io/placement":            "web",
				"cluster.open-cluster-management.io/decision-group-index": fmt.Sprint(of.index),
				"cluster.open-cluster-management.io/decision-group-name":  of.group,
			}},
			"status": map[string]any{"decisions": entries},
		}))
	}
	return all
}

// isWhole reports whether the status is that of the PlacementDecisions, by an own comparison.
func (o *ocmObjects) isWhole() bool {
	groups, _ := o.status["decisionGroups"].([]any)
	if len(groups) != len(o.slices) {
		return false
	}
	seen := map[string]bool{}
	for i, g := range groups {
		of := o.slices[fmt.Sprintf("web-decision-%d", i+1)]
		fields, _ := g.(map[string]any)
		if of == nil || fields["clusterCount"] != len(of.clusters) {
			return false
		}
		for _, c := range of.clusters {
			if seen[c] {
				return false
			}
			seen[c] = true
		}
	}
	return true
}

// fleetObjects are the bindings of a placement of KubeFleet, and its latest policy snapshot.
type fleetObjects struct {
	generation, observed int64
	bindings             map[string]string
	targets              []string
	// hasSnapshot is false for the moment in which the old snapshot is no longer the latest and the new one does not exist.
	hasSnapshot, hasStatus bool
	// spreads says that a change of the policy unschedules every binding and restores one in each cycle.
	spreads bool
}

// change is a change of the spec with another policy.
func (o *fleetObjects) change() (writes []func()) {
	o.generation++
	generation := o.generation
	writes = []func(){
		func() { o.hasSnapshot = false },
		func() { o.hasSnapshot, o.hasStatus, o.targets = true, false, nil },
		func() { o.observed = generation },
	}
	if o.spreads {
		for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
			writes = append(writes, func() { o.bindings[c] = "Unscheduled" })
		}
	}
	return writes
}

func (o *fleetObjects) writes(clusters []string) (writes []func()) {
	if o.generation != o.observed {
		writes = o.change()
	}
	for _, c := range clusters {
		writes = append(writes, func() { o.bindings[c] = "Bound" })
	}
	for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
		if !slices.Contains(clusters, c) {
			writes = append(writes, func() { o.bindings[c] = "Unscheduled" })
		}
	}
	return append(writes, func() { o.hasSnapshot, o.hasStatus, o.targets = true, true, clusters })
}

func (o *fleetObjects) placement() json.RawMessage {
	return encoded(map[string]any{
		"apiVersion": "placement.kubernetes-fleet.io/v1beta1", "kind": "ClusterResourcePlacement",
		"metadata": map[string]any{"name": "web", "generation": o.generation},
		"spec": map[string]any{
			"policy":            map[string]any{"placementType": "PickN", "numberOfClusters": 1},
			"resourceSelectors": []any{map[string]any{"group": "", "version": "v1", "kind": "Namespace", "name": "x"}},
		},
	})
}

func (o *fleetObjects) snapshot(t *rapid.T) *apiobject.PolicySnapshot {
	if !o.hasSnapshot {
		return nil
	}
	status := map[string]any{"observedCRPGeneration": o.observed}
	if o.hasStatus {
		targets := []any{}
		for _, c := range o.targets {
			targets = append(targets, map[string]any{"clusterName": c, "selected": true})
		}
		status["targetClusters"] = targets
		status["conditions"] = []any{map[string]any{"type": "Scheduled", "status": "True", "observedGeneration": 1}}
	}
	s, err := apiobject.ReadPolicySnapshot(encoded(map[string]any{"metadata": map[string]any{"name": "web-1", "generation": 1},
		"status": status}))
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func (o *fleetObjects) listed() (all []json.RawMessage) {
	for _, c := range slices.Sorted(maps.Keys(o.bindings)) {
		all = append(all, encoded(map[string]any{
			"metadata": map[string]any{"name": "web-" + c, "labels": map[string]any{"kubernetes-fleet.io/parent-CRP": "web"}},
			"spec":     map[string]any{"state": o.bindings[c], "targetCluster": c, "schedulingPolicySnapshotName": "web-1"},
		}))
	}
	return all
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
