// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/step"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Pass is the data source multicluster_rollout. It has no memory: how far the clusters are is an argument.
var Pass = framework.Question[providerdata.Data, passConfig]{
	Name: "rollout", Schema: DataSourceSchema, Unneeded: []string{"manifests"}, Read: readPassConfig, Check: (*passConfig).check,
	Answer: answerPass,
}

// check sets the defaults, and checks what the configuration alone shows.
func (c *passConfig) check(r *tfvalue.Reader) {
	c.Strategy.SetDefaults()
	// The answer has a clock; here it only matters that there is a time.
	timed := *c
	timed.Now = framework.InstantOf(c.Now, time.Now)
	timed.validate(r)
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
	result, ok := c.pass(r)
	if diags.Append(framework.Diagnostics(r)...); !ok {
		return nil, diags
	}
	return result.Outputs(), diags
}

// pass computes the pass, or finds why there is none.
func (c *passConfig) pass(r *tfvalue.Reader) (result *step.Result, ok bool) {
	if errs := c.Absent(); len(errs) > 0 {
		r.Check(nil, c, errs)
		return nil, false
	}
	result, err := step.Pass(&c.PassRequest)
	if err != nil {
		r.Check(nil, c, strategyErrors(err))
	}
	return result, err == nil
}

// passConfig is the configuration of the data source.
type passConfig struct {
	step.PassRequest
	fleetConfig
}

// readPassConfig reads the configuration but for the bypassed attributes that are not needed.
func readPassConfig(
	ctx context.Context, read *framework.Readers, raw tftypes.Value, unneeded []string, config *passConfig,
) (*tfvalue.Reader, error) {
	return readConfig(ctx, read, raw, unneeded, config)
}

// validate checks what the configuration alone shows.
func (c *passConfig) validate(r *tfvalue.Reader) {
	checkRollout(r, c, c.Validate())
	c.fleetConfig.validate(r, c, &c.Strategy)
}

// checkRollout adds the mistakes of a request. Decisions that are missing are no mistake beside decisions or groups that cannot
// be read.
func checkRollout(r *tfvalue.Reader, config any, errs field.ErrorList) {
	for m := range r.Mistakes {
		if name := m.At.String(); name == "decisions" || name == "decision_groups" {
			errs = slices.DeleteFunc(errs, func(err *field.Error) bool {
				return err.Field == "decisions" && err.Type == field.ErrorTypeRequired
			})
		}
	}
	r.Check(nil, config, errs)
}

// warnings are what is accepted but probably a mistake. A plan has them once; Terraform would show those of a validation twice.
func (c *passConfig) warnings(r *tfvalue.Reader) diag.Diagnostics {
	r.Warn(nil, c, c.Warnings())
	for _, err := range c.NearMisses() {
		r.Add(tfvalue.Mistake{
			At: tfvalue.Locate(nil, reflect.TypeOf(c), err.Field), Summary: "has a status of a cluster that is not chosen",
			Message: excerpt.FoundAndWanted(err), Warning: true,
		})
	}
	return framework.Warnings(r, c.title)
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
	path := field.NewPath("strategy")
	var located *field.Error
	var misconfigured *placement.Misconfiguration
	switch {
	case errors.As(err, &located):
		return field.ErrorList{located}
	case errors.As(err, &misconfigured):
		for name := range strings.SplitSeq(misconfigured.Field, ".") {
			path = path.Child(name)
		}
		return field.ErrorList{field.Forbidden(path, misconfigured.Message)}
	}
	return field.ErrorList{field.Forbidden(path, err.Error())}
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
