// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacements

import (
	"maps"
	"slices"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest/onhub"
)

// TestHubPlaced_mistakes: what has no place on a hub is an error of the plan at the attribute, once, and only if it is known.
// Without a hub, the same is right.
func TestHubPlaced_mistakes(t *testing.T) {
	t.Parallel()
	full := providertest.FullResourceConfigs()
	const fleet = "the placement chooses from the fleet of the hub. Remove it from the configuration"
	says := map[string]string{
		"previous_decisions": "the hub has the earlier decisions", "now": "the hub has its own clock",
		"with_report": "a hub publishes no report",
		"paused":      "Terraform cannot hold back the decisions of a hub", "on_exceeded": `so only "fail" is possible`,
	}
	for _, name := range []string{"clusters", "cluster_sets", "cluster_set_bindings", "scores", "manifests", "placement_decisions"} {
		says[name] = fleet
	}
	for _, kind := range onhub.PlacedKinds {
		r := onhub.NewPlacedRun(t, kind)
		values := full[placementconfig.DialectKubeFleet]
		if r.IsOCM() {
			values = full[placementconfig.DialectOCM]
		}
		values["with_report"], values["paused"], values["on_exceeded"] = true, true, "keep"
		for _, name := range slices.Sorted(maps.Keys(says)) {
			if r.Schema.Attributes[name] == nil {
				continue
			}
			if values[name] == nil {
				t.Fatalf("%s has no value", name)
			}
			diags := r.Try(r.Config(1, object{name: values[name], "max_moves": "1"})).Diags
			if len(diags) != 1 || providertest.PathOf(diags[0].Attribute) != name {
				t.Errorf("%s of a %s: %s", name, kind, providertest.Said(diags))
				continue
			}
			r.Says(diags, "ERROR "+name+": |"+says[name])
			if diags = r.Try(r.Config(1, object{name: unknown{}, "max_moves": "1"})).Diags; providertest.Failed(diags) {
				t.Errorf("unknown %s of a %s: %s", name, kind, providertest.Said(diags))
			}
		}
	}
}

// TestHubPlaced_required: what only a hub requires.
func TestHubPlaced_required(t *testing.T) {
	ocm, fleet := onhub.NewPlacedRun(t, "Placement"), onhub.NewPlacedRun(t, "ResourcePlacement")
	for what, tt := range map[string]struct {
		r      *onhub.PlacedRun
		change object
		says   string
	}{
		"no namespace": {
			ocm, object{"namespace": nil}, "ERROR namespace: |must be set because a Placement on a hub has a namespace",
		},
		"groups in KubeFleet": {
			fleet, object{"decision_strategy": object{"group_strategy": object{"clusters_per_decision_group": "1"}}},
			"ERROR decision_strategy: |has no decision groups on a hub",
		},
		"no resource selectors": {fleet, object{"resource_selectors": nil}, "ERROR resource_selectors: "},
		"a rule without a namespace": {ocm, object{"ocm": nil, "hybrid": object{"replicas": int64(1)}, "namespace": nil},
			"ERROR namespace: |a PlacementRule on a hub has a namespace"},
		"a name with a dot": {
			fleet, object{"name": "v2." + fleet.Name}, "ERROR name: |with a dot in its first 26 characters: KubeFleet cannot create bindings",
		},
		"types of a rule": {
			ocm, object{"ocm": nil, "hybrid": object{"deployer_type": list{"vm", "kubernetes"}}},
			"ERROR hybrid.deployer_type: |one deployer type",
		},
		"an answer in a rule": {ocm, object{"ocm": nil,
			"hybrid": object{"advisors": list{object{"name": "mine", "recommendations": list{}}}}},
			"ERROR hybrid.advisors[0].recommendations: |on a hub the advisors answer there"},
	} {
		diags := tt.r.Try(tt.r.Config(1, tt.change)).Diags
		if len(diags) != 1 {
			t.Errorf("%s: %s", what, providertest.Said(diags))
			continue
		}
		tt.r.Says(diags, tt.says)
	}
}
