package hubresource

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// configuredObject is an object as it is configured.
type configuredObject[T any] struct {
	object    *T
	arguments *managed.Arguments
	reader    *tfvalue.Reader
	// what names it in sentences.
	what string
}

// planOnHub plans where an object lives and what its agent reports, and lets the hub check a change as far as the arguments are known.
func (r *objectResource[T]) planOnHub(
	ctx context.Context, at *managed.Target, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, c *configuredObject[T],
) (map[string]any, diag.Diagnostics) {
	outputs, diags := plannedReports(ctx, &r.kind.Hub, at, req.Config.Raw, req.State.Raw)
	maps.Copy(outputs, PlannedIdentity(at))
	if diags.HasError() || !at.IsKnownHub() {
		return outputs, diags
	}
	if len(c.reader.Unknown()) > 0 {
		if slices.Contains(r.kind.Hub.Kinds, hubobject.ManagedCluster) {
			_, name := r.kind.Hub.Named(c.object)
			at.Hub.Plan.AddCluster(name)
		}
		if at.Exists() {
			diags.Append(framework.Findings[T](at.Hub.Plan.AddUnknown(c.what))...)
		}
		return outputs, diags
	}
	var prior *T
	if at.Exists() {
		prior = new(T)
		if err := r.read.Prior(ctx, req.State.Raw, prior); err != nil {
			diags.AddError("The state cannot be read", err.Error())
			return outputs, diags
		}
	}
	change, was, more := r.change(ctx, at, prior, c)
	if diags.Append(more...); diags.HasError() {
		return outputs, diags
	}
	switch {
	case prior != nil && was.Kind != change.Kind:
		// Its kind may come from the hub of the provider, so that no argument has changed.
		outputs[UID] = tfvalue.Unknown
		resp.RequiresReplace.Append(path.Root(UID), path.Root("kind"))
		diags.Append(framework.Findings[T](at.Hub.Plan.Deletes(ctx, at.Client, c.what, was))...)
	case prior != nil && was != change.Reference:
		// Another name is another object, and Terraform plans once more to create it.
		diags.Append(framework.Findings[T](at.Hub.Plan.Deletes(ctx, at.Client, c.what, was))...)
	case managed.SameChange(change):
	default:
		if change.Kind == hubobject.ManagedCluster {
			at.Hub.Plan.AddCluster(change.Name)
		}
		last, more := LastOf(ctx, at, req, change.Reference)
		if diags.Append(more...); diags.HasError() {
			return outputs, diags
		}
		checked, found := at.Check(ctx, change, last, c.what)
		if diags.Append(framework.Findings[T](found)...); !diags.HasError() {
			diags.Append(framework.Findings[T](at.Hub.Plan.Changes(ctx, at.Client, c.what, change, &checked))...)
		}
	}
	return outputs, diags
}

// planDelete reports what the deletion of an object moves.
func (r *objectResource[T]) planDelete(ctx context.Context, at *managed.Target, state tftypes.Value) diag.Diagnostics {
	prior := new(T)
	if err := r.read.Prior(ctx, state, prior); err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
	}
	of, err := r.kind.Hub.LastReference(ctx, at, prior)
	if err != nil {
		return diag.Diagnostics{HubError(r.what(state), err)}
	}
	return framework.Findings[T](at.Hub.Plan.Deletes(ctx, at.Client, r.what(state), of))
}

// change is what is to be done on the hub. Was names the object that lives there so far, if there is one.
func (r *objectResource[T]) change(ctx context.Context, at *managed.Target, prior *T, c *configuredObject[T]) (change *hub.Change, was hub.Reference, diags diag.Diagnostics) {
	change, was, err := r.kind.Hub.Change(ctx, at, prior, c.object, c.arguments)
	switch {
	case errors.Is(err, managed.ErrAmbiguousKind):
		diags.AddAttributeError(path.Root("kind"), c.what+" has no kind", "kind: "+err.Error()+".")
		return nil, was, diags
	case err != nil:
		diags.Append(HubError(c.what, err))
		return nil, was, diags
	}
	if r.kind.Hub.Validate != nil {
		c.reader.Check(nil, c.object, r.kind.Hub.Validate(managed.ClusterKindOf(change.Kind), c.object))
	}
	return change, was, framework.Diagnostics(c.reader)
}
