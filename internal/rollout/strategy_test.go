// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollout

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
)

func TestStrategyValidate(t *testing.T) {
	tests := map[string]struct {
		strategy       string
		want, warnings []string
	}{
		"nothing": {
			`{}`, []string{`type: Required value: must be one of All, Progressive, ProgressivePerGroup, RollingUpdate, External`}, nil,
		},
		"a misspelt type": {
			`{"type":"Progressiv"}`, []string{`type: Unsupported value: "Progressiv": must be one of "All", "Progressive", "ProgressivePerGroup", "RollingUpdate", "External"; did you mean "Progressive"?`}, nil,
		},
		"all": {`{"type":"All"}`, nil, nil},
		"progressive": {
			`{"type":"Progressive","progressive":{"maxConcurrency":2,"minSuccessTime":"5m","progressDeadline":"10m","maxFailures":"10%"}}`, nil, nil,
		},
		"a block of another type": {`{"type":"All","progressive":{"maxConcurrency":2}}`, nil,
			[]string{`progressive: Invalid value: "All": it has no effect without type = "Progressive"`}},
		"a negative concurrency": {
			`{"type":"Progressive","progressive":{"maxConcurrency":-2}}`, []string{`progressive.maxConcurrency: Invalid value: -2: must not be negative`}, nil,
		},
		"a rolling update": {
			`{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":1,"maxSurge":"10%","unavailablePeriodSeconds":0}}`, nil, nil,
		},
		"a rolling update with its defaults": {`{"type":"RollingUpdate"}`, nil, nil},
		"wrong sizes": {`{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"1","maxSurge":-1,"unavailablePeriodSeconds":-1}}`,
			[]string{
				`rollingUpdate.maxUnavailable: Invalid value: "1": must be a number, or a percentage from "0%" to "100%"`,
				`rollingUpdate.maxSurge: Invalid value: -1: must not be negative`,
				`rollingUpdate.unavailablePeriodSeconds: Invalid value: -1: must not be negative`,
			}, nil},
		"the rest of a strategy": {`{"type":"RollingUpdate","applyStrategy":{"type":"ServerSideApply","serverSideApplyConfig":{"force":false},"comparisonOption":"FullComparison",
			"whenToApply":"IfNotDrifted","whenToTakeOver":"IfNoDiff","allowCoOwnership":true},"deleteStrategy":{"propagationPolicy":"Abandon"},"reportBackStrategy":{}}`, nil, nil},
		"wrong values": {`{"type":"RollingUpdate","applyStrategy":{"type":"ServerSide","serverSideApplyConfig":{},"comparisonOption":"Full","whenToApply":"Never","whenToTakeOver":"always"},
			"deleteStrategy":{"propagationPolicy":"Orphan"},"reportBackStrategy":{"type":"Mirrored","destination":"Work"}}`, []string{
			`applyStrategy.comparisonOption: Unsupported value: "Full": must be one of "PartialComparison", "FullComparison"`,
			`applyStrategy.whenToApply: Unsupported value: "Never": must be one of "Always", "IfNotDrifted"`,
			`applyStrategy.type: Unsupported value: "ServerSide": must be one of "ClientSideApply", "ServerSideApply", "ReportDiff"`,
			`applyStrategy.whenToTakeOver: Unsupported value: "always": must be one of "Always", "IfNoDiff", "Never"; did you mean "Always"?`,
			`deleteStrategy.propagationPolicy: Unsupported value: "Orphan": must be one of "Delete", "Abandon"`,
			`reportBackStrategy.type: Unsupported value: "Mirrored": must be one of "Disabled", "Mirror"; did you mean "Mirror"?`,
			`reportBackStrategy.destination: Unsupported value: "Work": must be one of "OriginalResource", "WorkAPI"`,
		}, nil},
		"a mirror without a destination": {`{"type":"RollingUpdate","reportBackStrategy":{"type":"Mirror"}}`, []string{
			`reportBackStrategy.destination: Required value: a strategy of type Mirror must have a destination: OriginalResource or WorkAPI`,
		}, nil},
		"a server-side apply of another type": {`{"type":"RollingUpdate","applyStrategy":{"serverSideApplyConfig":{}}}`, []string{
			`applyStrategy.serverSideApplyConfig: Forbidden: only type ServerSideApply has it; remove it, or set type = "ServerSideApply"`,
		}, nil},
		"stages with a rolling update": {`{"type":"External","rollingUpdate":{},"stages":[{"name":"a"}]}`, nil, []string{
			`rollingUpdate: Invalid value: "External": it has no effect without type = "RollingUpdate"`,
		}},
		"no stages": {
			`{"type":"External"}`, []string{`stages: Required value: type External is a staged update run, which has stages`}, nil,
		},
		"stages": {`{"type":"External","stages":[{"name":"canary","labelSelector":{"matchLabels":{"tier":"canary"}},"maxConcurrency":"50%",
			"beforeStageTasks":[{"type":"Approval"}],"afterStageTasks":[{"type":"TimedWait","waitTime":"1h"},{"type":"Approval"}]},{"name":"rest"}]}`, nil, nil},
		"wrong stages": {`{"type":"External","stages":[{"name":"Canary","maxConcurrency":0},{"name":"a","maxConcurrency":"0%"},{"name":"a","maxConcurrency":"200%"}]}`, []string{
			`stages[0].name: Invalid value: "Canary": must be 1 to 63 lower-case letters and digits`,
			`stages[0].maxConcurrency: Invalid value: "0": must be a number of at least 1, or a percentage from "1%" to "100%"`,
			`stages[1].maxConcurrency: Invalid value: "0%": must be a number of at least 1, or a percentage from "1%" to "100%"`,
			`stages[2].name: Duplicate value: "a": stages[1].name already has this value`,
			`stages[2].maxConcurrency: Invalid value: "200%": must be a number of at least 1, or a percentage from "1%" to "100%"`,
		}, nil},
		"wrong tasks": {`{"type":"External","stages":[{"name":"a","beforeStageTasks":[{"type":"Approval"},{"type":"TimedWait","waitTime":"1h"}],
			"afterStageTasks":[{"type":"Approval","waitTime":"1h"},{"type":"Approval"},{"type":"TimedWait"},{"type":"Approvl"}]}]}`, []string{
			`stages[0].beforeStageTasks: Too many: 2: must have at most 1 item`,
			`stages[0].beforeStageTasks[1].type: Invalid value: "TimedWait": only an Approval can come before a stage`,
			`stages[0].afterStageTasks[0].waitTime: Invalid value: "1h": an Approval has no wait time`,
			`stages[0].afterStageTasks[1].type: Duplicate value: "Approval": stages[0].afterStageTasks[0].type already has this value`,
			`stages[0].afterStageTasks[2].waitTime: Required value: a TimedWait must have a wait time`,
			`stages[0].afterStageTasks[3].type: Unsupported value: "Approvl": must be one of "Approval", "TimedWait"; did you mean "Approval"?`,
		}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var s Strategy
			if err := json.Unmarshal([]byte(test.strategy), &s); err != nil {
				t.Fatal(err)
			}
			var got, warnings []string
			for _, err := range s.Validate() {
				got = append(got, err.Error())
			}
			for _, err := range s.Warnings() {
				warnings = append(warnings, err.Error())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStrategyValidateObject: what is a warning where a strategy is rolled out is refused in the object of a hub.
func TestStrategyValidateObject(t *testing.T) {
	for strategy, want := range map[string]string{
		`{"type":"External"}`: "",
		`{"type":"External","rollingUpdate":{}}`: `rollingUpdate: Forbidden: a placement with a strategy of type External has no rolling_update; ` +
			`remove it, or set type = "RollingUpdate"`,
		`{"type":"External","deleteStrategy":{"propagationPolicy":"delete"}}`: `deleteStrategy.propagationPolicy: Unsupported value: "delete": ` +
			`must be one of "Delete", "Abandon"; did you mean "Delete"?`,
		`{"type":"RollingUpdate","rollingUpdate":{"maxSurge":"200%"}}`: `rollingUpdate.maxSurge: Invalid value: "200%": must be a number, or a ` +
			`percentage from "0%" to "100%"`,
	} {
		var s Strategy
		if err := json.Unmarshal([]byte(strategy), &s); err != nil {
			t.Fatal(err)
		}
		got := ""
		if errs := s.ValidateObject(); len(errs) > 0 {
			got = errs.ToAggregate().Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", strategy, diff)
		}
	}
}

// TestBudgetWarnings: a rolling update without any budget never changes a cluster.
func TestBudgetWarnings(t *testing.T) {
	of := func(unavailable, surge intstr.IntOrString) int {
		s := Strategy{RollingUpdate: &rollingupdate.Config{MaxUnavailable: &unavailable, MaxSurge: &surge}}
		return len(s.BudgetWarnings())
	}
	zero, none, one := intstr.FromInt32(0), intstr.FromString("0%"), intstr.FromInt32(1)
	for _, tt := range []struct {
		unavailable, surge intstr.IntOrString
		want               int
	}{{zero, zero, 1}, {none, zero, 1}, {zero, none, 1}, {one, zero, 0}, {zero, one, 0}} {
		if got := of(tt.unavailable, tt.surge); got != tt.want {
			t.Errorf("max_unavailable %v, max_surge %v: %d warnings, want %d", tt.unavailable.String(), tt.surge.String(), got, tt.want)
		}
	}
	if got := (&Strategy{RollingUpdate: &rollingupdate.Config{MaxSurge: &zero}}).BudgetWarnings(); len(got) > 0 {
		t.Errorf("max_unavailable defaults to 25%%: %v", got)
	}
	if got := (*Strategy)(nil).BudgetWarnings(); len(got) > 0 {
		t.Errorf("no strategy: %v", got)
	}
}
