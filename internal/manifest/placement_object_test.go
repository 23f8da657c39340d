// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// TestValidateRequired: only a hub of KubeFleet requires selectors.
func TestValidateRequired(t *testing.T) {
	selectors := kubefleet.ObjectSpec{ResourceSelectors: []kubefleet.ResourceSelector{{Version: "v1", Kind: "Namespace"}}}
	for name, tt := range map[string]struct {
		placement manifest.Placement
		want      string
	}{
		"ocm":       {manifest.Placement{Name: "web", OCM: &ocm.Spec{}}, ""},
		"selectors": {manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{}, ObjectSpec: selectors}, ""},
		"none": {
			manifest.Placement{Name: "web", KubeFleet: &kubefleet.Spec{}},
			"resourceSelectors: Required value: a ClusterResourcePlacement must " +
				`select the resources that it places, for example { group = "", version = "v1", kind = "Namespace", name = "team-a" }`,
		},
		"none in a namespace": {
			manifest.Placement{Name: "web", Namespace: "a", KubeFleet: &kubefleet.Spec{}},
			"resourceSelectors: Required value: a ResourcePlacement " +
				`must select the resources that it places, for example { group = "", version = "v1", kind = "ConfigMap", name = "settings" }`,
		},
	} {
		got := ""
		if errs := tt.placement.ValidateRequired(); len(errs) > 0 {
			got = errs.ToAggregate().Error()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// TestDecisive: what does not affect decisions is left out, and the placement itself is not changed.
func TestDecisive(t *testing.T) {
	plain := manifest.Placement{Name: "web", OCM: &ocm.Spec{ClusterSets: []string{"prod"}}}
	full := manifest.Placement{
		Name: "web", OCM: &ocm.Spec{ClusterSets: []string{"prod"}, Unused: ocm.Unused{SortBy: "Score"}},
		ObjectSpec: kubefleet.ObjectSpec{StatusReportingScope: "x"}, Strategy: &rollout.Strategy{}, RolloutOf: &manifest.RolloutOf{},
	}
	if diff := cmp.Diff(plain, full.Decisive()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if full.OCM.SortBy != "Score" || full.Strategy == nil {
		t.Error("the placement has changed")
	}
}
