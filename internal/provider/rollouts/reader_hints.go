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

// ReaderHints are what a reader knows of the decisions that a rollout rolls out to.
func ReaderHints() framework.ReaderHints {
	return framework.ReaderHints{
		Additional: map[reflect.Type]framework.AdditionalAttributes{
			reflect.TypeFor[step.Decision](): {Names: tfvalue.Names(reflect.TypeFor[planner.Decision]())},
			reflect.TypeFor[step.Group]():    {Names: tfvalue.Names(reflect.TypeFor[planner.Group]())},
		},
		Instead: func(t reflect.Type, first map[string]tfvalue.Input) string {
			if t == reflect.TypeFor[step.Decision]() && framework.IsByCluster(first) {
				return "found decisions_by_cluster, which is for for_each; pass decisions"
			}
			return ""
		},
	}
}
