// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// room validates and reads the data source; nil if it failed.
func room(t *testing.T, config object) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	const name = "multicluster_headroom"
	return providertest.PlanData(t, name, providertest.Config(t, providertest.DataSchema(name).Type, config))
}

// fullHeadroom has every argument but manifests and targets.
func fullHeadroom() object {
	return object{
		"now": "2026-01-01T00:00:00Z",
		"clusters": list{
			object{"name": "a", "labels": object{"region": "eu"}, "claims": object{"zone": "a"}, "allocatable": object{"cpu": "8"}},
			object{"name": "b", "labels": object{"region": "us"}, "claims": object{"zone": "b"}, "allocatable": object{"cpu": "4"}},
			object{"name": "c", "labels": object{"region": "us"}, "allocatable": object{"cpu": "4", "memory": "1Gi"}},
		},
		"cluster_sets": list{
			object{"name": "all", "selector_type": "LabelSelector", "label_selector": object{"match_labels": object{}}},
		},
		"placement": object{
			"name": "web", "ocm": object{"number_of_clusters": int64(1)}, "previous_decisions": list{object{"cluster_name": "a"}},
			"demand": object{"cpu": "2"},
		},
		"max_copies":      int64(10),
		"failure_domains": object{"labels": list{"region"}, "claims": list{"zone"}, "cluster_sets": list{"all"}},
		"offers":          list{object{"name": "d", "labels": object{"region": "eu"}, "allocatable": object{"cpu": "6"}}},
	}
}

// TestHeadroom: the data source and the function say the same.
func TestHeadroom(t *testing.T) {
	state, diags := room(t, fullHeadroom())
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	typ := framework.TypeOf[headroom.Outputs]()
	result, failed := providertest.Call(t, "headroom", typ.TerraformType(t.Context()), fullHeadroom())
	if failed != nil {
		t.Fatal(failed.Text)
	}
	got := map[string]any{}
	for name := range typ.AttrTypes {
		got[name] = providertest.Plain(t, state[name])
		if diff := cmp.Diff(providertest.Plain(t, providertest.AttributeOf(t, result, name)), got[name]); diff != "" {
			t.Errorf("%s: -function +data source:\n%s", name, diff)
		}
	}
	if room := fmt.Sprintln(got["copies"], got["exact"], got["best_offer"]); room != "7 true map[copies:10 exact:false name:d]\n" {
		t.Error(room)
	}
}

// TestHeadroomUnknownAndNull puts an unknown value and a null in the place of every value. What is unknown is no mistake; a null
// is no more than one.
func TestHeadroomUnknownAndNull(t *testing.T) {
	t.Parallel()
	count := 0
	for at, variant := range providertest.Replaced(fullHeadroom(), providertest.Unknown{}) {
		count++
		if _, diags := room(t, variant.(object)); len(diags) > 0 {
			t.Errorf("unknown %s: %s", at, providertest.Said(diags))
		}
	}
	if count < 30 {
		t.Errorf("only %d places were tried", count)
	}
	for at, variant := range providertest.Replaced(fullHeadroom(), nil) {
		_, diags := room(t, variant.(object))
		diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
			return d.Severity != tfprotov6.DiagnosticSeverityError
		})
		if len(diags) > 1 {
			t.Errorf("null %s: %s", at, providertest.Said(diags))
		}
	}
}

// TestHeadroomMistakes: each mistake is one error at its place, of the data source and of the function.
func TestHeadroomMistakes(t *testing.T) {
	placement := func(demand any) object {
		return object{"name": "web", "ocm": object{"number_of_clusters": int64(1)}, "demand": demand}
	}
	for want, change := range map[string]object{
		"placement.demand: ":                    {"placement": placement(nil)},
		"copies of what takes nothing fit":      {"placement": placement(object{"cpu": "0"})},
		`did you mean "cpu"?`:                   {"placement": placement(object{"cpus": "2"})},
		"must not be negative":                  {"placement": placement(object{"cpu": "-2"})},
		"max_copies: ":                          {"max_copies": int64(1001)},
		"must be from 1 to 1000":                {"max_copies": int64(0)},
		`offers[1].name: `:                      {"offers": list{object{"name": "d"}, object{"name": "d"}}},
		`failure_domains.labels[0]: No cluster`: {"failure_domains": object{"labels": list{"regoin"}}},
	} {
		_, diags := room(t, providertest.Merged(fullHeadroom(), change))
		if len(diags) != 1 || !strings.Contains(providertest.Said(diags), want) {
			t.Errorf("want one error with %q, got %s", want, providertest.Said(diags))
		}
	}
	typ := framework.TypeOf[headroom.Outputs]().TerraformType(t.Context())
	for want, question := range map[string]object{
		"placement":  {"clusters": list{}},
		"placements": providertest.Merged(fullHeadroom(), object{"placements": list{}}),
	} {
		if _, failed := providertest.Call(t, "headroom", typ, question); failed == nil || !strings.Contains(failed.Text, want) {
			t.Errorf("want an error with %q, got %+v", want, failed)
		}
	}
}

// TestHeadroomOnHub: the fleet is that of the hub, which is read once.
func TestHeadroomOnHub(t *testing.T) {
	const cluster = `{"metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "8"}}}`
	h := providertest.NewFakeHub(t, map[*hubobject.Kind][]string{
		hubobject.ManagedCluster: withB(cluster), hubobject.ManagedClusterSet: nil, hubobject.PlacementDecision: nil,
	})
	const name = "multicluster_headroom"
	state, diags := providertest.PlanDataWith(t, h.Provider(nil), name, providertest.Config(t, providertest.DataSchema(name).Type,
		object{"placement": object{"ocm": object{"number_of_clusters": int64(2)}, "demand": object{"cpu": "3"}}}))
	h.Check(t, diags, "managedclusters managedclustersets placementdecisions", "")
	got := fmt.Sprint(providertest.Plain(t, state["copies"]), providertest.Plain(t, state["resources"]))
	if !strings.HasPrefix(got, "1") || !strings.HasSuffix(got, "[cpu]") {
		t.Error(got)
	}
}
