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

// progressive is a strategy of Open Cluster Management.
func progressive(block object) object { return object{"type": "Progressive", "progressive": block} }

// external is a strategy with one stage for all clusters.
func external(stage object) object {
	all := object{"name": "all", "label_selector": object{"match_labels": object{}}}
	maps.Copy(all, stage)
	return object{"type": "External", "stages": list{all}}
}

func decisionsOf(names ...string) list {
	decisions := make(list, len(names))
	for i, name := range names {
		decisions[i] = object{"cluster_name": name}
	}
	return decisions
}

// TestRolloutDataSource_mistakes has one diagnostic for each mistake, at the line of the mistake.
func TestRolloutDataSource_mistakes(t *testing.T) {
	member := func(name string) object { return object{"name": name, "labels": object{"stage": "x"}} }
	const approve = "approved_stages"
	tests := map[string]struct {
		config   object
		at, want string
		warning  bool
	}{
		"no decisions": {
			object{"strategy": object{"type": "All"}}, "decisions", "pass decisions or decision_groups of a placement", false,
		},
		"both": {
			object{"strategy": object{"type": "All"}, "decisions": list{}, "decision_groups": list{}},
			"decision_groups", "decisions is also set; pass one of them", false,
		},
		"a cluster in two groups": {
			object{"strategy": object{"type": "All"}, "decision_groups": list{
				object{"index": int64(0), "cluster_names": list{"a"}}, object{"index": int64(1), "cluster_names": list{"a"}},
			}},
			"decision_groups[1]", `found "a": decision_groups[0].cluster_names[0] already has this value`, false,
		},
		"a negative group": {
			object{"strategy": object{"type": "All"}, "decision_groups": object{"a": int64(0), "b": int64(-1)}},
			`decision_groups["b"]`, "found -1: must not be negative", false,
		},
		"type": {
			object{"strategy": object{"type": "Progressiv"}, "decisions": list{}},
			`strategy["type"]`, `did you mean "Progressive"?`, false,
		},
		"status of the other hub": {
			object{
				"strategy": object{"type": "All"}, "decisions": decisionsOf("a"),
				"cluster_status": object{"a": object{"status": "Available"}},
			},
			`cluster_status["a"]`, `cluster_status["a"].status: found "Available": must be one of "ToApply"`, false,
		},
		"status without its time": {
			object{
				"strategy": progressive(object{"min_success_time": "5m"}), "decisions": decisionsOf("a"),
				"cluster_status": object{"a": object{"status": "Succeeded"}},
			},
			`cluster_status["a"]`, `cluster_status["a"].last_transition_time: min_success_time counts from it`, false,
		},
		"status without its revision": {
			object{
				"strategy": object{"type": "RollingUpdate"}, "decisions": decisionsOf("a"), "revision": "v2",
				"cluster_status": object{"a": object{"status": "Available"}},
			},
			`cluster_status["a"]`, `cluster_status["a"].revision: says which revision the cluster has`, false,
		},
		"cluster": {
			object{
				"strategy": object{"type": "All"}, "decisions": decisionsOf("a"),
				"clusters": list{object{"name": "a", "labels": object{"env": "not legal"}}},
			},
			"clusters[0]", `clusters[0].labels["env"]: found "not legal"`, false,
		},
		"clusters twice": {
			object{
				"strategy": external(nil), "decisions": decisionsOf("a"), "clusters": list{member("a")},
				"manifests": list{`{"apiVersion":"cluster.kubernetes-fleet.io/v1beta1","kind":"MemberCluster","metadata":{"name":"a"}}`},
			},
			"clusters[0]", `found "a", which is also in document 1 of manifests[0]`, false,
		},
		"no fleet": {
			object{"strategy": external(nil), "decisions": decisionsOf("a")}, "",
			"Neither clusters nor manifests is set, and the provider", false,
		},
		"not in fleet": {
			object{"strategy": external(nil), "decisions": decisionsOf("eu-west", "a", "b"), "clusters": list{member("eu-wset"),
				member("a")}}, "decisions[0]",
			`decisions[0].cluster_name: found "eu-west": the fleet has no cluster of this name, and stages select the clusters of the fleet; it misses 1 more chosen cluster; did you mean "eu-wset"?`, false,
		},
		"no stage": {
			object{
				"strategy":  external(object{"label_selector": object{"match_labels": object{"stage": "y"}}}),
				"decisions": decisionsOf("a"), "clusters": list{member("a")},
			},
			`strategy["stages"]`, `strategy.stages: no stage selects cluster "a"; every chosen cluster must be in exactly one.`, false,
		},
		"manifest": {
			object{"strategy": external(nil), "decisions": decisionsOf("a"), "manifests": list{"kind: A\n"}},
			"manifests[0]", "apiVersion", false,
		},
		"approval": {
			object{
				"strategy": external(object{"before_stage_tasks": list{object{"type": "Approval"}},
					"after_stage_tasks": list{object{"type": "Approval"}}}),
				"decisions": decisionsOf("a"), "clusters": list{member("a")}, "revision": "v1", approve: object{"v1": list{"all"}},
			},
			`approved_stages["v1"]`, `the stage has two approvals: write "before-all" or "after-all"`, false,
		},
		"approval of nothing": {
			object{
				"strategy":  external(object{"before_stage_tasks": list{object{"type": "Approval"}}}),
				"decisions": decisionsOf("a"), "clusters": list{member("a")}, "revision": "v1", approve: object{"v1": list{"al"}},
			},
			`approved_stages["v1"]`, `found "al": nothing asks for this approval; did you mean "all"?`, true,
		},
		"approvals without a revision": {
			object{
				"strategy":  external(object{"before_stage_tasks": list{object{"type": "Approval"}}}),
				"decisions": decisionsOf("a"), "clusters": list{member("a")}, approve: object{"v1": list{"all"}},
			},
			"revision", "approved_stages approves a revision", false,
		},
		"approvals in a list": {
			object{"strategy": external(nil), "decisions": decisionsOf("a"), "clusters": list{member("a")}, approve: list{"all"}},
			approve, "found a list; approvals name the revision that they approve", false,
		},
		"block without effect": {
			object{"strategy": object{"type": "All", "progressive": object{"max_concurrency": int64(1)}}, "decisions": decisionsOf("a")},
			`strategy["progressive"]`, `it has no effect without type = "Progressive"`, true,
		},
		"mandatory group": {
			object{
				"strategy":        progressive(object{"mandatory_decision_groups": list{object{"group_name": "canray"}}}),
				"decision_groups": list{object{"index": int64(0), "name": "canary", "cluster_names": list{"a"}}},
			},
			`strategy["progressive"]`, `strategy.progressive.mandatory_decision_groups[0].group_name: found "canray": no decision group has this ` +
				`name; did you mean "canary"?`, true,
		},
		"mandatory group of decisions": {
			object{
				"strategy":  progressive(object{"mandatory_decision_groups": list{object{"group_name": "canary"}}}),
				"decisions": decisionsOf("a"),
			},
			`strategy["progressive"]`, `decisions do not have the names of their groups; pass decision_groups instead`, true,
		},
		"mandatory index": {
			object{
				"strategy":  progressive(object{"mandatory_decision_groups": list{object{"group_index": int64(3)}}}),
				"decisions": decisionsOf("a"),
			},
			`strategy["progressive"]`, `found 3: no decision group has this index; the last one has 0`, true,
		},
		"misspelt cluster": {
			object{
				"strategy": object{"type": "All"}, "decisions": decisionsOf("prod-west", "prod-east"),
				"cluster_status": object{"prod-wset": object{"status": "Succeeded"}},
			},
			`cluster_status["prod-wset"]`, `and the chosen cluster "prod-west" has no status; did you mean "prod-west"?`, true,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, diags := planRollout(t, test.config)
			severity := tfprotov6.DiagnosticSeverityError
			if test.warning {
				severity = tfprotov6.DiagnosticSeverityWarning
			}
			if len(diags) != 1 || diags[0].Severity != severity || providertest.PathOf(diags[0].Attribute) != test.at ||
				!strings.Contains(diags[0].Detail, test.want) {
				t.Errorf("want one of severity %s at %s with %q; got %s", severity, test.at, test.want, providertest.Said(diags))
			}
		})
	}
}

// TestRolloutDataSource_noMistakes has what looks like a mistake and is none.
func TestRolloutDataSource_noMistakes(t *testing.T) {
	for name, config := range map[string]object{
		"a cluster that left": {
			"strategy": object{"type": "All"}, "decisions": decisionsOf("eu-2", "us-1"),
			"cluster_status": object{"eu-1": object{"status": "Succeeded"}},
		},
		"no cluster": {"strategy": object{"type": "RollingUpdate"}, "decisions": list{}},
		"a manifest of another kind": {
			"strategy": object{"type": "All"}, "decisions": decisionsOf("a"), "clusters": list{object{"name": "a"}},
			"manifests": list{`{"apiVersion":"cluster.kubernetes-fleet.io/v1beta1","kind":"MemberCluster","metadata":{"name":"a"}}`},
		},
	} {
		if state, diags := planRollout(t, config); len(diags) > 0 {
			t.Errorf("%s: %s", name, providertest.Said(diags))
		} else {
			placeOf(t, state)
		}
	}
}
