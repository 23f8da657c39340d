package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/types"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

// foundObject is the object of a state as the hub has it.
type foundObject[T any] struct {
	*hub.Object
	ref hub.Reference
	// prior is the object as the state has it.
	prior *T
	// isImported says that the state has nothing but the name.
	isImported bool
	// isOneOfSeveral says that neither the state nor the hub decides of which kind the object is.
	isOneOfSeveral bool
}

// refresh looks for the object of a state on its hub. It returns nil after an error, and if the object does not exist any more: then
// the resource is removed from the state.
func (k *hubKind[T]) refresh(ctx context.Context, at *home, what string, req resource.ReadRequest, resp *resource.ReadResponse) *foundObject[T] {
	found := &foundObject[T]{prior: new(T), isImported: at.last.UID == ""}
	if err := readPrior(ctx, req.State.Raw, found.prior); err != nil && !found.isImported {
		resp.Diagnostics.AddError("The state cannot be read", err.Error())
		return nil
	}
	kinds, err := k.kindsOf(ctx, at, found.prior, found.isImported)
	if err == nil {
		found.isOneOfSeveral = len(kinds) > 1
		found.Object, found.ref, err = k.find(ctx, at, kinds, found.prior)
	}
	switch {
	case err != nil:
		resp.Diagnostics.Append(hubError(what, err))
		return nil
	case found.Object == nil:
	case found.isImported, found.UID() == types.UID(at.last.UID):
		if found.Deleting() {
			resp.Diagnostics.AddWarning(what+" is being deleted on the hub", excerpt.Sentence(found.ref.String()+" waits for its finalizers: "+
				excerpt.List(found.Finalizers(), ", "))+" Until then the hub refuses changes. When it is gone, the next plan creates it anew; to keep "+
				"it deleted, remove it from the configuration.")
		}
		return found
	default:
		resp.Diagnostics.AddWarning(what+" is another object now", "Somebody has deleted the object and created another one of this name, with the UID "+
			string(found.UID())+". To manage that one, import it or set adopt = true.")
	}
	resp.State.RemoveResource(ctx)
	return nil
}

// writableHome finds out where an object is to live, for an operation that writes it.
func (d *providerData) writableHome(ctx context.Context, last place, what string) (*home, diag.Diagnostics) {
	at, diags := d.homeOf(ctx, last, what)
	if !diags.HasError() && at.isUnknown {
		diags.Append(unknownHub(what + " cannot be written"))
	}
	return at, diags
}

// writeObject makes the hub have an object. It returns nil after an error.
func (h *home) writeObject(ctx context.Context, change *hub.Change, what string) (written *hub.Object, diags diag.Diagnostics) {
	written, err := h.client.Write(ctx, change)
	if err != nil {
		return nil, diag.Diagnostics{hubError(what, err)}
	}
	return written, keepsFields(what, change, written)
}

// destroy deletes the object of a state on its hub, or leaves it there.
func (k *hubKind[T]) destroy(ctx context.Context, provider *providerData, state tftypes.Value, what string) diag.Diagnostics {
	at, diags := provider.homeOf(ctx, lastPlace(state), what)
	switch {
	case diags.HasError(), at.last.HubUID == "":
		return diags
	case at.isUnknown:
		return append(diags, unknownHub(what+" cannot be destroyed"))
	}
	prior, arguments := new(T), &hubArguments{}
	if err := readPrior(ctx, state, prior, arguments); err != nil {
		diags.AddError("The state cannot be read", err.Error())
		return diags
	}
	ctx, cancel := arguments.Timeouts.ForDelete(ctx)
	defer cancel()
	ref, err := k.lastReference(ctx, at, prior)
	switch {
	case err != nil:
	case k.leaves(arguments.OnDestroy):
		err = at.client.Release(ctx, ref, types.UID(at.last.UID))
	default:
		err = at.client.Delete(ctx, ref, types.UID(at.last.UID))
	}
	if err != nil {
		diags.Append(hubError(what, err))
	}
	return diags
}
