// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision_test

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest/inventory"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/plannertest"
)

// TestForecastDecidedLater: a new placement whose cluster set the hub does not have yet is decided after the apply, which may
// create the set.
func TestForecastDecidedLater(t *testing.T) {
	fleet := planner.Fleet{Manifests: inventory.Fleet{FromHub: true}}
	fleet.Manifests.Clusters = plannertest.Clusters("a", "b").Clusters
	for i := range fleet.Manifests.Clusters {
		fleet.Manifests.Clusters[i].Kind = placement.ManagedCluster
	}
	forecast := func(on string, before hubdecision.Baseline) string {
		c := planner.Transition{Request: &planner.Request{
			Placement: planner.Placement{Name: "web", Namespace: "shop", OCM: &ocm.Spec{ClusterSets: []string{"prod"}}},
			Fleet:     fleet, OnUnsatisfied: on,
		}}
		of, found := hubdecision.ForecastOf(t.Context(), &c, before)
		if (of == nil) != found.HasError() {
			t.Errorf("%q: a forecast: %t; %s", on, of != nil, plannertest.Texts(found))
		}
		return plannertest.Texts(found)
	}
	for _, on := range []string{"", planner.UnsatisfiedWarn, planner.UnsatisfiedAccept} {
		got := forecast(on, hubdecision.Baseline{})
		if !strings.HasPrefix(got, `warning ocm: The placement "shop/web" is decided after the apply: The hub has no cluster for the placement now. If this apply`) ||
			!strings.Contains(got, `create a ManagedClusterSetBinding`) && !strings.Contains(got, `Create a ManagedClusterSetBinding`) ||
			strings.Contains(got, "expected to choose") || strings.Contains(got, "is not satisfied") {
			t.Errorf("%q: %s", on, got)
		}
	}
	if got := forecast(planner.UnsatisfiedError, hubdecision.Baseline{}); !strings.HasPrefix(
		got, "error ocm: The placement is not satisfied",
	) {
		t.Errorf("error: %s", got)
	}
	if got := forecast("", hubdecision.Baseline{Decided: &decisions.Decided{}, Clusters: []string{"a"}}); !strings.Contains(
		got, "will move") ||
		strings.Contains(got, "is decided after") {
		t.Errorf("a placement that the hub has: %s", got)
	}
}
