// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// operation is one on an object with a configuration or a state, which may be null. Named is the one that has its name.
func (r *Resource[T]) operation(
	ctx context.Context, named, state tftypes.Value, private framework.PrivateData, diags *diag.Diagnostics,
) *managed.Operation[T] {
	o := &managed.Operation[T]{Kind: &r.kind.Hub, What: r.kind.what(named), Now: r.Provider.Now}
	var prior managed.Identity
	if !state.IsNull() {
		prior.HubUID, _ = framework.TextOf(state, managed.HubUID)
		prior.UID, _ = framework.TextOf(state, managed.UID)
		onDestroy, _ := framework.TextOf(state, "on_destroy")
		o.State = &managed.State{
			OnDestroy: onDestroy,
			Read:      func(targets ...any) error { return r.Readers.Prior(ctx, state, targets...) },
			Values:    func(names ...string) (map[string]any, error) { return framework.PriorValues(ctx, state, names...) },
		}
	}
	if private != nil {
		o.Notes.Get = framework.Noted(ctx, private, diags)
	}
	target, findings := managed.TargetOf(ctx, r.Provider.Hub, prior, o.What)
	diags.Append(framework.Findings[T](findings)...)
	o.Target = target
	return o
}

// configure reads a configuration. It reports whether that is possible.
func (r *Resource[T]) configure(
	ctx context.Context, o *managed.Operation[T], config tftypes.Value, diags *diag.Diagnostics,
) bool {
	o.Object, o.Arguments = new(T), &managed.Arguments{}
	var err error
	if o.Reader, err = r.Readers.Config(ctx, config, nil, o.Object, o.Arguments); err != nil {
		diags.AddError("The configuration cannot be read", err.Error())
		return false
	}
	o.Configured = func(name string) (isNull, isKnown bool) { return framework.IsConfigured(ctx, config, name) }
	return true
}

// report adds what an operation has found. It reports whether the operation goes on.
func report[T any](o *managed.Operation[T], out *managed.Outcome, diags *diag.Diagnostics) bool {
	diags.Append(framework.Findings[T](out.List)...)
	if out.IsFlawed {
		diags.Append(framework.Diagnostics(o.Reader)...)
	}
	return !out.HasFailed()
}

// keep keeps the notes of an operation in private state.
func keep(ctx context.Context, notes *managed.Notes, private framework.PrivateState, diags *diag.Diagnostics) {
	for key, what := range notes.Kept {
		diags.Append(framework.Note(ctx, private, key, what)...)
	}
}

// keepForms plans arguments that mean the same as before as they were written, and warns of what is probably not meant.
func (r *Resource[T]) keepForms(ctx context.Context, o *managed.Operation[T], diags *diag.Diagnostics) {
	framework.KeepForms[T](ctx, r.Readers, nil, r.kind.Unordered...)
	diags.Append(framework.Warnings(o.Reader, func(what string) string { return o.What + " " + what })...)
	if r.kind.Warnings != nil && len(o.Reader.Unknown()) == 0 {
		diags.Append(framework.Findings[T](r.kind.Warnings(o.Object))...)
	}
}

// fill writes outputs into an object.
func fill(
	ctx context.Context, object *tftypes.Value, from tftypes.Value, outputs map[string]any, title string,
	diags *diag.Diagnostics,
) {
	filled, err := framework.Fill(ctx, from, outputs)
	if err != nil {
		diags.AddError(title, err.Error())
		return
	}
	*object = filled
}

// deferred says that Terraform waits with an object until the hub is known, if it can; nil if it need not wait.
func deferred(target *managed.Target, isAllowed bool) *resource.Deferred {
	if !isAllowed || !target.IsUnknown {
		return nil
	}
	return &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
}
