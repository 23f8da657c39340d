// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// placementOf reads a placement from its object; nil is none.
func placementOf(object *hub.Object) (*manifest.Placement, error) {
	if object == nil {
		return nil, nil
	}
	raw, err := json.Marshal(object.Fields)
	if err != nil {
		return nil, err
	}
	of, err := manifest.ReadStoredPlacement(raw)
	return &of, err
}

// undeclaredFields is the warning about fields of an object that change the decisions and that the configuration does not set.
func undeclaredFields(what string, ref hub.Reference, object *hub.Object, set hubobject.Applied) diag.Diagnostics {
	found := object.Undeclared(ref.Kind, set)
	if len(found) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic(what+" has fields on the hub that the configuration does not set",
		"The hub decides by these fields, too:\n"+managed.ConflictLines(
			found)+"Predictions take them into account. "+placementconfig.UndeclaredAdvice(ref))}
}

// undeclaredSince is the same warning about an object that was read, for what its state sets.
func undeclaredSince(what string, found *managed.Existing[Placement]) diag.Diagnostics {
	if found.IsImported {
		return nil
	}
	set, err := Kind.Apply("", found.Prior)
	if err != nil {
		return diag.Diagnostics{hubresource.HubError(what, err)}
	}
	return undeclaredFields(what, found.Of, found.Object, set)
}
