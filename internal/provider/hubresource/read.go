package hubresource

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// Read reads the object from its hub. An object in the state alone stays as it is, and so does any as long as the hub
// is not known.
func (r *objectResource[T]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.State.Raw, r.kind.Keys)...)
	what := r.what(req.State.Raw)
	at, diags := TargetOf(ctx, r.hub, LastIdentity(req.State.Raw), what)
	if resp.Diagnostics.Append(diags...); diags.HasError() || !at.Exists() {
		return
	}
	found := Refresh(ctx, r.read, at, &r.kind.Hub, what, req, resp)
	if found == nil {
		return
	}
	var outputs map[string]any
	var err error
	if found.IsImported {
		outputs, err = r.imported(ctx, found)
	} else {
		outputs, err = r.kind.Hub.Observed(managed.ClusterKindOf(found.Of.Kind), found.Prior, found.Object)
	}
	if err == nil {
		if r.kind.Hub.Published != nil {
			maps.Copy(outputs, r.kind.Hub.Published(found.Prior, found.Object))
		}
		resp.State.Raw, err = framework.Fill(ctx, req.State.Raw, outputs)
	}
	if err != nil {
		resp.Diagnostics.AddError("The state cannot be written", err.Error())
	}
}

// Refresh looks for the object of a state on its hub. It returns nil after an error, and if the object does not exist any more:
// then the resource is removed from the state.
func Refresh[T any](
	ctx context.Context, read *framework.Reading, at *managed.Target, kind *managed.Kind[T], what string, req resource.ReadRequest,
	resp *resource.ReadResponse,
) *managed.Found[T] {
	prior := new(T)
	if err := read.Prior(ctx, req.State.Raw, prior); err != nil && at.Last.UID != "" {
		resp.Diagnostics.AddError("The state cannot be read", err.Error())
		return nil
	}
	found, findings := kind.Refresh(ctx, at, prior, onDestroy(req.State.Raw), what)
	if resp.Diagnostics.Append(framework.Findings[T](findings)...); found == nil && !findings.HasError() {
		resp.State.RemoveResource(ctx)
	}
	return found
}

// imported are the attributes of an object that is imported. What its agent reports comes with the next reading: Terraform would
// write it into a generated configuration, where it is not allowed.
func (r *objectResource[T]) imported(ctx context.Context, found *managed.Found[T]) (map[string]any, error) {
	kind := managed.ClusterKindOf(found.Of.Kind)
	object, err := r.kind.Hub.Adopted(kind, found.Object)
	if err != nil {
		return nil, err
	}
	outputs := r.kind.Hub.ArgumentsOf(object)
	if r.kind.Computed != nil {
		computed, err := r.kind.Computed(ctx, object, r.read.Reader())
		if err != nil {
			return nil, err
		}
		maps.Copy(outputs, computed)
	}
	outputs[UID] = string(found.UID())
	if found.IsOneOfSeveral {
		outputs["kind"] = string(kind)
	}
	return outputs, nil
}
