// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/resilience"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate/edit"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Resilience is multicluster_resilience and the function resilience.
//
// # Function resilience
//
// Says whether placements are satisfied without any one cluster, region or zone, and what moves, as the data source
// `multicluster_resilience` does, for `terraform test` and for values. The limits are those of [`simulate`](simulate).
var Resilience = framework.Question[providerdata.Data, resilienceConfig]{
	Name: "resilience", Schema: resilienceSchema, Unneeded: []string{"manifests"}, Check: (*resilienceConfig).check,
	Answer: answerResilience,
	Function: framework.Function{
		Name: "resilience", Limit: framework.FunctionTime, Slow: "the answer",
		Instead: "the data source multicluster_resilience, or fewer placements",
		Summary: "What a fleet can lose",
		Parameters: framework.Object("question", "The fleet, the placements and the failure domains. Omit attributes that are not "+
			"needed."),
		Return: framework.ObjectOf[resilience.Outputs](),
	},
}

// resilienceSchema describes the data source.
//
// # Data source resilience
//
// Says what a fleet can lose: every single cluster, and every region, zone or provider, alone. For each loss it decides the
// placements again, as the schedulers of the hub would, and says whether they are still satisfied, what moves, and where to. Use
// it in a `check` or a `precondition`: any one region may fail.
//
// Without `placement` and `placements`, it asks about every placement that the hub or the manifests have. One that is not
// satisfied is no error. Only losses that can change the decisions are decided.
func resilienceSchema() schema.Schema {
	return schema.Schema{Attributes: framework.Join(
		worldAttributes(), framework.Arguments[resilience.Arguments]("failure_domains", "drill"),
		framework.ComputedAttributes[resilience.LiveOutputs](),
	)}
}

// resilienceConfig is the configuration of a question about losses.
type resilienceConfig struct {
	question
	FailureDomains simulate.FailureDomains `json:"failureDomains,omitzero"`
	Drill          *resilience.Drill       `json:"drill,omitempty"`
}

// check checks what the configuration alone shows.
func (c *resilienceConfig) check(r *tfvalue.Reader) {
	c.question.check(r)
	if c.Drill != nil {
		r.Check(nil, c, c.Drill.Validate(field.NewPath("drill")))
	}
	for i, g := range c.given() {
		if len(g.Demand) > 0 {
			r.Check(nil, c, field.ErrorList{field.Forbidden(c.at(i).Child("demand"), "only a simulation has demands")})
		}
	}
}

// answerResilience reads the fleet and the placements, and decides the losses. A function cannot be interrupted, so it does less.
func answerResilience(
	ctx context.Context, c *resilienceConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	var steps [][]edit.Edit
	if c.Drill != nil {
		steps = [][]edit.Edit{{{Evict: &edit.Evict{}}}}
	}
	subjects, skipped, done, diags := c.read(ctx, provider, steps)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	w, findings := world.New(ctx, c.Fleet, subjects, c.options(provider))
	if findings.HasError() {
		return nil, append(diags, framework.Findings[resilienceConfig](findings)...)
	}
	// The warnings are about moves, which a loss is not compared with.
	outputs, findings := resilience.Of(ctx, w, &resilience.Question{
		FailureDomains: c.FailureDomains, MaxWork: bound(provider, resilience.MaxWork, resilience.MaxUninterruptedWork),
		Drill: c.Drill,
	})
	diags.Append(framework.Findings[resilienceConfig](findings)...)
	if outputs == nil {
		return nil, diags
	}
	return &resilience.LiveOutputs{Outputs: *outputs, Skipped: skipped}, diags
}

// bound bounds the work of an answer, which a function cannot interrupt.
func bound(provider *providerdata.Data, work, uninterrupted int) int {
	if provider.IsOfFunction() {
		return uninterrupted
	}
	return work
}
