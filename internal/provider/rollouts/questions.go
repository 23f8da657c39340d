// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Pass is the data source multicluster_rollout. It has no memory: how far the clusters are is an argument.
var Pass = framework.Question[providerdata.Data, passConfig]{
	Name: "rollout", Schema: DataSourceSchema, Unneeded: []string{"manifests"}, Read: readConfig[passConfig],
	Check: (*passConfig).validate, Answer: answerPass,
}

// validate sets the defaults, and checks what the configuration alone shows.
func (c *passConfig) validate(r *tfvalue.Reader) {
	c.Strategy.SetDefaults()
	// The answer has a clock; here it only matters that there is a time.
	timed := *c
	timed.Now = framework.InstantOf(c.Now, time.Now)
	timed.check(r, &timed, &timed.Strategy, timed.Validate())
}

// answerPass computes one pass.
func answerPass(ctx context.Context, c *passConfig, provider *providerdata.Data, r *tfvalue.Reader) (any, diag.Diagnostics) {
	c.Now = framework.InstantOf(c.Now, provider.Now)
	members, diags := c.members(ctx, &c.Strategy, provider.Source, false)
	if diags.HasError() {
		return nil, diags
	}
	c.Fleet = members
	diags.Append(c.warnings(r)...)
	outputs, err := step.Pass(&c.PassRequest)
	if err != nil {
		r.Check(nil, c, strategyErrors(err))
		return nil, append(diags, framework.Diagnostics(r)...)
	}
	return outputs, diags
}

// passConfig is the configuration of the data source.
type passConfig struct {
	step.PassRequest
	fleetConfig
}

// warnings are what is accepted but probably a mistake. A plan has them once; Terraform would show those of a validation twice.
func (c *passConfig) warnings(r *tfvalue.Reader) diag.Diagnostics {
	r.Warn(nil, c, c.Warnings())
	warn(r, c, "has a status of a cluster that is not chosen", c.NearMisses())
	return framework.Warnings(r, c.title)
}

// warn adds warnings with a summary of their own.
func warn(r *tfvalue.Reader, config any, summary string, warnings field.ErrorList) {
	for _, warning := range warnings {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Locate(nil, reflect.TypeOf(config), warning.Field), Summary: summary,
			Message: excerpt.FoundAndWanted(warning), Warning: true,
		})
	}
}

// title is the title of a warning. Terraform shows only the first of several warnings of the same title, so a title says which
// rollout it is about.
func (c *passConfig) title(what string) string {
	revision := ""
	if c.Revision != "" {
		revision = " of " + excerpt.Quote(c.Revision)
	}
	return fmt.Sprintf("The rollout%s (%s, %s) %s", revision, c.Strategy.Type, excerpt.Count(c.Size(), "cluster"), what)
}

// strategyErrors are the error of a pass, or of waves, with its place in the arguments.
func strategyErrors(err error) field.ErrorList {
	if located := (*field.Error)(nil); errors.As(err, &located) {
		return field.ErrorList{located}
	}
	return field.ErrorList{field.Forbidden(field.NewPath("strategy"), err.Error())}
}

// WaveType is a wave as the function and the data source return it.
var WaveType = framework.TypeOf[step.Wave]()

// sharedArguments are the arguments of the data source and of the resource.
func sharedArguments() map[string]schema.Attribute {
	return framework.Join(framework.Arguments[step.PassRequest](
		"strategy", "decisions", "decision_groups", "decision_group_names", "number_of_clusters", "cluster_status", "approved_stages",
		"now",
	), framework.Arguments[fleetConfig]("clusters", "manifests"))
}

// DataSourceSchema describes the data source.
//
// # Data source rollout
//
// Computes the next step of a rollout, as the hub would, while Terraform plans. It says which clusters get a change now, which
// wait, and why. It has no memory, unlike the [resource](../resources/rollout): `cluster_status` says how far the clusters are.
// It must not depend on what the rollout drives, which would be a cycle.
func DataSourceSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(sharedArguments(), framework.Arguments[step.PassRequest]("revision"),
		framework.ComputedAttributes[step.Outputs]())}
}

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
