// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/describe"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

var (
	_ resource.ResourceWithConfigure    = (*Resource[struct{}])(nil)
	_ resource.ResourceWithIdentity     = (*Resource[struct{}])(nil)
	_ resource.ResourceWithImportState  = (*Resource[struct{}])(nil)
	_ resource.ResourceWithUpgradeState = (*Resource[struct{}])(nil)
	_ rawserver.StateRewriter           = (*Resource[struct{}])(nil)
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
	// Rewrite gives the attributes of a state of an earlier version their present form; nil if they always had it.
	Rewrite func(attributes map[string]any)
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

// errOneForm says that there is nothing to rewrite, so that the framework reads the state.
var errOneForm = errors.New("states have always had this form")

// RewriteState writes a state of an earlier version in its present form.
func (r *Resource[P]) RewriteState(state []byte) ([]byte, error) {
	if r.Rewrite == nil {
		return nil, errOneForm
	}
	return Rewritten(state, r.Rewrite)
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

// PrivateState is the private state of a resource, whose type the framework does not export.
type PrivateState interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Note keeps something in private state; nil removes it.
func Note(ctx context.Context, private PrivateState, key string, what any) diag.Diagnostics {
	if what == nil {
		return private.SetKey(ctx, key, nil)
	}
	encoded, err := json.Marshal(what)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be written", err.Error())}
	}
	return private.SetKey(ctx, key, encoded)
}

// ReadNote reads what was kept in private state. It is nil if there is nothing that can be read.
func ReadNote[T any](noted []byte) *T {
	var what T
	if err := json.Unmarshal(noted, &what); err != nil {
		return nil
	}
	return &what
}

// KeepPrivate keeps private state that was planned. The framework does not hand it to Create.
func KeepPrivate(ctx context.Context, private PrivateState, keys ...string) (diags diag.Diagnostics) {
	request := rawserver.FromContext(ctx)
	for _, key := range keys {
		if noted := request.PlannedPrivate(key); noted != nil {
			diags.Append(private.SetKey(ctx, key, noted)...)
		}
	}
	return diags
}

// PrivateData is the private state of a request, whose type the framework does not export.
type PrivateData interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

// Noted returns what was kept in private state, by key; nil if there is nothing.
func Noted(ctx context.Context, private PrivateData, diags *diag.Diagnostics) func(key string) []byte {
	return func(key string) []byte {
		noted, more := private.GetKey(ctx, key)
		diags.Append(more...)
		return noted
	}
}
