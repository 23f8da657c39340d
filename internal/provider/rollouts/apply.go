// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package rollouts

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// Create takes the rollout into the state as it was planned, and notes when.
func (r *rolloutResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.Resource.Create(ctx, req, resp)
	resp.Diagnostics.Append(r.noteApply(ctx, resp.Private)...)
}

// Update does the same with a rollout that exists.
func (r *rolloutResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	r.Resource.Update(ctx, req, resp)
	resp.Diagnostics.Append(r.noteApply(ctx, resp.Private)...)
}

// noteApply notes in private state when clusters got their revisions: a plan may have waited for hours.
func (r *rolloutResource) noteApply(ctx context.Context, private framework.PrivateState) diag.Diagnostics {
	planned := framework.ReadNote[note](rawserver.FromContext(ctx).PlannedPrivate(timesKey))
	if planned == nil {
		return nil
	}
	clock := r.Provider.Now
	if clock == nil {
		clock = time.Now
	}
	planned.Times = planned.AppliedAt(clock().UTC())
	return framework.Note(ctx, private, timesKey, planned)
}
