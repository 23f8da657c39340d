package provider

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Read reads the object from its hub. An object that lives in the state alone stays as it is, and so does any as long as the hub
// is not known.
func (r *objectResource[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(identify(ctx, resp.Identity, req.State.Raw, r.kind.keys)...)
	what := r.what(req.State.Raw)
	at, diags := r.provider.homeOf(ctx, lastPlace(req.State.Raw), what)
	if resp.Diagnostics.Append(diags...); diags.HasError() || !at.stays() {
		return
	}
	found := r.kind.hub.refresh(ctx, at, what, req, resp)
	if found == nil {
		return
	}
	var outputs map[string]any
	var err error
	if found.isImported {
		outputs, err = r.imported(ctx, found)
	} else {
		outputs, err = r.kind.hub.observed(clusterKindOf(found.ref.Kind), found.prior, found.Object)
	}
	if err == nil {
		if r.kind.hub.published != nil {
			maps.Copy(outputs, r.kind.hub.published(found.Object))
		}
		resp.State.Raw, err = fill(ctx, req.State.Raw, outputs)
	}
	if err != nil {
		resp.Diagnostics.AddError("The state cannot be written", err.Error())
	}
}

// imported are the attributes of an object that is imported. What its agent reports comes with the next reading: Terraform would
// write it into a generated configuration, where it is not allowed.
func (r *objectResource[T]) imported(ctx context.Context, found *foundObject[T]) (map[string]any, error) {
	kind := clusterKindOf(found.ref.Kind)
	object, err := r.kind.hub.adopted(kind, found.Object)
	if err != nil {
		return nil, err
	}
	outputs := r.kind.hub.argumentsOf(object)
	if r.kind.computed != nil {
		computed, err := r.kind.computed(ctx, object, newReader())
		if err != nil {
			return nil, err
		}
		maps.Copy(outputs, computed)
	}
	outputs[uidAttribute] = string(found.UID())
	if found.isOneOfSeveral {
		outputs["kind"] = string(kind)
	}
	return outputs, nil
}
