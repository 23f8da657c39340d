// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Names are names as test data.
func Names(of ...string) list {
	data := list{}
	for _, name := range of {
		data = append(data, name)
	}
	return data
}

// RolloutPass is a data source multicluster_rollout in the middle of a rollout.
func RolloutPass() object {
	null := tftypes.NewValue(tftypes.Number, nil)
	cluster := func(wave int, status, reason string) object {
		return object{"wave": int64(wave), "status": status, "reason": reason}
	}
	return object{
		"strategy": object{"type": "Progressive"}, "revision": "v2",
		"to_apply": object{"us-1": cluster(1, "ToApply", "it is next"), "us-2": cluster(1, "Failed", "it is tried again")},
		"in_progress": object{
			"eu-2": cluster(0, "Failed", "failed"), "us-3": cluster(1, "Progressing", "not finished"),
			"us-4": cluster(1, "NotAvailable", "not available"),
		},
		"succeeded": object{"eu-1": cluster(0, "Succeeded", "done")}, "timed_out": object{"us-5": cluster(1, "TimeOut", "given up")},
		"removed": object{"old": cluster(2, "Succeeded", "no longer chosen")}, "waiting": object{"ap-1": cluster(3, "", "waits")},
		"breached": false, "breach_reason": tftypes.NewValue(tftypes.String, nil), "next_change": "2026-08-11T12:00:00Z",
		"waves": list{
			object{"name": "canary", "group": int64(0), "cluster_names": Names("eu-1", "eu-2")},
			object{"name": "", "group": null, "cluster_names": Names("us-1", "us-2", "us-3", "us-4", "us-5")},
			object{"name": "removal", "group": null, "cluster_names": Names("old")},
			object{"name": "", "group": int64(7), "cluster_names": Names("ap-1")},
			object{"name": "", "group": null, "cluster_names": list{}},
		},
	}
}

// ExplainedResource is a resource multicluster_rollout in the middle of a rollout.
func ExplainedResource() object {
	return object{
		"name": "web", "revision": "v2", "phase": "Progressing", "waits_for": "2 clusters wait: max_concurrency is 2",
		"breached": false, "breach_reason": tftypes.NewValue(tftypes.String, nil), "next_change": tftypes.NewValue(tftypes.String, nil),
		"revisions":          object{"eu-1": "v2", "eu-2": "v2", "eu-3": "v2", "eu-4": "v1", "eu-6": "v2", "old": "v1"},
		"completed_revision": "v1", "rollback_revisions": object{"eu-3": ""},
		"clusters_by_state": object{"Failed": "eu-2", "Progressing": "eu-3, eu-6", "Leaving": "old"},
		"history":           Names("2026-08-11T12:00:00Z started v2 on eu-6 (wave canary)"),
		"waves": object{
			"eu-1": int64(0), "eu-2": int64(0), "eu-3": int64(0), "eu-6": int64(0), "eu-4": int64(1), "eu-5": int64(1), "old": int64(2),
		},
		"wave_names": object{"0": "canary", "2": "removal"}, "wave_groups": object{"0": int64(0)},
	}
}
