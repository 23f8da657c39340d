// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

var (
	_ resource.ResourceWithValidateConfig = (*Resource[struct{}])(nil)
	_ resource.ResourceWithModifyPlan     = (*Resource[struct{}])(nil)
	_ resource.ResourceWithMoveState      = (*Resource[struct{}])(nil)
)

// Resource is the resource of a kind.
type Resource[T any] struct {
	framework.Resource[providerdata.Data]
	kind *Kind[T]
}

// Resource makes the resource.
func (k *Kind[T]) Resource(read *framework.Readers) *Resource[T] {
	return &Resource[T]{framework.Resource[providerdata.Data]{
		Name: k.Hub.Name, Keys: k.Hub.Keys, OptionalKeys: k.Hub.OptionalKeys, EmptyMap: k.EmptyMap, Rewrite: k.Rewrite,
		Describe: k.FullSchema, Readers: read, Provider: &providerdata.Data{},
	}, k}
}

// NewResource makes the resource of a kind that has nothing of its own.
func (k *Kind[T]) NewResource(read *framework.Readers) resource.Resource { return k.Resource(read) }

// ValidateConfig finds every mistake in the object. Unknown values are no mistakes.
func (r *Resource[T]) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	o := &managed.Operation[T]{}
	if !r.configure(ctx, o, req.Config.Raw, &resp.Diagnostics) {
		return
	}
	o.Reader.Check(nil, o.Arguments, o.Arguments.Validate())
	o.Reader.Check(nil, o.Object, slices.DeleteFunc(r.kind.Validate(o.Object), func(mistake *field.Error) bool {
		// The framework itself reports that a key is missing.
		return framework.IsNullAttribute(req.Config.Raw, mistake.Field)
	}))
	resp.Diagnostics.Append(framework.Diagnostics(o.Reader)...)
}

// ModifyPlan computes what is known from the arguments, and lets the hub check what it gets.
func (r *Resource[T]) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	named := req.Plan.Raw
	if named.IsNull() {
		named = req.State.Raw
	}
	o := r.operation(ctx, named, req.State.Raw, req.Private, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
		return
	case req.Plan.Raw.IsNull():
		resp.Diagnostics.Append(framework.Findings[T](o.PlanDestroy(ctx))...)
		return
	}
	resp.Deferred = deferred(o.Target, req.ClientCapabilities.DeferralAllowed)
	if o.Hub == nil && r.kind.PlanInState != nil {
		r.kind.PlanInState(ctx, &r.Resource, &req, resp)
	} else {
		r.plan(ctx, o, &req, resp)
	}
	if o.Hub == nil && req.State.Raw.IsNull() && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(r.Provider.StateAlone.Planned("multicluster_" + r.Name)...)
	}
}

func (r *Resource[T]) plan(
	ctx context.Context, o *managed.Operation[T], req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	id := framework.IDOf(req.Plan.Raw, r.Keys)
	o.IsRenamed = id != framework.IDOf(req.State.Raw, r.Keys)
	diags := &resp.Diagnostics
	if !r.configure(ctx, o, req.Config.Raw, diags) || !report(o, o.Begin(ctx), diags) {
		return
	}
	r.keepForms(ctx, o, diags)
	out := o.Plan(ctx)
	for _, name := range out.Replaces {
		resp.RequiresReplace.Append(path.Root(name))
	}
	if report(o, out, diags) {
		out.Outputs["id"] = id
		fill(ctx, &resp.Plan.Raw, req.Plan.Raw, out.Outputs, "The plan cannot be written", diags)
	}
	if resp.Private != nil {
		keep(ctx, &o.Notes, resp.Private, diags)
	}
}

// Create creates the object.
func (r *Resource[T]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	o := r.operation(ctx, req.Plan.Raw, tftypes.NewValue(req.Plan.Raw.Type(), nil), nil, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if o.Hub == nil {
		r.Resource.Create(ctx, req, resp)
		resp.Diagnostics.Append(r.Provider.StateAlone.Created(o.What)...)
	} else if r.write(ctx, o, req.Config.Raw, req.Plan.Raw, &resp.State, resp.Private, &resp.Diagnostics) {
		resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
	}
	if !resp.State.Raw.IsNull() {
		resp.Diagnostics.Append(framework.KeepPrivate(ctx, resp.Private, r.kind.Private...)...)
	}
}

// Update changes the object.
func (r *Resource[T]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	o := r.operation(ctx, req.Plan.Raw, req.State.Raw, req.Private, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
	case o.Hub == nil:
		r.Resource.Update(ctx, req, resp)
	case r.write(ctx, o, req.Config.Raw, req.Plan.Raw, &resp.State, resp.Private, &resp.Diagnostics):
		resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
	}
}

// write makes the hub have the object, and the state what the hub has computed. It reports whether the state is written: even
// after some errors.
func (r *Resource[T]) write(
	ctx context.Context, o *managed.Operation[T], config, plan tftypes.Value, into *tfsdk.State, private framework.PrivateState,
	diags *diag.Diagnostics,
) bool {
	if !r.configure(ctx, o, config, diags) {
		return false
	}
	o.IsPlanned = func(name string) bool { return framework.IsPlanned(ctx, plan, name) }
	out := o.Write(ctx)
	keep(ctx, &o.Notes, private, diags)
	if report(o, out, diags); out.Outputs != nil {
		fill(ctx, &into.Raw, plan, out.Outputs, "The state cannot be written", diags)
	}
	return out.Outputs != nil
}

// Read reads the object from its hub. An object in the state alone stays as it is, and so does any as long as the hub is not
// known.
func (r *Resource[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	o := r.operation(ctx, req.State.Raw, req.State.Raw, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Deferred = deferred(o.Target, req.ClientCapabilities.DeferralAllowed)
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.State.Raw, r.Keys)...)
	out := o.Read(ctx)
	report(o, out, &resp.Diagnostics)
	switch {
	case out.IsGone:
		resp.State.RemoveResource(ctx)
	case out.Outputs != nil:
		keep(ctx, &o.Notes, resp.Private, &resp.Diagnostics)
		fill(ctx, &resp.State.Raw, req.State.Raw, out.Outputs, "The state cannot be written", &resp.Diagnostics)
	}
}

// Delete deletes the object on its hub, or leaves it there. The framework takes the resource out of the state.
func (r *Resource[T]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	o := r.operation(ctx, req.State.Raw, req.State.Raw, nil, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(framework.Findings[T](o.Destroy(ctx))...)
	}
}

// ImportState takes an object over by name or by identity. From a hub the rest comes with the reading that follows, and without
// one from the configuration with the next apply.
func (r *Resource[T]) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	if r.Resource.ImportState(ctx, req, resp); resp.Diagnostics.HasError() {
		return
	}
	if r.kind.Hub.Computed != nil {
		// What follows from the keys.
		object, reader := new(T), r.Readers.Reader()
		reader.ReadConfig(tfvalue.Of(resp.State.Raw), object)
		computed, err := r.kind.Hub.Computed(ctx, object, reader)
		if err != nil {
			resp.Diagnostics.AddError("The state cannot be written", err.Error())
		}
		for name, value := range computed {
			if value != nil {
				resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
			}
		}
	}
	target, findings := managed.TargetOf(ctx, r.Provider.Hub, managed.Identity{}, "The object")
	resp.Deferred = deferred(target, req.ClientCapabilities.DeferralAllowed)
	if target.IsUnknown && resp.Deferred == nil {
		findings = finding.List{managed.UnknownHub("The object cannot be imported")}
	}
	resp.Diagnostics.Append(framework.Findings[T](findings)...)
	if !resp.Diagnostics.HasError() && target.IsKnownHub() {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(managed.HubUID), target.HubUID)...)
	}
}

// MoveState takes an object over from a kubernetes_manifest. The rest comes with the reading that follows.
func (r *Resource[T]) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: r.move}}
}

func (r *Resource[T]) move(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	var notes managed.Notes
	keys, findings := r.kind.Hub.Moved(&managed.Move{
		Type: req.SourceTypeName, Provider: req.SourceProviderAddress, Version: req.SourceSchemaVersion, State: req.SourceRawState.JSON,
	}, &notes)
	if resp.Diagnostics.Append(framework.Findings[T](findings)...); resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(framework.SetKeys(ctx, r.Keys, keys, &resp.TargetState, resp.TargetIdentity)...)
	keep(ctx, &notes, resp.TargetPrivate, &resp.Diagnostics)
}
