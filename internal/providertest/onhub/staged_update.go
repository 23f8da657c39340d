// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package onhub

import (
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// StagedVersion is the API version in which the hub has strategies and runs of staged updates.
const StagedVersion = "placement.kubernetes-fleet.io/v1"

// scoped is the configuration of an object with the namespace, if there is one, and the metadata of the object.
func scoped(namespace string, config object) (object, string) {
	metadata := "metadata: {name: " + config["name"].(string) + ", labels: {team: shop}}"
	if namespace != "" {
		config["namespace"] = namespace
		metadata = "metadata: {name: " + config["name"].(string) + ", namespace: " + namespace + ", labels: {team: shop}}"
	}
	return config, metadata
}

// liveStrategy is a ClusterStagedUpdateStrategy or, with a namespace, a StagedUpdateStrategy on a hub.
func liveStrategy(namespace, name string) *LiveObject {
	kind := "ClusterStagedUpdateStrategy"
	if namespace != "" {
		kind = "StagedUpdateStrategy"
	}
	tier := func(name string) object {
		return object{"name": name, "label_selector": object{"match_labels": object{"tier": name}}}
	}
	config, metadata := scoped(namespace, object{"name": name, "stages": list{
		providertest.Merged(tier("canary"), object{"after_stage_tasks": list{object{"type": "TimedWait", "wait_time": "1h30m"}, object{"type": "Approval"}}}),
		providertest.Merged(tier("prod"), object{"sorting_label_key": "order", "max_concurrency": "25%", "before_stage_tasks": list{object{"type": "Approval"}}}),
	}})
	updated, _ := scoped(namespace, object{"name": name, "stages": list{tier("canary"), providertest.Merged(tier("prod"), object{"max_concurrency": int64(3)})}})
	// What the hub has set by default in the items of lists is part of a configuration that is generated.
	imported, _ := scoped(namespace, object{"name": name, "labels": object{"team": "shop"}, "stages": list{
		providertest.Merged(tier("canary"), object{"max_concurrency": "25%"}),
	}})
	minimal, _ := scoped(namespace, object{"name": name, "stages": list{tier("canary")}})
	return &LiveObject{
		Noun: "staged_update_strategy", APIVersion: StagedVersion, Kind: kind, Namespace: namespace, Name: name,
		Config: providertest.Merged(config, object{"labels": object{"team": "shop"}, "annotations": object{"note": "x"}}), Updated: updated,
		Foreign:  `{metadata: {labels: {owner: x}}}`,
		Drift:    `{spec: {stages: [{name: other, maxConcurrency: 1}]}}`,
		Conflict: "spec.stages",
		set:      map[string]any{"metadata.labels.team": "shop", "metadata.annotations.note": "x"},
		Imports: `{apiVersion: ` + StagedVersion + `, kind: ` + kind + `, ` + metadata + `, spec: {stages: [
			{name: canary, labelSelector: {matchLabels: {tier: canary}}, maxConcurrency: "25%"}]}}`,
		Imported: imported, Minimal: minimal,
	}
}

// liveRun is a ClusterStagedUpdateRun or, with a namespace, a StagedUpdateRun on a hub.
func liveRun(namespace, name string) *LiveObject {
	kind := "ClusterStagedUpdateRun"
	if namespace != "" {
		kind = "StagedUpdateRun"
	}
	run := object{"name": name, "placement_name": "web", "staged_rollout_strategy_name": "safe"}
	if namespace != "" {
		run["namespace"] = namespace
	}
	_, metadata := scoped(namespace, object{"name": name})
	return &LiveObject{
		Noun: "staged_update_run", APIVersion: StagedVersion, Kind: kind, Namespace: namespace, Name: name,
		Config:  providertest.Merged(run, object{"labels": object{"team": "shop"}, "annotations": object{"note": "x"}, "state": "Run"}),
		Updated: providertest.Merged(run, object{"labels": object{"team": "store"}, "state": "Stop"}),
		Foreign: `{metadata: {labels: {owner: x}}}`,
		Drift:   `{spec: {state: Stop}}`, Conflict: "spec.state",
		set: map[string]any{"metadata.labels.team": "shop", "metadata.annotations.note": "x", "spec.state": "Run", "spec.placementName": "web"},
		Imports: `{apiVersion: ` + StagedVersion + `, kind: ` + kind + `, ` + metadata + `, spec: {placementName: web,
			stagedRolloutStrategyName: safe, state: Run}}`,
		Imported: providertest.Merged(run, object{"labels": object{"team": "shop"}, "state": "Run"}),
		Minimal:  run,
	}
}
