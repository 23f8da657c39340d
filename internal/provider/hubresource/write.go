// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// Create creates the object.
func (s *hubStore[T]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	created := tfsdk.State{Schema: resp.State.Schema}
	nothing := tftypes.NewValue(req.Plan.Raw.Type(), nil)
	resp.Diagnostics.Append(s.write(ctx, req.Config.Raw, req.Plan.Raw, nothing, nil, &created, resp.Private)...)
	if created.Raw.IsNull() {
		return
	}
	resp.State.Raw = created.Raw
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, s.kind.Keys)...)
	resp.Diagnostics.Append(framework.KeepPrivate(ctx, resp.Private, s.kind.Private...)...)
}

// Update changes the object.
func (s *hubStore[T]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	updated := tfsdk.State{Schema: resp.State.Schema}
	diags := s.write(ctx, req.Config.Raw, req.Plan.Raw, req.State.Raw, req.Private, &updated, resp.Private)
	if resp.Diagnostics.Append(diags...); updated.Raw.IsNull() {
		return
	}
	resp.State.Raw = updated.Raw
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, s.kind.Keys)...)
}

// write makes the hub have the object, and the state what the hub has computed. Prior is null and private nil for an object that
// is created. The state stays empty if the hub does not have the change, and if what its controllers decide cannot be read: the
// next apply continues. It also does after the end of a wait for an object that was taken over, or that no argument asks for:
// Terraform would replace it, and delete what is in use. After another error, it is that of the object that was written.
func (s *hubStore[T]) write(
	ctx context.Context, config, plan, prior tftypes.Value, private framework.PrivateData, into *tfsdk.State,
	notes framework.PrivateState,
) diag.Diagnostics {
	o, diags := s.operation(ctx, s.at, config, prior)
	if diags.HasError() {
		return diags
	}
	o.Private = private
	expectation, diags := s.expect(ctx, o)
	if diags.HasError() {
		return diags
	}
	planned, more := s.change(ctx, o)
	if diags.Append(more...); diags.HasError() {
		return diags
	}
	limited, cancel := o.Arguments.Timeouts.ForWrite(ctx, planned.Change)
	defer cancel()
	if expectation != nil {
		if diags.Append(expectation.Before(limited, planned, plan)...); diags.HasError() {
			return diags
		}
	}
	written, found := planned.Write(limited)
	if diags.Append(framework.Findings[T](found)...); diags.HasError() {
		return diags
	}
	outputs := map[string]any{}
	if expectation != nil {
		decided, more := expectation.After(limited, ctx, planned, written)
		if diags.Append(more...); diags.HasError() {
			return diags
		}
		maps.Copy(outputs, decided)
	}
	written, waited := s.kind.Hub.Await(limited, planned, o.Object, written)
	if s.kind.Hub.Awaits != "" {
		diags.Append(noteAwaited(ctx, notes, !waited.HasError())...)
	}
	if diags.Append(framework.Findings[T](waited)...); diags.HasError() && (planned.TakesOver || s.kind.Hub.Awaits == "") {
		return diags
	}
	var err error
	if !o.Exists() {
		// Otherwise what the plan says of the agent stands; the next plan reads it anew.
		reported, wrong := s.kind.Hub.Written(managed.ClusterKindOf(planned.Kind), o.Object, written)
		maps.Copy(outputs, reported)
		err, outputs[HubUID], outputs[UID] = wrong, o.HubUID, string(written.UID())
	}
	if maps.Copy(outputs, publishedIn(ctx, &s.kind.Hub, plan, o.Object, written)); err == nil {
		into.Raw, err = framework.Fill(ctx, plan, outputs)
	}
	if err != nil {
		diags.AddError("The state cannot be written", err.Error())
	}
	return diags
}
