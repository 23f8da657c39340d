// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

// The strategies of the tests.
var (
	all     = strategyOf(ocm.TypeAll)
	soaking = rollout.Strategy{OCMStrategy: ocm.Strategy{
		Type:        ocm.TypeProgressive,
		Progressive: &ocm.Progressive{Limits: ocm.Limits{MinSuccessTime: metav1.Duration{Duration: time.Hour}}},
	}}
	deadline = rollout.Strategy{OCMStrategy: ocm.Strategy{
		Type:                ocm.TypeProgressivePerGroup,
		ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: ocm.Limits{ProgressDeadline: "10m"}},
	}}
	rolling  = strategyOf(rollout.TypeRollingUpdate)
	oneStage = external(stageOf("one", 1, nil, timedWait))
)

func strategyOf(typ string) rollout.Strategy {
	return rollout.Strategy{OCMStrategy: ocm.Strategy{Type: typ}}
}

func external(stages ...staged.Stage) rollout.Strategy {
	s := strategyOf(rollout.TypeExternal)
	s.Stages = stages
	return s
}

func number(n int) *int { return &n }

func texts(errs field.ErrorList) []string {
	var all []string
	for _, err := range errs {
		all = append(all, err.Error())
	}
	return all
}

func statusOf(status Status) map[string]ClusterStatus {
	return map[string]ClusterStatus{"a": {Status: status}}
}

func TestValidate(t *testing.T) {
	a := Target{Decisions: decisions("a")}
	twoApprovals := external(stageOf("one", 1, approval, approval))
	for name, test := range map[string]struct {
		r    PassRequest
		want []string
	}{
		"valid": {PassRequest{Request: Request{Strategy: progressive(2), Target: a, ClusterStatus: statusOf(Succeeded)}}, nil},
		"strategy": {PassRequest{Request: Request{Target: a, ClusterStatus: statusOf("Odd")}}, []string{
			"strategy.type: Required value: must be one of All, Progressive, ProgressivePerGroup, RollingUpdate, External",
		}},
		"field of the strategy": {PassRequest{Request: Request{Strategy: external(), Target: a}}, []string{
			"strategy.stages: Required value: type External is a staged update run, which has stages",
		}},
		"no target": {PassRequest{Request: Request{Strategy: all}}, []string{
			"decisions: Required value: pass decisions or decision_groups of a placement",
		}},
		"two targets": {PassRequest{Request: Request{Strategy: all, Target: Target{Decisions: decisions("a"),
			DecisionGroups: []Group{}}}}, []string{
			"decision_groups: Forbidden: decisions is also set; pass one of them",
		}},
		"no clusters": {PassRequest{Request: Request{Strategy: all, Target: Target{Decisions: []Decision{}}}}, nil},
		"decisions": {PassRequest{Request: Request{Strategy: all, Target: Target{
			Decisions: []Decision{{ClusterName: "a"}, {ClusterName: ""}, {ClusterName: "a", Group: -1}}, NumberOfClusters: number(-1),
		}}}, []string{
			"decisions[1].cluster_name: Required value: names the cluster",
			`decisions[2].cluster_name: Duplicate value: "a": decisions[0].cluster_name already has this value`,
			"decisions[2].group: Invalid value: -1: must not be negative",
			"numberOfClusters: Invalid value: -1: must not be negative",
		}},
		"groups": {PassRequest{Request: Request{Strategy: all, Target: Target{DecisionGroups: []Group{
			{ClusterNames: []string{"b", "a"}}, {Index: -2, ClusterNames: []string{"", "a"}},
		}}}}, []string{
			"decision_groups[1].cluster_names[0]: Required value: names the cluster",
			`decision_groups[1].cluster_names[1]: Duplicate value: "a": decision_groups[0].cluster_names[1] already has this value`,
			"decision_groups[1].index: Invalid value: -2: must not be negative",
		}},
		"status of OCM": {PassRequest{Request: Request{Strategy: all, Target: a, ClusterStatus: statusOf(Available)}}, []string{
			`clusterStatus[a].status: Unsupported value: "Available": must be one of "ToApply", "Progressing", "Succeeded", "Failed", "TimeOut", "Skip" with type All`,
		}},
		"status of KubeFleet": {PassRequest{Request: Request{Strategy: rolling, Target: a, ClusterStatus: map[string]ClusterStatus{
			"b": {Status: Succeeded}, "a": {Status: "available"},
		}}}, []string{
			`clusterStatus[a].status: Unsupported value: "available": must be one of "Available", "NotAvailable", "NotTrackable", "Failed"; did you mean "Available"?`,
			`clusterStatus[b].status: Unsupported value: "Succeeded": must be one of "Available", "NotAvailable", "NotTrackable", "Failed" with type RollingUpdate`,
		}},
		"soaking": {PassRequest{Request: Request{Strategy: soaking, Target: a, ClusterStatus: statusOf(Succeeded)}}, []string{
			"clusterStatus[a].lastTransitionTime: Required value: min_success_time counts from it",
			"now: Required value: min_success_time is 1h; set now, for example now = plantimestamp()",
		}},
		"soaking with times": {PassRequest{Request: Request{Strategy: soaking, Target: a, Now: noon,
			ClusterStatus: map[string]ClusterStatus{
				"a": {Status: Succeeded, LastTransitionTime: noon}, "b": {Status: Progressing},
			}}}, nil},
		"deadline": {PassRequest{Request: Request{Strategy: deadline, Target: a}}, []string{
			"now: Required value: progress_deadline is 10m; set now, for example now = plantimestamp()",
		}},
		"not trackable": {PassRequest{Request: Request{Strategy: rolling, Target: a, ClusterStatus: statusOf(NotTrackable)}}, []string{
			"clusterStatus[a].lastTransitionTime: Required value: unavailable_period_seconds counts from it",
			`now: Required value: unavailable_period_seconds applies to cluster "a", which is NotTrackable; set now, for example now = plantimestamp()`,
		}},
		"available": {PassRequest{Request: Request{Strategy: rolling, Target: a, ClusterStatus: statusOf(Available)}}, nil},
		"timed wait": {PassRequest{Request: Request{Strategy: oneStage, Target: a, ClusterStatus: map[string]ClusterStatus{
			"a": {Status: Available}, "b": {Status: NotTrackable}, "c": {Status: Failed},
		}}}, []string{
			"clusterStatus[a].lastTransitionTime: Required value: a TimedWait counts from it",
			"clusterStatus[b].lastTransitionTime: Required value: a TimedWait counts from it",
			"now: Required value: a stage has a TimedWait; set now, for example now = plantimestamp()",
		}},
		"two approvals": {PassRequest{Request: Request{Strategy: twoApprovals, Target: a},
			Revision: "v1", ApprovedStages: map[string][]string{"v1": {"after-one", "one"}}}, []string{
			`approvedStages[v1][1]: Invalid value: "one": the stage has two approvals: write "before-one" or "after-one"`,
		}},
		"one approval": {PassRequest{Request: Request{
			Strategy: external(stageOf("one", 1, approval, nil), stageOf("two", 1, nil, approval)), Target: a,
		}, Revision: "v1", ApprovedStages: map[string][]string{"v1": {"one", "two"}}}, nil},
		"approvals of no revision": {PassRequest{Request: Request{Strategy: twoApprovals, Target: a},
			ApprovedStages: map[string][]string{"v1": {"after-one"}}}, []string{
			"revision: Required value: approved_stages approves a revision",
		}},
		"approvals of another type": {PassRequest{Request: Request{
			Strategy: rollout.Strategy{OCMStrategy: all.OCMStrategy, Stages: twoApprovals.Stages}, Target: a,
		}, Revision: "v1", ApprovedStages: map[string][]string{"v1": {"one"}}}, nil},
		"revision": {PassRequest{Revision: "2", Request: Request{Strategy: rolling, Target: a, ClusterStatus: map[string]ClusterStatus{
			"c": {Status: Available}, "a": {Status: Available}, "b": {Status: Available, Revision: "1"},
		}}}, []string{
			"clusterStatus[a].revision: Required value: says which revision the cluster has, as revision is set",
			"clusterStatus[c].revision: Required value: says which revision the cluster has, as revision is set",
		}},
		"revision of OCM": {
			PassRequest{Revision: "2", Request: Request{Strategy: all, Target: a, ClusterStatus: statusOf(Succeeded)}}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, texts(test.r.Validate()), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	stages := external(stageOf("canary", 1, nil, approval), stageOf("prod", 1, approval, approval), stageOf("rest", 1, nil, nil))
	for name, test := range map[string]struct {
		strategy rollout.Strategy
		approved []string
		want     []string
	}{
		"nothing": {stages, []string{"canary", "after-canary", "before-prod", "after-prod"}, nil},
		"another type": {rollout.Strategy{OCMStrategy: all.OCMStrategy, Stages: stages.Stages}, nil, []string{
			`strategy.stages: Invalid value: "All": it has no effect without type = "External"`,
		}},
		"misspelt": {stages, []string{"canari", "before-canary"}, []string{
			`approvedStages[v1][0]: Invalid value: "canari": nothing asks for this approval; did you mean "canary"?`,
			`approvedStages[v1][1]: Invalid value: "before-canary": nothing asks for this approval; there are canary, after-canary, before-prod, after-prod`,
		}},
		"far from all": {stages, []string{"zebra", " after-canary"}, []string{
			`approvedStages[v1][0]: Invalid value: "zebra": nothing asks for this approval; there are canary, after-canary, before-prod, after-prod`,
			`approvedStages[v1][1]: Invalid value: " after-canary": nothing asks for this approval; did you mean "after-canary"?`,
		}},
		"no approvals": {external(stageOf("rest", 1, nil, nil)), []string{"rest"}, []string{
			`approvedStages[v1][0]: Invalid value: "rest": nothing asks for this approval: no stage has a task of type Approval`,
		}},
		"not with stages": {progressive(2), []string{"canary"}, []string{
			`approvedStages[v1][0]: Invalid value: "canary": nothing asks for this approval: stages of type External do, and in a resource the groups of type ProgressivePerGroup in approval_groups`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := PassRequest{Request: Request{Strategy: test.strategy, Target: Target{Decisions: decisions("a")}},
				Revision: "v1", ApprovedStages: map[string][]string{"v1": test.approved}}
			if diff := cmp.Diff(test.want, texts(r.Warnings()), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestApprovals: which tasks of a stage the names approve.
func TestApprovals(t *testing.T) {
	for _, test := range []struct {
		stage         staged.Stage
		approved      []string
		before, after bool
	}{
		{stageOf("a", 1, nil, nil), nil, true, true},
		{stageOf("a", 1, nil, timedWait), nil, true, true},
		{stageOf("a", 1, approval, nil), nil, false, true},
		{stageOf("a", 1, nil, approval), nil, true, false},
		{stageOf("a", 1, approval, nil), []string{"a"}, true, true},
		{stageOf("a", 1, nil, approval), []string{"a"}, true, true},
		{stageOf("a", 1, approval, approval), []string{"before-a"}, true, false},
		{stageOf("a", 1, approval, approval), []string{"after-a"}, false, true},
		{stageOf("a", 1, approval, approval), []string{"b", "before-b", "A", "after"}, false, false},
	} {
		given := approvals{names: test.approved}
		if before, after := given.before(&test.stage), given.after(&test.stage); before != test.before || after != test.after {
			t.Errorf("%q: before is approved: %v, after: %v", test.approved, before, after)
		}
	}
}

// TestStageErrors: stages that do not fit the clusters.
func TestStageErrors(t *testing.T) {
	key := "rank"
	sorted := stageOf("one", 1, nil, nil)
	sorted.SortingLabelKey = &key
	every := stageOf("two", 1, nil, nil)
	every.LabelSelector = &metav1.LabelSelector{}
	one := func(labels ...string) []Member {
		m := Member{Name: "a", Labels: map[string]string{"stage": "one"}}
		if len(labels) > 0 {
			m.Labels["rank"] = labels[0]
		}
		return []Member{m, {Name: "not-chosen"}}
	}
	for name, test := range map[string]struct {
		strategy rollout.Strategy
		fleet    []Member
		want     string
	}{
		"duplicate": {external(stageOf("one", 1, nil, nil), every), one(),
			`strategy.stages[1].labelSelector: Forbidden: cluster "a" is in an earlier stage, too; every cluster must be in exactly one`,
		},
		"no rank": {external(stageOf("zero", 1, nil, nil), sorted), one(),
			`strategy.stages[1].sortingLabelKey: Forbidden: cluster "a" does not have the label "rank", or it is empty; every cluster of the stage must have a whole number there`,
		},
		"rank is a word": {external(sorted), one("first"),
			`strategy.stages[0].sortingLabelKey: Forbidden: cluster "a" has "first"; every cluster of the stage must have a whole number there`,
		},
		"not placed": {external(stageOf("other", 1, nil, nil)), one(),
			`strategy.stages: Forbidden: no stage selects cluster "a"; every chosen cluster must be in exactly one`,
		},
		"no labels": {external(stageOf("other", 1, nil, nil)), nil,
			`strategy.stages: Forbidden: no stage selects cluster "a"; every chosen cluster must be in exactly one. No cluster has labels here: pass the fleet in clusters or manifests`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := PassRequest{Request: Request{Strategy: test.strategy, Target: Target{Decisions: decisions("a"), Fleet: test.fleet}}}
			if errs := r.Validate(); len(errs) > 0 {
				t.Fatal(errs)
			}
			_, ofWaves := WavesOf(&r.Request)
			_, err := Pass(&r)
			if ofWaves == nil || err == nil || ofWaves.Error() != test.want || err.Error() != test.want {
				t.Errorf("waves: %v\npass:  %v", ofWaves, err)
			}
		})
	}
}

// TestRollingUpdateReasons: why clusters wait. The numbers are those after the pass.
func TestRollingUpdateReasons(t *testing.T) {
	old := func(status Status) ClusterStatus { return ClusterStatus{Status: status, Revision: "1"} }
	two, none := sizePointer("2"), sizePointer("0")
	for name, test := range map[string]struct {
		settings  rollingupdate.Config
		number    *int
		decisions []string
		status    map[string]ClusterStatus
		want      []string
	}{
		"updates": {
			rollingupdate.Config{MaxUnavailable: two}, nil, []string{"a", "b", "c", "d"},
			map[string]ClusterStatus{"a": old(Available), "b": old(Failed), "c": old(Available), "d": old(Available)},
			[]string{
				"a starts: the change is applied now",
				"b starts: the revision that the cluster has failed",
				"c waits: 2 clusters are ready, and with max_unavailable at least 2 must stay so",
				"d waits: 2 clusters are ready, and with max_unavailable at least 2 must stay so",
			},
		},
		"new clusters": {
			rollingupdate.Config{MaxSurge: none, MaxUnavailable: none}, number(3), []string{"a", "b", "c", "d"},
			map[string]ClusterStatus{"d": old(Failed), "x": old(NotAvailable)},
			[]string{
				"a starts: the change is applied now",
				"b starts: the change is applied now",
				"c waits: 3 clusters have the workload, and with max_surge at most 3 may",
				"d starts: the revision that the cluster has failed",
				"x waits: 0 clusters are ready, and with max_unavailable at least 3 must stay so",
			},
		},
		"removals": {
			rollingupdate.Config{}, number(1), []string{"a"},
			map[string]ClusterStatus{
				"a": {Status: NotAvailable, Revision: "2"}, "x": old(Available), "y": {Status: Available, Revision: "2"},
			},
			[]string{
				"a continues: the resources are not available yet", "x leaves: the cluster is no longer chosen",
				"y leaves: the cluster is no longer chosen",
			},
		},
		"not trackable": {
			rollingupdate.Config{}, nil, []string{"a", "b", "c"}, map[string]ClusterStatus{
				"a": {Status: NotTrackable, Revision: "2", LastTransitionTime: noon.Add(-time.Minute)},
				"b": {Status: NotTrackable, Revision: "2", LastTransitionTime: noon.Add(-61 * time.Second)},
				"c": {Status: Failed, Revision: "2"},
			},
			[]string{
				"a continues: the resources cannot be tracked; they count as available after 2026-11-21T12:00:00Z",
				"b finished: the resources are available", "c continues: failed",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := &PassRequest{Revision: "2", Request: Request{
				Strategy: rolling, Target: Target{Decisions: decisions(test.decisions...), NumberOfClusters: test.number},
				ClusterStatus: test.status, Now: noon,
			}}
			r.Strategy.RollingUpdate = &test.settings
			if errs := r.Validate(); len(errs) > 0 {
				t.Fatal(errs)
			}
			result, err := passed(r)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range result.Clusters {
				got = append(got, fmt.Sprintf("%s %s: %s", c.Name, c.Outcome, c.Reason))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
