package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// stateResource is a resource that lives in the Terraform state alone: its plan has everything.
type stateResource struct {
	// keys are the attributes that identify it.
	keys []string
}

// Create takes the resource into the state as it was planned.
func (r stateResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.Plan.Raw, r.keys)...)
}

// Read leaves the state unchanged: only Terraform can change it.
func (r stateResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.State.Raw, r.keys)...)
}

// Update takes the resource into the state as it was planned.
func (r stateResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.State.Raw = req.Plan.Raw
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.Plan.Raw, r.keys)...)
}

// Delete has nothing to do: the framework takes the resource out of the state.
func (stateResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}
