// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
)

var (
	_ resource.ResourceWithConfigure    = (*Resource[struct{}])(nil)
	_ resource.ResourceWithIdentity     = (*Resource[struct{}])(nil)
	_ resource.ResourceWithImportState  = (*Resource[struct{}])(nil)
	_ resource.ResourceWithUpgradeState = (*Resource[struct{}])(nil)
)

// Resource is what all resources have: names, schemas, and a life in the Terraform state alone, where the plan has everything. P
// is what the provider gives.
type Resource[P any] struct {
	// Name is that of the resource, without the prefix of the provider.
	Name string
	// Keys are the attributes that together name an instance, and OptionalKeys is how many of them, from the first, need not be set.
	Keys         []string
	OptionalKeys int
	// IsRenamed says that an instance with other keys is the same one.
	IsRenamed bool
	// EmptyMap is an attribute that is empty after an import, and not null, which a for_each of the configuration would not take;
	// empty if there is none.
	EmptyMap string
	// Describe is the schema.
	Describe func() schema.Schema
	Readers  *Readers
	// Provider is empty until the provider is configured.
	Provider *P
}

// Configure takes what the provider gives.
func (r *Resource[P]) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if data, ok := req.ProviderData.(*P); ok {
		r.Provider = data
	}
}

// Metadata names the resource.
func (r *Resource[P]) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Name
	resp.ResourceBehavior.MutableIdentity = r.IsRenamed
}

// Schema describes the resource.
func (r *Resource[P]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.Describe()
	resp.Schema.MarkdownDescription = describe.Page("Resource " + r.Name)
}

// IdentitySchema describes what identifies an instance.
func (r *Resource[P]) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{}
	for i, key := range r.Keys {
		description := "The " + key + " of the " + strings.ReplaceAll(r.Name, "_", " ")
		isOptional := i < r.OptionalKeys
		if isOptional {
			description += ", if it has one"
		}
		resp.IdentitySchema.Attributes[key] = identityschema.StringAttribute{
			RequiredForImport: !isOptional, OptionalForImport: isOptional, Description: description + ".",
		}
	}
}

// UpgradeState refuses the states of version 0.
func (r *Resource[P]) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return RefusedStates()
}

// Create takes the instance into the state as it was planned.
func (r *Resource[P]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
}

// Read leaves the state unchanged: only Terraform can change it.
func (r *Resource[P]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.State.Raw, r.Keys)...)
}

// Update takes the instance into the state as it was planned.
func (r *Resource[P]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
}

// Delete has nothing to do: the framework takes the instance out of the state.
func (r *Resource[P]) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
