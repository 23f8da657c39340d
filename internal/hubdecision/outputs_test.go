// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestScoresOnHub: what a hub has decided has a score where a prediction has one: in a PickN of KubeFleet.
func TestScoresOnHub(t *testing.T) {
	score := int64(0)
	of := func(placementType string) planner.Placement {
		return planner.Placement{Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: placementType, NumberOfClusters: new(int32(1)),
			ClusterNames: []string{"a"}}}
	}
	for name, tt := range map[string]struct {
		placement planner.Placement
		score     *int64
		want      string
	}{
		"PickN":                   {of(kubefleet.PickN), &score, "0"},
		"PickAll":                 {of(kubefleet.PickAll), &score, ""},
		"PickFixed":               {of(kubefleet.PickFixed), nil, ""},
		"PickFixed, PickN before": {of(kubefleet.PickFixed), &score, ""},
		"ocm":                     {planner.Placement{Name: "web", OCM: &ocm.Spec{}}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &planner.Request{Placement: tt.placement, Fleet: plannertest.Clusters("a")}
			decided := &decisions.Decided{
				Placement: tt.placement, Scheduled: true, Satisfied: true, Groups: []placement.Group{{Clusters: []string{"a"}}},
				Decisions: []decisions.DecidedCluster{{Name: "a", Score: tt.score}},
			}
			got := hubdecision.OutputsOf(r, decided, nil, &planner.Details{}).Decisions
			if len(got) != 1 || got[0].Score.String() != tt.want {
				t.Errorf("got %+v, want the score %q", got, tt.want)
			}
			if tt.placement.KubeFleet == nil {
				return
			}
			answer, found := planner.Decide(t.Context(), r)
			if found.HasError() {
				t.Fatal(plannertest.Texts(found))
			}
			outputs, err := answer.Outputs(&planner.Details{})
			if err != nil || outputs.Decisions[0].Score.String() != tt.want {
				t.Errorf("the prediction has %+v (%v)", outputs.Decisions, err)
			}
		})
	}
}
