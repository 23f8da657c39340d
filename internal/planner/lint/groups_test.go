// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package lint_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestEmptyGroups: a predefined group without a chosen cluster is a warning, in every dialect; one of no cluster at all is not.
func TestEmptyGroups(t *testing.T) {
	group := func(name, cluster string) placement.DecisionGroup {
		return placement.DecisionGroup{GroupName: name, GroupClusterSelector: placement.GroupSelector{
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"name": cluster}},
		}}
	}
	type groups []placement.DecisionGroup
	none := &ocm.Spec{NumberOfClusters: new(int32(0))}
	for name, tt := range map[string]struct {
		spec   *ocm.Spec
		groups groups
		want   string
	}{
		"no groups":           {&ocm.Spec{}, nil, ""},
		"one with a cluster":  {&ocm.Spec{}, groups{group("canary", "a")}, ""},
		"one without":         {&ocm.Spec{}, groups{group("canary", "x")}, "is in canary (name=x), so"},
		"the second":          {&ocm.Spec{}, groups{group("first", "a"), group("canary", "x")}, "is in canary (name=x), so"},
		"taken by the first":  {&ocm.Spec{}, groups{group("first", "a"), group("canary", "a")}, "is in canary (name=a), so"},
		"nothing is selected": {&ocm.Spec{}, groups{group("one", "x"), {GroupName: "rest"}}, "is in one (name=x), so"},
		"no clusters":         {none, groups{group("canary", "x")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &planner.Request{
				Placement: planner.Placement{Name: "web", OCM: tt.spec, DecisionStrategy: placement.DecisionStrategy{
					GroupStrategy: &placement.GroupStrategy{DecisionGroups: tt.groups},
				}},
				Fleet: plannertest.Clusters("a", "b"), OnUnsatisfied: planner.UnsatisfiedAccept,
			}
			_, findings := planner.Decide(t.Context(), r)
			got := plannertest.Texts(findings)
			if !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
