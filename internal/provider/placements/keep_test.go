// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestKeepDecisions keeps the decisions of a pass that would move too far, except for those on clusters that are gone.
func TestKeepDecisions(t *testing.T) {
	for name, test := range map[string]struct {
		before, on, off []string
		limit           string
		number          any
		want            []string
		says            []string
	}{
		"nothing is gone": {
			before: []string{"a", "b"}, on: []string{"c", "d"}, off: []string{"a", "b"}, want: []string{"a", "b"},
			says: []string{"keeps its clusters", "2 of 2 clusters would lose the workload", "a, b leave", "c joins"},
		},
		"one is gone": {
			before: []string{"a", "b"}, on: []string{"c", "d"}, off: []string{"a"}, want: []string{"a", "c"},
			says: []string{"keeps its clusters", "b leaves: the cluster is no longer in the fleet"},
		},
		"two are gone, and one can come": {
			before: []string{"a", "b", "c"}, on: []string{"d", "e"}, off: []string{"a"}, want: []string{"a", "d"},
			says: []string{"keeps its clusters"},
		},
		"nothing can come": {
			before: []string{"a", "b", "c"}, on: []string{"d"}, off: []string{"a", "b"}, want: []string{"a", "b"},
			says: []string{"keeps its clusters"},
		},
		"all are gone": {
			before: []string{"a", "b"}, on: []string{"c", "d", "e"}, want: []string{"c", "d"},
			says: []string{"keeps its clusters", "e joins"},
		},
		"all are gone, and as many come": {
			before: []string{"a", "b"}, on: []string{"c", "d"}, want: []string{"c", "d"}, says: []string{`"web" moves`},
		},
		"more are wanted": {
			before: []string{"a", "b"}, on: []string{"c", "d", "e"}, off: []string{"a", "b"}, want: []string{"a", "b"},
			says: []string{"c joins"},
		},
		"the limit allows it": {
			before: []string{"a", "b"}, on: []string{"b", "c"}, off: []string{"a"}, limit: "1", want: []string{"b", "c"},
			says: []string{`"web" moves`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			limit := "0"
			if test.limit != "" {
				limit = test.limit
			}
			l.Apply(l.Plan(providertest.Config(t, l.Type(), guarded("web", limit, "keep", test.before))))
			next := providertest.Config(t, l.Type(), guarded("web", limit, "keep", test.on, test.off...))
			p := l.Plan(next)
			expect(p, t, false, test.says...)
			l.Apply(p)
			// A cluster that joins takes the position of one that leaves.
			if got := slices.Sorted(slices.Values(l.DecidedClusters(l.State))); !slices.Equal(got, test.want) {
				t.Errorf("decided %v, want %v", got, test.want)
			}
			consistent(l)
			l.Settled(next)

			// The limit is raised: the rest moves.
			last := providertest.Config(t, l.Type(), guarded("web", "100%", "keep", test.on, test.off...))
			l.Apply(l.Plan(last))
			if got := slices.Sorted(slices.Values(l.DecidedClusters(l.State))); !slices.Equal(got, test.on) {
				t.Errorf("decided %v at last, want %v", got, test.on)
			}
			l.Settled(last)
		})
	}
}

// TestKeepCreated keeps decisions from before the placement was created or imported.
func TestKeepCreated(t *testing.T) {
	for name, data := range takeOver() {
		for _, imported := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, imported: %t", name, imported), func(t *testing.T) {
				checkKeepCreated(t, name, data, imported)
			})
		}
	}
}

func checkKeepCreated(t *testing.T, name string, data object, imported bool) {
	l := providertest.NewPlacement(t, t)
	if id := "web"; imported {
		if data["namespace"] != nil {
			id = "default/web"
		}
		if diags := l.Imported(id, nil); len(diags) > 0 {
			t.Fatal(providertest.Said(diags))
		}
	}
	data["max_moves"], data["on_exceeded"] = "0", "keep"
	config := providertest.Config(t, l.Type(), data)
	p := l.Plan(config)
	want := "a"
	if name == "bindings" { // There a is gone.
		want = "b"
		expect(p, t, false, "moves")
	} else {
		expect(p, t, false, "keeps its clusters", "a leaves")
	}
	l.Apply(p)
	if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{want}) {
		t.Errorf("decided %v, want %s", got, want)
	}
	l.Settled(config)

	data["max_moves"] = "100%"
	l.Apply(l.Plan(providertest.Config(t, l.Type(), data)))
	if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{"b"}) {
		t.Errorf("decided %v with a higher limit, want b", got)
	}
}

// TestKeepReacts keeps decisions, and looks again as soon as anything changes.
func TestKeepReacts(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(limit string, on []string, off ...string) tftypes.Value {
		return providertest.Config(t, l.Type(), guarded("web", limit, "keep", on, off...))
	}
	l.Apply(l.Plan(config("2", []string{"a", "b", "c", "d"})))
	// Three would leave; b is gone.
	next := config("2", []string{"d", "x", "y", "z"}, "a", "c")
	l.Apply(l.Plan(next))
	if got := slices.Sorted(slices.Values(l.DecidedClusters(l.State))); !slices.Equal(got, []string{"a", "c", "d", "x"}) {
		t.Fatalf("decided %v", got)
	}
	// Now only two would leave. The decisions stand all the same until something changes.
	p := l.Plan(next)
	expect(p, t, false, "keeps its clusters", "a, c leave", "y joins")
	l.Settled(next)
	next = config("2", []string{"d", "x", "y", "z", "w"}, "a", "c")
	p = l.Plan(next)
	expect(p, t, false, "moves", "a, c leave", "w joins")
	l.Apply(p)
	l.Settled(next)
}

// TestKeepConditions: conditions that were met are met as long as every place is filled.
func TestKeepConditions(t *testing.T) {
	config := func(on []string, off ...string) object {
		data := guarded("web", "0", "keep", on, off...)
		data[placementconfig.DialectOCM].(object)["number_of_clusters"] = int64(2)
		return data
	}
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), config([]string{"a", "b", "c"}))))
	p := l.Plan(providertest.Config(t, l.Type(), config([]string{"c"}, "a", "b")))
	expect(p, t, false, "keeps its clusters")
	if !l.Attribute(p.State, "satisfied").Equal(tftypes.NewValue(tftypes.Bool, true)) {
		t.Error("two clusters are kept, and the placement is not satisfied")
	}
	p = l.Plan(providertest.Config(t, l.Type(), config([]string{}, "a", "c")))
	expect(p, t, true, "The placement is not satisfied")
}

// TestKeepGroups divides kept decisions into the groups of the present strategy: those on clusters, and those on other targets
// that have the name of a cluster.
func TestKeepGroups(t *testing.T) {
	canary := func(label string) object {
		return object{"group_strategy": object{"decision_groups": list{object{
			"group_name": "canary", "group_cluster_selector": object{"label_selector": object{"match_labels": object{label: "yes"}}},
		}}}}
	}
	groupOf := func(l *providertest.Resource) string {
		names := providertest.ElementsOf(t, l.Attribute(l.State, "decision_group_names"))
		if len(names) != 1 {
			t.Fatal(names)
		}
		return providertest.StringOf(t, names[0])
	}
	t.Run("clusters", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		l.Apply(l.Plan(providertest.Config(t, l.Type(), guarded("web", "0", "keep", []string{"a"}))))
		next := guarded("web", "0", "keep", []string{"b"}, "a")
		next["decision_strategy"] = canary("off")
		l.Apply(l.Plan(providertest.Config(t, l.Type(), next)))
		if got := groupOf(l); got != "canary" {
			t.Errorf("a is in group %q", got)
		}
		consistent(l)
		l.Settled(providertest.Config(t, l.Type(), next))
	})
	t.Run("targets", func(t *testing.T) {
		l := providertest.NewPlacement(t, t)
		config := func(wanted string) tftypes.Value {
			target := func(name string) object {
				return object{"kind": "deployer", "name": name, "deployer_type": "vm", "labels": object{name: "yes"}}
			}
			return providertest.Config(t, l.Type(), object{
				"name": "web", "clusters": list{providertest.Cluster("a", object{})}, "targets": list{target("a"), target("b")},
				"max_moves": "0", "on_exceeded": "keep", "decision_strategy": canary("a"),
				"hybrid": object{"deployer_type": "vm", "target_labels": object{"match_labels": object{wanted: "yes"}}},
			})
		}
		l.Apply(l.Plan(config("a")))
		l.Apply(l.Plan(config("b")))
		if got := groupOf(l); got != "canary" || !slices.Equal(l.DecidedClusters(l.State), []string{"a"}) {
			t.Errorf("%v is in group %q", l.DecidedClusters(l.State), got)
		}
		l.Settled(config("b"))
	})
}

// TestKeepBindings keeps the bindings of KubeFleet as they are: another policy has not made them.
func TestKeepBindings(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	bindings := func() map[string]tftypes.Value {
		found := map[string]tftypes.Value{}
		for _, d := range providertest.ElementsOf(t, l.Attribute(l.State, "decisions")) {
			found[providertest.StringOf(t, l.Attribute(d, "cluster_name"))] = l.Attribute(d, "binding")
		}
		return found
	}
	config := func(clusters ...object) object {
		data := providertest.StickyConfigs()[placementconfig.DialectKubeFleet](clusters...)
		data["max_moves"], data["on_exceeded"] = "0", "keep"
		return data
	}
	l.Apply(l.Plan(providertest.Config(t, l.Type(), config(providertest.Cluster("a", object{}),
		providertest.Cluster("b", object{})))))
	before := bindings()
	next := config(providertest.Cluster("a", object{"off": "yes"}), providertest.Cluster("c", object{}),
		providertest.Cluster("d", object{}))
	next[placementconfig.DialectKubeFleet].(object)["tolerations"] = list{object{"key": "k", "operator": "Exists"}}
	p := l.Plan(providertest.Config(t, l.Type(), next))
	expect(p, t, false, "keeps its clusters")
	l.Apply(p)
	after := bindings()
	if len(after) != 2 || !after["a"].Equal(before["a"]) {
		t.Errorf("the binding of a is %s, and was %s", after["a"], before["a"])
	}
	for name, binding := range after {
		if name != "a" && l.Attribute(binding, "policy").Equal(l.Attribute(before["a"], "policy")) {
			t.Errorf("%s has the policy of a", name)
		}
	}
}
