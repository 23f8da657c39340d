// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package ocm_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
)

func reasons(t *testing.T, req ocm.Request) []string {
	t.Helper()
	got, err := ocm.Pass(req)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, c := range got.Clusters {
		reasons = append(reasons, c.Cluster+" "+string(c.Outcome)+": "+c.Reason.String())
	}
	return reasons
}

func TestReasons(t *testing.T) {
	groups := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"a", "b"}}, {Index: 1, Clusters: []string{"c", "d"}},
		{Index: 3, Clusters: []string{"z"}},
	}
	ago := func(cluster string, status ocm.Status, minutes int) ocm.ClusterStatus {
		return ocm.ClusterStatus{Cluster: cluster, Status: status, LastTransitionTime: noon.Add(-time.Duration(minutes) * time.Minute)}
	}
	limits := ocm.Limits{ProgressDeadline: "10m"}
	limits.MinSuccessTime.Duration = 5 * time.Minute
	perGroup := ocm.Strategy{
		Type: ocm.TypeProgressivePerGroup, ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: limits},
	}
	mandatory := ocm.Strategy{
		Type: ocm.TypeProgressive,
		Progressive: &ocm.Progressive{
			Limits: limits, MaxConcurrency: intstr.FromInt32(1), MandatoryDecisionGroups: []ocm.MandatoryGroup{{GroupName: "canary"}},
		},
	}
	const gap = "z waits: Open Cluster Management considers groups 0 to 2 only, and this is group 3"
	tests := map[string]struct {
		strategy ocm.Strategy
		statuses []ocm.ClusterStatus
		want     []string
	}{
		"a group": {perGroup, []ocm.ClusterStatus{ago("b", ocm.Succeeded, 3), ago("gone", ocm.Failed, 1)}, []string{
			"a starts: the change is applied now", "b continues: succeeded; min_success_time ends at 2026-08-11T12:02:00Z",
			"c waits: group 0, or a cluster whose rollout started before, is not finished",
			"d waits: group 0, or a cluster whose rollout started before, is not finished",
			"gone leaves: the cluster is no longer chosen", gap,
		}},
		"a failure in a group": {perGroup, []ocm.ClusterStatus{ago("a", ocm.Failed, 3), ago("b", ocm.Progressing, 11)}, []string{
			"a continues: failed; progress_deadline is 2026-08-11T12:07:00Z",
			"b timedOut: timed out; progress_deadline was 2026-08-11T11:59:00Z",
			"c waits: 2 clusters failed in group 0; 0 tolerated", "d waits: 2 clusters failed in group 0; 0 tolerated", gap,
		}},
		"a mandatory group": {mandatory, []ocm.ClusterStatus{{Cluster: "a", Status: ocm.Progressing}, ago("b", ocm.TimeOut, 1)},
			[]string{
				"a continues: progressing; no progress_deadline applies", "b timedOut: timed out; in an earlier pass",
				"c waits: 1 cluster failed in group 0; 0 tolerated", "d waits: 1 cluster failed in group 0; 0 tolerated", gap,
			}},
		"an unfinished mandatory group": {mandatory, []ocm.ClusterStatus{ago("b", ocm.Skip, 1)}, []string{
			"a starts: the change is applied now", "b finished: the status is Skip",
			"c waits: mandatory group 0, or a cluster whose rollout started before, is not finished",
			"d waits: mandatory group 0, or a cluster whose rollout started before, is not finished", gap,
		}},
		"concurrency": {mandatory, []ocm.ClusterStatus{ago("a", ocm.Succeeded, 6), ago("b", ocm.Skip, 1)}, []string{
			"a finished: succeeded", "b finished: the status is Skip", "c starts: the change is applied now",
			"d waits: 1 cluster is being rolled out; max_concurrency is 1", gap,
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := reasons(t, ocm.Request{Strategy: test.strategy, Groups: groups, Statuses: test.statuses, Now: noon})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestMistakeNamesTheField(t *testing.T) {
	wrong := intstr.FromString("2")
	tests := map[string]ocm.Strategy{
		"type":                       {Type: "Canary"},
		"all.progressDeadline":       {All: &ocm.All{Limits: ocm.Limits{ProgressDeadline: "1d"}}},
		"progressive.maxConcurrency": {Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{MaxConcurrency: wrong}},
		"progressivePerGroup.maxFailures": {
			Type: ocm.TypeProgressivePerGroup, ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: ocm.Limits{MaxFailures: wrong}},
		},
		"progressivePerGroup.progressDeadline": {
			Type: ocm.TypeProgressivePerGroup, ProgressivePerGroup: &ocm.ProgressivePerGroup{Limits: ocm.Limits{ProgressDeadline: "10mx"}},
		},
	}
	for want, strategy := range tests {
		_, err := ocm.Pass(ocm.Request{Strategy: strategy, Now: noon})
		var mistake *placement.Misconfiguration
		if !errors.As(err, &mistake) || mistake.Field != want {
			t.Errorf("%s: got error %v", want, err)
		}
		if errs := strategy.Validate(); len(errs) != 1 || errs[0].Field != want {
			t.Errorf("%s: Validate found %v", want, errs)
		}
	}
}

func TestValidate(t *testing.T) {
	strategy := ocm.Strategy{Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{
		Limits:                  ocm.Limits{MaxFailures: intstr.FromInt32(-1), ProgressDeadline: "1h30m"},
		MaxConcurrency:          intstr.FromString("101%"),
		MandatoryDecisionGroups: []ocm.MandatoryGroup{{GroupName: "canary"}, {GroupIndex: -1}},
	}}
	strategy.Progressive.MinSuccessTime.Duration = -1
	want := []string{
		"progressive.minSuccessTime", "progressive.maxFailures", "progressive.maxConcurrency",
		"progressive.mandatoryDecisionGroups[1].groupIndex",
	}
	if diff := cmp.Diff(want, fields(strategy.Validate())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func fields(errs field.ErrorList) (fields []string) {
	for _, err := range errs {
		fields = append(fields, err.Field)
	}
	return fields
}

func TestIgnoredMandatoryGroups(t *testing.T) {
	strategy := ocm.Strategy{Type: ocm.TypeProgressive, Progressive: &ocm.Progressive{
		MandatoryDecisionGroups: []ocm.MandatoryGroup{{GroupName: "canary"}, {}, {GroupIndex: 4}},
	}}
	if diff := cmp.Diff([]int{0, 2}, strategy.IgnoredMandatory([]placement.Group{{Clusters: []string{"a"}}})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
