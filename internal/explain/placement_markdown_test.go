// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package explain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

var now = time.Date(2026, 8, 11, 12, 0, 0, 0, time.UTC)

func int32Of(n int32) *int32 { return &n }

func int64Of(n int64) *int64 { return &n }

func cluster(name, env, zone, memory string, taints ...placement.Taint) placement.Cluster {
	amount := placement.Resources{placement.NewResource("memory", resource.MustParse(memory))}
	return placement.Cluster{
		Name: name, Labels: map[string]string{"env": env, "zone": zone}, Taints: taints, Allocatable: amount, Capacity: amount,
	}
}

func fleet() placement.Inventory {
	return placement.Inventory{
		Clusters: []placement.Cluster{
			cluster("eu-1", "prod", "a", "64Gi"),
			cluster("eu-2", "prod", "b", "16Gi", placement.Taint{Key: "gpu", Value: "true", Effect: placement.NoSelect, TimeAdded: now}),
			cluster("eu-3", "dev|<test>", "a", "32Gi"),
			cluster("us-1", "prod", "a", "8Gi", placement.Taint{Key: "edge", Effect: placement.NoSelect}),
			cluster("us-2", "prod", "b", "48Gi"),
			cluster("us-3", "dev", "b", "48Gi"),
		},
		Sets: []placement.ClusterSet{
			{Name: "global", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}},
		},
		Bindings: []placement.Binding{{Name: "global", Namespace: "default"}},
		Now:      now,
	}
}

var prod = &metav1.LabelSelector{MatchLabels: map[string]string{"env": "prod"}}

func ofOCM(t *testing.T) placement.Result {
	size := intstr.FromInt32(1)
	result, err := ocm.Schedule(t.Context(), ocm.Placement{
		Name:      "web",
		Namespace: "default",
		DecisionStrategy: placement.DecisionStrategy{GroupStrategy: &placement.GroupStrategy{
			ClustersPerDecisionGroup: &size,
			DecisionGroups: []placement.DecisionGroup{{GroupName: "canary", GroupClusterSelector: placement.GroupSelector{
				LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"zone": "b"}},
			}}},
		}},
		Spec: ocm.Spec{
			NumberOfClusters: int32Of(2),
			Predicates:       []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: prod}}},
			Tolerations: []match.Toleration{
				{Key: "gpu", Operator: match.OperatorExists, TolerationSeconds: int64Of(300)},
			},
			PrioritizerPolicy: ocm.PrioritizerPolicy{Configurations: []ocm.PrioritizerConfiguration{
				{ScoreCoordinate: &ocm.ScoreCoordinate{BuiltIn: ocm.ResourceAllocatableMemory}, Weight: int32Of(2)},
			}},
		},
	}, fleet())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ofKubeFleet(t *testing.T) placement.Result {
	result, err := kubefleet.Schedule(t.Context(), kubefleet.Placement{
		Name: "web",
		Spec: kubefleet.Spec{
			PlacementType:    kubefleet.PickN,
			NumberOfClusters: int32Of(3),
			Affinity: &kubefleet.Affinity{ClusterAffinity: &kubefleet.ClusterAffinity{
				Required: &kubefleet.ClusterSelector{ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: prod}}},
			}},
			TopologySpreadConstraints: []kubefleet.TopologySpreadConstraint{{TopologyKey: "zone"}},
		},
	}, fleet())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ofHybrid(t *testing.T) placement.Result {
	result, err := hybrid.Schedule(t.Context(), hybrid.Placement{
		Name: "web",
		Spec: hybrid.Spec{
			Replicas:     int32Of(1),
			TargetLabels: prod,
			Targets:      []hybrid.TargetReference{{Name: "eu-1"}, {Name: "eu-2"}, {Name: "us-2"}, {Name: "gone"}},
			Advisors: []hybrid.Advisor{
				{Name: "veto", Type: hybrid.Predicate, Rules: json.RawMessage(`{"resources":[{"name":"eu-2"}]}`)},
				{Name: "resource_hint", Weight: int32Of(50), Rules: json.RawMessage(`{"resourceHint":{"type":"memory"}}`)},
			},
		},
	}, fleet(), hybrid.BuiltIn{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func ofNothing(t *testing.T) placement.Result {
	result, err := ocm.Schedule(t.Context(), ocm.Placement{Name: "web", Namespace: "elsewhere"}, fleet())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// reported are outputs with a report.
func reported(report placement.Report) *explainedPlacement { return &explainedPlacement{full: &report} }

// withoutReport are the outputs of a result of which no report was asked for.
func withoutReport(name string, r *placement.Result) *explainedPlacement {
	outputs := &explainedPlacement{
		Namespace: "default", Name: name, dialect: r.Dialect, Decisions: []planner.Decision{}, Satisfied: r.Satisfied,
		RejectionSummary: map[string]int{}, NextChange: r.NextChange,
	}
	for e := range r.Explain {
		if e.Stage == placement.StageDecided {
			outputs.Decisions = append(outputs.Decisions, planner.Decision{
				ClusterName: e.Cluster, Score: json.Number(r.FormatScore(e.Candidate.Score)), Reason: e.Reason,
			})
		}
	}
	outputs.Groups = planner.GroupsOf(r.Groups)
	if !r.Satisfied {
		outputs.Conditions = r.Conditions
	}
	for _, reason := range r.Summary() {
		outputs.RejectionSummary[reason.Reason] = reason.Count
	}
	return outputs
}

// moved are moves as the provider explains them.
var moved = planner.Moves{
	Joined: map[string]string{
		"eu-1": "new cluster: the cluster is new in the fleet; it is rank 1 of 3 with score 300",
		"us-2": "free place: it takes the place of us-1, which leaves; it was rank 3 of 3 with score 12",
	},
	Left: map[string]string{
		"us-1": "taint: taint edge:NoSelect is not tolerated; a toleration of key \"edge\" would tolerate it",
	},
	Stayed: 0,
}

// TestPlacementMarkdown compares with golden files, which can be viewed as Markdown.
func TestPlacementMarkdown(t *testing.T) {
	for name, result := range map[string]func(*testing.T) placement.Result{
		"ocm": ofOCM, "kubefleet": ofKubeFleet, "hybrid": ofHybrid, "unsatisfied": ofNothing,
	} {
		t.Run(name, func(t *testing.T) {
			r := result(t)
			golden(t, name, reported(r.Report()))
			golden(t, name+"-outputs", withoutReport("web", &r))
		})
	}
	t.Run("moves", func(t *testing.T) {
		r := ofOCM(t)
		outputs := reported(r.Report())
		outputs.Moves = moved
		golden(t, "moves", outputs)
		outputs = withoutReport("web", &r)
		outputs.Moves = moved
		golden(t, "moves-outputs", outputs)
	})
	golden(t, "undecided", &explainedPlacement{Name: "web"})
	golden(t, "unranked", &explainedPlacement{
		Name: "web", Satisfied: true, Groups: planner.GroupsOf([]planner.Group{{Name: "canary", Clusters: []string{"b"}}, {Index: 1, Clusters: []string{"a"}}}),
		RejectionSummary: map[string]int{"Predicate: label does not match env=prod": 1},
		Decisions:        []planner.Decision{{ClusterName: "a"}, {ClusterName: "b"}},
	})
}

// golden compares with a golden file.
func golden(t *testing.T, name string, outputs *explainedPlacement) {
	t.Helper()
	goldenText(t, name, outputs.markdown())
}

// goldenText compares a text with a golden file.
func goldenText(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "markdown", name+".md")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: -want +got:\n%s", name, diff)
	}
}

// TestManyRatings: a round names ten candidates and counts the others, including those that the report omits.
func TestManyRatings(t *testing.T) {
	var many []placement.ReportedRating
	for i := range 12 {
		many = append(many, placement.ReportedRating{Name: fmt.Sprint("c", i), Rating: "1"})
	}
	got := reported(placement.Report{Rounds: []placement.ReportedRound{
		{Candidates: many, Omitted: 3, Removed: []string{"c0"}, Reason: "lowest_rating"}, {Omitted: 4, Reason: "decided"},
	}}).markdown()
	for _, want := range []string{"c9 1 and 5 more", "| and 4 more |"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}
