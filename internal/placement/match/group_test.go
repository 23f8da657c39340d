// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package match_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/match"
)

// TestGroupWithoutDecisions: there is one empty group, unless the strategy is wrong.
func TestGroupWithoutDecisions(t *testing.T) {
	number := intstr.FromString("3")
	wrong := placement.DecisionGroup{GroupName: "canary"}
	wrong.GroupClusterSelector.LabelSelector = &metav1.LabelSelector{
		MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "env", Operator: "Gt", Values: []string{"1"}}},
	}
	for name, c := range map[string]struct {
		strategy placement.GroupStrategy
		want     []placement.Group
		field    string
	}{
		"a right strategy": {want: []placement.Group{{PlacementDecisions: []string{"p-decision-1"}}}},
		"a wrong selector": {
			strategy: placement.GroupStrategy{DecisionGroups: []placement.DecisionGroup{wrong}},
			field:    "decisionStrategy.groupStrategy.decisionGroups[0].groupClusterSelector",
		},
		"a wrong size": {
			strategy: placement.GroupStrategy{ClustersPerDecisionGroup: &number},
			field:    "decisionStrategy.groupStrategy.clustersPerDecisionGroup",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var result placement.Result
			mistake, err := match.Group(t.Context(), &result, &c.strategy, "p", "ns", nil)
			if err != nil {
				t.Fatal(err)
			}
			if (mistake != nil) != (c.field != "") || mistake != nil && mistake.Field != c.field {
				t.Errorf("mistake %v, want one of %q", mistake, c.field)
			}
			if diff := cmp.Diff(c.want, result.Groups, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if len(result.PlacementDecisions) != len(c.want) {
				t.Errorf("slices %v", result.PlacementDecisions)
			}
		})
	}
}
