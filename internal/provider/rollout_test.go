package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func rolloutType() tftypes.Type {
	return dataSchema("multicluster_rollout").typ
}

// planRollout plans the data source of rollouts.
func planRollout(t testing.TB, config any) (map[string]tftypes.Value, []*tfprotov6.Diagnostic) {
	t.Helper()
	return planData(t, "multicluster_rollout", configOf(t, rolloutType(), config))
}

// fullRollouts are configurations that together have a value for every argument, one for each type of a strategy.
func fullRollouts() map[string]object {
	limits := func(more object) object {
		block := object{"min_success_time": "5m", "progress_deadline": "10m", "max_failures": "50%"}
		maps.Copy(block, more)
		return block
	}
	mandatory := list{object{"group_name": "canary"}, object{"group_index": int64(1)}}
	groups := list{
		object{"index": int64(0), "name": "canary", "cluster_names": list{"eu-1"}, "placement_decisions": list{"web-decision-1"}},
		object{"index": int64(1), "name": "", "cluster_names": list{"us-1", "us-2"}, "placement_decisions": list{"web-decision-2"}},
	}
	decisions := list{
		object{"cluster_name": "eu-1", "group": int64(0), "score": int64(10), "reason": "x", "binding": nil},
		object{"cluster_name": "us-1", "group": int64(0), "score": int64(5), "reason": "y", "binding": object{"state": "Bound"}},
	}
	ocm := func(typ string, block object) object {
		return object{
			"strategy":        object{"type": typ, snake[typ]: block},
			"decision_groups": groups, "revision": "v2", "now": "2026-08-11T12:00:00Z",
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
			"decisions": decisions, "revision": "v2", "cluster_status": statuses, "approved_stages": list{"canary", "rest"},
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

// TestRolloutFullConfig makes sure that the configurations that the tests below vary are right, name every argument of the schema,
// and have every cluster in exactly one output and one wave.
func TestRolloutFullConfig(t *testing.T) {
	named := map[string]bool{}
	for of, config := range fullRollouts() {
		state, diags := planRollout(t, config)
		for _, d := range diags {
			t.Errorf("%s: %s", of, shown(d))
		}
		if state == nil {
			continue
		}
		for name := range config {
			named[name] = true
		}
		got := placeOf(t, state)
		want := []string{"eu-1", "us-1"}
		if config["decision_groups"] != nil {
			want = append(want, "us-2")
		}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("%s: got %v", of, got)
		}
	}
	for name, attribute := range dataSchema("multicluster_rollout").attributes {
		if !named[name] && !attribute.Computed {
			t.Errorf("no configuration has %s", name)
		}
	}
}

// progressOutputs are the outputs that have clusters.
var progressOutputs = []string{"to_apply", "in_progress", "succeeded", "timed_out", "removed", "waiting"}

// placeOf are the output and the reason by cluster. A cluster must be in one output only.
func placeOf(t testing.TB, state map[string]tftypes.Value) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, output := range progressOutputs {
		var clusters map[string]tftypes.Value
		if err := state[output].As(&clusters); err != nil || clusters == nil {
			t.Fatalf("%s: %s: %v", output, state[output], err)
		}
		for name, cluster := range clusters {
			var progress map[string]tftypes.Value
			var reason string
			if err := cluster.As(&progress); err != nil {
				t.Fatal(err)
			}
			if err := progress["reason"].As(&reason); err != nil {
				t.Fatal(err)
			}
			if other, twice := all[name]; twice {
				t.Errorf("%s is in %s and %s", name, output, other)
			}
			all[name] = output + ": " + reason
		}
	}
	return all
}

// TestRolloutFleet reads the fleet of the provider only for stages: a strategy of Open Cluster Management needs none.
func TestRolloutFleet(t *testing.T) {
	const manifest = `{"apiVersion":"cluster.kubernetes-fleet.io/v1beta1","kind":"MemberCluster","metadata":{"name":"a"}}`
	for name, test := range map[string]struct {
		manifests any
		strategy  object
		want      string
	}{
		"stages":           {list{manifest}, external(nil), ""},
		"an invalid fleet": {list{"["}, external(nil), "A manifest of the provider cannot be used"},
		"other hub's": {
			list{`{"apiVersion":"cluster.open-cluster-management.io/v1","kind":"ManagedCluster","metadata":{"name":"a"}}`}, external(nil), "",
		},
		"another cluster": {
			list{strings.Replace(manifest, `"a"`, `"b"`, 1)}, external(nil), "the fleet has no cluster of this name",
		},
		"no stages":       {list{"["}, object{"type": "RollingUpdate"}, ""},
		"no stages, OCM":  {list{"["}, object{"type": "Progressive"}, ""},
		"no fleet at all": {nil, object{"type": "Progressive"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := testServer()
			configureWith(t, server, test.manifests)
			config := configOf(t, rolloutType(), object{"decisions": decisionsOf("a"), "strategy": test.strategy})
			encoded, err := tfprotov6.NewDynamicValue(config.Type(), config)
			if err != nil {
				t.Fatal(err)
			}
			read, err := server.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{
				TypeName: "multicluster_rollout", Config: &encoded,
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := said(read.Diagnostics); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %q", got, test.want)
			}
		})
	}
}
