// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
)

var (
	_ resource.ResourceWithConfigure      = (*Resource[struct{}])(nil)
	_ resource.ResourceWithValidateConfig = (*Resource[struct{}])(nil)
	_ resource.ResourceWithModifyPlan     = (*Resource[struct{}])(nil)
	_ resource.ResourceWithImportState    = (*Resource[struct{}])(nil)
	_ resource.ResourceWithIdentity       = (*Resource[struct{}])(nil)
	_ resource.ResourceWithUpgradeState   = (*Resource[struct{}])(nil)
	_ resource.ResourceWithMoveState      = (*Resource[struct{}])(nil)
)

// Resource is the resource of a kind. Each of its operations chooses the store of the object, once.
type Resource[T any] struct {
	kind     *Kind[T]
	read     *framework.Reading
	provider *providerdata.Data
}

// Resource makes the resource.
func (k *Kind[T]) Resource(read *framework.Reading) *Resource[T] {
	return &Resource[T]{k, read, &providerdata.Data{}}
}

// NewResource makes the resource of a kind that has nothing of its own.
func (k *Kind[T]) NewResource(read *framework.Reading) resource.Resource { return k.Resource(read) }

// Configure takes the clock, the fleet and the hub of the provider.
func (r *Resource[T]) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if data, ok := req.ProviderData.(*providerdata.Data); ok {
		r.provider = data
	}
}

// Metadata names the resource.
func (r *Resource[T]) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.kind.Name
}

// Schema describes the resource.
func (r *Resource[T]) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = r.kind.FullSchema()
}

// UpgradeState refuses the states of the version before.
func (r *Resource[T]) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return framework.RefusedStates()
}

// IdentitySchema describes what identifies the object.
func (r *Resource[T]) IdentitySchema(
	_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse,
) {
	resp.IdentitySchema.Attributes = map[string]identityschema.Attribute{}
	for i, key := range r.kind.Keys {
		isOptional := i < r.kind.OptionalKeys
		resp.IdentitySchema.Attributes[key] = identityschema.StringAttribute{
			RequiredForImport: !isOptional, OptionalForImport: isOptional, Description: "The " + key + " of the object.",
		}
	}
}

// ValidateConfig finds every mistake in the object. Unknown values are no mistakes.
func (r *Resource[T]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	o, diags := r.operation(ctx, &managed.Target{}, req.Config.Raw, tftypes.Value{})
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	o.Reader.Check(nil, o.Arguments, o.Arguments.Validate())
	o.Reader.Check(nil, o.Object, slices.DeleteFunc(r.kind.Validate(o.Object), func(mistake *field.Error) bool {
		// The framework itself reports that a key is missing.
		return framework.IsNullAttribute(req.Config.Raw, mistake.Field)
	}))
	resp.Diagnostics.Append(framework.Diagnostics(o.Reader)...)
}

// ModifyPlan computes what is known from the arguments, and lets the hub check what it is going to get.
func (r *Resource[T]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	named := req.Plan.Raw
	if named.IsNull() {
		named = req.State.Raw
	}
	at, diags := targetOf(ctx, r.provider.Hub, lastIdentity(req.State.Raw), r.kind.what(named))
	switch {
	case diags.HasError():
	case req.Plan.Raw.IsNull():
		diags.Append(r.planDestroy(ctx, at, req.State.Raw)...)
	default:
		resp.Deferred = deferred(at, req.ClientCapabilities.DeferralAllowed)
		r.storeOf(at).Plan(ctx, req, resp)
		if at.Hub == nil && req.State.Raw.IsNull() && !resp.Diagnostics.HasError() {
			diags.Append(r.provider.StateAlone.Planned("multicluster_" + r.kind.Name)...)
		}
	}
	resp.Diagnostics.Append(diags...)
}

// Create creates the object.
func (r *Resource[T]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	at, diags := writableTargetOf(ctx, r.provider.Hub, managed.Identity{}, r.kind.what(req.Plan.Raw))
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if r.storeOf(at).Create(ctx, req, resp); at.Hub == nil && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(r.provider.StateAlone.Created(r.kind.what(req.Plan.Raw))...)
	}
}

// Read reads the object from its hub. An object in the state alone stays as it is, and so does any as long as the hub is not
// known.
func (r *Resource[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	what := r.kind.what(req.State.Raw)
	at, diags := targetOf(ctx, r.provider.Hub, lastIdentity(req.State.Raw), what)
	if at.Hub == nil {
		moved, more := movedTo(ctx, req.Private)
		if diags.Append(more...); moved != nil {
			diags.Append(movedWithoutHub(what))
		}
	}
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		resp.Deferred = deferred(at, req.ClientCapabilities.DeferralAllowed)
		r.storeOf(at).Read(ctx, req, resp)
	}
}

// Update changes the object.
func (r *Resource[T]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	at, diags := writableTargetOf(ctx, r.provider.Hub, lastIdentity(req.State.Raw), r.kind.what(req.Plan.Raw))
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		r.storeOf(at).Update(ctx, req, resp)
	}
}

// Delete deletes the object on its hub, or leaves it there. The framework takes the resource out of the state.
func (r *Resource[T]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	at, diags := targetOf(ctx, r.provider.Hub, lastIdentity(req.State.Raw), r.kind.what(req.State.Raw))
	if resp.Diagnostics.Append(diags...); !diags.HasError() {
		r.storeOf(at).Delete(ctx, req, resp)
	}
}
