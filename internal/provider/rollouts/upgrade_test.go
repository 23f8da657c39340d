// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/providertest"
)

// rolloutVersion1 is a rollout of v2 in the middle, as version 1 of the state has it: a is finished, b has failed, d was new.
const rolloutVersion1 = `{
  "id": "web", "name": "web", "revision": "v2", "now": "2026-08-11T12:00:00Z", "abort": null, "on_breach": "rollback", "paused": null,
  "retry": null, "require_status": null, "manifests": null, "number_of_clusters": null, "decision_groups": null, "clusters": null,
  "approved_stages": ["prod"], "cluster_status": null,
  "decisions": {"type": ["tuple", [["object", {"cluster_name": "string"}]]], "value": [{"cluster_name": "a"}]},
  "strategy": {
    "type": ["object", {"type": "string", "progressive": ["object", {"max_concurrency": "number"}]}],
    "value": {"type": "Progressive", "progressive": {"max_concurrency": 3}}
  },
  "revisions": {"a": "v2", "b": "v2", "c": "v1", "d": "v2"}, "previous_revisions": {"a": "v1", "b": "v1", "d": ""},
  "since": {"a": "2026-08-11T11:00:00Z"}, "states": {"b": "Failed", "d": "Progressing"},
  "waves": [{"name": "", "group": null, "cluster_names": ["a", "b", "c"]}, {"name": "", "group": null, "cluster_names": ["d"]}],
  "phase": "Progressing", "completed": false, "breached": false, "breach_reason": null, "breached_revision": "v0", "waits_for": "x",
  "next_change": null, "retried_at": null
}`

// upgraded is a rollout with the state of version 1, which goes on an hour later.
func upgraded(t *testing.T) *rolloutLife {
	t.Helper()
	l := providertest.NewRollout(t, t)
	resp, err := l.Server.UpgradeResourceState(l.Ctx, &tfprotov6.UpgradeResourceStateRequest{
		TypeName: l.TypeName, Version: 1, RawState: &tfprotov6.RawState{JSON: []byte(rolloutVersion1)},
	})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, providertest.Said(resp.Diagnostics))
	}
	l.State = l.Decode(resp.UpgradedState)
	return &rolloutLife{l, object{
		"name": "web", "revision": "v2", "now": "2026-08-11T13:00:00Z", "decisions": chosen("a", "b", "c", "d"),
		"strategy": object{"type": "Progressive", "progressive": object{"max_concurrency": int64(3)}},
	}}
}

// TestRolloutResourceUpgradeTimes: the clusters in motion of a state of version 1 begin with the first plan, which is applied so that
// it notes that: their deadline passes, and statuses with a time alone apply.
func TestRolloutResourceUpgradeTimes(t *testing.T) {
	l := upgraded(t)
	l.data["strategy"] = object{"type": "Progressive", "progressive": object{
		"max_concurrency": int64(3), "max_failures": int64(2), "progress_deadline": "30m",
	}}
	l.data["cluster_status"] = object{}
	l.Apply(l.Plan(l.config()))
	l.at("13:10:00")
	l.data["cluster_status"] = object{"d": object{"status": "Succeeded", "last_transition_time": "2026-08-11T13:05:00Z"}}
	l.goes(revisions{"a": "v2", "b": "v2", "c": "v2", "d": "v2"}, "Progressing")
	if got := textsOf(l.Resource, l.State, "clusters_by_state"); !maps.Equal(got, map[string]string{"Failed": "b", "Progressing": "c"}) {
		t.Errorf("the states are %v", got)
	}
	l.at("13:30:00")
	l.Apply(l.Plan(l.config()))
	if got := textsOf(l.Resource, l.State, "clusters_by_state"); got["TimeOut"] != "b, c" {
		t.Errorf("the states are %v", got)
	}
}

// TestRolloutResourceUpgrade reads a state of version 1, and goes on from there: an abort returns the clusters to what they had.
func TestRolloutResourceUpgrade(t *testing.T) {
	l := upgraded(t)
	if got := textsOf(l.Resource, l.State, "clusters_by_state"); !maps.Equal(got, map[string]string{"Failed": "b", "Progressing": "d"}) {
		t.Errorf("the states are %v", got)
	}
	if got := l.Text(l.State, "completed_revision"); got != "v1" {
		t.Errorf("clusters return to %q", got)
	}
	if got := textsOf(l.Resource, l.State, "rollback_revisions"); !maps.Equal(got, map[string]string{"d": ""}) {
		t.Errorf("other clusters return to %v", got)
	}
	l.data["abort"] = true
	l.goes(revisions{"a": "v1", "b": "v1", "c": "v1"}, "RollingBack")
}

// TestRolloutResourceAppliedLate: a plan that waits before it is applied uses up no soak. The clock of the tests is at noon.
func TestRolloutResourceAppliedLate(t *testing.T) {
	l := newRolloutLife(t)
	l.data["require_status"] = false
	l.at("11:00:00")
	p := l.Plan(l.config())
	l.Apply(p) // At noon.
	l.at("12:00:30")
	l.goes(revisions{"a": "v1"}, "Progressing")
	if next := l.Text(l.State, "next_change"); next != "2026-08-11T12:01:00Z" {
		t.Errorf("next_change is %s", next)
	}
	l.at("12:00:59")
	l.stays()
	l.at("12:01:00")
	l.goes(revisions{"a": "v1", "b": "v1"}, "Progressing")
}

// TestRolloutResourceSurprisingSizes: sizes that mean something else than they seem to are accepted with a warning.
func TestRolloutResourceSurprisingSizes(t *testing.T) {
	for _, test := range []struct {
		block object
		says  string
	}{
		{object{"max_concurrency": int64(0)}, "found 0: it means all clusters at the same time, as on a hub"},
		{object{"max_concurrency": "25"}, `found "25": it means 25 clusters; write "25%" for a percentage`},
		{object{"max_failures": int64(10)}, "it is more than the 3 clusters that are chosen, and acts as 0"},
	} {
		l := newRolloutLife(t)
		l.data["strategy"] = object{"type": "Progressive", "progressive": test.block}
		p := l.Plan(l.config())
		if len(p.Diags) != 1 || p.Failed() || !strings.Contains(providertest.Said(p.Diags), test.says) {
			t.Errorf("%v: want one warning with %q: %s", test.block, test.says, providertest.Said(p.Diags))
		}
	}
	l := newRolloutLife(t)
	l.data["decisions"], l.data["decision_groups"] = nil, list{
		object{"index": int64(0), "name": "canary", "cluster_names": list{"a"}}, object{"index": int64(1), "name": "prod",
			"cluster_names": list{"b"}},
		object{"index": int64(2), "cluster_names": list{"c", "d", "e"}},
	}
	l.data["strategy"] = object{"type": "ProgressivePerGroup", "progressive_per_group": object{
		"max_failures": int64(2), "mandatory_decision_groups": list{object{"group_name": "canary"}},
	}}
	p := l.Plan(l.config())
	const says = `strategy.progressive_per_group.max_failures: found "2": it applies to each group, and acts as 0 in smaller ones, ` +
		"as on a hub: no failure is tolerated in group prod (1 cluster)."
	if len(p.Diags) != 1 || p.Failed() || !strings.Contains(providertest.Said(p.Diags), says) {
		t.Errorf("want one warning with %q: %s", says, providertest.Said(p.Diags))
	}
}
