// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"maps"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubStore has an object on a hub, or on one that is not known yet.
type hubStore[T any] struct {
	*Resource[T]
	at *managed.Target
}

// Plan plans where an object is and what its agent reports, and lets the hub check a change as far as the arguments are known.
func (s *hubStore[T]) Plan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	o, diags := s.operation(ctx, s.at, req.Config.Raw, req.State.Raw)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	resp.Diagnostics.Append(noteLast(ctx, s.at, o.Stays, resp)...)
	o.Private = req.Private
	expectation, diags := s.expect(ctx, o)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if resp.Diagnostics.Append(s.keepForms(ctx, o)...); resp.Diagnostics.HasError() {
		return
	}
	outputs, diags := s.planned(ctx, o, &req)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	planned, diags := s.check(ctx, o, resp)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	if planned != nil && planned.HasOtherKind() && s.kind.Hub.KindOf != nil {
		outputs[UID] = tfvalue.Unknown
		resp.RequiresReplace.Append(path.Root(UID), path.Root("kind"))
	}
	if err := s.planComputed(ctx, o, planned == nil || !planned.IsSame(), outputs); err != nil {
		resp.Diagnostics.AddError("The plan cannot be made", err.Error())
		return
	}
	if expectation != nil {
		expected, diags := expectation.Plan(ctx, planned, &req, resp)
		if resp.Diagnostics.Append(diags...); diags.HasError() {
			return
		}
		maps.Copy(outputs, expected)
	}
	var err error
	if resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs); err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// expect returns what controllers of the hub are expected to decide; nil for a kind that they do not decide about.
func (s *hubStore[T]) expect(ctx context.Context, o *Operation[T]) (Expectation, diag.Diagnostics) {
	if s.kind.Expect == nil {
		return nil, nil
	}
	return s.kind.Expect(ctx, o)
}

// check lets the hub check the change. It returns nil as long as the hub or a part of the configuration is not known.
func (s *hubStore[T]) check(
	ctx context.Context, o *Operation[T], resp *resource.ModifyPlanResponse,
) (*managed.Planned, diag.Diagnostics) {
	if !o.IsKnownHub() {
		return nil, nil
	}
	if len(o.Reader.Unknown()) > 0 {
		return nil, framework.Findings[T](s.kind.Hub.PlanUnknown(o.Target, o.Object, o.What))
	}
	planned, diags := s.change(ctx, o)
	if diags.HasError() {
		return nil, diags
	}
	for _, f := range planned.Immutable {
		resp.RequiresReplace.Append(path.Root(ArgumentOf[T](&f)))
	}
	diags.Append(framework.Findings[T](planned.Immutable)...)
	var found finding.List
	switch {
	case planned.IsOther():
		was := o.Prior
		if o.Stays {
			was = nil
		}
		found = append(planned.PlanReplace(ctx, o.Stays), s.kind.Hub.PlanEffects(ctx, o.Target, o.What, was, o.Object)...)
	case !planned.IsSame():
		last, more := lastOf(ctx, o, planned.Reference)
		if diags.Append(more...); diags.HasError() {
			return planned, diags
		}
		if more = s.checkSiblings(ctx, o, last != nil); more.HasError() {
			return planned, append(diags, more...)
		}
		// What a replacement changes was reported when its first half was planned.
		if found = planned.Check(ctx, last); !found.HasError() && !planned.IsReplaced {
			found = append(found, s.kind.Hub.PlanEffects(ctx, o.Target, o.What, o.Prior, o.Object)...)
		}
	}
	return planned, append(diags, framework.Findings[T](found)...)
}

// checkSiblings finds what the hub refuses because of its other objects.
func (s *hubStore[T]) checkSiblings(ctx context.Context, o *Operation[T], replaces bool) diag.Diagnostics {
	if s.kind.Hub.Siblings == nil {
		return nil
	}
	mistakes, err := s.kind.Hub.Siblings(ctx, o.Target, o.Object)
	if err != nil {
		return diag.Diagnostics{HubError(o.What, err)}
	}
	if replaces {
		// Terraform does not say whether it creates the object before it destroys the one that it replaces.
		for _, mistake := range mistakes {
			mistake.Detail += ". If it is the one that this one replaces, remove create_before_destroy from its lifecycle, and apply " +
				"its on_destroy = \"delete\""
		}
	}
	if len(mistakes) == 0 {
		return nil
	}
	o.Reader.Check(nil, o.Object, mistakes)
	return framework.Diagnostics(o.Reader)
}

// change is what is to be done on the hub.
func (s *hubStore[T]) change(ctx context.Context, o *Operation[T]) (*managed.Planned, diag.Diagnostics) {
	prior := o.Prior
	if !o.Exists() {
		prior = nil
	}
	planned, found := s.kind.Hub.Plan(ctx, o.Target, prior, o.Object, o.Arguments, o.What)
	if found.HasError() {
		return nil, framework.Findings[T](found)
	}
	if s.kind.Hub.Validate != nil {
		o.Reader.Check(nil, o.Object, s.kind.Hub.Validate(managed.ClusterKindOf(planned.Kind), o.Object))
	}
	return planned, framework.Diagnostics(o.Reader)
}

// ArgumentOf is the argument that a finding about an object is about.
func ArgumentOf[T any](f *finding.Finding) string {
	return tfvalue.Locate(nil, reflect.TypeFor[T](), f.At).Steps()[0].Name
}
