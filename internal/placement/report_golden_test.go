// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

var update = flag.Bool("update", false, "write the golden files")

// fullReport has every field of a report.
func fullReport() placement.Report {
	score, group := int64(-40), 1
	return placement.Report{
		Version: placement.ReportVersion, Dialect: placement.DialectHybrid, Placement: "default/web", Satisfied: true,
		Clusters: []placement.ReportedCluster{{
			Name: "eu-1", Stage: "Decided", Reason: "rank 1 of 1", Causes: []string{"label"}, Origin: placement.OriginCluster,
			Score: "16.5", Scores: []*int64{&score, nil}, Group: &group,
		}},
		Summary:      []placement.ReasonCount{{Reason: "Predicate: label", Count: 2, Example: "us-1"}},
		Filters:      []placement.ReportedFilter{{Name: "Predicate", Survivors: 1}},
		Prioritizers: []placement.Prioritizer{{Name: "Balance", Kind: placement.ScoreResource, Weight: -1}},
		Conditions:   []placement.Condition{{Type: "Decided", Status: "True", Reason: "decided", Message: "1 target"}},
		PlacementDecisions: []placement.ReportedPlacementDecision{{
			Name: "web-decision-1", Namespace: "default", Placement: "web", GroupName: "canary", GroupIndex: 1, Clusters: []string{"eu-1"},
		}},
		Rounds: []placement.ReportedRound{{
			Candidates: []placement.ReportedRating{{
				Name: "eu-1", Rating: "16.5", Advisors: map[string]json.Number{"cost": "6.5"}, Previous: "10",
			}},
			AllCandidates:   []string{"eu-1", "us-1"},
			Recommendations: map[string][]placement.ReportedRecommendation{"cost": {{Name: "eu-1", Score: 13}}},
			Omitted:         1, Removed: []string{"us-1"}, Reason: "vetoed",
		}},
		Warnings:   []string{"a score has expired"},
		RequeueAt:  time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC),
		NextChange: time.Date(2026, 8, 11, 13, 0, 0, 0, time.UTC),
	}
}

// TestReportVersion compares the JSON of a report with that of its version.
func TestReportVersion(t *testing.T) {
	report := fullReport()
	for _, path := range zeros(reflect.ValueOf(report), "Report") {
		t.Errorf("%s is not set in fullReport", path)
	}
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	name := filepath.Join("testdata", fmt.Sprintf("report_v%d.json", placement.ReportVersion))
	if *update {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(golden), string(text)); diff != "" {
		t.Errorf("the report differs from %s. If an attribute has another name, type or meaning, raise ReportVersion, keep this "+
			"file, and write that of the new version with -update. If one was only added, write the file with -update. "+
			"-want +got:\n%s", name, diff)
	}
}

// zeros are the fields of structs that are zero, wherever they are.
func zeros(v reflect.Value, path string) []string {
	var paths []string
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return zeros(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			paths = append(paths, zeros(v.Index(i), fmt.Sprintf("%s[%d]", path, i))...)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			break
		}
		for i := range v.NumField() {
			name := path + "." + v.Type().Field(i).Name
			if v.Field(i).IsZero() {
				paths = append(paths, name)
			}
			paths = append(paths, zeros(v.Field(i), name)...)
		}
	}
	return paths
}
