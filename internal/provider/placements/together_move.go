// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placements

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
)

// MoveState takes over a multicluster_placement that is in the state alone. Its decisions are those of the placement whose key is
// its name.
func (r *togetherResource) MoveState(context.Context) []resource.StateMover {
	return []resource.StateMover{{StateMover: r.move}}
}

func (r *togetherResource) move(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
	if req.SourceTypeName != "multicluster_placement" {
		return
	}
	if req.SourceSchemaVersion < 1 || req.SourceSchemaVersion > placementVersion {
		resp.Diagnostics.AddError("The state cannot be read", "not a state of an earlier version")
		return
	}
	var name string
	var isOnHub bool
	state, err := framework.Rewritten(req.SourceRawState.JSON, func(attributes map[string]any) {
		name, isOnHub = fmt.Sprint(attributes["name"]), attributes[managed.HubUID] != nil
		if req.SourceSchemaVersion < placementVersion {
			rewriteOutputs(attributes)
		}
		moveAttributes(attributes, name)
	})
	if isOnHub {
		resp.Diagnostics.AddError("A placement on a hub cannot be moved", "multicluster_placements decides without a hub. Keep the "+
			"placement as it is, or remove it from the state with removed { lifecycle { destroy = false } }.")
		return
	}
	if err == nil {
		typ := TogetherResourceSchema().Type().TerraformType(ctx)
		resp.TargetState.Raw, err = (&tfprotov6.RawState{JSON: state}).Unmarshal(typ)
	}
	if err != nil {
		resp.Diagnostics.AddError("The state cannot be read", err.Error())
		return
	}
	if resp.TargetIdentity != nil {
		resp.Diagnostics.Append(resp.TargetIdentity.SetAttribute(ctx, path.Root("name"), name)...)
	}
	r.moveNotes(ctx, name, req, resp)
}

// moveAttributes makes the attributes of several placements of those of one, whose key is its name.
func moveAttributes(attributes map[string]any, name string) {
	outcomes := map[string]any{}
	if attributes["decisions"] != nil {
		outcome := map[string]any{}
		for _, output := range placementconfig.ResultNames() {
			outcome[output] = attributes[output]
		}
		outcomes[name] = outcome
	}
	now := attributes["now"]
	clear(attributes)
	for attribute := range TogetherResourceSchema().Attributes {
		attributes[attribute] = nil
	}
	attributes["id"], attributes["name"], attributes["now"], attributes[outcomesName] = name, name, now, outcomes
}

// moveNotes takes over what was noted beside the state. Without it, reasons of the next moves say less.
func (r *togetherResource) moveNotes(
	ctx context.Context, name string, req resource.MoveStateRequest, resp *resource.MoveStateResponse,
) {
	var note entryNote
	noted := framework.Noted(ctx, req.SourcePrivate, &resp.Diagnostics)
	if prior := framework.ReadNote[planner.Fingerprint](noted(FingerprintKey)); prior != nil {
		note.Fingerprint = *prior
	}
	if prior := framework.ReadNote[[]byte](noted(PassKey)); prior != nil {
		note.Pass = *prior
	}
	resp.Diagnostics.Append(framework.Note(ctx, resp.TargetPrivate, togetherNotes, map[string]entryNote{name: note})...)
}
