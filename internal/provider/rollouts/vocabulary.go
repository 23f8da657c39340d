// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"reflect"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Vocabulary is what a reader knows of the decisions that a rollout rolls out to.
func Vocabulary() framework.Vocabulary {
	return framework.Vocabulary{
		Additional: map[reflect.Type]framework.AdditionalAttributes{
			reflect.TypeFor[step.Decision](): {Names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
			reflect.TypeFor[step.Group]():    {Names: tfvalue.Names(reflect.TypeFor[planner.Group]())},
		},
		Instead: func(of reflect.Type, first map[string]tfvalue.Input) string {
			if of == reflect.TypeFor[step.Decision]() && framework.IsByCluster(first) {
				return "found decisions_by_cluster, which is for for_each; pass decisions"
			}
			return ""
		},
	}
}
