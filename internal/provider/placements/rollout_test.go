// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements_test

import (
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/functions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

const (
	rolloutOfOCM = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: web, namespace: team-a }
spec: { numberOfClusters: 1 }
---
`
	rolloutOfReplicaSet = rolloutOfOCM + `apiVersion: work.open-cluster-management.io/v1alpha1
kind: ManifestWorkReplicaSet
metadata: { name: web-app, namespace: team-a }
spec:
  manifestWorkTemplate: {}
  placementRefs:
    - name: web
      rolloutStrategy:
        type: Progressive
        progressive: { minSuccessTime: 90m, maxConcurrency: 25%, maxFailures: 2, mandatoryDecisionGroups: [{ groupName: canary }] }
`
	rolloutOfAddOn = rolloutOfOCM + `apiVersion: addon.open-cluster-management.io/v1alpha1
kind: ClusterManagementAddOn
metadata: { name: metrics }
spec:
  addOnMeta: { displayName: Metrics }
  installStrategy:
    type: Placements
    placements: [{ name: web, namespace: team-a, rolloutStrategy: { all: { progressDeadline: 10m } } }]
`
	rolloutOfFleet = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  policy: { placementType: PickAll }
  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 50%, unavailablePeriodSeconds: 5 }, applyStrategy: { type: ServerSideApply, allowCoOwnership: true } }
`
	rolloutOfStages = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec: { strategy: { type: External } }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterStagedUpdateStrategy
metadata: { name: by-stage }
spec:
  stages:
    - { name: canary, labelSelector: {}, maxConcurrency: 2, afterStageTasks: [{ type: TimedWait, waitTime: 300s }] }
`
)

// TestDecodedRollouts decodes strategies, encodes them, and decodes them again. They can be placed.
func TestDecodedRollouts(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want map[string]string
	}{
		"a replica set": {rolloutOfReplicaSet, map[string]string{
			"strategy.type": "Progressive", "strategy.progressive.min_success_time": "1h30m",
			"strategy.progressive.max_concurrency": "25%",
			"strategy.progressive.max_failures":    "2", "strategy.progressive.mandatory_decision_groups.0.group_name": "canary",
			"rollout_of.kind": "ManifestWorkReplicaSet", "rollout_of.name": "web-app",
		}},
		"an add-on": {rolloutOfAddOn, map[string]string{
			"strategy.type": "All", "strategy.all.progress_deadline": "10m", "rollout_of.kind": "ClusterManagementAddOn",
			"rollout_of.name": "metrics",
		}},
		"kubefleet": {rolloutOfFleet, map[string]string{
			"strategy.type": "RollingUpdate", "strategy.rolling_update.max_unavailable": "0", "strategy.rolling_update.max_surge": "50%",
			"strategy.rolling_update.unavailable_period_seconds": "5", "strategy.apply_strategy.type": "ServerSideApply",
			"strategy.apply_strategy.allow_co_ownership": "true",
		}},
		"kubefleet, staged": {rolloutOfStages, map[string]string{
			"strategy.type": "External", "strategy.stages.0.name": "canary", "strategy.stages.0.max_concurrency": "2",
			"strategy.stages.0.after_stage_tasks.0.type": "TimedWait", "strategy.stages.0.after_stage_tasks.0.wait_time": "5m",
			"rollout_of.kind": "ClusterStagedUpdateStrategy", "rollout_of.name": "by-stage",
		}},
		"no rollout": {strings.TrimSuffix(rolloutOfOCM, "---\n"), map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]string{}
			decoded := providertest.CheckDecodedPlacement(t, tt.text)
			flatten(t, "strategy", providertest.AttributeOf(t, decoded, "strategy"), got)
			flatten(t, "rollout_of", providertest.AttributeOf(t, decoded, "rollout_of"), got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// flatten notes the scalars of a value that are not null, by path.
func flatten(t *testing.T, at string, value tftypes.Value, into map[string]string) {
	t.Helper()
	if value.IsNull() {
		return
	}
	err := tftypes.Walk(value, func(path *tftypes.AttributePath, v tftypes.Value) (bool, error) {
		text := leafText(v)
		if text == "" {
			return true, nil
		}
		name := at
		for _, step := range path.Steps() {
			switch s := step.(type) {
			case tftypes.AttributeName:
				name += "." + string(s)
			case tftypes.ElementKeyInt:
				name += "." + strconv.Itoa(int(s))
			}
		}
		into[name] = text
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// leafText is a scalar as text; empty for anything else.
func leafText(v tftypes.Value) string {
	var text string
	var flag bool
	number := new(big.Float)
	switch {
	case v.IsNull():
		return ""
	case v.Type().Is(tftypes.String) && v.As(&text) == nil:
		return text
	case v.Type().Is(tftypes.Bool) && v.As(&flag) == nil:
		return map[bool]string{true: "true", false: "false"}[flag]
	case v.Type().Is(tftypes.Number) && v.As(number) == nil:
		return number.String()
	}
	return ""
}

// TestRolloutChangesNoDecision places a decoded placement with its strategy and without.
func TestRolloutChangesNoDecision(t *testing.T) {
	for name, text := range map[string]string{"ocm": rolloutOfReplicaSet, "kubefleet": rolloutOfStages} {
		decoded, mistake := providertest.Call(t, "decode_placement", functions.PlacementObject.TerraformType(t.Context()), text)
		if mistake != nil {
			t.Fatal(mistake.Text)
		}
		var results []tftypes.Value
		for _, parts := range [][]string{{name}, {name, "strategy", "rollout_of"}} {
			argument := object{"clusters": list{object{"name": "a"}, object{"name": "b"}}}
			for _, part := range parts {
				argument[part] = providertest.AttributeOf(t, decoded, part)
			}
			result, mistake := providertest.Call(t, "place", placementconfig.ResultType.TerraformType(t.Context()), argument)
			if mistake != nil {
				t.Fatal(mistake.Text)
			}
			results = append(results, result)
		}
		if !results[0].Equal(results[1]) {
			t.Errorf("%s: the decision is another one with a strategy: %s, and %s", name, results[0], results[1])
		}
	}
}

// TestRolloutMistakes: what is wrong in a strategy is told with its path.
func TestRolloutMistakes(t *testing.T) {
	progressive := object{"type": "Progressive", "progressive": object{"max_concurrency": int64(3)}}
	replicaSet := object{"kind": "ManifestWorkReplicaSet", "name": "web"}
	for name, tt := range map[string]struct {
		function string
		argument object
		want     string
	}{
		"no object": {
			"encode_placement", object{"ocm": object{}, "strategy": progressive},
			"rollout_of: set the kind (ManifestWorkReplicaSet or ClusterManagementAddOn) and the name of the object that has the strategy",
		},
		"another kind": {
			"encode_placement", object{"ocm": object{}, "strategy": progressive, "rollout_of": object{"kind": "Placement", "name": "web"}},
			`rollout_of.kind: found "Placement": must be one of "ManifestWorkReplicaSet", "ClusterManagementAddOn"`,
		},
		"no name of the object": {
			"encode_placement", object{"ocm": object{}, "strategy": progressive, "rollout_of": object{"kind": "ManifestWorkReplicaSet"}},
			"rollout_of.name: the attribute must be set",
		},
		"no stages": {
			"encode_placement", object{
				"kubefleet": object{}, "strategy": object{"type": "External"}, "rollout_of": object{"kind": "ClusterStagedUpdateStrategy",
					"name": "x"},
			},
			"strategy.stages: rollout_of names the object that has the stages",
		},
		"a strategy of a rule": {
			"encode_placement", object{"hybrid": object{}, "strategy": object{"type": "All"}},
			"strategy: a PlacementRule has no such field",
		},
		"a value": {
			"encode_placement", object{"ocm": object{}, "rollout_of": replicaSet, "strategy": object{
				"type": "Progressive", "progressive": object{"max_concurrency": "a lot"},
			}},
			`strategy.progressive.max_concurrency: found "a lot": must be a number, or a percentage from "0%" to "100%"`,
		},
		"a duration": {
			"encode_placement", object{"ocm": object{}, "rollout_of": replicaSet, "strategy": object{
				"type": "All", "all": object{"min_success_time": "5 min"},
			}},
			`strategy.all.min_success_time: found "5 min"; it must be a duration such as "5m"`,
		},
		"a misspelt name": {
			"place", object{"ocm": object{}, "clusters": list{}, "strategy": object{"tpye": "All"}},
			`strategy.tpye: unsupported attribute; did you mean "type"?`,
		},
		"a block of the strategy in the policy": {
			"place", object{"kubefleet": object{"rolling_update": object{}}, "clusters": list{}},
			"kubefleet.rolling_update: unsupported attribute; rolling_update is an attribute of strategy",
		},
		"a selector at the top": {
			"place", object{"ocm": object{}, "clusters": list{}, "label_selector": object{}},
			"label_selector: unsupported attribute; label_selector belongs in ocm.predicates[0].required_cluster_selector.label_selector",
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.argument["name"] = "web"
			_, mistake := providertest.Call(t, tt.function, tftypes.String, tt.argument)
			if mistake == nil || !strings.Contains(mistake.Text, tt.want) {
				t.Errorf("got %v, want %q", mistake, tt.want)
			}
		})
	}
}

// TestRolloutIsNoArgument: the data source has no strategy, and so no message points to one.
func TestRolloutIsNoArgument(t *testing.T) {
	_, diags := providertest.PlanPlacement(t, providertest.Config(t, providertest.PlacementType(), object{
		"clusters": list{object{"name": "a"}}, "kubefleet": object{"rolling_update": object{}},
	}))
	if len(diags) != 1 || strings.Contains(diags[0].Detail, "strategy") ||
		!strings.Contains(diags[0].Detail, "expected one of affinity") {
		t.Errorf("got %v", diags)
	}
}
