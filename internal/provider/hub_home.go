package provider

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
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
		hubUIDAttribute: computedText("The UID of the namespace `kube-system` of the hub where the object lives; null without a hub: the object " +
			"exists only in the Terraform state."),
		uidAttribute: computedText("The UID of the object on the hub; null without a hub."),
	}
}

// place is where an object lives, as its state has it. Both are empty for an object that lives in the state alone.
type place struct {
	HubUID string `json:"hubUid,omitempty"`
	UID    string `json:"uid,omitempty"`
}

// lastPlace reads the place of an object from its state, which may be null.
func lastPlace(state tftypes.Value) place {
	if state.IsNull() {
		return place{}
	}
	hubUID, _ := textOf(state, hubUIDAttribute)
	uid, _ := textOf(state, uidAttribute)
	return place{hubUID, uid}
}

// home is where an object is to live: on the provider's hub, or without one in the state alone.
type home struct {
	// client is nil without a hub, and as long as the hub is unknown.
	client *hub.Client
	// isUnknown says that the configuration of the hub is not known yet. MayHaveNone says that the provider may even have none.
	isUnknown, mayHaveNone bool
	// hubUID identifies the hub of the client.
	hubUID string
	// kind is the kind of clusters that the configuration of the hub names.
	kind placement.ClusterKind
	// fleetPlan is what this process has planned.
	fleetPlan *fleetPlan
	// last is where the object lives so far.
	last place
}

// isLive reports whether the object is on a hub that can be asked.
func (h *home) isLive() bool { return h.client != nil }

// stays reports whether the object lives on this hub already.
func (h *home) stays() bool { return h.isLive() && h.last.HubUID == h.hubUID }

// remains reports whether the object lives on a hub already and stays there, as far as that is known.
func (h *home) remains() bool { return h.stays() || h.isUnknown && h.last.HubUID != "" }

// isOnHub reports whether the object is going to live on a hub, even if it is not known on which one.
func (h *home) isOnHub() bool { return h.isLive() || h.remains() || h.isUnknown && !h.mayHaveNone }

// planned are the attributes that say where the object lives.
func (h *home) planned() map[string]any {
	switch {
	case h.remains():
		return map[string]any{hubUIDAttribute: h.last.HubUID, uidAttribute: h.last.UID}
	case h.isLive():
		return map[string]any{hubUIDAttribute: h.hubUID, uidAttribute: tfvalue.Unknown}
	case h.isUnknown:
		return map[string]any{hubUIDAttribute: tfvalue.Unknown, uidAttribute: tfvalue.Unknown}
	}
	return map[string]any{hubUIDAttribute: nil, uidAttribute: nil}
}

// homeOf finds out where an object is to live. An object on a hub stays there: it is an error if the provider has none or another
// one. What names the object in the sentences.
func (d *providerData) homeOf(ctx context.Context, last place, what string) (*home, diag.Diagnostics) {
	var diags diag.Diagnostics
	at := &home{last: last, fleetPlan: d.fleetPlan}
	switch {
	case d.hub == nil && last.HubUID != "":
		diags.AddError(what+" lives on a hub", fmt.Sprintf("It is an object of the hub with the UID %s, and the provider has no hub. Set hub "+
			"in the configuration of the provider to read, change or destroy it. To leave it on the hub without Terraform, run terraform "+
			"state rm with its address.", last.HubUID))
		return at, diags
	case d.hub == nil:
		return at, diags
	case d.hub.client == nil:
		at.isUnknown, at.mayHaveNone = true, d.hub.mayBeNull
		return at, diags
	}
	uid, err := d.hub.client.UID(ctx)
	if err != nil {
		diags.AddError("The hub cannot be identified", excerpt.Sentence(err.Error())+" The provider needs the UID of the namespace kube-system, so "+
			"that an object of one hub is never taken for that of another.")
		return at, diags
	}
	if last.HubUID != "" && last.HubUID != string(uid) {
		diags.AddError(what+" lives on another hub", fmt.Sprintf("It is an object of the hub with the UID %s, and the provider's hub has the "+
			"UID %s. Configure the first hub again, or use a second provider block with an alias. To leave the object there without "+
			"Terraform, run terraform state rm with its address.", last.HubUID, uid))
		return at, diags
	}
	at.client, at.hubUID, at.kind = d.hub.client, string(uid), d.hub.kind
	return at, diags
}

// unknownHub is the error of an operation whose hub is still not known.
func unknownHub(title string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(title, "The configuration of the hub is not known.")
}

// hubError is the error of a hub as Terraform shows it. What names the object.
func hubError(what string, err error) diag.Diagnostic {
	var exists *hub.ExistsError
	var failed *hub.Error
	var missing *hub.MissingKindError
	var shared *hub.SharedError
	var incomplete *field.Error
	switch conflicts := hub.Conflicts(err); {
	case len(conflicts) > 0:
		return conflictError(what, conflicts)
	case errors.As(err, &exists):
		return diag.NewErrorDiagnostic(what+" exists already", excerpt.Sentence(err.Error())+" An object that Terraform has not created is not taken "+
			"over by accident. Import it, or set adopt = true.")
	case errors.As(err, &shared):
		return diag.NewErrorDiagnostic(what+" belongs to another configuration", excerpt.Sentence(err.Error())+" To apply this configuration would "+
			"remove these fields. If another configuration manages the object as well, set another field_manager in the hub of the provider "+
			"here or there. If this one is to manage it alone, import the object, or set force_conflicts = true.")
	case errors.As(err, &incomplete):
		reader := newReader()
		reader.Check(nil, nil, field.ErrorList{incomplete})
		return diagnostics(reader)[0]
	case errors.As(err, &missing):
		return diag.NewErrorDiagnostic("The hub lacks a kind of object", excerpt.Sentence(err.Error()))
	case errors.As(err, &failed) && failed.Verb == "patch":
		return diag.NewErrorDiagnostic(what+" cannot be written to the hub", excerpt.Sentence(err.Error()))
	case errors.As(err, &failed) && failed.Verb == "delete":
		return diag.NewErrorDiagnostic(what+" cannot be deleted from the hub", excerpt.Sentence(err.Error()))
	}
	return diag.NewErrorDiagnostic(what+" cannot be read from the hub", excerpt.Sentence(err.Error()))
}

// conflictError says which fields other managers have set to other values.
func conflictError(what string, conflicts []hub.Conflict) diag.Diagnostic {
	return diag.NewErrorDiagnostic(what+" has fields of another manager", "Another field manager has set another value:\n"+conflictLines(conflicts)+
		"Remove these fields from the configuration, let the other manager give them up, or take them over with force_conflicts = true. "+
		"To destroy the object in spite of it, add -refresh=false: the plan to destroy it looks for changes first.")
}

// conflictLines lists fields and who has set them, a line each.
func conflictLines(fields []hub.Conflict) (text string) {
	for _, f := range fields[:min(len(fields), excerpt.Items)] {
		text += "  - " + excerpt.Text(f.Field) + ", set by " + excerpt.Text(f.Manager) + "\n"
	}
	if more := len(fields) - excerpt.Items; more > 0 {
		text += fmt.Sprintf("  - %s\n", excerpt.Count(more, "more field"))
	}
	return text
}

// importHome writes the hub into the state of an object that is imported.
func importHome(ctx context.Context, d *providerData, resp *resource.ImportStateResponse) {
	at, diags := d.homeOf(ctx, place{}, "The object")
	resp.Diagnostics.Append(diags...)
	switch {
	case resp.Diagnostics.HasError():
	case at.isUnknown:
		resp.Diagnostics.Append(unknownHub("The object cannot be imported"))
	case at.isLive():
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(hubUIDAttribute), at.hubUID)...)
	}
}
