package provider

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rawserver"
)

// hubArguments are what can be said about writing an object to a hub.
type hubArguments struct {
	Adopt          bool         `json:"adopt,omitempty"`
	ForceConflicts bool         `json:"forceConflicts,omitempty"`
	OnDestroy      string       `json:"onDestroy,omitempty"`
	Timeouts       hub.Timeouts `json:"timeouts,omitzero"`
}

// What on_destroy may be.
const (
	destroyDelete  = "delete"
	destroyRelease = "release"
)

// validate finds the mistakes in the arguments.
func (a *hubArguments) validate() (found field.ErrorList) {
	if known := []string{destroyDelete, destroyRelease}; a.OnDestroy != "" && !slices.Contains(known, a.OnDestroy) {
		found = append(found, excerpt.NotSupported(field.NewPath("onDestroy"), a.OnDestroy, known))
	}
	return append(found, a.Timeouts.Validate(field.NewPath("timeouts"))...)
}

// hubAttributes are the arguments of a resource that can live on a hub. Release says that destroying it leaves its object by default.
func hubAttributes(release bool) map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{
		"adopt": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: withDefault("With a hub: take over an object that exists already, instead of failing. Fields that the "+
				"configuration does not set stay as they are.", "`false`"),
		},
		"force_conflicts": schema.BoolAttribute{
			Optional: true,
			MarkdownDescription: withDefault("With a hub: take over fields that another field manager has set to other values, instead of "+
				"failing.", "`false`"),
		},
		"timeouts": schema.DynamicAttribute{
			Optional: true,
			MarkdownDescription: withDefault("With a hub: how long `create`, `update` and `delete` wait at most, as in `{ delete = \"30m\" }`. "+
				"A deletion waits until the finalizers of the object are done.", "`10m` each"),
		},
	}
	if release {
		attributes["on_destroy"] = schema.StringAttribute{
			Optional: true,
			MarkdownDescription: withDefault("With a hub: `release` leaves the object on the hub as it is, and Terraform forgets it. `delete` "+
				"deletes the object: the hub detaches the cluster and removes its workloads.", "`release`"),
		}
	}
	return attributes
}

const onlyOnHubTitle = "Arguments have no effect without a hub"

// onlyOnHub warns of arguments about a hub where there is none. The title is the same for all resources, so that Terraform shows one
// warning and counts the others.
func onlyOnHub(ctx context.Context, config tftypes.Value, what string) diag.Diagnostics {
	request, err := rawserver.FromContext(ctx)
	if err != nil {
		return nil
	}
	var set []string
	for _, name := range []string{"adopt", "force_conflicts", "on_destroy", "timeouts", "wait_for_decisions"} {
		if isNull, _ := configured(request, config, name); !isNull {
			set = append(set, name)
		}
	}
	if len(set) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root(set[0]), onlyOnHubTitle,
		what+": the provider has no hub, and these arguments are about an object on a hub: "+strings.Join(set, ", ")+".")}
}

// onDestroy is what a state says about destroying its object.
func onDestroy(state tftypes.Value) string {
	text, _ := textOf(state, "on_destroy")
	return text
}

// leaves reports whether destroying an object leaves it on the hub.
func (k *hubKind[T]) leaves(onDestroy string) bool {
	return onDestroy == destroyRelease || onDestroy == "" && k.releases
}
