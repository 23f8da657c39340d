package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// fullResourceConfigs are fullConfigs with what only the resource has.
func fullResourceConfigs() map[string]object {
	configs := fullConfigs()
	for _, config := range configs {
		config["max_moves"], config["on_exceeded"], config["paused"] = "50%", "fail", false
	}
	maps.Copy(configs[placementconfig.DialectKubeFleet], fullObject())
	return configs
}

// TestPlacementResourceLifecycle creates, changes and destroys a placement of every dialect that has every argument.
func TestPlacementResourceLifecycle(t *testing.T) {
	for dialect, data := range fullResourceConfigs() {
		t.Run(dialect, func(t *testing.T) {
			l := placementLifecycle(t, t)
			config := configOf(t, l.typ(), data)
			for _, d := range l.validate(config) {
				t.Error(shown(d))
			}
			p := l.plan(config)
			for name := range placementconfig.ResultAttributes() {
				if !l.attribute(p.state, name).IsFullyKnown() {
					t.Errorf("%s is not known in the plan", name)
				}
			}
			l.apply(p)
			l.settled(config)

			data["clusters"].([]any)[0].(object)["annotations"] = object{"note": "y"}
			config = configOf(t, l.typ(), data)
			l.apply(l.plan(config))
			l.settled(config)

			l.apply(l.plan(tftypes.NewValue(l.typ(), nil)))
			if !l.state.IsNull() {
				t.Error("something is left")
			}
		})
	}
}

// TestPlacementResourceUnknown puts an unknown value in the place of every value of the configurations. Nothing is found
// wrong; as long as something is unknown the decisions are, and a warning says what they wait for.
func TestPlacementResourceUnknown(t *testing.T) {
	t.Parallel()
	unused := []string{".previous_decisions[0].group"}
	for dialect, data := range fullResourceConfigs() {
		for at, variant := range replaced(data, unknown{}) {
			if slices.Contains(unused, at) || slices.Contains(placementconfig.ObjectAttributes, topAttribute(at)) {
				continue
			}
			checkUnknown(t, dialect, at, variant)
		}
	}
}

// checkUnknown plans a configuration that is unknown at one place.
func checkUnknown(t *testing.T, dialect, at string, variant any) {
	l := placementLifecycle(t, t)
	config := configOf(t, l.typ(), variant)
	for _, d := range l.validate(config) {
		t.Errorf("%s: unknown %s: %s", dialect, at, shown(d))
	}
	p := l.plan(config)
	if l.attribute(p.state, "decisions").IsKnown() || l.attribute(p.state, "satisfied").IsKnown() {
		t.Errorf("%s: unknown %s: the decisions are known", dialect, at)
	}
	if len(p.diags) != 1 || p.diags[0].Severity != tfprotov6.DiagnosticSeverityWarning ||
		!strings.Contains(p.diags[0].Detail, topAttribute(at)) {
		t.Errorf("%s: unknown %s: got %v, want one warning that names it", dialect, at, p.diags)
	}
	if known := l.attribute(p.state, "id").IsKnown(); known == (at == ".name" || at == ".namespace") {
		t.Errorf("%s: unknown %s: id is known: %t", dialect, at, known)
	}
}

// topAttribute is the attribute of the configuration that a place such as .ocm.predicates[0] is in.
func topAttribute(at string) string {
	name := strings.TrimPrefix(at, ".")
	if end := strings.IndexAny(name, ".["); end >= 0 {
		name = name[:end]
	}
	return name
}

// TestPlacementResourceNull does the same with null: the placement is decided, or something is told.
func TestPlacementResourceNull(t *testing.T) {
	t.Parallel()
	for dialect, data := range fullResourceConfigs() {
		for at, variant := range replaced(data, nil) {
			if at == ".name" {
				continue // Terraform itself wants a required attribute.
			}
			l := placementLifecycle(t, t)
			config := configOf(t, l.typ(), variant)
			if len(l.validate(config)) > 0 {
				continue
			}
			p := l.plan(config)
			if !p.failed() && !l.attribute(p.state, "decisions").IsFullyKnown() {
				t.Errorf("%s: null %s: neither decisions nor a diagnostic", dialect, at)
			}
		}
	}
}

// cluster is a cluster with labels.
func cluster(name string, labels object) object {
	return object{"name": name, "labels": labels, "allocatable": object{"cpu": "10"}}
}

// decidedClusters are the clusters of a plan or a state, in order.
func (l *lifecycle) decidedClusters(of tftypes.Value) []string {
	l.t.Helper()
	var decisions []tftypes.Value
	if err := l.attribute(of, "decisions").As(&decisions); err != nil {
		l.t.Fatal(err)
	}
	names := make([]string, len(decisions))
	for i, d := range decisions {
		if err := l.attribute(d, "cluster_name").As(&names[i]); err != nil {
			l.t.Fatal(err)
		}
	}
	return names
}

// said joins the texts of diagnostics.
func said(diags []*tfprotov6.Diagnostic) string {
	lines := make([]string, len(diags))
	for i, d := range diags {
		lines[i] = shown(d)
	}
	return strings.Join(lines, "\n")
}

// stickyConfigs are placements of two of three clusters, of which b and c come before a if nothing was decided before.
func stickyConfigs() map[string]func(clusters ...object) object {
	config := func(dialect string, placement object) func(clusters ...object) object {
		return func(clusters ...object) object {
			all := make([]any, len(clusters))
			for i := range clusters {
				all[i] = clusters[i]
			}
			return object{"name": "web", "clusters": all, dialect: placement, "with_report": true}
		}
	}
	rich := object{"match_labels": object{"rich": "yes"}}
	return map[string]func(clusters ...object) object{
		"ocm": config("ocm", object{"number_of_clusters": int64(2), "predicates": []any{object{"required_cluster_selector": object{
			"label_selector": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
		}}}}),
		"kubefleet": config("kubefleet", object{
			"placement_type": "PickN", "number_of_clusters": int64(2),
			"affinity": object{"cluster_affinity": object{
				"required_during_scheduling_ignored_during_execution": object{"cluster_selector_terms": []any{object{
					"label_selector": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
				}}},
				"preferred_during_scheduling_ignored_during_execution": []any{object{
					"weight": int64(10), "preference": object{"label_selector": rich},
				}},
			}},
		}),
		"hybrid": config("hybrid", object{
			"replicas":      int64(2),
			"target_labels": object{"match_expressions": []any{object{"key": "off", "operator": "DoesNotExist"}}},
		}),
	}
}

// TestPlacementResourceSticky takes a cluster away and gives it back: the one that took its place stays, in every
// dialect in its own way. A data source would go back to the first answer.
func TestPlacementResourceSticky(t *testing.T) {
	for dialect, config := range stickyConfigs() {
		t.Run(dialect, func(t *testing.T) {
			l := placementLifecycle(t, t)
			on, off := object{}, object{"off": "yes"}
			names := []string{"a", "b", "c"}
			fleet := func(labels map[string]object) tftypes.Value {
				clusters := make([]object, len(names))
				for i, name := range names {
					clusters[i] = cluster(name, labels[name])
				}
				return configOf(t, l.typ(), config(clusters...))
			}
			all := fleet(map[string]object{"a": on, "b": on, "c": on})
			l.apply(l.plan(all))
			first := l.decidedClusters(l.state)
			leaves := first[1]
			spare := names[slices.IndexFunc(names, func(name string) bool { return !slices.Contains(first, name) })]

			// KubeFleet keeps a bound cluster even if its labels change, so the cluster leaves the fleet.
			var p planned
			if dialect == "kubefleet" {
				kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == leaves })
				p = l.plan(configOf(t, l.typ(), config(cluster(kept[0], on), cluster(kept[1], on))))
			} else {
				labels := map[string]object{"a": on, "b": on, "c": on}
				labels[leaves] = off
				p = l.plan(fleet(labels))
			}
			if text := said(p.diags); !strings.Contains(text, leaves+" leaves") || !strings.Contains(text, spare+" joins") {
				t.Errorf("the plan does not say that %s leaves and %s joins:\n%s", leaves, spare, text)
			}
			l.apply(p)

			p = l.plan(all)
			l.apply(p)
			now := l.decidedClusters(l.state)
			if slices.Sort(now); !slices.Contains(now, spare) || slices.Contains(now, leaves) {
				t.Errorf("the decisions went back to %v", now)
			}
			if len(p.diags) > 0 {
				t.Errorf("nothing moved, and the plan says %s", said(p.diags))
			}
			l.settled(all)
		})
	}
}

// timedConfig is a placement whose cluster a is tolerated until 12:05.
func timedConfig(now any) object {
	tainted := cluster("a", object{})
	tainted["taints"] = []any{object{"key": "k", "effect": "NoSelect", "time_added": "2026-08-11T12:00:00Z"}}
	return object{
		"name": "web", "clusters": []any{tainted, cluster("b", object{})}, "now": now,
		"ocm": object{"tolerations": []any{object{"key": "k", "operator": "Exists", "toleration_seconds": int64(300)}}},
	}
}

// TestPlacementResourceTime plans at one time after the other, as now = plantimestamp() does.
func TestPlacementResourceTime(t *testing.T) {
	l := placementLifecycle(t, t)
	at := func(now any) tftypes.Value { return configOf(t, l.typ(), timedConfig(now)) }

	if p := l.plan(at(nil)); !strings.Contains(said(p.diags), "ERROR: now: The decision depends on the time: Tolerations, scores or "+
		"heartbeats expire: at 2026-08-11T12:05:00Z") {
		t.Errorf("got %q, want an error that asks for now", said(p.diags))
	}
	l.apply(l.plan(at("2026-08-11T12:01:00Z")))
	if got := l.decidedClusters(l.state); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("decided %v", got)
	}
	l.settled(at("2026-08-11T12:01:00Z"))
	l.settled(at("2026-08-11T12:04:59Z"))

	later := at("2026-08-11T12:05:01Z")
	p := l.plan(later)
	if !strings.Contains(said(p.diags), "a leaves: ") {
		t.Errorf("got %q, want a warning that a leaves", said(p.diags))
	}
	l.apply(p)
	l.settled(at("2027-01-01T00:00:00Z"))

	earlier := at("2026-08-11T12:02:00Z")
	l.apply(l.plan(earlier))
	if got := l.decidedClusters(l.state); len(got) != 2 {
		t.Errorf("decided %v at an earlier time, want both", got)
	}
}

// TestPlacementResourceTimeless needs no time where none counts, and takes one all the same.
func TestPlacementResourceTimeless(t *testing.T) {
	l := placementLifecycle(t, t)
	config := func(now any) tftypes.Value {
		return configOf(t, l.typ(), object{
			"name": "web", "clusters": []any{cluster("a", object{})}, "ocm": object{}, "now": now,
		})
	}
	l.apply(l.plan(config(nil)))
	l.settled(config(nil))
	l.apply(l.plan(config("2026-08-11T12:00:00Z")))
	l.settled(config("2026-08-11T13:00:00Z"))
	l.apply(l.plan(config(nil)))
	l.settled(config(nil))
}

// TestPlacementResourceMaxMoves takes two of four clusters away.
func TestPlacementResourceMaxMoves(t *testing.T) {
	for _, test := range []struct {
		name         string
		limit        any
		onExceeded   any
		fails, warns bool
		says         string
	}{
		{name: "no limit", warns: true, says: `The placement "web" moves`},
		{name: "enough", limit: "2", warns: true, says: `The placement "web" moves`},
		{name: "enough percent", limit: "50%", warns: true, says: `The placement "web" moves`},
		{name: "percent is rounded down", limit: "49%", fails: true, says: `max_moves = "49%" allows 1`},
		{name: "too few", limit: "1", fails: true, says: "2 of 4 clusters would lose the workload"},
		{name: "none", limit: "0", onExceeded: "fail", fails: true, says: "c leaves"},
		{name: "keep what is gone", limit: "1", onExceeded: "keep", warns: true, says: `The placement "web" moves`},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := placementLifecycle(t, t)
			config := func(names ...string) tftypes.Value {
				var clusters []any
				for _, name := range names {
					clusters = append(clusters, cluster(name, object{}))
				}
				return configOf(t, l.typ(), object{
					"name": "web", "clusters": clusters, "ocm": object{}, "max_moves": test.limit, "on_exceeded": test.onExceeded,
				})
			}
			l.apply(l.plan(config("a", "b", "c", "d")))
			p := l.plan(config("a", "b"))
			if p.failed() != test.fails || len(p.diags) != 1 || !strings.Contains(said(p.diags), test.says) {
				t.Fatalf("got %q", said(p.diags))
			}
			if test.fails {
				return
			}
			l.apply(p)
			if got := l.decidedClusters(l.state); !slices.Equal(got, []string{"a", "b"}) {
				t.Errorf("decided %v, want a and b", got)
			}
			l.settled(config("a", "b"))
		})
	}
}

// TestPlacementResourceReplaced changes the arguments one by one: only another name or namespace makes another placement.
func TestPlacementResourceReplaced(t *testing.T) {
	t.Parallel()
	for dialect, data := range fullResourceConfigs() {
		for name := range data {
			if name == dialect {
				continue // It has to have one.
			}
			l := placementLifecycle(t, t)
			l.apply(l.plan(configOf(t, l.typ(), data)))
			variant := maps.Clone(data)
			variant["on_unsatisfied"], variant["max_moves"] = "accept", nil
			isKey := slices.Contains(placementconfig.Keys, name)
			switch {
			case isKey:
				variant[name] = "other"
			case name == "now":
				variant[name] = "2026-08-11T12:00:01Z"
			default:
				variant[name] = nil
			}
			p := l.plan(configOf(t, l.typ(), variant))
			if p.failed() {
				t.Errorf("%s: without %s: %s", dialect, name, said(p.diags))
			}
			if replaces := len(p.replace) > 0; replaces != isKey {
				t.Errorf("%s: another %s replaces: %v", dialect, name, p.replace)
			}
		}
	}
}
