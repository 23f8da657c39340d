// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/acceptance/cli"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

const (
	fleetVersion = "placement.kubernetes-fleet.io/v1beta1"
	workVersion  = "work.open-cluster-management.io/v1alpha1"
)

// drill runs a drill on a cluster with its commands, and checks that what moves on the hub is what was told, and nothing else.
func drill(t *testing.T, hub *hubtest.Hub, scheduler, cluster string, decided func() map[string][]string) {
	t.Helper()
	const name = "multicluster_resilience"
	state, diags := providertest.PlanDataWith(t, onhub.Provider(hub), name, providertest.Config(t, providertest.DataSchema(name).Type,
		map[string]any{"scheduler": scheduler, "drill": map[string]any{"value": cluster}}))
	if providertest.Failed(diags) {
		t.Fatal(providertest.Said(diags))
	}
	day := providertest.Plain(t, state["game_day"]).(map[string]any)
	want, told := decided(), map[string][]string{}
	for placement, names := range day["expected"].(map[string]any) {
		told[placement] = []string{}
		for _, name := range names.([]any) {
			told[placement] = append(told[placement], name.(string))
		}
	}
	t.Logf("%d of %d placements move: %v", len(told), len(want), told)
	if len(told) == 0 || len(told) == len(want) {
		t.Error("a drill that moves all, or nothing, shows little")
	}
	maps.Copy(want, told)
	hub.Shell(t, day["commands"].([]any))
	var now map[string][]string
	for end := time.Now().Add(limit); time.Now().Before(end) && !cmp.Equal(now, want); time.Sleep(time.Second) {
		now = decided()
	}
	time.Sleep(5 * time.Second) // What moves late moves, too.
	if diff := cmp.Diff(want, decided()); diff != "" {
		t.Errorf("-told +decided:\n%s", diff)
	}
	hub.Shell(t, day["back"].([]any))
}

// TestRealDrill: what a drill tells of the placements of a hub is what its placement controller decides after the commands.
func TestRealDrill(t *testing.T) {
	cli.NeedAcceptance(t)
	hub := hubtest.StartRealPlacement(t)
	newFleet(t, hub, "drill", 5)
	specs := map[string]string{
		"all": "{}", "one": "{numberOfClusters: 1}", "three": "{numberOfClusters: 3}",
		"others":   "{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: name, operator: Exists}]}}}]}",
		"tolerant": "{tolerations: [{key: game-day, operator: Exists}]}",
	}
	hub.MergePatch(t, "someone", ocmVersion1, "ManagedCluster", "", "drill-c3", "{metadata: {labels: {name: c3}}}")
	for name, spec := range specs {
		hub.Create(t, "{apiVersion: "+ocmVersion1b1+", kind: Placement, metadata: {namespace: drill, name: "+name+"}, spec: "+
			strings.Replace(spec, "{", "{clusterSets: [drill], ", 1)+"}")
		decidedOn(t, hub, "drill", name)
	}
	drill(t, hub, "ocm", "drill-c0", func() map[string][]string {
		decided := map[string][]string{}
		for name := range specs {
			decided["drill/"+name] = decidedOn(t, hub, "drill", name)
		}
		return decided
	})
}

// TestRealDrill_evictions: so does one on a hub with the hub agent of KubeFleet, which executes the evictions.
func TestRealDrill_evictions(t *testing.T) {
	cli.NeedAcceptance(t)
	fleet := hubtest.StartRealFleet(t, "m1", "m2")
	policies := map[string]string{
		"drill-all": "{placementType: PickAll}", "drill-one": "{placementType: PickN, numberOfClusters: 1}",
		"drill-fixed": "{placementType: PickFixed, clusterNames: [m2]}",
	}
	fleet.CreateNamespace(t, "drilled")
	for name, policy := range policies {
		fleet.Create(t, "{apiVersion: "+fleetVersion+", kind: ClusterResourcePlacement, metadata: {name: "+name+"}, spec: {policy: "+policy+
			", resourceSelectors: [{group: '', version: v1, kind: Namespace, name: drilled}]}}")
	}
	decided := func() map[string][]string {
		all := map[string][]string{}
		for name := range policies {
			all[name] = []string{}
			for _, binding := range fleet.List(t, fleetVersion, "ClusterResourceBinding", "", "kubernetes-fleet.io/parent-CRP="+name) {
				cluster, _, _ := unstructured.NestedString(binding.Object, "spec", "targetCluster")
				state, _, _ := unstructured.NestedString(binding.Object, "spec", "state")
				if state != "Unscheduled" && binding.GetDeletionTimestamp() == nil {
					all[name] = append(all[name], cluster)
				}
			}
			slices.Sort(all[name])
		}
		return all
	}
	until(t, "all are decided", func() bool { return fmt.Sprint(len(decided()["drill-all"]), len(decided()["drill-one"])) == "2 1" })
	drill(t, fleet.Hub, "kubefleet", decided()["drill-one"][0], decided)
}

// TestRealDeletion: works of a ManifestWorkReplicaSet stay without its placement, and follow one of the same name.
func TestRealDeletion(t *testing.T) {
	cli.NeedAcceptance(t)
	hub := hubtest.StartRealPlacement(t, "ManifestWorkReplicaSet=true")
	newFleet(t, hub, "gone", 2)
	for _, cluster := range []string{"gone-c0", "gone-c1"} {
		hub.CreateNamespace(t, cluster)
	}
	place := func(number int) {
		hub.Create(t, fmt.Sprintf("{apiVersion: %s, kind: Placement, metadata: {namespace: gone, name: web}, spec: {clusterSets: [gone], "+
			"numberOfClusters: %d}}", ocmVersion1b1, number))
		decidedOn(t, hub, "gone", "web")
	}
	works := func() int { return len(hub.List(t, "work.open-cluster-management.io/v1", "ManifestWork", "", "")) }
	place(2)
	hub.Create(t, "{apiVersion: "+workVersion+", kind: ManifestWorkReplicaSet, metadata: {namespace: gone, name: base}, spec: {placementRefs: "+
		"[{name: web, rolloutStrategy: {type: All}}], manifestWorkTemplate: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: "+
		"{name: x, namespace: default}}]}}}}")
	until(t, "there are two works", func() bool { return works() == 2 })
	hub.Delete(t, ocmVersion1b1, "Placement", "gone", "web")
	until(t, "there are no decisions", func() bool { return len(hub.List(t, ocmVersion1b1, "PlacementDecision", "gone", "")) == 0 })
	time.Sleep(10 * time.Second)
	if n := works(); n != 2 {
		t.Errorf("%d works stay", n)
	}
	place(1)
	until(t, "there is one work", func() bool { return works() == 1 })
}
