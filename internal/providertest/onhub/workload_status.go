// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"strings"
	"testing"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubtest"
)

// StatusSource is a source of a status: what reads it, and the states of its clusters.
type StatusSource struct {
	Config object
	Want   map[string]string
}

// StatusSources are objects of every source, of which one cluster has each, with the configuration that reads them.
func StatusSources(t *testing.T, server *hubtest.Hub) map[string]StatusSource {
	t.Helper()
	prefix, namespace := server.Prefix(t), server.Namespace(t)
	now := `lastTransitionTime: "2026-08-11T12:00:00Z", observedGeneration: 1, message: m`
	for _, text := range []string{
		`{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: PREFIXweb, namespace: NAMESPACE, labels: {app: PREFIXweb}, annotations:
			{terraform-provider-multicluster/revision: v1}}, spec: {manifestConfigs: [{resourceIdentifier: {resource: a, name: b}, conditionRules: [{type: CEL,
			condition: Progressing, celExpressions: ["true"]}]}]}, status: {conditions: [{type: Applied, status: "True", reason: A, NOW},
			{type: Progressing, status: "False", reason: P, NOW}]}}`,
		`{apiVersion: work.open-cluster-management.io/v1, kind: ManifestWork, metadata: {name: PREFIXold, namespace: NAMESPACE}, spec: {}}`,
		`{apiVersion: addon.open-cluster-management.io/v1alpha1, kind: ManagedClusterAddOn, metadata: {name: PREFIXlogs, namespace: NAMESPACE}, spec: {}, status:
			{configReferences: [{desiredConfig: {name: a, specHash: h}}], conditions: [{type: Progressing, status: "True", reason: UpgradeFailed, NOW}]}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterResourceBinding, metadata: {name: PREFIXweb-1, labels: {kubernetes-fleet.io/parent-CRP: PREFIXweb}},
			spec: {state: Bound, targetCluster: c, resourceSnapshotName: web-1-snapshot, clusterDecision: {clusterName: c, selected: true, reason: x},
			schedulingPolicySnapshotName: a}, status: {conditions: [{type: Available, status: "True", reason: A, NOW}]}}`,
		`{apiVersion: placement.kubernetes-fleet.io/v1beta1, kind: ClusterStagedUpdateRun, metadata: {name: PREFIXrun}, spec: {placementName: web,
			stagedRolloutStrategyName: safe}, status: {resourceSnapshotIndexUsed: "1",
			stagesStatus: [{stageName: a, clusters: [{clusterName: c, conditions: [{type: Started, status: "True", reason: A, NOW}]}]}]}}`,
	} {
		server.Create(t, strings.NewReplacer("PREFIX", prefix, "NAMESPACE", namespace, "NOW", now).Replace(text))
	}
	return map[string]StatusSource{
		"name": {object{"manifest_works": object{"name": prefix + "web"}, "clusters": list{namespace}}, map[string]string{namespace: "Succeeded v1"}},
		"labels": {
			object{"manifest_works": object{"label_selector": object{"match_labels": object{"app": prefix + "web"}}}, "clusters": list{namespace}},
			map[string]string{namespace: "Succeeded v1"},
		},
		"add-on":     {object{"add_on": prefix + "logs"}, map[string]string{namespace: "Failed h"}},
		"placement":  {object{"placement": object{"name": prefix + "web"}}, map[string]string{"c": "Available web-1-snapshot"}},
		"update run": {object{"staged_update_run": prefix + "run"}, map[string]string{"c": "NotAvailable 1"}},
		"no rules":   {object{"manifest_works": object{"name": prefix + "old"}, "clusters": list{namespace}}, map[string]string{}},
		"nothing":    {object{"manifest_works": object{"name": prefix + "none"}, "clusters": list{namespace}}, map[string]string{}},
	}
}
