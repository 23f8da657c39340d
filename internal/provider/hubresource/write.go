package hubresource

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
)

// Create creates the object.
func (r *objectResource[T]) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	created := tfsdk.State{Schema: resp.State.Schema}
	resp.Diagnostics.Append(r.write(ctx, req.Config, req.Plan, nil, &created, resp.Private)...)
	if created.Raw.IsNull() {
		return
	}
	resp.State.Raw = created.Raw
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, r.kind.Keys)...)
}

// Update changes the object.
func (r *objectResource[T]) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	updated := tfsdk.State{Schema: resp.State.Schema}
	resp.Diagnostics.Append(r.write(ctx, req.Config, req.Plan, &req.State, &updated, resp.Private)...)
	if updated.Raw.IsNull() {
		return
	}
	resp.State.Raw = updated.Raw
	resp.Diagnostics.Append(framework.Identify(ctx, resp.Identity, req.Plan.Raw, r.kind.Keys)...)
}

// write makes the hub have the object, and the state what the hub has computed. Prior is nil for an object that is created. The
// state stays empty if the hub does not have the change, and after the end of a wait for an object that was taken over: Terraform
// would replace it, and with that delete what others have made. After another error, it is that of the object that was written.
func (r *objectResource[T]) write(
	ctx context.Context, config tfsdk.Config, plan tfsdk.Plan, prior *tfsdk.State, into *tfsdk.State, private framework.PrivateState,
) (diags diag.Diagnostics) {
	what := r.what(plan.Raw)
	var last managed.Identity
	if prior != nil {
		last = LastIdentity(prior.Raw)
	}
	at, diags := WritableTargetOf(ctx, r.hub, last, what)
	if diags.HasError() {
		return diags
	}
	if !at.IsKnownHub() {
		into.Raw = plan.Raw
		return diags
	}
	c, err := r.configured(ctx, config)
	var before *T
	if err == nil && at.Exists() {
		before = new(T)
		err = r.read.Prior(ctx, prior.Raw, before)
	}
	if err != nil {
		return append(diags, diag.NewErrorDiagnostic("The configuration cannot be read", err.Error()))
	}
	planned, more := r.planned(ctx, at, before, c)
	if diags.Append(more...); diags.HasError() {
		return diags
	}
	ctx, cancel := c.arguments.Timeouts.ForWrite(ctx, planned.Change)
	defer cancel()
	written, found := planned.Write(ctx)
	if diags.Append(framework.Findings[T](found)...); diags.HasError() {
		return diags
	}
	written, waited := r.kind.Hub.Await(ctx, planned, c.object, written)
	if r.kind.Hub.Awaits != "" {
		diags.Append(noteAwaited(ctx, private, !waited.HasError())...)
	}
	if diags.Append(framework.Findings[T](waited)...); diags.HasError() && planned.TakesOver {
		return diags
	}
	outputs := map[string]any{}
	if !at.Exists() {
		// Otherwise what the plan says of the agent stands; the next plan reads it anew.
		if outputs, err = r.kind.Hub.Written(managed.ClusterKindOf(planned.Kind), c.object, written); err == nil {
			outputs[HubUID], outputs[UID] = at.HubUID, string(written.UID())
		}
	}
	if maps.Copy(outputs, publishedIn(ctx, &r.kind.Hub, plan.Raw, c.object, written)); err == nil {
		into.Raw, err = framework.Fill(ctx, plan.Raw, outputs)
	}
	if err != nil {
		diags.AddError("The state cannot be written", err.Error())
	}
	return diags
}

// Delete deletes the object on its hub, or leaves it there. The framework takes the resource out of the state.
func (r *objectResource[T]) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(Destroy(ctx, r.read, r.hub, &r.kind.Hub, req.State.Raw, r.what(req.State.Raw))...)
}

// Destroy deletes the object of a state on its hub, or leaves it there.
func Destroy[T any](
	ctx context.Context, read *framework.Reading, hub *managed.Hub, kind *managed.Kind[T], state tftypes.Value, what string,
) diag.Diagnostics {
	at, diags := TargetOf(ctx, hub, LastIdentity(state), what)
	switch {
	case diags.HasError(), at.Last.HubUID == "":
		return diags
	case at.IsUnknown:
		return append(diags, framework.Findings[T](finding.List{managed.UnknownHub(what + " cannot be destroyed")})...)
	}
	prior, arguments := new(T), &managed.Arguments{}
	if err := read.Prior(ctx, state, prior, arguments); err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return diags
	}
	return append(diags, framework.Findings[T](kind.Destroy(ctx, at, prior, arguments, what))...)
}
