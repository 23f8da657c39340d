// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"maps"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Operation is a plan, a write or a refresh of an object.
type Operation[T any] struct {
	*managed.Target
	Reading *framework.Reading
	Now     func() time.Time
	// What names the object in sentences.
	What string
	// Config is the configuration, and Object, Arguments and Reader are what was read of it. A refresh has none.
	Config    tftypes.Value
	Object    *T
	Arguments *managed.Arguments
	Reader    *tfvalue.Reader
	// State is the state so far, null without one. Prior is the object that it has on a hub, nil if it has none there.
	State tftypes.Value
	Prior *T
	// Stays says that the object of the state stays on its hub when the resource is destroyed or replaced.
	Stays bool
	// Private is the private state; nil for an object that is created.
	Private framework.PrivateData
}

// Expectation is what controllers of a hub are expected to decide about an object.
type Expectation interface {
	// Plan returns outputs of a plan after the hub has checked the change. Planned is nil as long as the hub or a part of the
	// configuration is not known.
	Plan(ctx context.Context, planned *managed.Planned, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (
		map[string]any, diag.Diagnostics)
	// Before is called in an apply before the object is written. The context ends with the timeout.
	Before(ctx context.Context, planned *managed.Planned, plan tftypes.Value) diag.Diagnostics
	// After returns outputs of an apply after the object was written. Limited ends with the timeout.
	After(limited, ctx context.Context, planned *managed.Planned, written *hub.Object) (map[string]any, diag.Diagnostics)
}

// operation reads a configuration and, of an object that is on a hub, the state.
func (r *Resource[T]) operation(
	ctx context.Context, at *managed.Target, config, state tftypes.Value,
) (*Operation[T], diag.Diagnostics) {
	o := &Operation[T]{
		Target: at, Reading: r.read, Now: r.provider.Now, What: r.kind.what(config), Config: config, State: state, Object: new(T),
		Arguments: &managed.Arguments{},
	}
	var err error
	if o.Reader, err = r.read.Config(ctx, config, nil, o.Object, o.Arguments); err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	if at.Remains() {
		o.Prior, o.Stays = new(T), r.kind.Hub.Leaves(onDestroy(state))
		if err := r.read.Prior(ctx, state, o.Prior); err != nil {
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
		}
	}
	return o, nil
}

// keepForms plans arguments that mean the same as before as they were written, and warns of what is probably not meant.
func (r *Resource[T]) keepForms(ctx context.Context, o *Operation[T]) (diags diag.Diagnostics) {
	err := framework.KeepForms(ctx, r.read, func(reader *tfvalue.Reader, config tfvalue.Input) *T {
		object := new(T)
		reader.ReadConfig(config, object)
		return object
	}, r.kind.Unordered...)
	if err != nil {
		diags.AddError("The plan cannot be made", err.Error())
		return diags
	}
	diags = framework.Warnings(o.Reader, func(what string) string { return o.What + " " + what })
	if r.kind.Doubts != nil && len(o.Reader.Unknown()) == 0 {
		diags.Append(framework.Findings[T](r.kind.Doubts(o.Object))...)
	}
	return diags
}

// planned are the outputs of a plan that every kind has: what identifies the object, and what its agent reports.
func (r *Resource[T]) planned(
	ctx context.Context, o *Operation[T], req *resource.ModifyPlanRequest,
) (map[string]any, diag.Diagnostics) {
	outputs, diags := plannedReports(ctx, &r.kind.Hub, o.Target, req.Config.Raw, req.State.Raw)
	if diags.HasError() {
		return outputs, diags
	}
	maps.Copy(outputs, plannedIdentity(o.Target))
	outputs["id"] = framework.IDOf(req.Plan.Raw, r.kind.Keys)
	return outputs, diags
}
