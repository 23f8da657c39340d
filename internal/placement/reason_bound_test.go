// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placement_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
)

// long is longer than any excerpt.
var long = strings.Repeat("x", 5000)

// TestReasonsAreBounded: no kind of mismatch, and no number of mismatches, makes a reason long.
func TestReasonsAreBounded(t *testing.T) {
	taint := &placement.Taint{Key: long, Value: long, Effect: placement.TaintEffect(long)}
	kinds := map[*placement.MismatchKind]any{
		placement.MismatchDeletion: nil, placement.MismatchLabel: nil, placement.MismatchClaim: nil, placement.MismatchClusterName: nil,
		placement.MismatchNotFound: nil, placement.MismatchTaint: taint,
		placement.MismatchToleration: &placement.ExpiredToleration{Taint: taint, Until: time.Unix(0, 0)},
		ocm.MismatchClusterSet:       nil, ocm.MismatchCEL: nil,
		kubefleet.MismatchProperty: nil, kubefleet.MismatchEligibility: nil, kubefleet.MismatchNamespace: nil,
		kubefleet.MismatchTopologySpread: &kubefleet.TopologySpreadConstraint{},
		hybrid.MismatchDeployerType:      nil, hybrid.MismatchEliminated: nil, hybrid.MismatchVeto: 1, hybrid.MismatchRecommendation: 1,
	}
	for kind, detail := range kinds {
		if len(kind.Before) == 0 || len(kind.Before) > 60 {
			t.Errorf("%s: Before is %q", kind.Name, kind.Before)
		}
		for _, found := range []string{long, strings.Repeat("é", 5000)} {
			m := placement.Mismatch{
				Kind: kind, Field: found, Key: found, Found: found, Present: true, Wanted: found, Detail: detail,
			}
			rejection := placement.Rejection{Cluster: "a", Stage: "s", Mismatches: []placement.Mismatch{m}}
			r := placement.Result{Rejected: []placement.Rejection{rejection}}
			for what, text := range map[string]string{
				"sentence": m.String(), "reason": rejection.Reason(), "summary": r.Summary()[0].Reason,
			} {
				if len(text) > 3000 || !utf8.ValidString(text) {
					t.Errorf("%s: the %s has %d bytes, valid UTF-8: %t", kind.Name, what, len(text), utf8.ValidString(text))
				}
			}
		}
	}
	var many placement.Rejection
	for i := range 300 {
		many.Mismatches = append(many.Mismatches, placement.Mismatch{
			Kind: placement.MismatchLabel, Field: fmt.Sprintf("p[%d]", i), Key: "k", Wanted: "k=v",
		})
	}
	if got := many.Reason(); len(got) > 600 || !strings.HasSuffix(got, "p[9] wants k=v; and 290 more") {
		t.Errorf("300 alternatives: %s", got)
	}
	c := placement.Candidate{Cluster: "a"}
	var r placement.Result
	for i := range 300 {
		c.Scores = append(c.Scores, placement.ScoreLine{Given: true})
		r.Prioritizers = append(r.Prioritizers, placement.Prioritizer{Name: fmt.Sprintf("s%d", i), Weight: 1})
	}
	r.Decisions = []placement.Decision{{Candidate: c}}
	if got := explained(&r)["a"]; len(got) > 300 || !strings.HasSuffix(got, "s9 0 and 290 more") {
		t.Errorf("300 prioritizers: %s", got)
	}
}

// TestReportDoesNotRepeatTheRequest: the report of 10 000 clusters that a selector of many values rejects stays small.
func TestReportDoesNotRepeatTheRequest(t *testing.T) {
	const clusters, perCluster = 10000, 450
	inv := placement.Inventory{
		Sets:     []placement.ClusterSet{{Name: "all", SelectorType: placement.LabelSelector, LabelSelector: &metav1.LabelSelector{}}},
		Bindings: []placement.Binding{{Name: "all"}},
	}
	for i := range clusters {
		inv.Clusters = append(inv.Clusters, placement.Cluster{
			Name: fmt.Sprintf("cluster-%05d", i), Labels: map[string]string{"env": "dev"},
		})
	}
	for _, values := range []int{300, 10000} {
		selector := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
			{Key: "env", Operator: metav1.LabelSelectorOpIn},
		}}
		for i := range values {
			selector.MatchExpressions[0].Values = append(selector.MatchExpressions[0].Values, fmt.Sprintf("value-%05d", i))
		}
		byOCM := ocm.Placement{Name: "p",
			Spec: ocm.Spec{Predicates: []ocm.Predicate{{RequiredClusterSelector: ocm.ClusterSelector{LabelSelector: selector}}}}}
		byKubeFleet := kubefleet.Placement{Name: "p", Spec: kubefleet.Spec{PlacementType: kubefleet.PickAll,
			Affinity: &kubefleet.Affinity{
				ClusterAffinity: &kubefleet.ClusterAffinity{Required: &kubefleet.ClusterSelector{
					ClusterSelectorTerms: []kubefleet.ClusterSelectorTerm{{LabelSelector: selector}},
				}},
			}}}
		for dialect, decide := range map[string]func() (placement.Result, error){
			"ocm":       func() (placement.Result, error) { return ocm.Schedule(t.Context(), byOCM, inv) },
			"kubefleet": func() (placement.Result, error) { return kubefleet.Schedule(t.Context(), byKubeFleet, inv) },
		} {
			result, err := decide()
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(result.Report())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %d values: %d bytes", dialect, values, len(text))
			if want := fmt.Sprintf("value-00009 and %d more)", values-10); !strings.Contains(string(text), want) {
				t.Errorf("%s, %d values: no reason has %q", dialect, values, want)
			}
			if len(text) > clusters*perCluster {
				t.Errorf("%s, %d values: the report has %d bytes, %d a cluster", dialect, values, len(text), len(text)/clusters)
			}
		}
	}
}
