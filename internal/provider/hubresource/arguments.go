// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubresource

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// Arguments are the arguments of a resource that can be an object on a hub. Releases says that destroying it leaves its object by
// default, and deletion what else the hub does when the object is deleted.
func Arguments(releases bool, deletion string) map[string]schema.Attribute {
	onDestroy := "`delete`"
	if releases {
		onDestroy = "`release`"
	}
	return map[string]schema.Attribute{
		"adopt": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: framework.WithDefault("With a hub: take over an object that exists already, instead of failing. "+
				"Fields that the configuration does not set stay as they are.", "`false`"),
		},
		"force_conflicts": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: framework.WithDefault("With a hub: take over fields that another field manager has set to other "+
				"values, instead of failing.", "`false`"),
		},
		"timeouts": schema.DynamicAttribute{
			Optional: true,
			MarkdownDescription: framework.WithExample[hub.Timeouts]("timeouts",
				framework.WithDefault("With a hub: how long `create`, `update` and `delete` wait at most, as in `{ "+
					"delete = \"30m\" }`. "+
					"A deletion waits until the finalizers of the object are done.", "`10m` each")),
		},
		"on_destroy": schema.StringAttribute{
			Optional: true,
			MarkdownDescription: framework.WithDefault("With a hub: `delete` deletes the object"+deletion+". `release` leaves the object "+
				"on the hub as it is, and Terraform forgets it.", onDestroy),
		},
	}
}

// NoEffectTitle is the title of the warning about arguments that have no effect without a hub.
const NoEffectTitle = "Arguments have no effect without a hub"

// WarnWithoutHub warns of arguments about a hub where there is none. The title is the same for all resources, so that Terraform
// shows one warning and counts the others.
func WarnWithoutHub(ctx context.Context, config tftypes.Value, what string) diag.Diagnostics {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil
	}
	var set []string
	for _, name := range []string{"adopt", "force_conflicts", "on_destroy", "timeouts", "wait_for_decisions"} {
		if isNull, _ := IsConfigured(request, config, name); !isNull {
			set = append(set, name)
		}
	}
	if len(set) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(set[0]), NoEffectTitle,
		what+": the provider has no hub, and these arguments are about an object on a hub: "+strings.Join(set, ", ")+".")}
}

// onDestroy is what a state says about destroying its object.
func onDestroy(state tftypes.Value) string {
	text, _ := framework.TextOf(state, "on_destroy")
	return text
}
