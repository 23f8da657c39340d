// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// TestPlacementResourceLifecycle creates, changes and destroys a placement of every dialect that has every argument.
func TestPlacementResourceLifecycle(t *testing.T) {
	for dialect, data := range providertest.FullResourceConfigs() {
		t.Run(dialect, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			config := providertest.Config(t, l.Type(), data)
			for _, d := range l.Validate(config) {
				t.Error(providertest.Shown(d))
			}
			p := l.Plan(config)
			for name := range placementconfig.ResultAttributes() {
				if !l.Attribute(p.State, name).IsFullyKnown() {
					t.Errorf("%s is not known in the plan", name)
				}
			}
			l.Apply(p)
			l.Settled(config)

			data["clusters"].([]any)[0].(object)["annotations"] = object{"note": "y"}
			config = providertest.Config(t, l.Type(), data)
			l.Apply(l.Plan(config))
			l.Settled(config)

			l.Apply(l.Plan(tftypes.NewValue(l.Type(), nil)))
			if !l.State.IsNull() {
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
	for dialect, data := range providertest.FullResourceConfigs() {
		for at, variant := range providertest.Replaced(data, unknown{}) {
			if slices.Contains(unused, at) || slices.Contains(placed.ObjectAttributes, providertest.TopAttribute(at)) {
				continue
			}
			checkUnknown(t, dialect, at, variant)
		}
	}
}

// checkUnknown plans a configuration that is unknown at one place.
func checkUnknown(t *testing.T, dialect, at string, variant any) {
	l := providertest.NewPlacement(t, t)
	config := providertest.Config(t, l.Type(), variant)
	for _, d := range l.Validate(config) {
		t.Errorf("%s: unknown %s: %s", dialect, at, providertest.Shown(d))
	}
	p := l.Plan(config)
	if l.Attribute(p.State, "decisions").IsKnown() || l.Attribute(p.State, "satisfied").IsKnown() {
		t.Errorf("%s: unknown %s: the decisions are known", dialect, at)
	}
	if len(p.Diags) != 1 || p.Diags[0].Severity != tfprotov6.DiagnosticSeverityWarning ||
		!strings.Contains(p.Diags[0].Detail, providertest.TopAttribute(at)) {
		t.Errorf("%s: unknown %s: got %v, want one warning that names it", dialect, at, p.Diags)
	}
	if known := l.Attribute(p.State, "id").IsKnown(); known == (at == ".name" || at == ".namespace") {
		t.Errorf("%s: unknown %s: id is known: %t", dialect, at, known)
	}
}

// TestPlacementResourceNull does the same with null: the placement is decided, or something is told.
func TestPlacementResourceNull(t *testing.T) {
	t.Parallel()
	for dialect, data := range providertest.FullResourceConfigs() {
		for at, variant := range providertest.Replaced(data, nil) {
			if at == ".name" {
				continue // Terraform itself wants a required attribute.
			}
			l := providertest.NewPlacement(t, t)
			config := providertest.Config(t, l.Type(), variant)
			if len(l.Validate(config)) > 0 {
				continue
			}
			p := l.Plan(config)
			if !p.Failed() && !l.Attribute(p.State, "decisions").IsFullyKnown() {
				t.Errorf("%s: null %s: neither decisions nor a diagnostic", dialect, at)
			}
		}
	}
}

// TestPlacementResourceSticky takes a cluster away and gives it back: the one that took its place stays, in every
// dialect in its own way. A data source would go back to the first answer.
func TestPlacementResourceSticky(t *testing.T) {
	for dialect, config := range providertest.StickyConfigs() {
		t.Run(dialect, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			on, off := object{}, object{"off": "yes"}
			names := []string{"a", "b", "c"}
			fleet := func(labels map[string]object) tftypes.Value {
				clusters := make([]object, len(names))
				for i, name := range names {
					clusters[i] = providertest.Cluster(name, labels[name])
				}
				return providertest.Config(t, l.Type(), config(clusters...))
			}
			all := fleet(map[string]object{"a": on, "b": on, "c": on})
			l.Apply(l.Plan(all))
			first := l.DecidedClusters(l.State)
			leaves := first[1]
			spare := names[slices.IndexFunc(names, func(name string) bool { return !slices.Contains(first, name) })]

			// KubeFleet keeps a bound cluster even if its labels change, so the cluster leaves the fleet.
			var p providertest.Planned
			if dialect == "kubefleet" {
				kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == leaves })
				p = l.Plan(providertest.Config(t, l.Type(), config(providertest.Cluster(kept[0], on), providertest.Cluster(kept[1], on))))
			} else {
				labels := map[string]object{"a": on, "b": on, "c": on}
				labels[leaves] = off
				p = l.Plan(fleet(labels))
			}
			if text := providertest.Said(p.Diags); !strings.Contains(text, leaves+" leaves") || !strings.Contains(text, spare+" joins") {
				t.Errorf("the plan does not say that %s leaves and %s joins:\n%s", leaves, spare, text)
			}
			l.Apply(p)

			p = l.Plan(all)
			l.Apply(p)
			now := l.DecidedClusters(l.State)
			if slices.Sort(now); !slices.Contains(now, spare) || slices.Contains(now, leaves) {
				t.Errorf("the decisions went back to %v", now)
			}
			if len(p.Diags) > 0 {
				t.Errorf("nothing moved, and the plan says %s", providertest.Said(p.Diags))
			}
			l.Settled(all)
		})
	}
}

// TestPlacementResourceTime plans at one time after the other, as now = plantimestamp() does.
func TestPlacementResourceTime(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	at := func(now any) tftypes.Value { return providertest.Config(t, l.Type(), providertest.TimedConfig(now)) }

	if p := l.Plan(at(nil)); !strings.Contains(providertest.Said(p.Diags),
		"ERROR: now: The decision depends on the time: Tolerations, scores or heartbeats expire: at 2026-08-11T12:05:00Z") {
		t.Errorf("got %q, want an error that asks for now", providertest.Said(p.Diags))
	}
	l.Apply(l.Plan(at("2026-08-11T12:01:00Z")))
	if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("decided %v", got)
	}
	l.Settled(at("2026-08-11T12:01:00Z"))
	l.Settled(at("2026-08-11T12:04:59Z"))

	later := at("2026-08-11T12:05:01Z")
	p := l.Plan(later)
	if !strings.Contains(providertest.Said(p.Diags), "a leaves: ") {
		t.Errorf("got %q, want a warning that a leaves", providertest.Said(p.Diags))
	}
	l.Apply(p)
	l.Settled(at("2027-01-01T00:00:00Z"))

	earlier := at("2026-08-11T12:02:00Z")
	l.Apply(l.Plan(earlier))
	if got := l.DecidedClusters(l.State); len(got) != 2 {
		t.Errorf("decided %v at an earlier time, want both", got)
	}
}

// TestPlacementResourceTimeless needs no time where none counts, and takes one all the same.
func TestPlacementResourceTimeless(t *testing.T) {
	l := providertest.NewPlacement(t, t)
	config := func(now any) tftypes.Value {
		return providertest.Config(t, l.Type(), object{
			"name": "web", "clusters": []any{providertest.Cluster("a", object{})}, "ocm": object{}, "now": now,
		})
	}
	l.Apply(l.Plan(config(nil)))
	l.Settled(config(nil))
	l.Apply(l.Plan(config("2026-08-11T12:00:00Z")))
	l.Settled(config("2026-08-11T13:00:00Z"))
	l.Apply(l.Plan(config(nil)))
	l.Settled(config(nil))
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
		{name: "none", limit: "0", onExceeded: "fail", fails: true, says: "c, d leave"},
		{name: "keep what is gone", limit: "1", onExceeded: "keep", warns: true, says: `The placement "web" moves`},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := providertest.NewPlacement(t, t)
			config := func(names ...string) tftypes.Value {
				var clusters []any
				for _, name := range names {
					clusters = append(clusters, providertest.Cluster(name, object{}))
				}
				return providertest.Config(t, l.Type(), object{
					"name": "web", "clusters": clusters, "ocm": object{}, "max_moves": test.limit, "on_exceeded": test.onExceeded,
				})
			}
			l.Apply(l.Plan(config("a", "b", "c", "d")))
			p := l.Plan(config("a", "b"))
			if p.Failed() != test.fails || len(p.Diags) != 1 || !strings.Contains(providertest.Said(p.Diags), test.says) {
				t.Fatalf("got %q", providertest.Said(p.Diags))
			}
			if test.fails {
				return
			}
			l.Apply(p)
			if got := l.DecidedClusters(l.State); !slices.Equal(got, []string{"a", "b"}) {
				t.Errorf("decided %v, want a and b", got)
			}
			l.Settled(config("a", "b"))
		})
	}
}

// TestPlacementResourceReplaced changes the arguments one by one: only another name or namespace makes another placement.
func TestPlacementResourceReplaced(t *testing.T) {
	t.Parallel()
	for dialect, data := range providertest.FullResourceConfigs() {
		for name := range data {
			if name == dialect {
				continue // It has to have one.
			}
			l := providertest.NewPlacement(t, t)
			l.Apply(l.Plan(providertest.Config(t, l.Type(), data)))
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
			p := l.Plan(providertest.Config(t, l.Type(), variant))
			if p.Failed() {
				t.Errorf("%s: without %s: %s", dialect, name, providertest.Said(p.Diags))
			}
			if replaces := len(p.Replace) > 0; replaces != isKey {
				t.Errorf("%s: another %s replaces: %v", dialect, name, p.Replace)
			}
		}
	}
}
