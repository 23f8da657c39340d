// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"errors"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
)

// Checked is a planned change that the hub has checked.
type Checked struct {
	// Found is the object that is changed or taken over; nil if one is created.
	Found *hub.Object
	// After is the object as the hub would have it; nil if that is not known.
	After *hub.Object
}

// check lets the hub check a planned change. GoesOn says that what another client does with one object does not stop the plan of
// the others: the apply of this one fails.
func (t *Target) check(
	ctx context.Context, desired *hub.Desired, what string, goesOn bool,
) (checked Checked, findings finding.List) {
	var err error
	if checked.Found, err = t.Client.Check(ctx, desired); err == nil {
		checked.After, err = t.Client.DryRun(ctx, desired, checked.Found)
	}
	var missing *hub.MissingNamespaceError
	var down *hub.WebhookDownError
	var deleting *hub.DeletingError
	switch {
	case errors.As(err, &missing):
		findings = append(findings, t.needsNamespace(what, missing)...)
	case goesOn && errors.As(err, &deleting) && desired.UID == "":
		findings = append(findings, warning(what+" is being deleted on the hub", "It is created anew when the one of before is gone: "+
			"the apply waits for that within timeouts.create.")...)
	case goesOn && (deleting != nil || len(hub.Conflicts(err)) > 0):
		fails := ErrorFinding(what, err)
		findings = append(findings, warning(fails.Title, fails.Text+" Until then its apply fails; that of the others goes on.")...)
	case errors.As(err, &down):
		findings = append(findings, warning(what+" is not checked by the hub", "A webhook of the hub does not respond, so that the "+
			"apply fails until it does. "+excerpt.Sentence(down.Error()))...)
	case err != nil:
		findings = append(findings, ErrorFinding(what, err))
	case checked.Found != nil && desired.UID == "" && !desired.Adopt:
		findings = append(findings, takesOver(what, checked.Found)...)
	case checked.After != nil:
		findings = append(findings, keepsFields(what, desired, checked.After)...)
	}
	if err == nil {
		findings = append(findings, getsClusterSet(what, desired, &checked)...)
	}
	return checked, findings
}

// getsClusterSet is the warning about a cluster that is created without a cluster set, or loses it, and that a webhook of the hub
// puts into one.
func getsClusterSet(what string, desired *hub.Desired, checked *Checked) finding.List {
	prior, after := checked.Found, checked.After
	if desired.Kind != hubobject.ManagedCluster || after == nil ||
		prior != nil && prior.Label(placement.ClusterSetLabel) == after.Label(placement.ClusterSetLabel) {
		return nil
	}
	metadata, _ := desired.Set.Object["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	if set := after.Label(placement.ClusterSetLabel); set != "" && labels[placement.ClusterSetLabel] == nil {
		return warning(what+" becomes a member of a cluster set", "The hub puts the cluster into the cluster set "+
			excerpt.Quote(set)+", because the configuration does not set the label "+placement.ClusterSetLabel+". "+
			"Placements in namespaces that bind this set may choose the cluster.")
	}
	return nil
}

// needsNamespace is the warning about an object whose namespace does not exist, unless a cluster of the plan brings it.
func (t *Target) needsNamespace(what string, missing *hub.MissingNamespaceError) finding.List {
	inCluster := missing.Kind.InClusterNamespace
	if _, isPlanned := t.Hub.clusters.Load(missing.Namespace); inCluster && isPlanned {
		return nil
	}
	text := excerpt.Sentence(missing.Error()) + " If nothing creates it before, the apply fails. Refer to the resource that " +
		"creates it, so that it is created first."
	if inCluster {
		text = excerpt.Sentence(missing.Error()) + " The hub creates the namespace of a cluster when the cluster is accepted, and no " +
			"cluster of this plan has this name. The apply waits for it within timeouts.create, and then fails."
	}
	return warning(what+" needs a namespace that does not exist", text)
}

// takesOver is the warning about an object that the same manager has made before.
func takesOver(what string, object *hub.Object) finding.List {
	return warning(what+" exists already and is taken over", "The object was created by this field manager but is in no "+
		"state here. Either an earlier apply was interrupted or another configuration manages it. Its UID is "+
		excerpt.Text(string(object.UID()))+".")
}

// keepsFields is the warning about fields that a change removes and that stay on the hub nevertheless, if there are any.
func keepsFields(what string, desired *hub.Desired, after *hub.Object) finding.List {
	remaining := desired.Remaining(after)
	if len(remaining) == 0 {
		return nil
	}
	return warning(what+" keeps fields that the configuration no longer sets", "Another field manager has set them, too, so "+
		"they stay on the hub:\n"+ConflictLines(remaining)+"Terraform no longer manages them.")
}

// Replaced is the object on a hub that a resource has so far, for the plan of what replaces the resource.
type Replaced struct {
	UID string `json:"uid"`
	// Released says that the object stays on the hub when the resource is destroyed.
	Released bool `json:"released"`
	// IsTainted says that Terraform may replace the resource because it is tainted. Then the plan has no prior state, as if the
	// object were that of another resource.
	IsTainted bool `json:"-"`
}

// replacedKey is the key of the note about the object of a resource, for the plan of what replaces the resource: Terraform plans
// that without a state.
const replacedKey = "last"

// replaced is the object of a name that a plan without a state replaces, nil if there is none. Terraform plans the replacement of
// a tainted resource without its notes, too. Then it is the object of that name that the same process has refreshed.
func (o *Operation[T]) replaced(ref hub.Reference) *Replaced {
	replaced := ReadNote[Replaced](&o.Notes, replacedKey)
	if replaced == nil && o.State == nil {
		if read, ok := o.Hub.refreshed.Load(ref); ok {
			if read, ok := read.(Replaced); ok {
				return &read
			}
		}
	}
	return replaced
}

// replaces reports whether the object that exists is the one that is replaced, which is deleted before. It is an error if it
// stays. Replaced is nil if nothing is replaced.
func (t *Target) replaces(ctx context.Context, desired *hub.Desired, replaced *Replaced, what string) (bool, finding.List) {
	if replaced == nil {
		return false, nil
	}
	existing, err := t.Client.Look(ctx, desired.Reference)
	switch {
	case err != nil:
		return true, finding.List{ErrorFinding(what, err)}
	case existing == nil || string(existing.UID()) != replaced.UID:
		return false, nil
	case replaced.Released && desired.Adopt:
		// It stays, and is taken over again.
		return false, nil
	case replaced.Released:
		return true, failure(what+" cannot be replaced", fmt.Sprintf("%s stays on the hub when the resource is destroyed, so that "+
			"it cannot be created again. Set on_destroy = \"delete\" and apply that before it is replaced, or set adopt = true to take "+
			"it over again.",
			excerpt.Text(desired.Reference.String())))
	}
	if replaced.IsTainted {
		return true, warning(what+" is an object of the state already", fmt.Sprintf("%s was read for a resource in the state. If "+
			"that resource is tainted, the object is deleted and created again; to keep it, run terraform untaint with the address of "+
			"the resource. If two resources have this object, remove one of them: the apply fails.",
			excerpt.Text(desired.Reference.String())))
	}
	return true, nil
}
