// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// unawaitedKey is the key of the private state that says that the last apply has not seen what it waited for.
const unawaitedKey = "unawaited"

// noteAwaited keeps whether an apply has seen what it waited for, so that the next one goes on waiting.
func noteAwaited(ctx context.Context, private framework.PrivateState, isAwaited bool) diag.Diagnostics {
	if isAwaited {
		return private.SetKey(ctx, unawaitedKey, nil)
	}
	return private.SetKey(ctx, unawaitedKey, []byte("true"))
}

// awaits reports whether an apply waits for what it publishes, and whether the plan changes that. A wait that is not known yet is
// one.
func (r *Resource[T]) awaits(
	ctx context.Context, o *Operation[T], isChanged bool,
) (waits, changes bool, diags diag.Diagnostics) {
	name := r.kind.Hub.Awaits
	if name == "" {
		return true, false, nil
	}
	now, isKnown := framework.TextOf(o.Config, name)
	var last string
	if !o.State.IsNull() {
		last, _ = framework.TextOf(o.State, name)
	}
	unawaited, diags := o.Private.GetKey(ctx, unawaitedKey)
	return now != "" || !isKnown, isChanged || now != last || unawaited != nil, diags
}

// planComputed adds the computed attributes to the outputs of a plan. On a hub, one that does not follow from the arguments is
// what the object has: it is unknown until the object is written, and stays as it is while the arguments do not change it.
// The object on the hub may change if isChanged says so.
func (r *Resource[T]) planComputed(ctx context.Context, o *Operation[T], isChanged bool, outputs map[string]any) error {
	if r.kind.Computed == nil {
		return nil
	}
	computed, err := r.kind.Computed(ctx, o.Object, o.Reader)
	if err != nil {
		return err
	}
	maps.Copy(outputs, computed)
	if r.kind.Hub.Published == nil || o.Hub == nil {
		return nil
	}
	waits, changes, diags := r.awaits(ctx, o, isChanged)
	if diags.HasError() {
		return errors.New(diags[0].Detail())
	}
	before, last, err := r.computedBefore(ctx, o, slices.Collect(maps.Keys(computed)))
	if err != nil {
		return err
	}
	for name := range r.kind.Hub.Published(o.Object, &hub.Object{}) {
		value, isComputed := computed[name]
		switch {
		case !isComputed || value != nil || !waits:
		case !changes && before != nil && before[name] == nil:
			outputs[name] = last[name]
		default:
			outputs[name] = tfvalue.Unknown
		}
	}
	return nil
}

// computedBefore are the computed attributes as they followed from the prior arguments, and as the state has them; nil without a
// prior object.
func (r *Resource[T]) computedBefore(
	ctx context.Context, o *Operation[T], names []string,
) (before map[string]any, last map[string]tftypes.Value, err error) {
	if o.Prior == nil {
		return nil, nil, nil
	}
	if before, err = r.kind.Computed(ctx, o.Prior, r.read.Reader()); err != nil {
		return nil, nil, err
	}
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil, nil, err
	}
	state, err := request.PriorState(o.State, names...)
	if err != nil {
		return nil, nil, err
	}
	err = state.As(&last)
	return before, last, err
}

// publishedIn are the computed attributes that are unknown in a plan, as the object on the hub has them.
func publishedIn[T any](
	ctx context.Context, k *managed.Kind[T], plan tftypes.Value, object *T, found *hub.Object,
) map[string]any {
	outputs := map[string]any{}
	if k.Published == nil {
		return outputs
	}
	for name, value := range k.Published(object, found) {
		if isPlannedUnknown(ctx, plan, name) {
			outputs[name] = value
		}
	}
	return outputs
}

// isPlannedUnknown reports whether an attribute is unknown in a plan that is applied.
func isPlannedUnknown(ctx context.Context, plan tftypes.Value, name string) bool {
	if request, err := rawserver.FromContext(ctx); err == nil {
		if _, bypassed := request.Type(name); bypassed {
			planned, err := tfvalue.Decode(request.Planned(name))
			return err == nil && planned.IsUnknown()
		}
	}
	_, isKnown := framework.TextOf(plan, name)
	return !isKnown
}
