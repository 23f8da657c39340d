// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"sigs.k8s.io/yaml"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/apiobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// The tests of this file run the examples of upstream's page "Placement" and expect the answers that its text gives.

func documentText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "documents", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documentFleet reads the objects of several files.
func documentFleet(t *testing.T, names ...string) placement.Inventory {
	t.Helper()
	var texts []string
	for _, name := range names {
		texts = append(texts, documentText(t, name))
	}
	return readFleet(t, strings.Join(texts, "---\n"))
}

func readFleet(t *testing.T, text string) placement.Inventory {
	t.Helper()
	fleet, err := inventory.ReadFleet(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if len(fleet.Skipped) > 0 {
		t.Fatalf("skipped: %v", fleet.Skipped)
	}
	fleet.Now = genNow
	return fleet.Inventory
}

func documentPlacement(t *testing.T, name string) ocm.Placement {
	t.Helper()
	raw, err := yaml.YAMLToJSONStrict([]byte(documentText(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	req, err := apiobject.ReadOCMPlacement(raw)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func schedule(t *testing.T, req ocm.Placement, inv placement.Inventory) placement.Result {
	t.Helper()
	got, err := ocm.Schedule(t.Context(), req, inv)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func wantDecisions(t *testing.T, got placement.Result, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, decided(got), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("decisions: -want +got:\n%s", diff)
	}
}

// decidedBefore is a decision that the placement made before.
func decidedBefore(req ocm.Placement, clusters ...string) []placement.PlacementDecision {
	return []placement.PlacementDecision{{Placement: req.Name, Namespace: req.Namespace, Clusters: clusters}}
}

// The text: "You can select 3 clusters with label purpose=test and clusterClaim platform.open-cluster-management.io=aws".
func TestDocumentLabelAndClaim(t *testing.T) {
	for _, name := range []string{"v1beta1-placement-label-and-claim.yaml", "v1alpha1-placement-label-and-claim.yaml"} {
		t.Run(name, func(t *testing.T) {
			inv := documentFleet(t, "v1alpha1-clusterset.yaml", "v1alpha1-binding.yaml", "fleet-purpose.yaml")
			got := schedule(t, documentPlacement(t, name), inv)
			wantDecisions(t, got, "cluster1", "cluster2", "cluster4")
			if len(got.NotPicked) != 1 || got.NotPicked[0].Cluster != "cluster6" {
				t.Errorf("not picked: %v", got.NotPicked)
			}
			var reasons []string
			for _, r := range got.Rejected {
				reasons = append(reasons, r.Cluster+": "+r.Mismatches[0].String())
			}
			want := []string{
				`cluster3: label purpose is "production"; predicates[0] wants purpose=test`,
				`cluster5: claim platform.open-cluster-management.io is "gcp"; predicates[0]` +
					` wants platform.open-cluster-management.io in (aws)`,
				`cluster7: the cluster is in none of the cluster sets prod: its label` +
					` cluster.open-cluster-management.io/clusterset is "dev"`,
			}
			if diff := cmp.Diff(want, reasons); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if satisfied := got.Condition(ocm.ConditionSatisfied); satisfied.Status != "True" {
				t.Errorf("%+v", satisfied)
			}
		})
	}
}

// The text: "By default, the placement won't select this cluster unless you define tolerations".
func TestDocumentToleratedTaint(t *testing.T) {
	inv := documentFleet(t, "fleet-global.yaml", "v1beta1-cluster-gpu.yaml")
	req := documentPlacement(t, "v1beta1-placement-gpu.yaml")
	wantDecisions(t, schedule(t, req, inv), "cluster1")
	req.Tolerations = nil
	got := schedule(t, req, inv)
	wantDecisions(t, got)
	if len(got.Rejected) != 1 || got.Rejected[0].Stage != ocm.StageTaint {
		t.Errorf("rejected: %v", got.Rejected)
	}
}

// The text: "The workload will be transferred to another available managed cluster after 5 minutes".
func TestDocumentTolerationSeconds(t *testing.T) {
	req := documentPlacement(t, "v1beta1-placement-unreachable.yaml")
	inv := documentFleet(t, "fleet-global.yaml", "v1beta1-cluster-unreachable.yaml")
	inv.Clusters = append(inv.Clusters, placement.Cluster{Name: "cluster2"})
	one := int32(1)
	req.NumberOfClusters, inv.Decisions = &one, decidedBefore(req, "cluster1")
	added := time.Date(2022, 2, 21, 8, 11, 6, 0, time.UTC)
	end := added.Add(5 * time.Minute)

	for _, now := range []time.Time{added, end.Add(-time.Nanosecond)} {
		inv.Now = now
		got := schedule(t, req, inv)
		wantDecisions(t, got, "cluster1")
		if !got.RequeueAt.Equal(end) || !got.NextChange.Equal(end) {
			t.Errorf("at %s: requeue at %s, next change at %s", now, got.RequeueAt, got.NextChange)
		}
	}
	for _, now := range []time.Time{end, end.Add(time.Hour)} {
		inv.Now = now
		got := schedule(t, req, inv)
		wantDecisions(t, got, "cluster2")
		want := "taint cluster.open-cluster-management.io/unreachable:NoSelect is no longer tolerated:" +
			" tolerations[0] applied until 2022-02-21T08:16:06Z"
		if len(got.Rejected) != 1 || got.Rejected[0].Mismatches[0].String() != want {
			t.Errorf("at %s: %v", now, got.Rejected)
		}
	}
}

// TestDocumentPrioritizers expects the prioritizers that "actually come into effect", and the clusters with the most.
func TestDocumentPrioritizers(t *testing.T) {
	type prioritizers = []placement.Prioritizer
	for name, c := range map[string]struct {
		placement, fleet string
		prioritizers     prioritizers
		want             []string
		// before are decisions that were made before, and pinned is the answer with them.
		before, pinned []string
	}{
		"the largest allocatable memory": {
			"v1beta1-placement-memory.yaml", "fleet-resources.yaml",
			prioritizers{
				{Name: "Balance", Weight: 1}, {Name: "Steady", Weight: 1}, {Name: "ResourceAllocatableMemory",
					Kind: placement.ScoreResource, Weight: 1},
			},
			[]string{"cluster2"}, []string{"cluster1"}, []string{"cluster2"},
		},
		"the largest allocatable CPU and memory, sensitive to changes": {
			"v1beta1-placement-cpu-and-memory.yaml", "fleet-resources.yaml",
			prioritizers{
				{Name: "Balance", Weight: 1}, {Name: "Steady", Weight: 1},
				{Name: "ResourceAllocatableCPU", Kind: placement.ScoreResource, Weight: 2},
				{Name: "ResourceAllocatableMemory", Kind: placement.ScoreResource, Weight: 2},
			},
			[]string{"cluster2"}, []string{"cluster3"}, []string{"cluster2"},
		},
		"the largest CPU ratio, pinned": {
			"v1beta1-placement-addon-score.yaml", "fleet-scores.yaml",
			prioritizers{{Name: "Steady", Weight: 3}, {Name: "AddOn/default/cpuratio", Weight: 1}},
			[]string{"cluster2", "cluster4"}, []string{"cluster1", "cluster3"}, []string{"cluster1", "cluster3"},
		},
		"v1alpha1: the largest memory available, pinned": {
			"v1alpha1-placement-memory-and-steady.yaml", "fleet-resources.yaml",
			prioritizers{{Name: "ResourceAllocatableMemory", Kind: placement.ScoreResource, Weight: 1}, {Name: "Steady", Weight: 3}},
			[]string{"cluster2", "cluster3"}, []string{"cluster1", "cluster3"}, []string{"cluster3", "cluster1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			req, inv := documentPlacement(t, c.placement), documentFleet(t, "fleet-global.yaml", c.fleet)
			got := schedule(t, req, inv)
			wantDecisions(t, got, c.want...)
			if diff := cmp.Diff(c.prioritizers, got.Prioritizers); diff != "" {
				t.Errorf("prioritizers: -want +got:\n%s", diff)
			}
			inv.Decisions = decidedBefore(req, c.before...)
			wantDecisions(t, schedule(t, req, inv), c.pinned...)
		})
	}
}

// "The placement slice lists the top N clusters": in v1beta1 in the status, in v1alpha1 in the spec.
func TestDocumentDecision(t *testing.T) {
	for _, name := range []string{"v1beta1-decision.yaml", "v1alpha1-decision.yaml"} {
		t.Run(name, func(t *testing.T) {
			inv := documentFleet(t, "fleet-global.yaml", "fleet-purpose.yaml", name)
			want := []placement.PlacementDecision{{
				Name: "placement1-decision-1", Namespace: "default", Placement: "placement1",
				Clusters: []string{"cluster1", "cluster2", "cluster3"},
			}}
			if diff := cmp.Diff(want, inv.Decisions); diff != "" {
				t.Fatalf("-want +got:\n%s", diff)
			}
			got := schedule(t, ocm.Placement{Name: "placement1", Namespace: "default"}, inv)
			for _, d := range got.Decisions {
				steady := int64(0)
				if slices.Contains(want[0].Clusters, d.Cluster) {
					steady = 100
				}
				// There are no other decisions, so Balance gives 100 to all clusters.
				if d.Score != 100+steady {
					t.Errorf("%s has score %d", d.Cluster, d.Score)
				}
			}
			wantDecisions(t, got, "cluster1", "cluster2", "cluster3", "cluster4", "cluster5", "cluster6", "cluster7")
		})
	}
}

// The text: "Assume an environment has 310 clusters, 10 of which have the label prod-canary-west and 10 prod-canary-east".
func TestDocumentDecisionGroups(t *testing.T) {
	text := documentText(t, "fleet-global.yaml")
	for i := range 310 {
		label := ""
		switch i % 31 {
		case 7:
			label = `"prod-canary-west": ""`
		case 20:
			label = `"prod-canary-east": "true"`
		}
		text += fmt.Sprintf("---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n"+
			"metadata: {name: cluster%d, labels: {%s}}\n", i+1, label)
	}
	got := schedule(t, documentPlacement(t, "v1beta1-placement-groups.yaml"), readFleet(t, text))

	type group struct {
		ClusterCount       int      `json:"clusterCount"`
		DecisionGroupIndex int      `json:"decisionGroupIndex"`
		DecisionGroupName  string   `json:"decisionGroupName"`
		Decisions          []string `json:"decisions"`
	}
	type status struct {
		DecisionGroups           []group `json:"decisionGroups"`
		NumberOfSelectedClusters int     `json:"numberOfSelectedClusters"`
	}
	var document struct {
		Status status `json:"status"`
	}
	// The page leaves out lines after "status:" and marks that with a line of dots, which ends a YAML document.
	page := strings.Replace(documentText(t, "v1beta1-status-groups.yaml"), "\n...\n", "\n", 1)
	if err := yaml.UnmarshalStrict([]byte(page), &document); err != nil {
		t.Fatal(err)
	}
	ours := status{NumberOfSelectedClusters: len(got.Decisions)}
	for _, g := range got.Groups {
		ours.DecisionGroups = append(ours.DecisionGroups, group{len(g.Clusters), g.Index, g.Name, g.PlacementDecisions})
	}
	if diff := cmp.Diff(document.Status, ours); diff != "" {
		t.Errorf("status: -document +got:\n%s", diff)
	}

	var sizes []int
	for _, s := range got.PlacementDecisions {
		sizes = append(sizes, len(s.Clusters))
	}
	if diff := cmp.Diff([]int{10, 10, 100, 50, 100, 40}, sizes); diff != "" {
		t.Errorf("slices: -want +got:\n%s", diff)
	}
	// The page shows the labels of the first slice, which name its group, and leaves out the clusters.
	first := documentFleet(t, "v1beta1-decision-of-group.yaml").Decisions[0]
	if diff := cmp.Diff(first, got.PlacementDecisions[0], cmpopts.IgnoreFields(first, "Clusters")); diff != "" {
		t.Errorf("the first slice: -document +got:\n%s", diff)
	}

	// The rollout of the same page starts with two named groups.
	var rollout struct {
		Placements []struct {
			RolloutStrategy struct {
				Progressive struct {
					MandatoryDecisionGroups []struct {
						GroupName string `json:"groupName"`
					} `json:"mandatoryDecisionGroups"`
				} `json:"progressive"`
			} `json:"rolloutStrategy"`
		} `json:"placements"`
	}
	if err := yaml.Unmarshal([]byte(documentText(t, "v1beta1-rollout.yaml")), &rollout); err != nil {
		t.Fatal(err)
	}
	mandatory := rollout.Placements[0].RolloutStrategy.Progressive.MandatoryDecisionGroups
	if len(mandatory) != 2 {
		t.Fatalf("the rollout has %d mandatory groups", len(mandatory))
	}
	for i, g := range mandatory {
		if got.Groups[i].Name != g.GroupName {
			t.Errorf("group %d is %q, the rollout starts with %q", i, got.Groups[i].Name, g.GroupName)
		}
	}
}

// TestDocumentConditions has the conditions of the section on troubleshooting.
func TestDocumentConditions(t *testing.T) {
	got := schedule(t, ocm.Placement{Name: "demo-placement", Namespace: "default"}, placement.Inventory{Now: genNow})
	want := []placement.Condition{
		{
			Type: "PlacementMisconfigured", Status: "False",
			Reason: "Succeedconfigured", Message: "Placement configurations check pass",
		},
		{
			Type: "PlacementSatisfied", Status: "False", Reason: "NoManagedClusterSetBindings",
			Message: "No valid ManagedClusterSetBindings found in placement namespace",
		},
	}
	if diff := cmp.Diff(want, got.Conditions); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(got.Decisions) != 0 {
		t.Errorf("%d clusters are chosen", len(got.Decisions))
	}
}

// TestDocumentDebugOutput has the filters and prioritizers of a placement that "selects 2 ManagedClusters".
func TestDocumentDebugOutput(t *testing.T) {
	type filter struct {
		Name             string   `json:"name"`
		FilteredClusters []string `json:"filteredClusters"`
	}
	type prioritizer struct {
		Name   string           `json:"name"`
		Weight int32            `json:"weight"`
		Scores map[string]int64 `json:"scores"`
	}
	var document struct {
		Filters      []filter      `json:"filteredPiplieResults"`
		Prioritizers []prioritizer `json:"prioritizeResults"`
	}
	if err := json.Unmarshal([]byte(documentText(t, "v1beta1-debug.json")), &document); err != nil {
		t.Fatal(err)
	}
	req, inv := ocm.Placement{Name: "placement1", Namespace: "default"}, documentFleet(t, "fleet-global.yaml")
	inv.Clusters = []placement.Cluster{{Name: "cluster2"}, {Name: "cluster1"}}
	inv.Decisions = decidedBefore(req, "cluster1", "cluster2")
	got := schedule(t, req, inv)

	var filters []filter
	var soFar []string
	for _, f := range got.Filters {
		soFar = append(soFar, f.Name)
		filters = append(filters, filter{strings.Join(soFar, ","), f.Survivors})
	}
	if diff := cmp.Diff(document.Filters, filters); diff != "" {
		t.Errorf("filters: -document +got:\n%s", diff)
	}
	var prioritizers []prioritizer
	for k, p := range got.Prioritizers {
		scores := map[string]int64{}
		for _, d := range got.Decisions {
			scores[d.Cluster] = d.Scores[k].Value
		}
		prioritizers = append(prioritizers, prioritizer{p.Name, p.Weight, scores})
	}
	if diff := cmp.Diff(document.Prioritizers, prioritizers); diff != "" {
		t.Errorf("prioritizers: -document +got:\n%s", diff)
	}
}
