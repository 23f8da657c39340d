package provider

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// checkedChange is a planned change that the hub has checked.
type checkedChange struct {
	// found is the object that is changed or taken over; nil if one is created.
	found *hub.Object
	// after is the object as the hub would have it; nil if that is not known.
	after *hub.Object
	// isReplaced says that an object exists until it is replaced.
	isReplaced bool
}

// checkChange lets the hub check a planned change.
func checkChange(
	ctx context.Context, at *home, change *hub.Change, req *resource.ModifyPlanRequest, what string,
) (checked checkedChange, diags diag.Diagnostics) {
	if change.UID == "" {
		if checked.isReplaced, diags = replacesLast(ctx, at, change, req, what); checked.isReplaced && change.Incomplete != nil {
			diags.Append(hubError(what, change.Incomplete))
		}
		if checked.isReplaced || diags.HasError() {
			return checked, diags
		}
	}
	var err error
	if checked.found, err = at.client.Check(ctx, change); err == nil {
		checked.after, err = at.client.DryRun(ctx, change, checked.found)
	}
	var missing *hub.MissingNamespaceError
	var down *hub.WebhookDownError
	switch {
	case errors.As(err, &missing):
		diags.Append(at.needsNamespace(what, missing)...)
	case errors.As(err, &down):
		diags.AddWarning(what+" is not checked by the hub", "A webhook of the hub does not respond, so that the apply fails until it does. "+
			excerpt.Sentence(down.Error()))
	case err != nil:
		diags.Append(hubError(what, err))
	case checked.found != nil && change.UID == "" && !change.Adopt:
		diags.Append(takesOver(what, checked.found))
	case checked.after != nil:
		diags.Append(keepsFields(what, change, checked.after)...)
	}
	if err == nil {
		diags.Append(getsClusterSet(what, change, &checked)...)
	}
	return checked, diags
}

// getsClusterSet is the warning about a cluster that is created without a cluster set, or loses it, and that a webhook of the hub puts into one.
func getsClusterSet(what string, change *hub.Change, checked *checkedChange) (diags diag.Diagnostics) {
	before, after := checked.found, checked.after
	if change.Kind != hubobject.ManagedCluster || after == nil ||
		before != nil && before.Label(placement.ClusterSetLabel) == after.Label(placement.ClusterSetLabel) {
		return nil
	}
	metadata, _ := change.Set.Object["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	if set := after.Label(placement.ClusterSetLabel); set != "" && labels[placement.ClusterSetLabel] == nil {
		diags.AddWarning(what+" becomes a member of a cluster set", "The hub puts the cluster into the cluster set "+
			excerpt.Quote(set)+", because the configuration does not set the label "+placement.ClusterSetLabel+". "+
			"Placements in namespaces that bind this set may choose the cluster.")
	}
	return diags
}

// needsNamespace is the warning about an object whose namespace does not exist, unless a cluster of the plan brings it.
func (h *home) needsNamespace(what string, missing *hub.MissingNamespaceError) diag.Diagnostics {
	inCluster := missing.Kind == hubobject.AddOnPlacementScore
	if _, planned := h.fleetPlan.clusters.Load(missing.Namespace); inCluster && planned {
		return nil
	}
	text := excerpt.Sentence(missing.Error()) + " If nothing creates it before, the apply fails. Refer to the resource that creates it, so that it is created first."
	if inCluster {
		text = excerpt.Sentence(missing.Error()) + " The hub creates the namespace of a cluster when the cluster is accepted, and no cluster of this plan " +
			"has this name. The apply waits for it within timeouts.create, and then fails."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(what+" needs a namespace that does not exist", text)}
}

// takesOver is the warning about an object that the same manager has made before.
func takesOver(what string, found *hub.Object) diag.Diagnostic {
	return diag.NewWarningDiagnostic(what+" exists already and is taken over", "This provider has created the object with the same values, or has not "+
		"written its values yet, and no state here has it: an earlier apply was interrupted, or another configuration has it, too. Its UID is "+
		excerpt.Text(string(found.UID()))+".")
}

// keepsFields is the warning about fields that a change removes and that stay on the hub nevertheless, if there are any.
func keepsFields(what string, change *hub.Change, after *hub.Object) diag.Diagnostics {
	remaining := change.Remaining(after)
	if len(remaining) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(what+" keeps fields that the configuration no longer sets", "Another field manager has set them, too, so they stay on "+
		"the hub:\n"+conflictLines(remaining)+"The configuration has no influence on them any more.")}
}
