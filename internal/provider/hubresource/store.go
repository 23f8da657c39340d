// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// Store is where an object is: on a hub, or in the Terraform state alone.
type Store interface {
	Plan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse)
	Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse)
	Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse)
	Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse)
	Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse)
}

// storeOf chooses the store of an object: that of a hub, even of one that is not known yet, or the state.
func (r *Resource[T]) storeOf(at *managed.Target) Store {
	switch {
	case at.Hub != nil:
		return &hubStore[T]{r, at}
	case r.kind.InState != nil:
		return r.kind.InState(r.read, r.provider)
	}
	return &stateStore[T]{framework.StateResource{Keys: r.kind.Keys}, r, at}
}

// stateStore has an object in the Terraform state alone. All that it computes is known as soon as its arguments are, so that a
// placement can be decided in the very first plan.
type stateStore[T any] struct {
	framework.StateResource
	of *Resource[T]
	at *managed.Target
}

// Plan computes what is known from the arguments.
func (s *stateStore[T]) Plan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	o, diags := s.of.operation(ctx, s.at, req.Config.Raw, tftypes.Value{})
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if resp.Diagnostics.Append(s.of.keepForms(ctx, o)...); resp.Diagnostics.HasError() {
		return
	}
	if s.of.kind.Hub.OnlyOnHub {
		resp.Diagnostics.AddError("There is no hub", o.What+" is written to a hub: set hub in the configuration of the provider.")
		return
	}
	resp.Diagnostics.Append(WarnWithoutHub(ctx, req.Config.Raw, o.What)...)
	outputs, diags := s.of.planned(ctx, o, &req)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if err := s.of.planComputed(ctx, o, true, outputs); err != nil {
		resp.Diagnostics.AddError("The plan cannot be made", err.Error())
		return
	}
	var err error
	if resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs); err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}
