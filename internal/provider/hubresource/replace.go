// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// lastKey is the key of the private state that has the object of a resource, for the plan of what replaces the resource:
// Terraform plans that without a state.
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

// lastOf is the object of the name of of that a plan without a state replaces, nil if there is none. Terraform plans the
// replacement of a tainted resource without its private state, too. Then it is the object of that name that the same process has
// refreshed.
func lastOf[T any](
	ctx context.Context, o *Operation[T], of hub.Reference,
) (*managed.Replaced, diag.Diagnostics) {
	noted, diags := o.Private.GetKey(ctx, lastKey)
	last := framework.ReadNote[managed.Replaced](noted)
	if last == nil && o.State.IsNull() {
		last = o.Hub.Refreshed(of)
	}
	return last, diags
}
