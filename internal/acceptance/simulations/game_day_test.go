// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestGameDay: the commands of a drill taint the cluster and evict placements, what moves then is what was told, and the commands
// back take the taint away.
func TestGameDay(t *testing.T) {
	d := newDrainTest(t)
	d.decide("", noEviction)
	const name = "multicluster_resilience"
	config := providertest.Config(t, providertest.DataSchema(name).Type, object{"drill": object{"value": d.f.Prefix + "b"}})
	state, diags := providertest.PlanDataWith(t, onhub.Provider(d.f.Server), name, config)
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	day := providertest.Plain(t, state["game_day"]).(map[string]any)
	d.f.Server.Shell(t, day["commands"].([]any))
	for _, kind := range [][2]string{{onhub.OCMClusterVersion, "ManagedCluster"}, {onhub.MemberVersion, "MemberCluster"}} {
		if taints := d.taints(kind, "b"); len(taints) != 1 {
			t.Errorf("%s: %v", kind[1], taints)
		}
		if taints := d.taints(kind, "a"); len(taints) != 0 {
			t.Errorf("%s: %v", kind[1], taints)
		}
	}
	before := maps.Clone(d.chosen)
	evicted := d.f.Server.ExecuteEvictions(t, d.f.Prefix)
	for name, clusters := range evicted {
		if api := "P-" + strings.TrimPrefix(name, d.f.Prefix); len(clusters) != 1 || !slices.Contains(before[api], "b") {
			t.Errorf("%s is evicted from %v", api, clusters)
		}
	}
	if again := d.f.Server.ExecuteEvictions(t, d.f.Prefix); len(evicted) == 0 || len(again) > 0 {
		t.Errorf("evicted: %v, and again: %v", evicted, again)
	}
	d.decide("b", func(api string) bool { return len(evicted[d.f.Text(api)]) > 0 })
	told := d.expected(day)
	moved := map[string][]string{}
	for name := range d.moved(before) {
		moved[name] = append([]string{}, d.chosen[name]...)
	}
	if diff := cmp.Diff(moved, told); diff != "" || len(told) == 0 {
		t.Errorf("-moved +told:\n%s", diff)
	}
	d.f.Server.Shell(t, day["back"].([]any))
	for _, kind := range [][2]string{{onhub.OCMClusterVersion, "ManagedCluster"}, {onhub.MemberVersion, "MemberCluster"}} {
		if taints := d.taints(kind, "b"); len(taints) != 0 {
			t.Errorf("%s, back: %v", kind[1], taints)
		}
	}
}

// expected are the clusters of placements after the drill, as it tells them.
func (d *drainTest) expected(day map[string]any) map[string][]string {
	told := map[string][]string{}
	for name, clusters := range day["expected"].(map[string]any) {
		name = strings.TrimPrefix(strings.Replace(name, d.f.Prefix, "P-", 1), d.f.Namespace+"/")
		told[name] = []string{}
		for _, cluster := range clusters.([]any) {
			told[name] = append(told[name], strings.TrimPrefix(cluster.(string), d.f.Prefix))
		}
	}
	return told
}

// taints are those of a cluster.
func (d *drainTest) taints(kind [2]string, cluster string) []any {
	d.Helper()
	taints, _, _ := unstructured.NestedSlice(d.f.Server.Get(d.T, kind[0], kind[1], "", d.f.Prefix+cluster).Object, "spec", "taints")
	return taints
}
