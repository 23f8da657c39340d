// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// guarded is a placement of ocm whose clusters are those that are not labelled as switched off.
func guarded(name string, limit, onExceeded any, on []string, off ...string) object {
	var clusters list
	for _, c := range on {
		clusters = append(clusters, providertest.Cluster(c, object{}))
	}
	for _, c := range off {
		clusters = append(clusters, providertest.Cluster(c, object{"off": "yes"}))
	}
	config := providertest.StickyConfigs()[placementconfig.DialectOCM]()
	delete(config[placementconfig.DialectOCM].(object), "number_of_clusters")
	config["name"], config["clusters"], config["max_moves"], config["on_exceeded"] = name, clusters, limit, onExceeded
	return config
}

// in adds a namespace to a placement, to which all clusters are open.
func in(namespace string, config object) object {
	config["namespace"] = namespace
	config["cluster_sets"] = list{object{"name": "s", "selector_type": "LabelSelector",
		"label_selector": object{"match_labels": object{}}}}
	config["cluster_set_bindings"] = list{object{"name": "s", "namespace": namespace}}
	return config
}

// expect checks what a plan says: a text, or nothing if it is empty, and whether it fails.
func expect(p providertest.Planned, t *testing.T, fails bool, says ...string) {
	t.Helper()
	if p.Failed() != fails || len(says) == 0 && len(p.Diags) > 0 {
		t.Fatalf("failed: %t; got %q", p.Failed(), providertest.Said(p.Diags))
	}
	for _, text := range says {
		if !strings.Contains(providertest.Said(p.Diags), text) {
			t.Errorf("got %q, want %q", providertest.Said(p.Diags), text)
		}
	}
}

const movedTooFar = "Too many clusters would lose the workload"

// TestGuardReplacement moves the workload by a rename, by another namespace, by -replace and by an immutable field.
func TestGuardReplacement(t *testing.T) {
	old, moved := []string{"a", "b"}, []string{"b", "c"}
	kubefleet := func(limit any, onExceeded any, clusters []string, policy object) object {
		config := guarded("web", limit, onExceeded, clusters)
		delete(config, placementconfig.DialectOCM)
		config[placementconfig.DialectKubeFleet] = policy
		return config
	}
	pickN := object{"placement_type": "PickN", "number_of_clusters": int64(2)}
	for name, test := range map[string]struct {
		before  object
		after   func(limit, onExceeded any) object
		replace bool
		// reason is why a leaves, as far as the plan can tell.
		reason  string
		because []string
	}{
		"another name": {
			guarded("web", nil, nil, old), func(limit, onExceeded any) object { return guarded("api", limit, onExceeded, moved, "a") },
			false, "a leaves: label off is \"yes\"", []string{"name"},
		},
		"another namespace": {
			guarded("web", nil, nil, old),
			func(limit, onExceeded any) object { return in("ops", guarded("web", limit, onExceeded, moved, "a")) },
			false, "a leaves: label off is \"yes\"", []string{"namespace"},
		},
		"another type": {
			kubefleet(nil, nil, old, pickN),
			func(limit, onExceeded any) object { return kubefleet(limit, onExceeded, moved, object{}) },
			false, "a leaves: the cluster is no longer in the fleet", []string{"kubefleet"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			config := func(data object) tftypes.Value { return providertest.Config(t, l.Type(), data) }
			l.Apply(l.Plan(config(test.before)))
			first := l.State

			p := l.Plan(config(test.after("0", nil)))
			expect(p, t, true, movedTooFar, `1 of 2 clusters would lose the workload; max_moves = "0" allows 0`, test.reason,
				"c joins", "terraform destroy -refresh=false")
			p = l.Plan(config(test.after("0", "keep")))
			expect(p, t, true, movedTooFar, `on_exceeded = "keep" acts as "fail"`)
			for _, limit := range []any{"1", "50%", nil} {
				p = l.Plan(config(test.after(limit, nil)))
				expect(p, t, false, "moves", test.reason, "c joins")
				wanted := 1
				if test.because[0] == placementconfig.DialectKubeFleet {
					wanted = 2 // why it is replaced
				}
				if len(p.Diags) != wanted || !slices.Equal(p.Replace, test.because) {
					t.Errorf("limit %v: replaced because of %v; got %q", limit, p.Replace, providertest.Said(p.Diags))
				}
			}
			if !l.State.Equal(first) {
				t.Error("a plan has changed the state")
			}
			l.Apply(p)
			if got := l.DecidedClusters(l.State); !slices.Equal(sorted(got), moved) {
				t.Errorf("decided %v, want %v", got, moved)
			}
			l.Settled(config(test.after(nil, nil)))
		})
	}
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

// TestGuardReplaceOption moves the workload with -replace, after KubeFleet has kept to clusters that do not fit any more. The
// second plan has to find out; that of the first does not know that the placement is replaced.
func TestGuardReplaceOption(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(limit, onExceeded any, off ...string) tftypes.Value {
		labels := map[string]object{}
		for _, name := range off {
			labels[name] = object{"off": "yes"}
		}
		data := providertest.StickyConfigs()[placementconfig.DialectKubeFleet](providertest.Cluster("a", labels["a"]),
			providertest.Cluster("b", labels["b"]), providertest.Cluster("c", labels["c"]))
		data["max_moves"], data["on_exceeded"] = limit, onExceeded
		return providertest.Config(t, l.Type(), data)
	}
	l.Apply(l.Plan(config("0", nil)))
	if got := l.DecidedClusters(l.State); !slices.Equal(sorted(got), []string{"b", "c"}) {
		t.Fatalf("decided %v", got)
	}
	l.Apply(l.Plan(config("0", nil, "c")))
	l.Settled(config("0", nil, "c"))

	p := l.PlanReplacement(config("0", nil, "c"))
	expect(p, t, true, movedTooFar, "1 of 2 clusters would lose the workload", "c leaves: ", "a joins: ")
	p = l.PlanReplacement(config("0", "keep", "c"))
	expect(p, t, true, movedTooFar, `on_exceeded = "keep" acts as "fail"`)

	p = l.PlanReplacement(config("1", nil, "c"))
	expect(p, t, false)
	l.Apply(p)
	if got := l.DecidedClusters(l.State); !slices.Equal(sorted(got), []string{"a", "b"}) {
		t.Errorf("decided %v, want a new decision", got)
	}
	l.Settled(config("1", nil, "c"))
	// What the last plan noted of the old placement is not compared with any more.
	p = l.PlanReplacement(config("0", nil, "c"))
	expect(p, t, false)
}

// TestGuardUnknownReplacement replaces a placement with one that is decided only during apply, when nothing is known of the old
// one.
func TestGuardUnknownReplacement(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), guarded("web", "0", nil, []string{"a"}))))
	next := func(name string, limit any) tftypes.Value {
		data := guarded(name, limit, nil, []string{"a"})
		data["clusters"] = unknown{}
		return providertest.Config(t, l.Type(), data)
	}
	p := l.Plan(next("api", "0"))
	expect(p, t, true, "max_moves cannot be checked", "terraform destroy -refresh=false")
	p = l.PlanReplacement(next("web", "0"))
	expect(p, t, true, "max_moves cannot be checked")
	p = l.Plan(next("api", unknown{}))
	expect(p, t, true, "max_moves cannot be checked")
	for _, limit := range []any{nil, "100%"} {
		p = l.Plan(next("api", limit))
		expect(p, t, false, "is deferred until apply")
	}
	p = l.Plan(next("web", "0"))
	expect(p, t, false, "is deferred until apply")
}

// takeOver are configurations that know of earlier decisions on a, each in its way. The fleet prefers b.
func takeOver() map[string]object {
	decision := `{"apiVersion":"cluster.open-cluster-management.io/v1beta1","kind":"PlacementDecision",
		"metadata":{"name":"web-decision-1","namespace":"default","labels":{"cluster.open-cluster-management.io/placement":"web"}},
		"status":{"decisions":[{"clusterName":"a"}]}}`
	hybrid := providertest.StickyConfigs()[placementconfig.DialectHybrid](providertest.Cluster("b", object{}),
		providertest.Cluster("a", object{"off": "yes"}))
	hybrid["manifests"] = list{`{"apiVersion":"core.hybridapp.io/v1alpha1","kind":"PlacementRule","metadata":{"name":"web"},
		"status":{"decisions":[{"name":"a"}]}}`}
	ocm := func(arguments object) object {
		config := in("default", guarded("web", nil, nil, []string{"b"}, "a"))
		for name, value := range arguments {
			config[name] = value
		}
		return config
	}
	kubefleet := providertest.StickyConfigs()[placementconfig.DialectKubeFleet](providertest.Cluster("b", object{"rich": "yes"}))
	kubefleet[placementconfig.DialectKubeFleet].(object)["number_of_clusters"] = int64(1)
	kubefleet["manifests"] = list{boundManifests("a")}
	return map[string]object{
		"previous_decisions": ocm(object{"previous_decisions": list{object{"cluster_name": "a", "score": int64(3)}}}),
		"PlacementDecisions": ocm(object{"manifests": list{decision}}),
		"placement_decisions": ocm(object{"placement_decisions": list{object{"placement": "web", "namespace": "default",
			"clusters": list{"a"}}}}),
		"bindings":      kubefleet,
		"PlacementRule": hybrid,
	}
}

// TestGuardTakeOver creates and imports placements that have decided before.
func TestGuardTakeOver(t *testing.T) {
	for name, data := range takeOver() {
		for _, imported := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, imported: %t", name, imported), func(t *testing.T) {
				l := providertest.NewPlacement(t, t)
				if imported {
					id := "web"
					if data["namespace"] != nil {
						id = "default/web"
					}
					if diags := l.Imported(id, nil); len(diags) > 0 {
						t.Fatal(providertest.Said(diags))
					}
				}
				config := func(limit any) tftypes.Value {
					data["max_moves"] = limit
					return providertest.Config(t, l.Type(), data)
				}
				p := l.Plan(config("0"))
				expect(p, t, true, movedTooFar, "1 of 1 cluster would lose the workload", "a leaves: ", "b joins: ")
				p = l.Plan(config("1"))
				expect(p, t, false, "moves", "a leaves: ")
				l.Apply(p)
				l.Settled(config("1"))
				p = l.Plan(config("0"))
				expect(p, t, false)
			})
		}
	}
}

// TestGuardImport imports a placement that nothing is known of.
func TestGuardImport(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	if diags := l.Imported("web", nil); len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	config := func(limit, previous any) tftypes.Value {
		data := guarded("web", limit, nil, []string{"a"})
		data["previous_decisions"] = previous
		return providertest.Config(t, l.Type(), data)
	}
	p := l.Plan(config("0", nil))
	expect(p, t, true, "previous_decisions: max_moves cannot be checked")
	p = l.Plan(config(nil, nil))
	expect(p, t, false)
	p = l.Plan(config("0", list{}))
	expect(p, t, false, "a joins")
	p = l.Plan(config("0", list{object{"cluster_name": "a"}}))
	expect(p, t, false)
	l.Apply(p)
	p = l.Plan(config("0", nil))
	expect(p, t, false)
}

// TestGuardCountsDecisions has a state whose report is of no use: the guard counts by the decisions.
func TestGuardCountsDecisions(t *testing.T) {
	for _, report := range []string{"", "{}", "no JSON", `{"clusters":[{"name":"c","stage":"Decided"}]}`} {
		l := providertest.NewPlacement(t, t)
		l.Apply(l.Plan(providertest.Config(t, l.Type(), guarded("web", "0", nil, []string{"a", "b"}))))
		var attributes map[string]tftypes.Value
		if err := l.State.As(&attributes); err != nil {
			t.Fatal(err)
		}
		attributes["report"] = tftypes.NewValue(tftypes.String, report)
		l.State = tftypes.NewValue(l.Type(), attributes)
		p := l.Plan(providertest.Config(t, l.Type(), guarded("web", "0", nil, []string{"b", "c"}, "a")))
		expect(p, t, true, movedTooFar, "1 of 2 clusters would lose the workload", "a leaves: label off is \"yes\"")
		p = l.Plan(providertest.Config(t, l.Type(), guarded("web", "1", nil, []string{"b", "c"}, "a")))
		expect(p, t, false, "c joins")
	}
}

// TestGuardDestroy plans a placement before it is destroyed, as Terraform does: the errors say how to do without.
func TestGuardDestroy(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	l.Apply(l.Plan(providertest.Config(t, l.Type(), guarded("web", "0", nil, []string{"a"}))))
	for _, limit := range []any{nil, "0"} {
		p := l.Plan(providertest.Config(t, l.Type(), guarded("web", limit, nil, nil, "a")))
		expect(p, t, true, "terraform destroy -refresh=false")
	}
	l.Apply(l.Plan(l.Nothing()))
}

// consistent checks that all outputs of a placement are about the same clusters.
func consistent(l *providertest.Resource) {
	l.T.Helper()
	decided := l.DecidedClusters(l.State)
	var byCluster map[string]tftypes.Value
	if err := l.Attribute(l.State, "decisions_by_cluster").As(&byCluster); err != nil {
		l.T.Fatal(err)
	}
	var text string
	if err := l.Attribute(l.State, "report").As(&text); err != nil {
		l.T.Fatal(err)
	}
	var report placement.Report
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		l.T.Fatal(err)
	}
	var groups map[string]tftypes.Value
	if err := l.Attribute(l.State, "decision_groups").As(&groups); err != nil {
		l.T.Fatal(err)
	}
	grouped := slices.Collect(maps.Keys(groups))
	for _, name := range decided {
		if _, ok := byCluster[name]; !ok {
			l.T.Fatalf("%s is decided, and not in decisions_by_cluster", name)
		}
	}
	var chosen []string
	for i := range report.Clusters {
		if report.Clusters[i].Stage == placement.StageDecided {
			chosen = append(chosen, report.Clusters[i].Name)
		}
	}
	want := slices.Sorted(slices.Values(decided))
	if len(byCluster) != len(decided) || !slices.Equal(sorted(chosen), want) || !slices.Equal(sorted(grouped), want) {
		l.T.Fatalf("decided %v; there are %d by cluster, the groups have %v; the report: %s", decided, len(byCluster), grouped, text)
	}
}

// TestResourceIsBound has the bindings of KubeFleet bound as soon as they are applied: with three clusters and two again the
// worst leaves, and not the last.
func TestResourceIsBound(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(number int64, best string, names ...string) tftypes.Value {
		var clusters list
		for _, name := range names {
			labels := object{}
			if name == best {
				labels["rich"] = "yes"
			}
			clusters = append(clusters, providertest.Cluster(name, labels))
		}
		data := providertest.StickyConfigs()[placementconfig.DialectKubeFleet]()
		data["clusters"] = clusters
		data[placementconfig.DialectKubeFleet].(object)["number_of_clusters"] = number
		return providertest.Config(t, l.Type(), data)
	}
	l.Apply(l.Plan(config(2, "", "a", "b")))
	l.Apply(l.Plan(config(3, "c", "a", "b", "c")))
	var decisions []tftypes.Value
	if err := l.Attribute(l.State, "decisions").As(&decisions); err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if state := l.Attribute(l.Attribute(d, "binding"), "state"); !state.Equal(tftypes.NewValue(tftypes.String, "Bound")) {
			t.Errorf("the state of a binding is %s", state)
		}
	}
	l.Apply(l.Plan(config(2, "c", "a", "b", "c")))
	if got := l.DecidedClusters(l.State); !slices.Equal(sorted(got), []string{"b", "c"}) {
		t.Errorf("decided %v, want the best", got)
	}
}

// TestUnknownName does not make up a name for a placement whose name is not known yet.
func TestUnknownName(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	data := guarded("web", nil, nil, []string{"a"})
	data["name"] = unknown{}
	p := l.Plan(providertest.Config(t, l.Type(), data))
	expect(p, t, false, "name: The placement is deferred until apply")
}
