// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// boundManifests are bindings of the placement web of KubeFleet, and its policy snapshot of a PickN.
func boundManifests(clusters ...string) string {
	var text strings.Builder
	text.WriteString(bindingManifests(clusters...))
	text.WriteString(`{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterSchedulingPolicySnapshot","metadata":{"name":"web-0",
		"generation":1,"annotations":{"kubernetes-fleet.io/CRP-generation":"1"},"labels":{"kubernetes-fleet.io/parent-CRP":"web",
		"kubernetes-fleet.io/is-latest-snapshot":"true","kubernetes-fleet.io/policy-index":"0"}},"spec":{"policy":{"placementType":"PickN"}}}`)
	return text.String()
}

// bindingManifests are bindings of the placement web of KubeFleet.
func bindingManifests(clusters ...string) string {
	var text strings.Builder
	for _, c := range clusters {
		fmt.Fprintf(&text, `{"apiVersion":"placement.kubernetes-fleet.io/v1beta1","kind":"ClusterResourceBinding",
			"metadata":{"name":"web-%s-x","labels":{"kubernetes-fleet.io/parent-CRP":"web"}},
			"spec":{"state":"Bound","targetCluster":%q,"schedulingPolicySnapshotName":"web-0",
			"clusterDecision":{"clusterName":%q,"selected":true,"reason":"picked","clusterScore":{"affinityScore":0,"priorityScore":0}}}}`, c, c, c)
	}
	return text.String()
}

// TestPlacementResourceOutlivesManifests has the placement's own bindings and decisions in the manifests. They count until
// the resource has decided; from then on they are older than its memory.
func TestPlacementResourceOutlivesManifests(t *testing.T) {
	t.Run("kubefleet", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := func(number int64, names ...string) tftypes.Value {
			var clusters list
			for _, name := range names {
				clusters = append(clusters, providertest.Cluster(name, nil))
			}
			return providertest.Config(t, l.Type(), object{
				"name": "web", "clusters": clusters, "manifests": list{boundManifests("a", "b")},
				"kubefleet": object{"placement_type": "PickN", "number_of_clusters": number},
			})
		}
		for _, step := range []struct {
			config tftypes.Value
			want   int
		}{
			{config(2, "a", "b", "c", "d"), 2}, {config(4, "a", "b", "c", "d"), 4}, {config(4, "a", "b", "c", "d", "e"), 4},
			{config(4, "a", "c", "d", "e"), 4}, {config(1, "a", "c", "d", "e"), 1},
		} {
			l.Apply(l.Plan(step.config))
			if got := l.DecidedClusters(l.State); len(got) != step.want {
				t.Fatalf("decided %v, want %d", got, step.want)
			}
			l.Settled(step.config)
		}
	})
	t.Run("ocm", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		decision := `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"PlacementDecision",
			"metadata":{"name":"web-decision-1","namespace":"default","labels":{"cluster.open-cluster-management.io/placement":"web"}},
			"status":{"decisions":[{"clusterName":"a"}]}}`
		config := func(labels object) tftypes.Value {
			data := providertest.StickyConfigs()["ocm"](providertest.Cluster("a", labels), providertest.Cluster("b", object{}),
				providertest.Cluster("c", object{}))
			data["manifests"] = list{decision}
			data["namespace"] = "default"
			data["cluster_sets"] = list{object{"name": "s", "selector_type": "LabelSelector", "label_selector": object{}}}
			data["cluster_set_bindings"] = list{object{"name": "s", "namespace": "default"}}
			data["ocm"].(object)["number_of_clusters"] = int64(1)
			return providertest.Config(t, l.Type(), data)
		}
		for _, step := range []struct {
			labels object
			want   string
		}{{object{}, "a"}, {object{"off": "yes"}, "b"}, {object{}, "b"}} {
			l.Apply(l.Plan(config(step.labels)))
			if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{step.want}) {
				t.Fatalf("decided %v, want %s", got, step.want)
			}
		}
	})
}

// TestPlacementResourceRenamed plans a new name together with a change that the placement of the old name could not make.
func TestPlacementResourceRenamed(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(name string, policy object) tftypes.Value {
		return providertest.Config(t, l.Type(), object{
			"name": name, "clusters": list{providertest.Cluster("a", nil), providertest.Cluster("b", nil)},
			"kubefleet": policy, "max_moves": "0",
		})
	}
	l.Apply(l.Plan(config("web", object{"placement_type": "PickN", "number_of_clusters": int64(1)})))
	p := l.Plan(config("web2", object{"placement_type": "PickAll"}))
	if p.Failed() || !slices.Equal(p.Replace, []string{"name"}) {
		t.Errorf("got %q, replacing because of %v", providertest.Said(p.Diags), p.Replace)
	}
}

// TestPlacementResourceIgnoresUnknownFleet has a fleet of its own: that of the provider may be unknown.
func TestPlacementResourceIgnoresUnknownFleet(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	providertest.ConfigureWith(t, l.Server, unknown{})
	p := l.Plan(providertest.Config(t, l.Type(), object{"name": "web", "clusters": list{providertest.Cluster("a", nil)},
		"ocm": object{}}))
	if len(p.Diags) > 0 || !l.Attribute(p.State, "decisions").IsFullyKnown() {
		t.Errorf("got %q, want known decisions", providertest.Said(p.Diags))
	}
}

// TestPlacementResourceAfterKeep: what was kept was decided by an older policy than the state has. It may be put back, and
// the reasons do not forget that it is another one.
func TestPlacementResourceAfterKeep(t *testing.T) {
	t.Run("kubefleet", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := func(policy object) tftypes.Value {
			return providertest.Config(t, l.Type(), object{
				"name": "web", "clusters": list{providertest.Cluster("a", nil), providertest.Cluster("b", nil)}, "kubefleet": policy,
				"max_moves": "0", "on_exceeded": "keep",
			})
		}
		old := config(object{"placement_type": "PickN", "number_of_clusters": int64(2)})
		l.Apply(l.Plan(old))
		l.Apply(l.Plan(config(object{
			"placement_type": "PickN", "number_of_clusters": int64(1), "tolerations": list{object{"key": "x", "operator": "Exists"}},
		})))
		p := l.Plan(old)
		if p.Failed() {
			t.Fatalf("the old policy cannot be put back: %s", providertest.Said(p.Diags))
		}
		l.Apply(p)
		l.Settled(old)
		if p := l.Plan(config(object{"placement_type": "PickAll"})); !slices.Equal(p.Replace, []string{"kubefleet"}) {
			t.Errorf("it is replaced because of %v, want kubefleet", p.Replace)
		}
	})
	t.Run("kubefleet without decisions", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := func(policy object) tftypes.Value {
			return providertest.Config(t, l.Type(), object{
				"name": "web", "clusters": list{providertest.Cluster("a", nil)}, "kubefleet": policy, "on_unsatisfied": "accept",
			})
		}
		l.Apply(l.Plan(config(object{"placement_type": "PickN", "number_of_clusters": int64(0)})))
		if p := l.Plan(config(object{"placement_type": "PickAll"})); !slices.Equal(p.Replace, []string{"kubefleet"}) {
			t.Errorf("it is replaced because of %v, want kubefleet", p.Replace)
		}
	})
	t.Run("private state that cannot be read", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := providertest.Config(t, l.Type(), object{"name": "web", "clusters": list{providertest.Cluster("a", nil)},
			"ocm": object{}})
		l.Apply(l.Plan(config))
		l.Private = []byte(`{"question":"IjAxMjMi"}`)
		p := l.Plan(config)
		if len(p.Diags) > 0 {
			t.Fatalf("got %q", providertest.Said(p.Diags))
		}
		l.Apply(p)
		l.Settled(config)
	})
	t.Run("ocm", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := func(env, limit string) tftypes.Value {
			return providertest.Config(t, l.Type(), object{
				"name": "web", "clusters": list{providertest.Cluster("a", object{"env": "prod"}),
					providertest.Cluster("b", object{"env": "dev"})},
				"max_moves": limit, "on_exceeded": "keep",
				"ocm": object{"predicates": list{object{"required_cluster_selector": object{"label_selector": object{
					"match_labels": object{"env": env},
				}}}}},
			})
		}
		l.Apply(l.Plan(config("prod", "0")))
		for _, limit := range []string{"0", "0", "5"} {
			p := l.Plan(config("dev", limit))
			if !strings.Contains(providertest.Said(p.Diags), "the placement changed") {
				t.Errorf("limit %s: got %q", limit, providertest.Said(p.Diags))
			}
			l.Apply(p)
		}
	})
}

// TestPlacementRequired puts null where a value is required, deep in the values that the framework does not see. Null must
// not stand for everything.
func TestPlacementRequired(t *testing.T) {
	one := list{providertest.Cluster("a", nil)}
	required := func(term object) object {
		return object{"affinity": object{"cluster_affinity": object{
			"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": list{term}},
		}}}
	}
	for at, config := range map[string]object{
		"kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms": {
			"clusters": one, "kubefleet": object{"affinity": object{"cluster_affinity": object{
				"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": nil},
			}}},
		},
		"kubefleet.affinity.cluster_affinity.required_during_scheduling_ignored_during_execution.cluster_selector_terms[0].property_selector.match_expressions": {
			"clusters": one, "kubefleet": required(object{"property_selector": object{"match_expressions": nil}}),
		},
		"kubefleet.affinity.cluster_affinity.preferred_during_scheduling_ignored_during_execution[0].preference": {
			"clusters": one, "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(1),
				"affinity": object{"cluster_affinity": object{
					"preferred_during_scheduling_ignored_during_execution": list{object{"weight": int64(1), "preference": nil}},
				}}},
		},
		"decision_strategy.group_strategy.decision_groups[0].group_cluster_selector": {
			"clusters": one, "ocm": object{},
			"decision_strategy": object{"group_strategy": object{"decision_groups": list{object{"group_name": "canary"}}}},
		},
		"scores[0].scores":                   {"clusters": one, "ocm": object{}, "scores": list{object{"cluster": "a", "name": "x"}}},
		"placement_decisions[0].clusters":    {"clusters": one, "ocm": object{}, "placement_decisions": list{object{"placement": "x"}}},
		"previous_decisions[0].cluster_name": {"clusters": one, "ocm": object{}, "previous_decisions": list{object{}}},
		"cluster_set_bindings[0].namespace":  {"clusters": one, "ocm": object{}, "cluster_set_bindings": list{object{"name": "x"}}},
	} {
		_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), config))
		if len(diags) != 1 || providertest.Said(diags) != "ERROR: "+providertest.LineOf(
			at)+": Missing required attribute: "+at+": the attribute must be set." {
			t.Errorf("%s: got %q", at, providertest.Said(diags))
		}
	}
}
