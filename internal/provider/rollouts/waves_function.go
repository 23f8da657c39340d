// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// wavesFunction returns the waves of a rollout that has not started.
type wavesFunction struct{ read *framework.Reading }

// NewWavesFunction makes the function waves.
func NewWavesFunction(read *framework.Reading) function.Function { return wavesFunction{read} }

// Metadata names the function.
func (wavesFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "waves"
}

// Definition describes the function.
func (wavesFunction) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Return the waves of a rollout",
		MarkdownDescription: "Returns the order in which a strategy goes through the chosen clusters, as a list of waves: decision " +
			"groups, stages, or as many clusters as the strategy allows at a time. Every cluster is in exactly one wave. A cluster that " +
			"fails changes the order; the data source `multicluster_rollout` computes each step.\n\n" +
			"The function accepts direct references to resources. It uses no files or network: the fleet that stages select " +
			"from must be in the argument.",
		Parameters: []function.Parameter{function.DynamicParameter{
			Name: "rollout",
			MarkdownDescription: "The rollout: `strategy`, one of `decisions` and `decision_groups`, `number_of_clusters`, and " +
				"the fleet in `clusters` or `manifests`. Omit attributes that are not needed; an unknown attribute is an error.",
		}},
		Return: function.ListReturn{ElementType: WaveType},
	}
}

// wavesArgument is the argument of the function.
type wavesArgument struct {
	Strategy rollout.Strategy `json:"strategy"`
	step.Target
	fleetConfig
}

// Run computes the waves.
func (f wavesFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var argument types.Dynamic
	if resp.Error = req.Arguments.Get(ctx, &argument); resp.Error != nil {
		return
	}
	var value wavesArgument
	reader := f.read.Argument(ctx, argument, &value, nil)
	value.Strategy.SetDefaults()
	request := step.Request{Strategy: value.Strategy, Target: value.Target}
	checkRollout(reader, &value, request.ValidateWaves())
	value.validate(reader, &value, &value.Strategy)
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	members, diags := value.members(ctx, &value.Strategy, nil)
	if resp.Error = framework.ArgumentError(diags); resp.Error != nil {
		return
	}
	request.Fleet = members
	waves := value.waves(reader, &request)
	if resp.Error = framework.ArgumentError(framework.Diagnostics(reader)); resp.Error != nil {
		return
	}
	framework.Returned(ctx, types.ListType{ElemType: WaveType}, waves, resp)
}

// waves are the waves, or the mistakes because of which there are none.
func (a *wavesArgument) waves(r *tfvalue.Reader, req *step.Request) []step.Wave {
	if errs := req.Absent(); len(errs) > 0 {
		r.Check(nil, a, errs)
		return nil
	}
	waves, err := step.WavesOf(req)
	if err != nil {
		r.Check(nil, a, strategyErrors(err))
	}
	return waves
}
