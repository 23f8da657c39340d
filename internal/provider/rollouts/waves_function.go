// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Waves is the function waves.
//
// # Function waves
//
// Returns the order in which a strategy goes through the chosen clusters, as a list of waves: decision groups, stages, or as many
// clusters as the strategy allows at a time. Every cluster is in exactly one wave. A cluster that fails changes the order; the
// data source `multicluster_rollout` computes each step.
//
// The function uses no files or network: the fleet that stages select from must be in the argument.
var Waves = framework.Question[providerdata.Data, wavesArgument]{
	Check: (*wavesArgument).validate, Answer: answerWaves,
	Function: framework.Function{
		Name:    "waves",
		Summary: "Return the waves of a rollout",
		Parameters: framework.Object("rollout", "The rollout: `strategy`, one of `decisions` and `decision_groups`, "+
			"`decision_group_names`, `number_of_clusters`, and the fleet in `clusters` or `manifests`."),
		Return: function.ListReturn{ElementType: WaveType},
	},
}

// wavesArgument is the argument of the function.
type wavesArgument struct {
	Strategy rollout.Strategy `json:"strategy"`
	step.Target
	fleetConfig
}

func (a *wavesArgument) request() *step.Request {
	return &step.Request{Strategy: a.Strategy, Target: a.Target}
}

func (a *wavesArgument) validate(r *tfvalue.Reader) {
	a.Strategy.SetDefaults()
	a.check(r, a, &a.Strategy, a.request().ValidateWaves())
}

// answerWaves computes the waves of a rollout that has not started.
func answerWaves(ctx context.Context, a *wavesArgument, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	members, diags := a.members(ctx, &a.Strategy, provider.Source, false)
	if diags.HasError() {
		return nil, diags
	}
	request := a.request()
	request.Fleet = members
	waves, err := step.WavesOf(request)
	if err != nil {
		r.Check(nil, a, strategyErrors(err))
	}
	return waves, framework.Diagnostics(r)
}
