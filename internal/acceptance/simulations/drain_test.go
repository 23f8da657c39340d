// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// drainTest is a hub with 20 placements of each scheduler on the clusters a to e, decided by rules that need no scheduler: a
// placement keeps its clusters and is filled up with those that are not tainted, Open Cluster Management's in the order of their
// names, and KubeFleet's in the other.
type drainTest struct {
	*testing.T
	f *onhub.DecidedFleet
	// chosen are the clusters of a placement, by its name.
	chosen map[string][]string
}

const eachScheduler = 20

// numberOf is how many clusters the placement of an index asks for.
func numberOf(i int) int { return 1 + i%4 }

func newDrainTest(t *testing.T) *drainTest {
	t.Helper()
	d := &drainTest{t, onhub.NewDecidedFleet(t, hubtest.Start(t)), map[string][]string{}}
	for _, name := range []string{"d", "e"} {
		d.f.Create("{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-"+name+
			", labels: {test: T}}, spec: {hubAcceptsClient: true}, status: {conditions: []}}",
			"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: P-"+name+", labels: {test: T}}, "+
				"spec: {identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}, status: {agentStatus: [{type: MemberAgent, "+
				"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, status: 'True', reason: x, message: '', "+
				"lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: Healthy, status: 'True', reason: x, message: '', lastTransitionTime: "+
				"'2026-08-11T11:59:00Z'}]}]}}")
	}
	for i := range eachScheduler {
		d.f.Placement(fmt.Sprintf("web-%d", i), fmt.Sprintf("clusterSets: [P-set], numberOfClusters: %d", numberOf(i)))
		d.f.Create(fmt.Sprintf("{apiVersion: %s, kind: ClusterResourcePlacement, metadata: {name: P-api-%d}, spec: {resourceSelectors: "+
			"[{group: '', version: v1, kind: Namespace, name: x}], policy: {placementType: PickN, numberOfClusters: %d, affinity: "+
			"{clusterAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {clusterSelectorTerms: [{labelSelector: {matchLabels: "+
			"{test: T}}}]}}}}}}", onhub.FleetVersion, i, numberOf(i)))
	}
	return d
}

// decide has the stand-ins decide every placement. Tainted is a cluster that no placement is put on. Placements of KubeFleet keep
// it unless they are evicted.
func (d *drainTest) decide(tainted string, isEvicted func(placement string) bool) {
	d.Helper()
	for i := range eachScheduler {
		web, api := fmt.Sprintf("web-%d", i), fmt.Sprintf("P-api-%d", i)
		last := d.chosen[web]
		d.chosen[web] = filled(without(last, tainted), numberOf(i), without([]string{"a", "b", "c", "d", "e"}, tainted))
		if !slices.Equal(last, d.chosen[web]) {
			d.f.Server.WriteDecisions(d, d.f.Namespace, web, d.f.Group("", d.chosen[web]...))
		}
		kept := d.chosen[api]
		if isEvicted(api) {
			kept = without(kept, tainted)
		}
		last = d.chosen[api]
		if d.chosen[api] = filled(kept, numberOf(i), without([]string{"e", "d", "c", "b", "a"}, tainted)); slices.Equal(last, d.chosen[api]) {
			continue
		}
		var decisions []hubtest.FleetDecision
		for _, name := range d.chosen[api] {
			decisions = append(decisions, hubtest.FleetDecision{Cluster: d.f.Prefix + name, Selected: true})
		}
		d.f.Server.WriteFleetDecisions(d, "", d.f.Text(api), decisions...)
	}
}

// noEviction is of decisions without evictions.
func noEviction(string) bool { return false }

func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(other string) bool { return other == name })
}

// filled are the names with others until there are n, sorted.
func filled(names []string, n int, others []string) []string {
	for _, name := range others {
		if len(names) < n && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return slices.Sorted(slices.Values(names))
}

// moved is what has changed, as moves are written here.
func (d *drainTest) moved(before map[string][]string) map[string]string {
	moves := map[string]string{}
	for name, now := range d.chosen {
		left := slices.DeleteFunc(slices.Clone(before[name]), func(c string) bool { return slices.Contains(now, c) })
		joined := slices.DeleteFunc(slices.Clone(now), func(c string) bool { return slices.Contains(before[name], c) })
		if len(left)+len(joined) > 0 {
			moves[name] = fmt.Sprint(left, joined)
		}
	}
	return moves
}

// told are the moves that a simulation tells for each of its steps. What it says beside that is an error.
func (d *drainTest) told(steps list) (told []map[string]string) {
	d.Helper()
	const name = "multicluster_simulation"
	typ := providertest.DataSchema(name).Type
	config := providertest.Config(d.T, typ, object{"steps": steps})
	state, diags := providertest.PlanDataWith(d.T, onhub.Provider(d.f.Server), name, config)
	if len(diags) > 0 {
		d.Fatal(providertest.Said(diags))
	}
	results, _ := providertest.Plain(d.T, state["results"]).([]any)
	for _, result := range results {
		of := result.(map[string]any)
		moves := map[string]string{}
		for name, move := range of["moves"].(map[string]any) {
			name = strings.TrimPrefix(strings.Replace(name, d.f.Prefix, "P-", 1), d.f.Namespace+"/")
			moves[name] = fmt.Sprint(d.names(move.(map[string]any)["left"]), d.names(move.(map[string]any)["joined"]))
		}
		told = append(told, moves)
		if unchanged := of["unchanged"]; fmt.Sprint(unchanged) != fmt.Sprint(2*eachScheduler-len(moves)) {
			d.Errorf("%v placements are unchanged, and %d move", unchanged, len(moves))
		}
	}
	return told
}

func (d *drainTest) names(moves any) []string {
	names := []string{}
	for name := range moves.(map[string]any) {
		names = append(names, strings.TrimPrefix(name, d.f.Prefix))
	}
	return slices.Sorted(slices.Values(names))
}

// TestDrain: what a simulation of the hub says of a drain is what moves when the taint is set in earnest, and after it, when the
// placements of KubeFleet are evicted. The simulation starts from the decisions of the hub, each time anew.
func TestDrain(t *testing.T) {
	d := newDrainTest(t)
	d.decide("", noEviction)
	cluster := list{d.f.Prefix + "b"}
	taint := func(effect string) object {
		return object{"taint": object{"clusters": cluster, "key": "maintenance", "effect": effect}}
	}
	evict := object{"evict": object{"clusters": cluster}}
	told := d.told(list{list{taint("NoSelect"), taint("NoSchedule")}, list{evict}})

	d.f.Server.MergePatch(t, "someone", "cluster.open-cluster-management.io/v1", "ManagedCluster", "", d.f.Prefix+"b",
		`{spec: {taints: [{key: maintenance, effect: NoSelect, timeAdded: "2026-08-11T11:59:00Z"}]}}`)
	d.f.Server.MergePatch(t, "someone", "cluster.kubernetes-fleet.io/v1beta1", "MemberCluster", "", d.f.Prefix+"b",
		`{spec: {taints: [{key: maintenance, effect: NoSchedule}]}}`)
	before := maps.Clone(d.chosen)
	d.decide("b", noEviction)
	if diff := cmp.Diff(d.moved(before), told[0]); diff != "" {
		t.Errorf("the taint: -moved +told:\n%s", diff)
	}
	if len(told[0]) == 0 || len(told[1]) == 0 {
		t.Errorf("nothing moves: %v", told)
	}
	again := d.told(list{list{evict}})
	before = maps.Clone(d.chosen)
	d.decide("b", func(string) bool { return true })
	moved := d.moved(before)
	for name, got := range map[string]map[string]string{"in one simulation": told[1], "after the taint": again[0]} {
		if diff := cmp.Diff(moved, got); diff != "" {
			t.Errorf("the eviction, %s: -moved +told:\n%s", name, diff)
		}
	}
}

// TestDisruptionBudget: the hub blocks the eviction of a placement whose budget allows no disruption, and the simulation says so.
func TestDisruptionBudget(t *testing.T) {
	d := newDrainTest(t)
	d.decide("", noEviction)
	d.f.Create("{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourcePlacementDisruptionBudget, metadata: " +
		"{name: P-api-1}, spec: {maxUnavailable: 0}}")
	const name = "multicluster_simulation"
	config := providertest.Config(t, providertest.DataSchema(name).Type, object{"scheduler": "kubefleet", "steps": list{list{
		object{"evict": object{"clusters": list{d.f.Prefix + "e"}}},
	}}})
	state, diags := providertest.PlanDataWith(t, onhub.Provider(d.f.Server), name, config)
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	result := providertest.Plain(t, state["results"]).([]any)[0].(map[string]any)
	got := strings.ReplaceAll(fmt.Sprint(result["blocked_evictions"]), d.f.Prefix, "P-")
	want := "[map[cluster_names:[P-e] placement:P-api-1 reason:the ClusterResourcePlacementDisruptionBudget \"P-api-1\" has maxUnavailable 0, "
	if !strings.HasPrefix(got, want) || strings.Count(got, "placement:") != 1 {
		t.Error(got)
	}
}
