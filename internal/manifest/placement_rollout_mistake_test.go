// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"strings"
	"testing"
)

// TestReadRolloutMistakes: every mistake has its object and its line. The texts are those of rolloutTexts in which something is
// replaced.
func TestReadRolloutMistakes(t *testing.T) {
	namespaced := strings.NewReplacer("ClusterResourcePlacement", "ResourcePlacement", "name: web", "name: web, namespace: a",
		"ClusterStaged", "Staged", "name: by-stage", "name: by-stage, namespace: a")
	for name, tt := range map[string]struct {
		text, old, replacement, want string
	}{
		"only a rollout": {
			replicaSet, "", "",
			`document 1, line 1, ManifestWorkReplicaSet/web-app: found ManifestWorkReplicaSet.work.open-cluster-management.io; the text must contain exactly one placement; add the Placement that the rollout belongs to`,
		},
		"only stages": {
			stages, "", "",
			`document 1, line 1, ClusterStagedUpdateStrategy/by-stage: found ClusterStagedUpdateStrategy.placement.kubernetes-fleet.io; the text must contain exactly one placement; add the ClusterResourcePlacement that the rollout belongs to`,
		},
		"a misspelt kind": {
			ocmWeb + "---\n" + replicaSet, "ManifestWorkReplicaSet", "ManifestWorkReplicaSets",
			`document 2, line 6, ManifestWorkReplicaSets/web-app: found ManifestWorkReplicaSets.work.open-cluster-management.io; the text must contain exactly one placement; did you mean "ManifestWorkReplicaSet.work.open-cluster-management.io"?`,
		},
		"another version": {
			ocmWeb + "---\n" + addOn, "addon.open-cluster-management.io/v1alpha1", "addon.open-cluster-management.io/v1beta1",
			`document 2, line 6, ClusterManagementAddOn/metrics, apiVersion: found "addon.open-cluster-management.io/v1beta1": must be "addon.open-cluster-management.io/v1alpha1"`,
		},
		"no name": {
			ocmWeb + "---\n" + addOn, "name: metrics", "",
			`document 2, line 8, ClusterManagementAddOn, metadata.name: the object must have a name`,
		},
		"another placement": {
			ocmWeb + "---\n" + replicaSet, "- name: web\n", "- name: api\n",
			`document 2, line 11, ManifestWorkReplicaSet/web-app, spec.placementRefs: the object refers to team-a/other, team-a/api, and the placement is team-a/web; remove the object`,
		},
		"another namespace": {
			ocmWeb + "---\n" + replicaSet, "web-app, namespace: team-a", "web-app, namespace: team-b",
			`document 2, line 11, ManifestWorkReplicaSet/web-app, spec.placementRefs: the object refers to team-b/other, team-b/web, and the placement is team-a/web; remove the object`,
		},
		"no placements": {
			ocmWeb + "---\n" + replicaSet, "placementRefs", "placementReferences",
			`document 2, line 9, ManifestWorkReplicaSet/web-app, spec.placementRefs: the object refers to no placement; remove it, or refer to team-a/web`,
		},
		"a manual add-on": {
			ocmWeb + "---\n" + addOn, "type: Placements", "type: Manual",
			`document 2, line 12, ClusterManagementAddOn/metrics, spec.installStrategy.type: found "Manual": placements apply only with the type "Placements"`,
		},
		"an add-on of another namespace": {
			ocmWeb + "---\n" + addOn, "namespace: team-a\n        conf", "namespace: team-c\n        conf",
			`document 2, line 13, ClusterManagementAddOn/metrics, spec.installStrategy.placements: the object refers to team-b/web, team-c/web, and the placement is team-a/web; remove the object`,
		},
		"a typo in a reference": {
			ocmWeb + "---\n" + replicaSet, "rolloutStrategy", "rolloutStratgy",
			`document 2, line 14, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStratgy: unknown field; expected one of name, rolloutStrategy; did you mean "rolloutStrategy"?`,
		},
		"a typo in a strategy": {
			ocmWeb + "---\n" + replicaSet, "maxFailures", "maxFailure",
			`document 2, line 19, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy.progressive.maxFailure: unknown field; expected one of minSuccessTime, progressDeadline, maxFailures, mandatoryDecisionGroups, maxConcurrency; did you mean "maxFailures"?`,
		},
		"a typo in an install strategy": {
			ocmWeb + "---\n" + addOn, "placements:", "placement:",
			`document 2, line 13, ClusterManagementAddOn/metrics, spec.installStrategy.placement: unknown field; expected one of type, placements; did you mean "placements"?`,
		},
		"a misspelt type": {
			ocmWeb + "---\n" + replicaSet, "type: Progressive", "type: progressive",
			`document 2, line 15, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy.type: found "progressive": must be one of "All", "Progressive", "ProgressivePerGroup"; did you mean "Progressive"?`,
		},
		"a duration": {
			ocmWeb + "---\n" + replicaSet, "5m0s", "5 min",
			`document 2, line 17, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy.progressive.minSuccessTime: found "5 min"; it must be a duration such as "5m"`,
		},
		"a duration without a unit": {
			ocmWeb + "---\n" + replicaSet, "5m0s", "300",
			`document 2, line 17, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy.progressive.minSuccessTime: found 300; it must be a duration such as "5m"`,
		},
		"a size": {
			ocmWeb + "---\n" + replicaSet, "maxConcurrency: 3", "maxConcurrency: { a: 1 }",
			`document 2, line 20, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy.progressive.maxConcurrency: found {"a":1}; it must be a whole number, or a percentage such as "25%"`,
		},
		"two strategies": {
			ocmWeb + "---\n" + replicaSet + "---\n" + addOn, "", "",
			`document 3, line 35, ClusterManagementAddOn/metrics, spec.installStrategy.placements[1].rolloutStrategy: the strategy differs from that of ManifestWorkReplicaSet/web-app for the same placement; remove one of them`,
		},
		"two strategies in one object": {
			ocmWeb + "---\n" + replicaSet, "name: other\n", "{ name: web, rolloutStrategy: { type: All } }\n",
			`document 2, line 14, ManifestWorkReplicaSet/web-app, spec.placementRefs[1].rolloutStrategy: the strategy differs from that of ManifestWorkReplicaSet/web-app for the same placement; remove one of them`,
		},
		"a rollout of the other hub": {
			fleetWeb + "---\n" + replicaSet, "", "",
			`document 2, line 19, ManifestWorkReplicaSet/web-app: a ManifestWorkReplicaSet has the rollout of a Placement, and the placement is a ClusterResourcePlacement; remove the object`,
		},
		"stages in a namespace": {
			fleetExternal + "---\n" + stages, "ClusterStaged", "Staged",
			`document 2, line 6, StagedUpdateStrategy/by-stage: a StagedUpdateStrategy has the rollout of a ResourcePlacement, and the placement is a ClusterResourcePlacement; remove the object`,
		},
		"stages and a rolling update": {
			fleetWeb + "---\n" + stages, "", "",
			`document 2, line 19, ClusterStagedUpdateStrategy/by-stage: a ClusterStagedUpdateStrategy applies only to a placement with spec.strategy.type "External", and the type is "RollingUpdate"; change the type, or remove the object`,
		},
		"stages and no strategy": {
			fleetExternal + "---\n" + stages, ", strategy: { type: External }", "",
			`document 2, line 6, ClusterStagedUpdateStrategy/by-stage: a ClusterStagedUpdateStrategy applies only to a placement with spec.strategy.type "External", and the type is "RollingUpdate"; change the type, or remove the object`,
		},
		"stages of another namespace": {
			namespaced.Replace(fleetExternal + "---\n" + stages), "by-stage, namespace: a", "by-stage, namespace: b",
			`document 2, line 8, StagedUpdateStrategy/by-stage, metadata.namespace: found "b": the namespace of the placement is "a"`,
		},
		"cluster stages with a namespace": {
			fleetExternal + "---\n" + stages, "name: by-stage", "name: by-stage, namespace: a",
			`document 2, line 8, ClusterStagedUpdateStrategy/by-stage, metadata.namespace: found "a": a ClusterStagedUpdateStrategy has no namespace`,
		},
		"two objects with stages": {
			fleetExternal + "---\n" + stages + "---\n" + stages, "", "",
			`document 3, line 20, ClusterStagedUpdateStrategy/by-stage: the placement already has the stages of ClusterStagedUpdateStrategy/by-stage; remove one of the objects`,
		},
		"no stages": {
			fleetExternal + "---\n" + strings.Split(stages, "spec:")[0] + "spec: { stages: [] }\n", "", "",
			`document 2, line 9, ClusterStagedUpdateStrategy/by-stage, spec.stages: the object must have stages`,
		},
		"a typo in a stage": {
			fleetExternal + "---\n" + stages, "sortingLabelKey", "sortLabelKey",
			`document 2, line 16, ClusterStagedUpdateStrategy/by-stage, spec.stages[1].sortLabelKey: unknown field; expected one of name, labelSelector, sortingLabelKey, maxConcurrency, beforeStageTasks, afterStageTasks; did you mean "sortingLabelKey"?`,
		},
		"a typo in a task": {
			fleetExternal + "---\n" + stages, "waitTime", "wait",
			`document 2, line 13, ClusterStagedUpdateStrategy/by-stage, spec.stages[0].afterStageTasks[0].wait: unknown field; expected one of type, waitTime`,
		},
		"kubefleet, a typo": {
			fleetWeb, "rollingUpdate:", "rollingUpdates:",
			`document 1, line 8, ClusterResourcePlacement/web, spec.strategy.rollingUpdates: unknown field; expected one of type, rollingUpdate, applyStrategy, deleteStrategy, reportBackStrategy; did you mean "rollingUpdate"?`,
		},
		"kubefleet, a typo further inside": {
			fleetWeb, "maxSurge", "maxSurges",
			`document 1, line 8, ClusterResourcePlacement/web, spec.strategy.rollingUpdate.maxSurges: unknown field; expected one of maxUnavailable, maxSurge, unavailablePeriodSeconds; did you mean "maxSurge"?`,
		},
		"kubefleet, an unknown type": {
			fleetWeb, "type: RollingUpdate", "type: Rolling",
			`document 1, line 7, ClusterResourcePlacement/web, spec.strategy.type: found "Rolling": must be one of "RollingUpdate", "External"`,
		},
		"kubefleet, beside the strategy": {
			fleetExternal, "strategy: {", "rollingUpdate: {}, strategy: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.rollingUpdate: rollingUpdate belongs in spec.strategy`,
		},
		"kubefleet, a misspelt strategy": {
			fleetExternal, "strategy: {", "strateg: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.strateg: unknown field; expected one of policy, strategy, resourceSelectors, revisionHistoryLimit, statusReportingScope; did you mean "strategy"?`,
		},
		"kubefleet, a misspelt policy": {
			fleetExternal, "policy: {", "polcy: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.polcy: unknown field; expected one of policy, strategy, resourceSelectors, revisionHistoryLimit, statusReportingScope; did you mean "policy"?`,
		},
		"kubefleet, misspelt selectors": {
			fleetExternal, "policy: {", "resourceSelector: [], policy: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.resourceSelector: unknown field; expected one of policy, strategy, resourceSelectors, revisionHistoryLimit, statusReportingScope; did you mean "resourceSelectors"?`,
		},
		"kubefleet, a typo in a selector": {
			fleetExternal, "policy: {", "resourceSelectors: [{ group: apps, apiVersion: v1 }], policy: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.resourceSelectors[0].apiVersion: unknown field; expected one of group, version, kind, name, labelSelector, selectionScope`,
		},
		"kubefleet, a limit": {
			fleetExternal, "policy: {", "revisionHistoryLimit: many, policy: {",
			`document 1, line 4, ClusterResourcePlacement/web, spec.revisionHistoryLimit: found text; it must be a whole number`,
		},
		"kubefleet, a size": {
			fleetWeb, "maxSurge: 0", "maxSurge: 0.5",
			`document 1, line 8, ClusterResourcePlacement/web, spec.strategy.rollingUpdate.maxSurge: found 0.5; it must be a whole number, or a percentage such as "25%"`,
		},
	} {
		t.Run(name, func(t *testing.T) { checkMistake(t, tt.text, tt.old, tt.replacement, tt.want) })
	}
}
