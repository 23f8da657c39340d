// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/fakehub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// manyPlacements are placements of a kind and namespace, with a data source for each, which one process plans.
type manyPlacements struct {
	runs  []*onhub.PlacedRun
	proxy *hubtest.Proxy
}

func newManyPlacements(t *testing.T, kind string, n int) *manyPlacements {
	t.Helper()
	base := onhub.NewPlacedRun(t, fakehub.Start(t), kind)
	many := &manyPlacements{proxy: base.F.Server.Proxy(t)}
	for i := range n {
		r := *base
		r.Run = &onhub.Run{Resource: providertest.NewPlacement(t, t), T: t, Provider: onhub.Proxied(many.proxy)}
		r.Name = fmt.Sprint(base.Name, "-", i)
		many.runs = append(many.runs, &r)
	}
	many.proceeds(t, 1)
	for _, r := range many.runs {
		r.Decide(r.First(1)...)
	}
	// The refresh reads the decisions into the state.
	many.proceeds(t, 1)
	return many
}

// proceeds plans and applies all placements, each in a process of its own.
func (m *manyPlacements) proceeds(t *testing.T, clusters int) {
	t.Helper()
	for _, r := range m.runs {
		if diags := r.Do(r.Config(clusters)); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
	}
}

// requests counts those of a plan of all placements and of data sources. Changes says that the plan is not empty.
func (m *manyPlacements) requests(t *testing.T, clusters, dataSources int, changes bool) int {
	t.Helper()
	first := m.runs[0]
	first.Start()
	m.proxy.Clear()
	for i, r := range m.runs {
		r.Server = first.Server
		if diags := r.Refresh(); providertest.Failed(diags) {
			t.Fatal(providertest.Said(diags))
		}
		config := r.Config(clusters)
		p := r.Plan(providertest.Config(t, r.Type(), config))
		if p.Failed() || p.State.Equal(r.State) == changes {
			t.Fatalf("the plan changes something, %t expected: %s", changes, providertest.Said(p.Diags))
		}
		if i < dataSources {
			m.reads(t, r, config)
		}
	}
	return len(m.proxy.Requests(hubtest.Match{}))
}

// reads reads the data source of a placement.
func (m *manyPlacements) reads(t *testing.T, r *onhub.PlacedRun, config object) {
	t.Helper()
	of := object{"name": r.Name}
	for _, name := range []string{"namespace", "ocm", "kubefleet"} {
		if config[name] != nil {
			of[name] = config[name]
		}
	}
	encoded, err := tfprotov6.NewDynamicValue(providertest.PlacementType(), providertest.Config(t, providertest.PlacementType(), of))
	if err != nil {
		t.Fatal(err)
	}
	read, err := r.Server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "multicluster_placement",
		Config: &encoded})
	if err != nil || providertest.Failed(read.Diagnostics) {
		t.Fatal(err, providertest.Said(read.Diagnostics))
	}
}

// TestHubRequests: a plan lists what its placements and data sources share. The proxy counts every request of the provider, as
// the audit log of the API server would: the kubeconfig has no other address, no request is answered by the proxy itself, and
// discovery, access reviews and repeated requests are counted, too.
func TestHubRequests(t *testing.T) {
	for _, tt := range []struct {
		kind                               string
		empty, changed, placements, ofMany int
	}{
		{"Placement", 30, 60, 69, 60},
		{"ClusterResourcePlacement", 40, 80, 20, 0},
		{"ResourcePlacement", 40, 80, 20, 0},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			many := newManyPlacements(t, tt.kind, tt.placements)
			if n := many.requests(t, 1, 0, false); tt.ofMany > 0 {
				t.Logf("empty plan of %d placements: %d requests", tt.placements, n)
				if n > tt.ofMany {
					t.Errorf("an empty plan of %d placements takes %d requests, at most %d expected", tt.placements, n, tt.ofMany)
				}
			}
			many.runs = many.runs[:20]
			for changes, most := range map[bool]int{false: tt.empty, true: tt.changed} {
				clusters := map[bool]int{false: 1, true: 2}[changes]
				n := many.requests(t, clusters, 20, changes)
				t.Logf("20 placements and 20 data sources, changes %t: %d requests", changes, n)
				if n > most {
					t.Errorf("a plan of 20 placements and 20 data sources, changes %t, takes %d requests, at most %d expected", changes, n, most)
				}
			}
		})
	}
}

// TestHubOffers: a hub has three clusters, four are needed, and one of the two that are offered fills the placement. While it is
// on the hub and not ready, no other one is created. Once it is ready, it is chosen as before.
func TestHubOffers(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	test := strings.TrimSuffix(f.Prefix, "-")
	offer := func(name string) object {
		return object{"name": f.Prefix + name, "labels": object{"test": test, "name": name}}
	}
	for scheduler, tt := range map[string]struct {
		placement object
		// other is offered, too. The scheduler prefers x.
		other string
		// created brings the offered cluster to the hub, where it is not ready, and ready makes it so.
		created, apiVersion, kind, ready string
		subresources                     []string
	}{
		"ocm": {
			object{"name": "web", "namespace": f.Namespace, "ocm": object{"number_of_clusters": int64(4)}}, "y",
			"{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: P-x, labels: {test: T, name: x}}, " +
				"spec: {hubAcceptsClient: true, taints: [{key: cluster.open-cluster-management.io/unreachable, effect: NoSelect, " +
				"timeAdded: '2026-08-11T11:59:00Z'}]}}",
			"cluster.open-cluster-management.io/v1", "ManagedCluster", "{spec: {taints: []}}", nil,
		},
		"kubefleet": {
			object{"name": f.Prefix + "web", "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(4), "affinity": object{
				"cluster_affinity": object{"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{
					object{"label_selector": object{"match_labels": object{"test": test}}},
				}}},
			}}}, "w",
			"{apiVersion: cluster.kubernetes-fleet.io/v1beta1, kind: MemberCluster, metadata: {name: P-x, labels: {test: T, name: x}}, spec: " +
				"{identity: {kind: User, name: x, apiGroup: rbac.authorization.k8s.io}}}",
			"cluster.kubernetes-fleet.io/v1beta1", "MemberCluster", "{status: {agentStatus: [{type: MemberAgent, " +
				"lastReceivedHeartbeat: '2026-08-11T11:59:00Z', conditions: [{type: Joined, status: 'True', reason: x, message: '', " +
				"lastTransitionTime: '2026-08-11T11:59:00Z'}, {type: Healthy, status: 'True', reason: x, message: '', lastTransitionTime: " +
				"'2026-08-11T11:59:00Z'}]}]}}", []string{"status"},
		},
	} {
		t.Run(scheduler, func(t *testing.T) {
			decide := func() (chosen, toCreate []string) {
				t.Helper()
				const name = "multicluster_placement"
				state, diags := providertest.PlanDataWith(t, onhub.Provider(f.Server), name, providertest.Config(t,
					providertest.DataSchema(name).Type, providertest.Merged(tt.placement, object{
						"offers": list{offer("x"), offer(tt.other)}, "on_unsatisfied": "accept",
					})))
				if len(diags) > 0 {
					t.Fatal(providertest.Said(diags))
				}
				byCluster, _ := providertest.Plain(t, state["decisions_by_cluster"]).(map[string]any)
				for _, name := range slices.Sorted(maps.Keys(byCluster)) {
					chosen = append(chosen, strings.TrimPrefix(name, f.Prefix))
				}
				for _, name := range providertest.Plain(t, state["to_create"]).([]any) {
					toCreate = append(toCreate, strings.TrimPrefix(name.(string), f.Prefix))
				}
				return chosen, toCreate
			}
			says := func(when, chosen, toCreate string) {
				t.Helper()
				gotChosen, gotToCreate := decide()
				if strings.Join(gotChosen, " ") != chosen || strings.Join(gotToCreate, " ") != toCreate {
					t.Errorf("%s: chosen %v, to create %v; want %s and %s", when, gotChosen, gotToCreate, chosen, toCreate)
				}
			}
			says("before", "a b c x", "x")
			f.Create(tt.created)
			says("not ready", "a b c", "x")
			f.Server.MergePatch(t, "agent", tt.apiVersion, tt.kind, "", f.Prefix+"x", tt.ready, tt.subresources...)
			says("ready", "a b c x", "x")
		})
	}
}

// TestHubResilience: losses on a hub start from what the hub has decided, in the cluster sets of the namespace. The hub has the
// clusters of other tests as well.
func TestHubResilience(t *testing.T) {
	t.Parallel()
	f := onhub.NewDecidedFleet(t, fakehub.Start(t))
	f.Placement("web", "numberOfClusters: 2")
	f.Server.WriteDecisions(t, f.Namespace, "web", f.Group("", "b", "c"))
	config := object{
		"placement": object{"name": "web", "namespace": f.Namespace, "ocm": object{
			"number_of_clusters": int64(2),
			"prioritizer_policy": object{"mode": "Exact", "configurations": list{
				object{"score_coordinate": object{"type": "BuiltIn", "built_in": "Steady"}, "weight": int64(1)},
			}},
		}},
		"failure_domains": object{"labels": list{"test"}},
	}
	const name = "multicluster_resilience"
	state, diags := providertest.PlanDataWith(t, onhub.Provider(f.Server), name,
		providertest.Config(t, providertest.DataSchema(name).Type, config))
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	var got []string
	for _, of := range providertest.Plain(t, state["worst"]).([]any) {
		impact := of.(map[string]any)
		text := impact["domain"].(string) + " " + impact["value"].(string) + ":"
		for _, list := range []string{"lost", "joined"} {
			for _, name := range impact[list].(map[string]any)["names"].([]any) {
				text += " " + list + " " + name.(string)
			}
		}
		got = append(got, strings.ReplaceAll(strings.ReplaceAll(text, f.Prefix, ""), strings.TrimSuffix(f.Prefix, "-"), "T"))
	}
	want := []string{"label T: lost b lost c", "cluster b: lost b joined a", "cluster c: lost c joined a"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if bottlenecks := providertest.Plain(t, state["bottlenecks"]).([]any); len(bottlenecks) != 1 {
		t.Errorf("got %v", bottlenecks)
	}
}
