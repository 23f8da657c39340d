// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

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
	got := checkSameAnswer(t, "headroom", "headroom", framework.TypeOf[headroom.Outputs](), fullHeadroom())
	if room := fmt.Sprintln(got["copies"], got["exact"], got["best_offer"]); room != "7 true map[copies:10 exact:false name:d]\n" {
		t.Error(room)
	}
}

func TestHeadroomUnknownAndNull(t *testing.T) {
	t.Parallel()
	checkUnknownAndNull(t, "headroom", fullHeadroom(), 30)
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
		_, diags := asked(t, "headroom", providertest.Merged(fullHeadroom(), change))
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
