// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

var (
	_ resource.ResourceWithValidateConfig = (*togetherResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*togetherResource)(nil)
	_ resource.ResourceWithMoveState      = (*togetherResource)(nil)
)

// togetherResource decides several placements together while Terraform plans, and remembers the decisions in its state.
type togetherResource struct {
	framework.Resource[providerdata.Data]
}

// togetherKeys are the attributes that name the resource.
var togetherKeys = []string{"name"}

// NewTogetherResource makes the resource.
func NewTogetherResource(read *framework.Readers) resource.Resource {
	return &togetherResource{framework.Resource[providerdata.Data]{
		Name: "placements", Keys: togetherKeys, IsRenamed: true, EmptyMap: outcomesName, Rewrite: rewriteOutcomes,
		Describe: TogetherResourceSchema, Readers: read,
	}}
}

// source is the fleet of the provider, without its HTTP advisors: they may answer differently when Terraform applies.
func (r *togetherResource) source() *providerdata.FleetSource {
	return r.Provider.Source.WithoutAdvisors()
}

// TogetherResourceSchema is the schema of the data source, and what only something with a memory can have.
//
// # Resource placements
//
// Decides which clusters of a fleet get which workloads, for several placements together, while Terraform plans, and stores the
// decisions. The next plan starts from them. A warning explains what moves and why. A placement that is added, changed or removed
// can move others, as on a hub, if `Balance` matters more to them than `Steady`.
//
// The placements are decided as one hub decides them: those with earlier decisions first, each by namespace and name, with the
// newest decisions of all others, until nothing changes. A warning names those that do not settle after 8 passes. A hub may
// choose another order. Only placements of `ocm` count, and only for the prioritizer `Balance`.
//
// No hub is read or written: pass the clusters of a hub with `multicluster_clusters`.
//
// The key is what a placement is remembered by: with another key it starts from its `previous_decisions`. A placement whose
// decisions wait for unknown values is unknown, and every placement of `ocm` with it, if it may be one.
//
// A `multicluster_placement` without a hub [can be `moved`](../guides/in-modules#several-teams) into it.
func TogetherResourceSchema() schema.Schema {
	attributes := framework.ResourceAttributes(framework.Join(togetherSchema().Attributes,
		framework.Arguments[togetherConfig]("max_moves")))
	maps.Copy(attributes, map[string]schema.Attribute{
		"id": framework.ComputedText("`name`."),
		"name": schema.StringAttribute{
			Required: true, MarkdownDescription: "The name of the resource, by which it is imported. No decision depends on it.",
		},
		"now": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The time of the decisions (RFC 3339), as in `multicluster_placement`: a decision that depends on the " +
				"time is an error without it. You can set `now = plantimestamp()`.",
		},
	})
	return schema.Schema{Version: togetherVersion, Attributes: attributes}
}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests are read
// once, by the plan.
func (r *togetherResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config := &togetherConfig{}
	reader, err := r.Readers.Config(ctx, req.Config.Raw, []string{"manifests"}, config)
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.checkAll(reader)
	limit := config.limit()
	reader.Check(nil, config, limit.Validate())
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
}

// Create takes the decisions into the state as they were planned.
func (r *togetherResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.Resource.Create(ctx, req, resp)
	resp.Diagnostics.Append(framework.KeepPrivate(ctx, resp.Private, togetherNotes)...)
}
