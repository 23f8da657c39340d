package rollout_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

func ocmReasons(t *testing.T, req rollout.OCMRequest) []string {
	t.Helper()
	got, err := rollout.OCM(req)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, c := range got.Clusters {
		reasons = append(reasons, c.Cluster+" "+string(c.Outcome)+": "+c.Reason.String())
	}
	return reasons
}

func TestOCMReasons(t *testing.T) {
	groups := []placement.Group{
		{Index: 0, Name: "canary", Clusters: []string{"a", "b"}}, {Index: 1, Clusters: []string{"c", "d"}}, {Index: 3, Clusters: []string{"z"}},
	}
	ago := func(cluster string, status rollout.OCMStatus, minutes int) rollout.OCMClusterStatus {
		return rollout.OCMClusterStatus{Cluster: cluster, Status: status, LastTransitionTime: ocmNow.Add(-time.Duration(minutes) * time.Minute)}
	}
	limits := rollout.OCMLimits{ProgressDeadline: "10m"}
	limits.MinSuccessTime.Duration = 5 * time.Minute
	perGroup := rollout.OCMStrategy{
		Type: rollout.OCMTypeProgressivePerGroup, ProgressivePerGroup: &rollout.OCMProgressivePerGroup{OCMLimits: limits},
	}
	mandatory := rollout.OCMStrategy{
		Type: rollout.OCMTypeProgressive,
		Progressive: &rollout.OCMProgressive{
			OCMLimits: limits, MaxConcurrency: intstr.FromInt32(1), MandatoryDecisionGroups: []rollout.OCMMandatoryGroup{{GroupName: "canary"}},
		},
	}
	const gap = "z waits: Open Cluster Management considers groups 0 to 2 only, and this is group 3"
	tests := map[string]struct {
		strategy rollout.OCMStrategy
		statuses []rollout.OCMClusterStatus
		want     []string
	}{
		"a group": {perGroup, []rollout.OCMClusterStatus{ago("b", rollout.OCMSucceeded, 3), ago("gone", rollout.OCMFailed, 1)}, []string{
			"a starts: the change is applied now", "b continues: succeeded; min_success_time ends at 2026-08-11T12:02:00Z",
			"c waits: group 0, or a cluster whose rollout started before, is not finished",
			"d waits: group 0, or a cluster whose rollout started before, is not finished",
			"gone removed: the cluster is no longer chosen", gap,
		}},
		"a failure in a group": {perGroup, []rollout.OCMClusterStatus{ago("a", rollout.OCMFailed, 3), ago("b", rollout.OCMProgressing, 11)}, []string{
			"a continues: failed; progress_deadline is 2026-08-11T12:07:00Z", "b timedOut: timed out; progress_deadline was 2026-08-11T11:59:00Z",
			"c waits: 2 clusters failed in group 0; 0 tolerated", "d waits: 2 clusters failed in group 0; 0 tolerated", gap,
		}},
		"a mandatory group": {mandatory, []rollout.OCMClusterStatus{{Cluster: "a", Status: rollout.OCMProgressing}, ago("b", rollout.OCMTimeOut, 1)}, []string{
			"a continues: progressing; no progress_deadline applies", "b timedOut: timed out; in an earlier pass",
			"c waits: 1 cluster failed in group 0; 0 tolerated", "d waits: 1 cluster failed in group 0; 0 tolerated", gap,
		}},
		"an unfinished mandatory group": {mandatory, []rollout.OCMClusterStatus{ago("b", rollout.OCMSkip, 1)}, []string{
			"a starts: the change is applied now", "b finished: the status is Skip",
			"c waits: mandatory group 0, or a cluster whose rollout started before, is not finished",
			"d waits: mandatory group 0, or a cluster whose rollout started before, is not finished", gap,
		}},
		"concurrency": {mandatory, []rollout.OCMClusterStatus{ago("a", rollout.OCMSucceeded, 6), ago("b", rollout.OCMSkip, 1)}, []string{
			"a finished: succeeded", "b finished: the status is Skip", "c starts: the change is applied now",
			"d waits: 1 cluster is being rolled out; max_concurrency is 1", gap,
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := ocmReasons(t, rollout.OCMRequest{Strategy: test.strategy, Groups: groups, Statuses: test.statuses, Now: ocmNow})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestOCMMistakeNamesTheField(t *testing.T) {
	wrong := intstr.FromString("2")
	tests := map[string]rollout.OCMStrategy{
		"type":                                 {Type: "Canary"},
		"all.progressDeadline":                 {All: &rollout.OCMAll{OCMLimits: rollout.OCMLimits{ProgressDeadline: "1d"}}},
		"progressive.maxConcurrency":           {Type: rollout.OCMTypeProgressive, Progressive: &rollout.OCMProgressive{MaxConcurrency: wrong}},
		"progressivePerGroup.maxFailures":      {Type: rollout.OCMTypeProgressivePerGroup, ProgressivePerGroup: &rollout.OCMProgressivePerGroup{OCMLimits: rollout.OCMLimits{MaxFailures: wrong}}},
		"progressivePerGroup.progressDeadline": {Type: rollout.OCMTypeProgressivePerGroup, ProgressivePerGroup: &rollout.OCMProgressivePerGroup{OCMLimits: rollout.OCMLimits{ProgressDeadline: "10mx"}}},
	}
	for want, strategy := range tests {
		_, err := rollout.OCM(rollout.OCMRequest{Strategy: strategy, Now: ocmNow})
		var mistake *placement.Misconfiguration
		if !errors.As(err, &mistake) || mistake.Field != want {
			t.Errorf("%s: got error %v", want, err)
		}
		if errs := strategy.Validate(); len(errs) != 1 || errs[0].Field != want {
			t.Errorf("%s: Validate found %v", want, errs)
		}
	}
}

func TestOCMValidate(t *testing.T) {
	strategy := rollout.OCMStrategy{Type: rollout.OCMTypeProgressive, Progressive: &rollout.OCMProgressive{
		OCMLimits:               rollout.OCMLimits{MaxFailures: intstr.FromInt32(-1), ProgressDeadline: "1h30m"},
		MaxConcurrency:          intstr.FromString("101%"),
		MandatoryDecisionGroups: []rollout.OCMMandatoryGroup{{GroupName: "canary"}, {GroupIndex: -1}},
	}}
	strategy.Progressive.MinSuccessTime.Duration = -1
	want := []string{
		"progressive.minSuccessTime", "progressive.maxFailures", "progressive.maxConcurrency",
		"progressive.mandatoryDecisionGroups[1].groupIndex",
	}
	if diff := cmp.Diff(want, ocmFields(strategy.Validate())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	statuses := []rollout.OCMClusterStatus{{Cluster: "a"}, {Status: rollout.OCMSkip}, {Cluster: "a"}, {Cluster: "b", Status: "Done"}}
	want = []string{"statuses[1].clusterName", "statuses[2].clusterName", "statuses[3].status"}
	if diff := cmp.Diff(want, ocmFields(rollout.ValidateOCMStatuses(statuses, field.NewPath("statuses")))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func ocmFields(errs field.ErrorList) (fields []string) {
	for _, err := range errs {
		fields = append(fields, err.Field)
	}
	return fields
}

func TestOCMIgnoredMandatoryGroups(t *testing.T) {
	got, err := rollout.OCM(rollout.OCMRequest{
		Strategy: rollout.OCMStrategy{Type: rollout.OCMTypeProgressive, Progressive: &rollout.OCMProgressive{
			MandatoryDecisionGroups: []rollout.OCMMandatoryGroup{{GroupName: "canary"}, {}, {GroupIndex: 4}},
		}},
		Groups: []placement.Group{{Clusters: []string{"a"}}},
		Now:    ocmNow,
	})
	if diff := cmp.Diff([]int{0, 2}, got.IgnoredMandatoryGroups); err != nil || diff != "" {
		t.Errorf("%v: -want +got:\n%s", err, diff)
	}
}
