// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"fmt"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
)

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
func (t *Target) replaces(ctx context.Context, change *hub.Change, replaced *Replaced, what string) (bool, finding.List) {
	if replaced == nil {
		return false, nil
	}
	existing, err := t.Client.Look(ctx, change.Reference)
	switch {
	case err != nil:
		return true, finding.List{ErrorFinding(what, err)}
	case existing == nil || string(existing.UID()) != replaced.UID:
		return false, nil
	case replaced.Released && change.Adopt:
		// It stays, and is taken over again.
		return false, nil
	case replaced.Released:
		return true, failure(what+" cannot be replaced", fmt.Sprintf("%s stays on the hub when the resource is destroyed, so that "+
			"it cannot be created again. Set on_destroy = \"delete\" and apply that before it is replaced, or set adopt = true to take "+
			"it over again.",
			excerpt.Text(change.Reference.String())))
	}
	if replaced.IsTainted {
		return true, warning(what+" is an object of the state already", fmt.Sprintf("%s was read for a resource in the state. If "+
			"that resource is tainted, the object is deleted and created again; to keep it, run terraform untaint with the address of "+
			"the resource. If two resources have this object, remove one of them: the apply fails.",
			excerpt.Text(change.Reference.String())))
	}
	return true, nil
}
