// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// StateResource is a resource that exists in the Terraform state alone: its plan has everything.
type StateResource struct {
	// Keys are the attributes that identify it.
	Keys []string
}

// Create takes the resource into the state as it was planned.
func (r StateResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
}

// Read leaves the state unchanged: only Terraform can change it.
func (r StateResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.State.Raw, r.Keys)...)
}

// Update takes the resource into the state as it was planned.
func (r StateResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(Identify(ctx, resp.Identity, req.Plan.Raw, r.Keys)...)
}

// Delete has nothing to do: the framework takes the resource out of the state.
func (StateResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}
