package provider

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
)

// lastKey is the key of the private state that has the object of a resource, for the plan of what replaces the resource: Terraform
// plans that without a state.
const lastKey = "last"

// noteLast keeps the object of a resource for the plan of what replaces it. Released says that it stays on the hub.
func noteLast(ctx context.Context, at *managed.Target, released bool, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	if !at.Exists() || resp.Private == nil {
		return nil
	}
	last, err := json.Marshal(managed.Replaced{UID: at.Last.UID, Released: released})
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The plan cannot be written", err.Error())}
	}
	return resp.Private.SetKey(ctx, lastKey, last)
}

// lastOf is the object that a plan without a state replaces, nil if there is none.
func lastOf(ctx context.Context, req *resource.ModifyPlanRequest) (*managed.Replaced, diag.Diagnostics) {
	noted, diags := req.Private.GetKey(ctx, lastKey)
	return readNote[managed.Replaced](noted), diags
}
