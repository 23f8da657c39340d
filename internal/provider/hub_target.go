package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// The attributes that say where an object lives.
const (
	hubUIDAttribute = "hub_uid"
	uidAttribute    = "uid"
)

// homeAttributes are the attributes that say where an object lives.
func homeAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		hubUIDAttribute: framework.ComputedText("The UID of the namespace `kube-system` of the hub where the object lives; null without a hub: the object " +
			"exists only in the Terraform state."),
		uidAttribute: framework.ComputedText("The UID of the object on the hub; null without a hub."),
	}
}

// lastIdentity reads what identifies an object from its state, which may be null.
func lastIdentity(state tftypes.Value) managed.Identity {
	if state.IsNull() {
		return managed.Identity{}
	}
	hubUID, _ := framework.TextOf(state, hubUIDAttribute)
	uid, _ := framework.TextOf(state, uidAttribute)
	return managed.Identity{HubUID: hubUID, UID: uid}
}

// plannedIdentity are the attributes that identify the object of a target.
func plannedIdentity(t *managed.Target) map[string]any {
	switch {
	case t.Remains():
		return map[string]any{hubUIDAttribute: t.Last.HubUID, uidAttribute: t.Last.UID}
	case t.IsKnownHub():
		return map[string]any{hubUIDAttribute: t.HubUID, uidAttribute: tfvalue.Unknown}
	case t.IsUnknown:
		return map[string]any{hubUIDAttribute: tfvalue.Unknown, uidAttribute: tfvalue.Unknown}
	}
	return map[string]any{hubUIDAttribute: nil, uidAttribute: nil}
}

// targetOf finds out where an object belongs.
func targetOf(ctx context.Context, hub *managed.Hub, last managed.Identity, what string) (*managed.Target, diag.Diagnostics) {
	t, found := managed.TargetOf(ctx, hub, last, what)
	return t, framework.Findings[struct{}](found)
}

// writableTargetOf finds out where an object belongs that is written.
func writableTargetOf(ctx context.Context, hub *managed.Hub, last managed.Identity, what string) (*managed.Target, diag.Diagnostics) {
	t, found := managed.WritableTargetOf(ctx, hub, last, what)
	return t, framework.Findings[struct{}](found)
}

// hubError is the error of a hub about an object.
func hubError(what string, err error) diag.Diagnostic {
	return framework.Findings[managed.Arguments](planner.Findings{managed.ErrorFinding(what, err)})[0]
}

// importTarget writes the hub into the state of an object that is imported.
func importTarget(ctx context.Context, hub *managed.Hub, resp *resource.ImportStateResponse) {
	at, diags := targetOf(ctx, hub, managed.Identity{}, "The object")
	resp.Diagnostics.Append(diags...)
	switch {
	case resp.Diagnostics.HasError():
	case at.IsUnknown:
		resp.Diagnostics.Append(framework.Findings[struct{}](planner.Findings{managed.UnknownHub("The object cannot be imported")})...)
	case at.IsKnownHub():
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(hubUIDAttribute), at.HubUID)...)
	}
}
