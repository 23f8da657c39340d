// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/hybrid"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

const writtenOCM = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata:
  name: web
  namespace: team-a
spec:
  numberOfClusters: 3
---
`

// TestWriteRollout: what belongs to the rollout is in the placement of KubeFleet, and in a second document otherwise.
func TestWriteRollout(t *testing.T) {
	for name, tt := range map[string]struct {
		placement manifest.Placement
		want      string
	}{
		"a replica set": {
			ocmRollout(progressive, "ManifestWorkReplicaSet", "web-app"),
			writtenOCM + `apiVersion: work.open-cluster-management.io/v1alpha1
kind: ManifestWorkReplicaSet
metadata:
  name: web-app
  namespace: team-a
spec:
  placementRefs:
  - name: web
    rolloutStrategy:
      type: Progressive
      progressive:
        minSuccessTime: 5m
        progressDeadline: 10m
        maxFailures: 2%
        mandatoryDecisionGroups:
        - groupName: canary
        - groupIndex: 1
        maxConcurrency: 3
`,
		},
		"an add-on": {
			ocmRollout(perGroup, "ClusterManagementAddOn", "metrics"),
			writtenOCM + `apiVersion: addon.open-cluster-management.io/v1alpha1
kind: ClusterManagementAddOn
metadata:
  name: metrics
spec:
  installStrategy:
    type: Placements
    placements:
    - name: web
      namespace: team-a
      rolloutStrategy:
        type: ProgressivePerGroup
        progressivePerGroup:
          minSuccessTime: 1h30m
`,
		},
		"kubefleet": {
			fleetRollout(&rollingUpdate, nil),
			`apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  policy:
    placementType: PickAll
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 25%
      maxSurge: 0
      unavailablePeriodSeconds: 0
    applyStrategy:
      comparisonOption: FullComparison
      whenToApply: IfNotDrifted
      type: ServerSideApply
      whenToTakeOver: Never
      serverSideApplyConfig:
        force: true
      allowCoOwnership: false
    deleteStrategy:
      propagationPolicy: Abandon
    reportBackStrategy:
      type: Mirror
      destination: WorkAPI
`,
		},
		"kubefleet, staged": {
			fleetRollout(&inStages, &manifest.RolloutOf{Kind: "ClusterStagedUpdateStrategy", Name: "by-stage"}),
			`apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: web
spec:
  policy:
    placementType: PickAll
  strategy:
    type: External
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata:
  name: by-stage
spec:
  stages:
  - name: staging
    labelSelector:
      matchLabels:
        env: staging
    afterStageTasks:
    - type: TimedWait
      waitTime: 1h
    - type: Approval
  - name: prod
    labelSelector: {}
    sortingLabelKey: order
    maxConcurrency: 50%
    beforeStageTasks:
    - type: Approval
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.WritePlacement(tt.placement)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestValidateRollout: a strategy that the objects of the dialect do not have is an error, and so is an object that does not
// have the strategy.
func TestValidateRollout(t *testing.T) {
	addOn := func(change func(*manifest.Placement)) manifest.Placement {
		p := ocmRollout(progressive, "ClusterManagementAddOn", "metrics")
		change(&p)
		return p
	}
	stages := &manifest.RolloutOf{Kind: "ClusterStagedUpdateStrategy", Name: "by-stage"}
	for name, tt := range map[string]struct {
		placement manifest.Placement
		want      string
	}{
		"hybrid": {
			manifest.Placement{Name: "web", Hybrid: &hybrid.Spec{}, Strategy: &rollingUpdate},
			"PlacementRule/web, strategy: Forbidden: a PlacementRule has no such field",
		},
		"no strategy": {
			addOn(func(p *manifest.Placement) { p.Strategy = nil }),
			"Placement/web, strategy: Required value: rollout_of names the object that has the strategy",
		},
		"ocm, no object": {
			addOn(func(p *manifest.Placement) { p.RolloutOf = nil }),
			"Placement/web, rolloutOf: Required value: set the kind (ManifestWorkReplicaSet or ClusterManagementAddOn) and the name " +
				"of the object that has the strategy",
		},
		"ocm, another kind": {
			addOn(func(p *manifest.Placement) { p.RolloutOf.Kind = "ClusterManagementAddon" }),
			`Placement/web, rolloutOf.kind: Unsupported value: "ClusterManagementAddon": must be one of "ManifestWorkReplicaSet", ` +
				`"ClusterManagementAddOn"; did you mean "ClusterManagementAddOn"?`,
		},
		"ocm, no name": {
			addOn(func(p *manifest.Placement) { p.RolloutOf.Name = "" }),
			"Placement/web, rolloutOf.name: Required value: the object must have a name",
		},
		"ocm, a rolling update": {
			addOn(func(p *manifest.Placement) { p.Strategy = &rollingUpdate }),
			`Placement/web, strategy.type: Unsupported value: "RollingUpdate": must be one of "All", "Progressive", "ProgressivePerGroup"`,
		},
		"ocm, stages": {
			addOn(func(p *manifest.Placement) { p.Strategy.Stages = inStages.Stages }),
			"Placement/web, strategy.stages: Forbidden: the strategy of a Placement has no such field",
		},
		"kubefleet, progressive": {
			fleetRollout(&rollout.Strategy{OCMStrategy: progressive}, nil),
			`ClusterResourcePlacement/web, strategy.type: Unsupported value: "Progressive": must be one of "RollingUpdate", "External"`,
		},
		"kubefleet, a block of ocm": {
			fleetRollout(&rollout.Strategy{OCMStrategy: ocm.Strategy{Type: "External", All: &ocm.All{}}}, nil),
			"ClusterResourcePlacement/web, strategy.all: Forbidden: the strategy of a ClusterResourcePlacement has no such field",
		},
		"kubefleet, stages of a rolling update": {
			fleetRollout(&rollout.Strategy{OCMStrategy: ocm.Strategy{Type: "RollingUpdate"}, Stages: inStages.Stages}, stages),
			"ClusterResourcePlacement/web, strategy.stages: Forbidden: only type External has stages",
		},
		"kubefleet, an object of no stages": {
			fleetRollout(ofType("External"), stages),
			"ClusterResourcePlacement/web, strategy.stages: Required value: rollout_of names the object that has the stages",
		},
		"kubefleet, stages of no object": {
			fleetRollout(&inStages, nil),
			"ClusterResourcePlacement/web, rolloutOf: Required value: set the kind (ClusterStagedUpdateStrategy) and the name of the " +
				"object that has the strategy",
		},
		"kubefleet, the kind without a namespace": {
			fleetRollout(&inStages, &manifest.RolloutOf{Kind: "StagedUpdateStrategy", Name: "by-stage"}),
			`ClusterResourcePlacement/web, rolloutOf.kind: Unsupported value: "StagedUpdateStrategy": must be "ClusterStagedUpdateStrategy"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := manifest.WritePlacement(tt.placement)
			if err == nil {
				t.Fatalf("written:\n%s", text)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
