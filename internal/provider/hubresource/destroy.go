// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// planDestroy says that an object stays on its hub, or what its deletion moves.
func (r *Resource[T]) planDestroy(ctx context.Context, at *managed.Target, state tftypes.Value) (diags diag.Diagnostics) {
	what := r.kind.what(state)
	if r.kind.Hub.Leaves(onDestroy(state)) {
		if at.Remains() {
			diags.AddWarning("An object stays on the hub", what+" is released: it stays on the hub as it is, and Terraform "+
				"forgets it. To delete it, apply on_destroy = \"delete\" first.")
		}
		return diags
	}
	if !at.Exists() {
		return diags
	}
	prior := new(T)
	if err := r.read.Prior(ctx, state, prior); err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return diags
	}
	return framework.Findings[T](r.kind.Hub.PlanDelete(ctx, at, prior, what))
}

// Delete deletes the object on its hub, or leaves it there. The framework takes the resource out of the state.
func (s *hubStore[T]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(s.destroy(ctx, req.State.Raw)...)
}

// destroy deletes the object of a state.
func (s *hubStore[T]) destroy(ctx context.Context, state tftypes.Value) (diags diag.Diagnostics) {
	what := s.kind.what(state)
	switch {
	case s.at.Last.HubUID == "":
		return nil
	case s.at.IsUnknown:
		return framework.Findings[T](finding.List{managed.UnknownHub(what + " cannot be destroyed")})
	}
	prior, arguments := new(T), &managed.Arguments{}
	if err := s.read.Prior(ctx, state, prior, arguments); err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return diags
	}
	return framework.Findings[T](s.kind.Hub.Destroy(ctx, s.at, prior, arguments, what))
}
