// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placementconfig_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// mistakes are the mistakes of a reader by their places.
func mistakes(r *tfvalue.Reader) map[string]string {
	list := map[string]string{}
	for m := range r.Mistakes {
		list[m.At.String()] = m.Summary
	}
	return list
}

// TestCheck_dialects: a placement has exactly one dialect, and one that is not known yet may turn out to be set.
func TestCheck_dialects(t *testing.T) {
	for name, tt := range map[string]struct {
		placement planner.Placement
		unknown   string
		want      map[string]string
	}{
		"one":     {planner.Placement{OCM: &ocm.Spec{}}, "", map[string]string{}},
		"none":    {planner.Placement{}, "", map[string]string{"ocm": "No scheduler configured"}},
		"unknown": {planner.Placement{}, placementconfig.DialectHybrid, map[string]string{}},
		"two": {
			planner.Placement{OCM: &ocm.Spec{}, KubeFleet: &kubefleet.Spec{}}, "", map[string]string{"kubefleet": "Two schedulers"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, r := &placementconfig.Config{}, &tfvalue.Reader{}
			c.Placement = tt.placement
			c.SetDefaults()
			if tt.unknown != "" {
				var text string
				r.Read(tfvalue.Of(tftypes.NewValue(tftypes.String, tftypes.UnknownValue)), &text, tfvalue.Root(tt.unknown))
			}
			c.Check(r)
			if diff := cmp.Diff(tt.want, mistakes(r)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestValidateStrategy: only the object of a placement of KubeFleet has a strategy, and none of them has stages.
func TestValidateStrategy(t *testing.T) {
	staged := &rollout.Strategy{Stages: []staged.Stage{}}
	for name, p := range map[string]planner.Placement{
		"strategy":        {OCM: &ocm.Spec{}, Strategy: staged},
		"strategy.stages": {KubeFleet: &kubefleet.Spec{}, Strategy: staged},
	} {
		c, r := &placementconfig.Config{}, &tfvalue.Reader{}
		c.Placement = p
		c.ValidateStrategy(r)
		if diff := cmp.Diff(map[string]string{name: "Invalid value"}, mistakes(r)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

// TestUsesFleetOfProvider: an empty list is a fleet of the placement's own.
func TestUsesFleetOfProvider(t *testing.T) {
	c := &placementconfig.Config{}
	if !c.UsesFleetOfProvider() {
		t.Error("a placement without a fleet has one")
	}
	if c.Clusters = []placement.Cluster{}; c.UsesFleetOfProvider() {
		t.Error("an empty fleet is that of the provider")
	}
}
