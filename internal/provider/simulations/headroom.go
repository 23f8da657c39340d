// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package simulations

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/headroom"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/fleet"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/simulate"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Headroom is multicluster_headroom and the function headroom.
//
// # Function headroom
//
// Counts the copies of a workload that a fleet has room for, as the data source `multicluster_headroom` does. The limits are
// those of [`simulate`](simulate).
var Headroom = framework.Question[providerdata.Data, headroomConfig]{
	Name: "headroom", Schema: headroomSchema, Unneeded: []string{"manifests"}, Check: (*headroomConfig).check,
	Answer: answerHeadroom,
	Function: framework.Function{
		Name: "headroom", Limit: framework.FunctionTime, Slow: "the answer",
		Instead:    "the data source multicluster_headroom, or a smaller max_copies",
		Summary:    "How many more copies fit",
		Parameters: framework.Object("question", "The fleet, the placement with its demand, failure domains and offers."),
		Return:     framework.ObjectOf[headroom.Outputs](),
	},
}

// headroomSchema describes the data source.
//
// # Data source headroom
//
// Says how many more copies of a workload fit, what ends them, how many fit after any one loss, and which new cluster adds most.
// A copy is another placement with the same spec and `demand`. Copies are decided one by one, as the hub would, in the room that
// is left. One fits if it gets as many clusters as with room everywhere.
func headroomSchema() schema.Schema {
	attributes := worldAttributes()
	delete(attributes, "placements")
	delete(attributes, "scheduler")
	return schema.Schema{Attributes: framework.Join(attributes, framework.Arguments[headroom.Arguments](
		"placement", "max_copies", "failure_domains", "offers",
	), framework.ComputedAttributes[headroom.Outputs]())}
}

// headroomConfig is the configuration of a question about room.
type headroomConfig struct {
	headroom.Arguments
	planner.Fleet
	// Manifests are the texts of the fleet.
	Manifests []string `json:"manifests,omitzero"`
}

// question is the part of the configuration that simulations have, too.
func (c *headroomConfig) question() *question {
	return &question{
		Question: simulate.Question{Placement: &c.Placement.Given, Instant: c.Instant}, Fleet: c.Fleet, Manifests: c.Manifests,
	}
}

// check checks what the configuration alone shows. Without a placement there is nothing to ask: it is unknown, or missing.
func (c *headroomConfig) check(r *tfvalue.Reader) {
	if c.Placement == nil {
		return
	}
	c.question().check(r)
	offered := planner.Fleet{Clusters: c.Offers}
	offered.SetDefaults()
	errs := c.Validate()
	if only := planner.ClusterKind(c.Placement.Dialect()); len(errs) == 0 {
		errs = fleet.ValidateClusters("offers", c.Offers, only, framework.KindKnownAt(r, "offers"))
	}
	r.Check(nil, c, errs)
}

// answerHeadroom reads the fleet, and decides copies of the placement.
func answerHeadroom(
	ctx context.Context, c *headroomConfig, provider *providerdata.Data, _ *tfvalue.Reader,
) (any, diag.Diagnostics) {
	asked := c.question()
	subjects, _, done, diags := asked.read(ctx, provider, nil)
	defer done()
	if diags.HasError() {
		return nil, diags
	}
	q := &headroom.Question{
		Subject: simulate.Subject{Placement: subjects[0], Demand: c.Placement.Demand}, Fleet: asked.Fleet,
		Options: asked.options(provider), FailureDomains: c.FailureDomains, Offers: c.Offers, MaxCopies: headroom.DefaultCopies,
		MaxWork: bound(provider, headroom.MaxWork, headroom.MaxUninterruptedWork),
	}
	if c.MaxCopies != nil {
		q.MaxCopies = int(*c.MaxCopies)
	}
	outputs, findings := headroom.Of(ctx, q)
	diags.Append(framework.Findings[headroomConfig](findings)...)
	if outputs == nil {
		return nil, diags
	}
	return outputs, diags
}
