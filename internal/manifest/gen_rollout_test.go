// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package manifest_test

import (
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/ocm"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/rollingupdate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/staged"
)

var (
	genDuration = rapid.Map(rapid.OneOf(
		rapid.Int64(), rapid.SampledFrom([]int64{0, int64(time.Second), int64(5 * time.Minute), int64(time.Hour),
			int64(90 * time.Minute)}),
	), func(n int64) metav1.Duration { return metav1.Duration{Duration: time.Duration(n)} })
	genLimits = rapid.Custom(func(t *rapid.T) ocm.Limits {
		return ocm.Limits{
			MinSuccessTime: genDuration.Draw(t, "success"), ProgressDeadline: anyText().Draw(t, "deadline"),
			MaxFailures: genSize.Draw(t, "failures"),
		}
	})
	genMandatory = rapid.Custom(func(t *rapid.T) ocm.MandatoryGroup {
		return ocm.MandatoryGroup{GroupName: anyText().Draw(t, "name"), GroupIndex: rapid.Int().Draw(t, "index")}
	})
	genTask = rapid.Custom(func(t *rapid.T) staged.Task {
		return staged.Task{
			Type:     rapid.SampledFrom([]staged.TaskType{staged.Approval, staged.TimedWait, ""}).Draw(t, "type"),
			WaitTime: optional(t, "wait", genDuration),
		}
	})
	genStage = rapid.Custom(func(t *rapid.T) staged.Stage {
		return staged.Stage{
			Name: anyText().Draw(t, "name"), LabelSelector: optional(t, "labels", genSelector),
			SortingLabelKey: optional(t, "sort", anyText()),
			MaxConcurrency:  optional(t, "concurrency", genSize), BeforeStageTasks: several(t, "before", genTask),
			AfterStageTasks: several(t, "after", genTask),
		}
	})
)

// genOCMRollout draws the strategy of a Placement and the object that has it, or none.
func genOCMRollout(t *rapid.T, p *manifest.Placement) {
	if !rapid.Bool().Draw(t, "has strategy") {
		return
	}
	p.RolloutOf = &manifest.RolloutOf{
		Kind: rapid.SampledFrom([]string{"ManifestWorkReplicaSet", "ClusterManagementAddOn"}).Draw(t, "kind"),
		Name: rapid.SampledFrom([]string{"web", "no", "1"}).Draw(t, "rollout of"),
	}
	p.Strategy = &rollout.Strategy{OCMStrategy: ocm.Strategy{
		Type: rapid.SampledFrom(ocm.Types).Draw(t, "strategy"),
		All: optional(t, "all", rapid.Custom(func(t *rapid.T) ocm.All {
			return ocm.All{Limits: genLimits.Draw(t, "limits")}
		})),
		Progressive: optional(t, "progressive", rapid.Custom(func(t *rapid.T) ocm.Progressive {
			return ocm.Progressive{
				Limits: genLimits.Draw(t, "limits"), MaxConcurrency: genSize.Draw(t, "concurrency"),
				MandatoryDecisionGroups: several(t, "mandatory", genMandatory),
			}
		})),
		ProgressivePerGroup: optional(t, "per group", rapid.Custom(func(t *rapid.T) ocm.ProgressivePerGroup {
			return ocm.ProgressivePerGroup{
				Limits: genLimits.Draw(t, "limits"), MandatoryDecisionGroups: several(t, "mandatory", genMandatory),
			}
		})),
	}}
}

// genFleetRollout draws the strategy of a placement of KubeFleet, with stages or without, or none.
func genFleetRollout(t *rapid.T, p *manifest.Placement) {
	if !rapid.Bool().Draw(t, "has strategy") {
		return
	}
	p.Strategy = &rollout.Strategy{
		OCMStrategy: ocm.Strategy{Type: rapid.SampledFrom(rollout.KubeFleetTypes).Draw(t, "strategy")},
		RollingUpdate: optional(t, "rolling update", rapid.Custom(func(t *rapid.T) rollingupdate.Config {
			return rollingupdate.Config{
				MaxUnavailable: optional(t, "unavailable", genSize), MaxSurge: optional(t, "surge", genSize),
				UnavailablePeriodSeconds: optional(t, "period", rapid.Int()),
			}
		})),
		ApplyStrategy: optional(t, "apply", rapid.Custom(func(t *rapid.T) rollout.ApplyStrategy {
			return rollout.ApplyStrategy{
				ComparisonOption: anyText().Draw(t, "comparison"), WhenToApply: anyText().Draw(t, "when"), Type: anyText().Draw(t, "type"),
				WhenToTakeOver: anyText().Draw(t, "take over"),
				ServerSideApplyConfig: optional(t, "server side", rapid.Custom(func(t *rapid.T) rollout.ServerSideApplyConfig {
					return rollout.ServerSideApplyConfig{Force: optional(t, "force", rapid.Bool())}
				})),
				AllowCoOwnership: optional(t, "co-ownership", rapid.Bool()),
			}
		})),
		DeleteStrategy: rapid.SampledFrom([]*rollout.DeleteStrategy{nil, {}, {PropagationPolicy: "Abandon"}}).Draw(t, "delete"),
		ReportBackStrategy: rapid.SampledFrom([]*rollout.ReportBackStrategy{
			nil, {}, {Type: "Mirror", Destination: "WorkAPI"},
		}).Draw(t, "report back"),
	}
	if p.Strategy.Type != rollout.TypeExternal || !rapid.Bool().Draw(t, "has stages") {
		return
	}
	p.Strategy.Stages = rapid.SliceOfN(genStage, 1, 3).Draw(t, "stages")
	p.RolloutOf = &manifest.RolloutOf{Kind: "ClusterStagedUpdateStrategy", Name: "by-stage"}
	if p.Namespace != "" {
		p.RolloutOf.Kind = "StagedUpdateStrategy"
	}
}
