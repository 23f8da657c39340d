// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

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
