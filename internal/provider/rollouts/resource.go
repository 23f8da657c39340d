// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

var (
	_ resource.ResourceWithConfigure      = (*rolloutResource)(nil)
	_ resource.ResourceWithValidateConfig = (*rolloutResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*rolloutResource)(nil)
	_ resource.ResourceWithImportState    = (*rolloutResource)(nil)
	_ resource.ResourceWithIdentity       = (*rolloutResource)(nil)
	_ resource.ResourceWithUpgradeState   = (*rolloutResource)(nil)
)

// rolloutResource carries a rollout from apply to apply: its state has the revision of every cluster, and a plan moves as many
// clusters as the strategy allows.
type rolloutResource struct {
	framework.StateResource
	read     *framework.Readers
	provider *providerdata.Data
}

// NewResource makes the resource.
func NewResource(read *framework.Readers) resource.Resource {
	return &rolloutResource{framework.StateResource{Keys: identityKeys}, read, &providerdata.Data{}}
}

// identityKeys are the attributes that name a rollout.
var identityKeys = []string{"name"}

// Metadata names the resource. A rollout that gets another name is the same rollout.
func (r *rolloutResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_rollout"
	resp.ResourceBehavior.MutableIdentity = true
}

// Schema describes the resource.
func (r *rolloutResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = ResourceSchema()
}

// IdentitySchema describes what identifies the rollout.
func (r *rolloutResource) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true, Description: "The name of the rollout."},
	}
}

// Configure takes the fleet of the provider.
func (r *rolloutResource) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if data, ok := req.ProviderData.(*providerdata.Data); ok {
		r.provider = data
	}
}

// ValidateConfig finds every mistake that the configuration alone shows. Unknown values are no mistakes. The manifests are read
// once, by the plan.
func (r *rolloutResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	config, reader, err := readCarryConfig(ctx, r.read, req.Config.Raw, "manifests")
	if err != nil {
		resp.Diagnostics.AddError("The configuration cannot be read", err.Error())
		return
	}
	config.validate(reader)
	resp.Diagnostics.Append(framework.Diagnostics(reader)...)
	if request, err := rawserver.FromContext(ctx); err == nil && !encodedInput(request, "revisions").IsNull() {
		resp.Diagnostics.AddAttributeError(path.Root("revisions"), "Read-only attribute", "revisions: the provider computes this "+
			"attribute. Write initial_revisions for what the clusters have before the first apply, such as\n\n"+
			"  initial_revisions = {}\n\nIt starts at once, and may stay.")
	}
}

// ImportState takes a rollout over by name. The first apply has the initial revisions. That none is known yet is an empty map and
// not null, which a for_each of the configuration would not take.
func (r *rolloutResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	framework.ImportObject(ctx, identityKeys, 1, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("revisions"), map[string]string{})...)
}
