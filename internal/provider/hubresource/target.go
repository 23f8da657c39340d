// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// The attributes that identify an object on a hub.
const (
	HubUID = "hub_uid"
	UID    = "uid"
)

// IdentityAttributes are the attributes that identify an object on a hub.
func IdentityAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		HubUID: framework.ComputedText("The UID of the namespace `kube-system` of the hub where the object lives; null without a " +
			"hub: the object exists only in the Terraform state."),
		UID: framework.ComputedText("The UID of the object on the hub; null without a hub."),
	}
}

// lastIdentity reads what identifies an object from its state, which may be null.
func lastIdentity(state tftypes.Value) managed.Identity {
	if state.IsNull() {
		return managed.Identity{}
	}
	hubUID, _ := framework.TextOf(state, HubUID)
	uid, _ := framework.TextOf(state, UID)
	return managed.Identity{HubUID: hubUID, UID: uid}
}

// plannedIdentity are the attributes that identify the object of a target.
func plannedIdentity(t *managed.Target) map[string]any {
	switch {
	case t.Remains():
		return map[string]any{HubUID: t.Last.HubUID, UID: t.Last.UID}
	case t.IsKnownHub():
		return map[string]any{HubUID: t.HubUID, UID: tfvalue.Unknown}
	case t.IsUnknown:
		return map[string]any{HubUID: tfvalue.Unknown, UID: tfvalue.Unknown}
	}
	return map[string]any{HubUID: nil, UID: nil}
}

// targetOf finds out where an object belongs.
func targetOf(ctx context.Context, hub *managed.Hub, last managed.Identity, what string) (*managed.Target, diag.Diagnostics) {
	t, found := managed.TargetOf(ctx, hub, last, what)
	return t, framework.Findings[struct{}](found)
}

// writableTargetOf finds out where an object belongs that is written.
func writableTargetOf(
	ctx context.Context, hub *managed.Hub, last managed.Identity, what string,
) (*managed.Target, diag.Diagnostics) {
	t, found := managed.WritableTargetOf(ctx, hub, last, what)
	return t, framework.Findings[struct{}](found)
}

// HubError is the error of a hub about an object.
func HubError(what string, err error) diag.Diagnostic {
	return framework.Findings[managed.Arguments](finding.List{managed.ErrorFinding(what, err)})[0]
}

// deferred says that Terraform waits with an object until the hub is known, if it can; nil if it need not wait.
func deferred(at *managed.Target, isAllowed bool) *resource.Deferred {
	if !isAllowed || !at.IsUnknown {
		return nil
	}
	return &resource.Deferred{Reason: resource.DeferredReasonProviderConfigUnknown}
}

// ImportTarget writes the hub into the state of an object that is imported.
func (r *Resource[T]) ImportTarget(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	at, diags := targetOf(ctx, r.provider.Hub, managed.Identity{}, "The object")
	resp.Diagnostics.Append(diags...)
	resp.Deferred = deferred(at, req.ClientCapabilities.DeferralAllowed)
	switch {
	case resp.Diagnostics.HasError(), resp.Deferred != nil:
	case at.IsUnknown:
		resp.Diagnostics.Append(framework.Findings[struct{}](finding.List{managed.UnknownHub("The object cannot be imported")})...)
	case at.IsKnownHub():
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(HubUID), at.HubUID)...)
	}
}
