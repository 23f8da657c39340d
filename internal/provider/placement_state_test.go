package provider

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
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
		l := placementLifecycle(t, t)
		config := func(number int64, names ...string) tftypes.Value {
			var clusters list
			for _, name := range names {
				clusters = append(clusters, cluster(name, nil))
			}
			return configOf(t, l.typ(), object{
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
			l.apply(l.plan(step.config))
			if got := l.decidedClusters(l.state); len(got) != step.want {
				t.Fatalf("decided %v, want %d", got, step.want)
			}
			l.settled(step.config)
		}
	})
	t.Run("ocm", func(t *testing.T) {
		l := placementLifecycle(t, t)
		decision := `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"PlacementDecision",
			"metadata":{"name":"web-decision-1","namespace":"default","labels":{"cluster.open-cluster-management.io/placement":"web"}},
			"status":{"decisions":[{"clusterName":"a"}]}}`
		config := func(labels object) tftypes.Value {
			data := stickyConfigs()["ocm"](cluster("a", labels), cluster("b", object{}), cluster("c", object{}))
			data["manifests"] = list{decision}
			data["namespace"] = "default"
			data["cluster_sets"] = list{object{"name": "s", "selector_type": "LabelSelector", "label_selector": object{}}}
			data["cluster_set_bindings"] = list{object{"name": "s", "namespace": "default"}}
			data["ocm"].(object)["number_of_clusters"] = int64(1)
			return configOf(t, l.typ(), data)
		}
		for _, step := range []struct {
			labels object
			want   string
		}{{object{}, "a"}, {object{"off": "yes"}, "b"}, {object{}, "b"}} {
			l.apply(l.plan(config(step.labels)))
			if got := l.decidedClusters(l.state); !slices.Equal(got, []string{step.want}) {
				t.Fatalf("decided %v, want %s", got, step.want)
			}
		}
	})
}

// TestPlacementResourceRenamed plans a new name together with a change that the placement of the old name could not make.
func TestPlacementResourceRenamed(t *testing.T) {
	l := placementLifecycle(t, t)
	config := func(name string, policy object) tftypes.Value {
		return configOf(t, l.typ(), object{
			"name": name, "clusters": list{cluster("a", nil), cluster("b", nil)}, "kubefleet": policy, "max_moves": "0",
		})
	}
	l.apply(l.plan(config("web", object{"placement_type": "PickN", "number_of_clusters": int64(1)})))
	p := l.plan(config("web2", object{"placement_type": "PickAll"}))
	if p.failed() || !slices.Equal(p.replace, []string{"name"}) {
		t.Errorf("got %q, replacing because of %v", said(p.diags), p.replace)
	}
}

// TestPlacementResourceIgnoresUnknownFleet has a fleet of its own: that of the provider may be unknown.
func TestPlacementResourceIgnoresUnknownFleet(t *testing.T) {
	l := placementLifecycle(t, t)
	configureWith(t, l.server, unknown{})
	p := l.plan(configOf(t, l.typ(), object{"name": "web", "clusters": list{cluster("a", nil)}, "ocm": object{}}))
	if len(p.diags) > 0 || !l.attribute(p.state, "decisions").IsFullyKnown() {
		t.Errorf("got %q, want known decisions", said(p.diags))
	}
}

// TestPlacementResourceAfterKeep: what was kept was decided by an older policy than the state has. It may be put back, and
// the reasons do not forget that it is another one.
func TestPlacementResourceAfterKeep(t *testing.T) {
	t.Run("kubefleet", func(t *testing.T) {
		l := placementLifecycle(t, t)
		config := func(policy object) tftypes.Value {
			return configOf(t, l.typ(), object{
				"name": "web", "clusters": list{cluster("a", nil), cluster("b", nil)}, "kubefleet": policy,
				"max_moves": "0", "on_exceeded": "keep",
			})
		}
		old := config(object{"placement_type": "PickN", "number_of_clusters": int64(2)})
		l.apply(l.plan(old))
		l.apply(l.plan(config(object{
			"placement_type": "PickN", "number_of_clusters": int64(1), "tolerations": list{object{"key": "x", "operator": "Exists"}},
		})))
		p := l.plan(old)
		if p.failed() {
			t.Fatalf("the old policy cannot be put back: %s", said(p.diags))
		}
		l.apply(p)
		l.settled(old)
		if p := l.plan(config(object{"placement_type": "PickAll"})); !slices.Equal(p.replace, []string{"kubefleet"}) {
			t.Errorf("it is replaced because of %v, want kubefleet", p.replace)
		}
	})
	t.Run("kubefleet without decisions", func(t *testing.T) {
		l := placementLifecycle(t, t)
		config := func(policy object) tftypes.Value {
			return configOf(t, l.typ(), object{
				"name": "web", "clusters": list{cluster("a", nil)}, "kubefleet": policy, "on_unsatisfied": "accept",
			})
		}
		l.apply(l.plan(config(object{"placement_type": "PickN", "number_of_clusters": int64(0)})))
		if p := l.plan(config(object{"placement_type": "PickAll"})); !slices.Equal(p.replace, []string{"kubefleet"}) {
			t.Errorf("it is replaced because of %v, want kubefleet", p.replace)
		}
	})
	t.Run("private state that cannot be read", func(t *testing.T) {
		l := placementLifecycle(t, t)
		config := configOf(t, l.typ(), object{"name": "web", "clusters": list{cluster("a", nil)}, "ocm": object{}})
		l.apply(l.plan(config))
		l.private = []byte(`{"question":"IjAxMjMi"}`)
		p := l.plan(config)
		if len(p.diags) > 0 {
			t.Fatalf("got %q", said(p.diags))
		}
		l.apply(p)
		l.settled(config)
	})
	t.Run("ocm", func(t *testing.T) {
		l := placementLifecycle(t, t)
		config := func(env, limit string) tftypes.Value {
			return configOf(t, l.typ(), object{
				"name": "web", "clusters": list{cluster("a", object{"env": "prod"}), cluster("b", object{"env": "dev"})},
				"max_moves": limit, "on_exceeded": "keep",
				"ocm": object{"predicates": list{object{"required_cluster_selector": object{"label_selector": object{
					"match_labels": object{"env": env},
				}}}}},
			})
		}
		l.apply(l.plan(config("prod", "0")))
		for _, limit := range []string{"0", "0", "5"} {
			p := l.plan(config("dev", limit))
			if !strings.Contains(said(p.diags), "the placement changed") {
				t.Errorf("limit %s: got %q", limit, said(p.diags))
			}
			l.apply(p)
		}
	})
}

// TestPlacementRequired puts null where a value is required, deep in the values that the framework does not see. Null must
// not stand for everything.
func TestPlacementRequired(t *testing.T) {
	one := list{cluster("a", nil)}
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
			"clusters": one, "kubefleet": object{"placement_type": "PickN", "number_of_clusters": int64(1), "affinity": object{"cluster_affinity": object{
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
		_, diags := plan(t, configOf(t, placementType(), config))
		if len(diags) != 1 || said(diags) != "ERROR: "+lineOf(at)+": Missing required attribute: "+at+": the attribute must be set." {
			t.Errorf("%s: got %q", at, said(diags))
		}
	}
}
