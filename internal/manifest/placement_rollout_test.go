// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/kubefleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	rolloutocm "github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// The objects of rolloutTexts.
const (
	ocmWeb = `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: { name: web, namespace: team-a }
spec: { numberOfClusters: 3 }
`
	replicaSet = `apiVersion: work.open-cluster-management.io/v1alpha1
kind: ManifestWorkReplicaSet
metadata: { name: web-app, namespace: team-a, generation: 3 }
spec:
  manifestWorkTemplate: { workload: { manifests: [] } }
  placementRefs:
    - name: other
    - name: web
      rolloutStrategy:
        type: Progressive
        progressive:
          minSuccessTime: 5m0s
          progressDeadline: 10m
          maxFailures: 2%
          maxConcurrency: 3
          mandatoryDecisionGroups: [{ groupName: canary }, { groupIndex: 1 }]
`
	addOn = `apiVersion: addon.open-cluster-management.io/v1alpha1
kind: ClusterManagementAddOn
metadata: { name: metrics }
spec:
  addOnMeta: { displayName: Metrics }
  installStrategy:
    type: Placements
    placements:
      - { name: web, namespace: team-b, rolloutStrategy: { type: All } }
      - name: web
        namespace: team-a
        configs: [{ group: addon.open-cluster-management.io, resource: addondeploymentconfigs, name: a }]
        rolloutStrategy: { type: ProgressivePerGroup, progressivePerGroup: { minSuccessTime: 90m, maxFailures: 0 } }
`
	fleetWeb = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  policy: { placementType: PickAll }
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 25%, maxSurge: 0, unavailablePeriodSeconds: 0 }
    applyStrategy:
      comparisonOption: FullComparison
      whenToApply: IfNotDrifted
      type: ServerSideApply
      serverSideApplyConfig: { force: true }
      whenToTakeOver: Never
      allowCoOwnership: false
    deleteStrategy: { propagationPolicy: Abandon }
    reportBackStrategy: { type: Mirror, destination: WorkAPI }
`
	fleetExternal = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec: { policy: { placementType: PickAll }, strategy: { type: External } }
`
	stages = `apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: by-stage }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { env: staging } }
      afterStageTasks: [{ type: TimedWait, waitTime: 1h }, { type: Approval }]
    - name: prod
      labelSelector: {}
      sortingLabelKey: order
      maxConcurrency: 50%
      beforeStageTasks: [{ type: Approval }]
`
)

// rolloutTexts are placements with their strategies.
var rolloutTexts = map[string]struct {
	text string
	want manifest.Placement
}{
	"a replica set": {ocmWeb + "---\n" + replicaSet, ocmRollout(progressive, "ManifestWorkReplicaSet", "web-app")},
	"an add-on":     {addOn + "---\n" + ocmWeb, ocmRollout(perGroup, "ClusterManagementAddOn", "metrics")},
	"a replica set without a strategy": {
		ocmWeb + "---\n" + strings.Split(replicaSet, "      rolloutStrategy")[0],
		ocmRollout(rolloutocm.Strategy{Type: rolloutocm.TypeAll}, "ManifestWorkReplicaSet", "web-app"),
	},
	"a replica set without a type": {
		ocmWeb + "---\n" + strings.Replace(replicaSet, "        type: Progressive\n", "", 1),
		ocmRollout(rolloutocm.Strategy{Type: rolloutocm.TypeAll, Progressive: progressive.Progressive},
			"ManifestWorkReplicaSet", "web-app"),
	},
	"one of two objects has a strategy": {
		ocmWeb + "---\n" + strings.Split(replicaSet, "      rolloutStrategy")[0] + "---\n" + addOn,
		ocmRollout(perGroup, "ClusterManagementAddOn", "metrics"),
	},
	"two objects have the same strategy": {
		ocmWeb + "---\n" + replicaSet + "---\n" + strings.ReplaceAll(replicaSet, "web-app", "web-2"),
		ocmRollout(progressive, "ManifestWorkReplicaSet", "web-app"),
	},
	"kubefleet":                {fleetWeb, fleetRollout(&rollingUpdate, nil)},
	"kubefleet, no type":       {strings.Replace(fleetWeb, "    type: RollingUpdate\n", "", 1), fleetRollout(&rollingUpdate, nil)},
	"kubefleet, no strategy":   {strings.Split(fleetWeb, "  strategy:")[0], fleetRollout(nil, nil)},
	"kubefleet, null strategy": {strings.Split(fleetWeb, "  strategy:")[0] + "  strategy: null\n", fleetRollout(nil, nil)},
	"kubefleet, empty strategy": {
		strings.Split(fleetWeb, "  strategy:")[0] + "  strategy: {}\n", fleetRollout(ofType(rollout.TypeRollingUpdate), nil),
	},
	"kubefleet, external": {fleetExternal, fleetRollout(ofType(rollout.TypeExternal), nil)},
	"kubefleet, staged": {
		stages + "---\n" + fleetExternal,
		fleetRollout(&inStages, &manifest.RolloutOf{Kind: "ClusterStagedUpdateStrategy", Name: "by-stage"}),
	},
	"kubefleet, staged in a namespace": {
		strings.NewReplacer("ClusterResourcePlacement", "ResourcePlacement", "name: web", "name: web, namespace: a").Replace(
			fleetExternal) +
			"---\n" + strings.NewReplacer("ClusterStaged", "Staged", "name: by-stage", "name: by-stage, namespace: a").Replace(stages),
		manifest.Placement{
			Name: "web", Namespace: "a", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}, Strategy: &inStages,
			RolloutOf: &manifest.RolloutOf{Kind: "StagedUpdateStrategy", Name: "by-stage"},
		},
	},
}

// The strategies of rolloutTexts.
var (
	progressive = rolloutocm.Strategy{Type: rolloutocm.TypeProgressive, Progressive: &rolloutocm.Progressive{
		Limits: rolloutocm.Limits{
			MinSuccessTime: metav1.Duration{Duration: 5 * time.Minute}, ProgressDeadline: "10m", MaxFailures: intstr.FromString("2%"),
		},
		MaxConcurrency:          intstr.FromInt32(3),
		MandatoryDecisionGroups: []rolloutocm.MandatoryGroup{{GroupName: "canary"}, {GroupIndex: 1}},
	}}
	perGroup = rolloutocm.Strategy{
		Type: rolloutocm.TypeProgressivePerGroup, ProgressivePerGroup: &rolloutocm.ProgressivePerGroup{
			Limits: rolloutocm.Limits{MinSuccessTime: metav1.Duration{Duration: 90 * time.Minute}},
		},
	}
	rollingUpdate = rollout.Strategy{
		OCMStrategy: rolloutocm.Strategy{Type: rollout.TypeRollingUpdate},
		RollingUpdate: &rollingupdate.Config{
			MaxUnavailable: ptr(intstr.FromString("25%")), MaxSurge: ptr(intstr.FromInt32(0)), UnavailablePeriodSeconds: ptr(0),
		},
		ApplyStrategy: &rollout.ApplyStrategy{
			ComparisonOption: "FullComparison", WhenToApply: "IfNotDrifted", Type: "ServerSideApply", WhenToTakeOver: "Never",
			ServerSideApplyConfig: &rollout.ServerSideApplyConfig{Force: ptr(true)}, AllowCoOwnership: ptr(false),
		},
		DeleteStrategy:     &rollout.DeleteStrategy{PropagationPolicy: "Abandon"},
		ReportBackStrategy: &rollout.ReportBackStrategy{Type: "Mirror", Destination: "WorkAPI"},
	}
	inStages = rollout.Strategy{
		OCMStrategy: rolloutocm.Strategy{Type: rollout.TypeExternal},
		Stages: []staged.Stage{
			{
				Name: "staging", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"env": "staging"}},
				AfterStageTasks: []staged.Task{
					{Type: staged.TimedWait, WaitTime: &metav1.Duration{Duration: time.Hour}}, {Type: staged.Approval},
				},
			},
			{
				Name: "prod", LabelSelector: &metav1.LabelSelector{}, SortingLabelKey: ptr("order"),
				MaxConcurrency: ptr(intstr.FromString("50%")), BeforeStageTasks: []staged.Task{{Type: staged.Approval}},
			},
		},
	}
)

func ofType(name string) *rollout.Strategy {
	return &rollout.Strategy{OCMStrategy: rolloutocm.Strategy{Type: name}}
}

func ocmRollout(strategy rolloutocm.Strategy, kind, name string) manifest.Placement {
	return manifest.Placement{
		Name: "web", Namespace: "team-a", OCM: &ocm.Spec{NumberOfClusters: ptr(int32(3))},
		Strategy: &rollout.Strategy{OCMStrategy: strategy}, RolloutOf: &manifest.RolloutOf{Kind: kind, Name: name},
	}
}

func fleetRollout(strategy *rollout.Strategy, of *manifest.RolloutOf) manifest.Placement {
	return manifest.Placement{
		Name: "web", KubeFleet: &kubefleet.Spec{PlacementType: kubefleet.PickAll}, Strategy: strategy, RolloutOf: of,
	}
}

// TestReadRollout reads the strategies, writes them, and reads them again.
func TestReadRollout(t *testing.T) {
	for name, tt := range rolloutTexts {
		t.Run(name, func(t *testing.T) {
			got, err := manifest.ReadPlacement(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			written, err := manifest.WritePlacement(got)
			if err != nil {
				t.Fatal(err)
			}
			again, err := manifest.ReadPlacement(t.Context(), written)
			if diff := cmp.Diff(tt.want, again); err != nil || diff != "" {
				t.Errorf("%v\n-want +got:\n%s\n%s", err, diff, written)
			}
		})
	}
}
