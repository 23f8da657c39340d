// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
	"testing"
)

// NewRollout is a rollout that does not exist yet.
func NewRollout(t testing.TB, fail Fataler) *Resource {
	t.Helper()
	return NewResource(t, fail, "multicluster_rollout")
}

// FullRolloutResources are FullRollouts with what only the resource has, but for initial_revisions, which are read once.
func FullRolloutResources() map[string]object {
	configs := FullRollouts()
	for _, config := range configs {
		config["name"], config["require_status"], config["on_breach"] = "web", true, "stop"
		config["paused"], config["abort"], config["retry"] = false, false, "1"
		config["rollback_concurrency"], config["allow_missing_groups"] = "50%", false
		config["max_removals"] = "100%"
		config["now"] = "2026-08-11T12:00:00Z"
		// A state of a revision that the cluster does not have yet would count in the next plan.
		config["cluster_status"].(object)["eu-1"].(object)["revision"] = "v1"
		if config["clusters"] == nil {
			config["clusters"] = list{object{"name": "eu-1"}, object{"name": "us-1"}, object{"name": "us-2"}}
		}
	}
	for _, of := range []string{"RollingUpdate", "External"} {
		configs[of]["max_failures"], configs[of]["progress_deadline"] = "1", "10m"
	}
	configs["External"]["approved_stages"] = object{"v2": list{"canary", "rest"}}
	configs["ProgressivePerGroup"]["approval_groups"] = list{"canary"}
	configs["RollingUpdate"]["clusters"] = list{object{"name": "eu-1", "kind": "MemberCluster"},
		object{"name": "us-1", "kind": "MemberCluster"}}
	return configs
}

// FullRollouts are configurations that together have a value for every argument, one for each type of a strategy.
func FullRollouts() map[string]object {
	limits := func(more object) object {
		block := object{"min_success_time": "5m", "progress_deadline": "10m", "max_failures": "50%"}
		maps.Copy(block, more)
		return block
	}
	mandatory := list{object{"group_name": "canary"}, object{"group_index": int64(1)}}
	groups := object{"eu-1": int64(0), "us-1": int64(1), "us-2": int64(1)}
	decisions := list{
		object{"cluster_name": "eu-1", "group": int64(0), "score": int64(10), "reason": "x", "binding": nil},
		object{"cluster_name": "us-1", "group": int64(0), "score": int64(5), "reason": "y", "binding": object{"state": "Bound"}},
	}
	ocm := func(typ string, block object) object {
		return object{
			"strategy":        object{"type": typ, snake[typ]: block},
			"decision_groups": groups, "decision_group_names": list{"canary", ""}, "revision": "v2", "now": "2026-08-11T12:00:00Z",
			"cluster_status": object{
				"eu-1": object{"status": "Succeeded", "last_transition_time": "2026-08-11T11:58:00Z", "revision": "v2"},
				"us-1": object{"status": "Progressing", "last_transition_time": "2026-08-11T11:58:00Z"},
			},
		}
	}
	statuses := object{
		"eu-1": object{"status": "Available", "last_transition_time": "2026-08-11T11:58:00Z", "revision": "v2"},
		"us-1": object{"status": "NotTrackable", "last_transition_time": "2026-08-11T11:58:00Z", "revision": "v1"},
	}
	selector := func(stage string) object { return object{"match_labels": object{"stage": stage}} }
	return map[string]object{
		"All":                 ocm("All", object{"progress_deadline": "10m"}),
		"Progressive":         ocm("Progressive", limits(object{"max_concurrency": int64(1), "mandatory_decision_groups": mandatory})),
		"ProgressivePerGroup": ocm("ProgressivePerGroup", limits(object{"mandatory_decision_groups": mandatory})),
		"RollingUpdate": {
			"strategy": object{
				"type":            "RollingUpdate",
				"rolling_update":  object{"max_unavailable": "50%", "max_surge": int64(0), "unavailable_period_seconds": int64(60)},
				"apply_strategy":  object{"type": "ServerSideApply", "server_side_apply_config": object{"force": true}},
				"delete_strategy": object{"propagation_policy": "Delete"}, "report_back_strategy": object{"type": "Disabled"},
			},
			"decisions": decisions, "number_of_clusters": int64(3), "revision": "v2", "cluster_status": statuses,
		},
		"External": {
			"strategy": object{"type": "External", "stages": list{
				object{
					"name": "canary", "label_selector": selector("canary"), "max_concurrency": int64(1), "sorting_label_key": "rank",
					"after_stage_tasks": list{object{"type": "TimedWait", "wait_time": "1h"}, object{"type": "Approval"}},
				},
				object{
					"name": "rest", "label_selector": selector("rest"), "max_concurrency": "50%",
					"before_stage_tasks": list{object{"type": "Approval"}},
				},
			}},
			"decisions": decisions, "revision": "v2", "cluster_status": statuses, "approved_stages": object{"v2": list{"canary", "rest"}},
			"clusters": list{
				object{"name": "eu-1", "labels": object{"stage": "canary", "rank": "1"}},
				object{"name": "us-1", "labels": object{"stage": "rest"}, "kind": "MemberCluster"},
			},
			"manifests": list{`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"us-1"}}`},
		},
	}
}

// snake are the blocks of the types.
var snake = map[string]string{"All": "all", "Progressive": "progressive", "ProgressivePerGroup": "progressive_per_group"}
