// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
)

// TestManifestWork_neverMoreAdvanced: whatever conditions a work has, its status is never more advanced than the one of Open
// Cluster Management, whose controller also goes by Available where there is no condition Progressing.
func TestManifestWork_neverMoreAdvanced(t *testing.T) {
	types := []string{"Applied", "Available", "Progressing", "Degraded"}
	rapid.Check(t, func(t *rapid.T) {
		has := map[string]string{}
		var list []string
		for _, of := range rapid.SampledFrom([][]string{types, types[:3], types[:2], {"Applied", "Progressing", "Degraded"}}).Draw(t,
			"types") {
			status, generation := rapid.SampledFrom([]string{"True", "False", "Unknown"}).Draw(t, of),
				rapid.IntRange(2, 3).Draw(t, of+" generation")
			list = append(list, conditionOf(of, status, "R", generation))
			has[of] = fmt.Sprint(status, generation)
		}
		rules := rapid.Bool().Draw(t, "rules")
		by := rapid.SampledFrom([]Completion{"", CompletedByAvailable}).Draw(t, "by")
		found := read(t, &Source{ManifestWorks: &Works{Name: "web", CompletedBy: by}}, manifestWorkOf(rules, list...))
		got, ok := found.ClusterStatus["c"]
		if want := upstream(has); ok && slices.Index(advance, got.Status) > slices.Index(advance, want) {
			t.Fatalf("%v: %s, and upstream %s", has, got.Status, want)
		}
	})
}

// upstream is the status by the controller of ManifestWorkReplicaSets, of conditions such as True3 of an object of the generation
// 3.
func upstream(has map[string]string) step.Status {
	ready := func(of string) bool { return strings.HasSuffix(has[of], "3") }
	degraded := has["Degraded"] == "True3"
	switch {
	case has["Applied"] != "True3", !ready("Progressing") && !ready("Available"), has["Degraded"] != "" && !ready("Degraded"):
		return step.ToApply
	case !ready("Progressing") && degraded, has["Progressing"] == "True3" && degraded:
		return step.Failed
	case !ready("Progressing") && has["Available"] == "True3", has["Progressing"] == "False3":
		return step.Succeeded
	}
	return step.Progressing
}

// TestOthers_neverMoreAdvanced: a cluster is complete in a placement or an update run of KubeFleet only by the present condition of its type, and with
// an add-on only if every configuration is applied.
func TestOthers_neverMoreAdvanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []string
		has := map[string]string{}
		for _, of := range []string{"Started", "Succeeded", "Available", "Applied", "Overridden"} {
			if !rapid.Bool().Draw(t, "has "+of) {
				continue
			}
			status, generation := rapid.SampledFrom([]string{"True", "False", "Unknown"}).Draw(t, of), rapid.IntRange(2, 3).Draw(t, of+" generation")
			list = append(list, conditionOf(of, status, "R", generation))
			has[of] = fmt.Sprint(status, generation)
		}
		conditions := strings.Join(list, ",")
		placed := read(t, &Source{Placement: &PlacementName{Name: "web"}}, `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceBinding, metadata:
			{name: a, generation: 3, labels: {kubernetes-fleet.io/parent-CRP: web}}, spec: {state: Bound, targetCluster: c, resourceSnapshotName: s}, status:
			{conditions: [`+conditions+`]}}`).ClusterStatus["c"].Status
		run := read(t, &Source{StagedUpdateRun: "run"}, `{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: {name: run, generation: 3},
			status: {stagesStatus: [{clusters: [{clusterName: c, conditions: [`+conditions+`]}]}]}}`).ClusterStatus["c"].Status
		if (placed == step.Available || placed == step.NotTrackable) != (has["Available"] == "True3") || (run == step.Available) != (has["Succeeded"] == "True3") {
			t.Fatalf("%v: the placement is %s and the run %s", has, placed, run)
		}
		applied := rapid.IntRange(0, 2).Draw(t, "applied")
		var references []string
		for i := range 2 {
			last := map[bool]string{true: "new", false: "old"}[i < applied]
			references = append(references, "{desiredConfig: {name: a, specHash: new}, lastAppliedConfig: {name: a, specHash: "+last+"}}")
		}
		addOn := read(t, &Source{AddOn: "web"}, `{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ManagedClusterAddOn, metadata: {name: web, namespace: c,
			generation: 3}, status: {configReferences: [`+strings.Join(references, ",")+`], conditions: [`+conditions+`]}}`).ClusterStatus["c"].Status
		if (addOn == step.Succeeded) != (applied == 2) {
			t.Fatalf("%d configurations are applied, and the add-on is %s", applied, addOn)
		}
	})
}
