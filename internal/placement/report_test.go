// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// TestReportJSON has every field of a report, and reads it back.
func TestReportJSON(t *testing.T) {
	result := placement.Result{
		Dialect: placement.DialectHybrid, Satisfied: true,
		Decisions: []placement.Decision{{Candidate: placement.Candidate{Cluster: "a", Score: 1650, Scores: []placement.ScoreLine{
			{Value: -1, Given: true}, {},
		}}, Group: 1}},
		Rejected: []placement.Rejection{{Cluster: "b", Stage: "Predicate", Mismatches: []placement.Mismatch{
			{Kind: placement.MismatchLabel}, {Kind: placement.MismatchClaim}, {Kind: placement.MismatchLabel},
		}}},
		Filters: []placement.FilterResult{{Name: "Predicate", Survivors: []string{"a"}}},
		Prioritizers: []placement.Prioritizer{
			{Name: "Balance", Kind: placement.ScoreResource, Weight: -1}, {Name: "AddOn/<x>/y", Weight: 1},
		},
		Conditions: []placement.Condition{{Type: "t", Status: "True", Reason: "r", Message: "m"}},
		PlacementDecisions: []placement.PlacementDecision{
			{Name: "p-decision-1", GroupIndex: 1, GroupName: "g", Clusters: []string{"a"}},
		},
		Rounds: []placement.Round{{
			Removed: []string{"b"}, Reason: "vetoed", Omitted: 1,
			Ratings: []placement.Rating{
				{Target: "a", Hundredths: 1650, Shares: []placement.Share{{Advisor: "cost", Hundredths: 650}}, Previous: 1000},
				{Target: "b"},
			},
		}},
		Warnings:   []string{},
		RequeueAt:  time.Date(2026, 8, 11, 14, 0, 0, 1, time.FixedZone("CEST", 7200)),
		NextChange: time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC),
	}
	report := result.Report()
	if diff := cmp.Diff([]string{"label", "claim"}, report.Clusters[1].Causes); diff != "" {
		t.Errorf("causes: -want +got:\n%s", diff)
	}
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`"[^"]*":`).FindAll(text, -1) {
		if !regexp.MustCompile(`^"[a-z_]+":$`).Match(name) {
			t.Errorf("%s is not in snake case", name)
		}
	}
	var read placement.Report
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report, read); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
