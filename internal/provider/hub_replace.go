package provider

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// lastKey is the key of the private state that has the object of a resource, for the plan of what replaces the resource: Terraform
// plans that without a state.
const lastKey = "last"

// lastObject is the object on a hub that a resource has so far.
type lastObject struct {
	UID string `json:"uid"`
	// Released says that the object stays on the hub when the resource is destroyed.
	Released bool `json:"released"`
}

// noteLast keeps the object of a resource for the plan of what replaces it. Released says that it stays on the hub.
func noteLast(ctx context.Context, at *home, released bool, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	if !at.stays() || resp.Private == nil {
		return nil
	}
	last, err := json.Marshal(lastObject{at.last.UID, released})
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The plan cannot be written", err.Error())}
	}
	return resp.Private.SetKey(ctx, lastKey, last)
}

// replacesLast reports whether the object that exists is the one that is replaced, which is deleted before. It is an error if it stays.
func replacesLast(
	ctx context.Context, at *home, change *hub.Change, req *resource.ModifyPlanRequest, what string,
) (isReplaced bool, diags diag.Diagnostics) {
	noted, diags := req.Private.GetKey(ctx, lastKey)
	var last lastObject
	if diags.HasError() || noted == nil || json.Unmarshal(noted, &last) != nil {
		return false, diags
	}
	found, err := at.client.Look(ctx, change.Reference)
	switch {
	case err != nil:
		diags.Append(hubError(what, err))
	case found == nil || string(found.UID()) != last.UID:
		return false, diags
	case last.Released && !change.Adopt:
		diags.AddError(what+" cannot be replaced", fmt.Sprintf("%s stays on the hub when the resource is destroyed, so that it cannot be created "+
			"again. Set on_destroy = \"delete\" and apply that before it is replaced, or set adopt = true to take it over again.",
			excerpt.Text(change.Reference.String())))
	}
	return true, diags
}
