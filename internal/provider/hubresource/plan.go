package hubresource

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/finding"
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
	// prior is the object of the state; nil as long as it was not read.
	prior *T
	// isChanged says that the object on the hub may change.
	isChanged bool
}

// priorObject reads the object of the state, once.
func (r *objectResource[T]) priorObject(ctx context.Context, c *configuredObject[T], state tftypes.Value) (*T, error) {
	if c.prior == nil {
		prior := new(T)
		if err := r.read.Prior(ctx, state, prior); err != nil {
			return nil, err
		}
		c.prior = prior
	}
	return c.prior, nil
}

// planOnHub plans where an object is and what its agent reports, and lets the hub check a change as far as the arguments are
// known.
func (r *objectResource[T]) planOnHub(
	ctx context.Context, at *managed.Target, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	c *configuredObject[T],
) (map[string]any, diag.Diagnostics) {
	c.isChanged = true
	outputs, diags := plannedReports(ctx, &r.kind.Hub, at, req.Config.Raw, req.State.Raw)
	maps.Copy(outputs, PlannedIdentity(at))
	if diags.HasError() || !at.IsKnownHub() {
		return outputs, diags
	}
	if len(c.reader.Unknown()) > 0 {
		return outputs, append(diags, framework.Findings[T](r.kind.Hub.PlanUnknown(at, c.object, c.what))...)
	}
	var prior *T
	if at.Exists() {
		var err error
		if prior, err = r.priorObject(ctx, c, req.State.Raw); err != nil {
			diags.AddError("The state cannot be read", err.Error())
			return outputs, diags
		}
	}
	planned, more := r.planned(ctx, at, prior, c)
	if diags.Append(more...); diags.HasError() {
		return outputs, diags
	}
	c.isChanged = !planned.IsSame()
	var found finding.List
	switch {
	case planned.IsOther():
		if planned.HasOtherKind() {
			outputs[UID] = tfvalue.Unknown
			resp.RequiresReplace.Append(path.Root(UID), path.Root("kind"))
		}
		found = planned.PlanReplace(ctx)
	case !planned.IsSame():
		last, more := LastOf(ctx, at, req, planned.Reference)
		if diags.Append(more...); diags.HasError() {
			return outputs, diags
		}
		found = planned.Check(ctx, last)
	}
	return outputs, append(diags, framework.Findings[T](found)...)
}

// planDelete reports what the deletion of an object moves.
func (r *objectResource[T]) planDelete(ctx context.Context, at *managed.Target, state tftypes.Value) diag.Diagnostics {
	prior := new(T)
	if err := r.read.Prior(ctx, state, prior); err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
	}
	return framework.Findings[T](r.kind.Hub.PlanDelete(ctx, at, prior, r.what(state)))
}

// planned is what is to be done on the hub.
func (r *objectResource[T]) planned(
	ctx context.Context, at *managed.Target, prior *T, c *configuredObject[T],
) (*managed.Planned, diag.Diagnostics) {
	planned, found := r.kind.Hub.Plan(ctx, at, prior, c.object, c.arguments, c.what)
	if found.HasError() {
		return nil, framework.Findings[T](found)
	}
	if r.kind.Hub.Validate != nil {
		c.reader.Check(nil, c.object, r.kind.Hub.Validate(managed.ClusterKindOf(planned.Kind), c.object))
	}
	return planned, framework.Diagnostics(c.reader)
}
