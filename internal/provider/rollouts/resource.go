// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

var (
	_ resource.ResourceWithValidateConfig = (*rolloutResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*rolloutResource)(nil)
)

// rolloutResource carries a rollout from apply to apply: its state has the revision of every cluster, and a plan moves as many
// clusters as the strategy allows.
type rolloutResource struct {
	framework.Resource[providerdata.Data]
}

// NewResource makes the resource.
func NewResource(read *framework.Readers) resource.Resource {
	return &rolloutResource{framework.Resource[providerdata.Data]{
		Name: "rollout", Keys: identityKeys, IsRenamed: true, EmptyMap: "revisions", Describe: ResourceSchema, Readers: read,
		Provider: &providerdata.Data{},
	}}
}

// identityKeys are the attributes that name a rollout.
var identityKeys = []string{"name"}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests are read
// once, by the plan.
func (r *rolloutResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config, reader, err := readCarryConfig(ctx, r.Readers, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.validate(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
	if !encodedInput(rawserver.FromContext(ctx), "revisions").IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("revisions"), "Read-only attribute", "revisions: the provider computes this "+
			"attribute. Write initial_revisions for what the clusters have before the first apply, such as\n\n"+
			"  initial_revisions = {}\n\nIt starts at once, and may stay.")
	}
}
