// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestGameDay: the commands of a drill taint the cluster, what moves once the placements are evicted, too, is what was told, and
// the commands back take the taint away. The hub of the tests has no evictions.
func TestGameDay(t *testing.T) {
	for _, tool := range []string{"kubectl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	d := newDrainTest(t)
	d.decide("", false)
	const name = "multicluster_resilience"
	config := providertest.Config(t, providertest.DataSchema(name).Type, object{"drill": object{"value": d.f.Prefix + "b"}})
	state, diags := providertest.PlanDataWith(t, onhub.Provider(d.f.Server), name, config)
	if len(diags) > 0 {
		t.Fatal(providertest.Said(diags))
	}
	day := providertest.Plain(t, state["game_day"]).(map[string]any)
	taints := slices.DeleteFunc(slices.Clone(day["commands"].([]any)), func(command any) bool { return strings.HasPrefix(command.(string), "echo ") })
	if evictions := len(day["commands"].([]any)) - len(taints); len(taints) != 2 || evictions == 0 {
		t.Errorf("%d taints, %d evictions", len(taints), evictions)
	}
	d.run(taints)
	for _, kind := range [][2]string{{onhub.OCMClusterVersion, "ManagedCluster"}, {onhub.MemberVersion, "MemberCluster"}} {
		if taints := d.taints(kind, "b"); len(taints) != 1 {
			t.Errorf("%s: %v", kind[1], taints)
		}
		if taints := d.taints(kind, "a"); len(taints) != 0 {
			t.Errorf("%s: %v", kind[1], taints)
		}
	}
	before := maps.Clone(d.chosen)
	d.decide("b", true)
	told := map[string][]string{}
	for name, clusters := range day["expected"].(map[string]any) {
		name = strings.TrimPrefix(strings.Replace(name, d.f.Prefix, "P-", 1), d.f.Namespace+"/")
		told[name] = []string{}
		for _, cluster := range clusters.([]any) {
			told[name] = append(told[name], strings.TrimPrefix(cluster.(string), d.f.Prefix))
		}
	}
	moved := map[string][]string{}
	for name := range d.moved(before) {
		moved[name] = append([]string{}, d.chosen[name]...)
	}
	if diff := cmp.Diff(moved, told); diff != "" || len(told) == 0 {
		t.Errorf("-moved +told:\n%s", diff)
	}
	d.run(day["back"].([]any))
	for _, kind := range [][2]string{{onhub.OCMClusterVersion, "ManagedCluster"}, {onhub.MemberVersion, "MemberCluster"}} {
		if taints := d.taints(kind, "b"); len(taints) != 0 {
			t.Errorf("%s, back: %v", kind[1], taints)
		}
	}
}

// run runs commands on the hub, each of which has to succeed.
func (d *drainTest) run(commands []any) {
	d.Helper()
	for _, command := range commands {
		shell := exec.CommandContext(d.Context(), "sh", "-ec", command.(string))
		shell.Env = append(os.Environ(), "KUBECONFIG="+d.f.Server.Kubeconfig)
		if out, err := shell.CombinedOutput(); err != nil {
			d.Fatalf("%s: %v: %s", command, err, out)
		}
	}
}

// taints are those of a cluster.
func (d *drainTest) taints(kind [2]string, cluster string) []any {
	d.Helper()
	taints, _, _ := unstructured.NestedSlice(d.f.Server.Get(d.T, kind[0], kind[1], "", d.f.Prefix+cluster).Object, "spec", "taints")
	return taints
}
