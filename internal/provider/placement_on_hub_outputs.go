package provider

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubResultNames are the outputs that a hub has. The others are null there.
var hubResultNames = tfvalue.Names(reflect.TypeFor[planner.DecidedOutputs]())

// decidedOutputs are the outputs of what a hub has decided.
func (p *hubPlacement) decidedOutputs(ctx context.Context, decided *manifest.Decided) (map[string]any, error) {
	config := *p.config
	config.Placement = decided.Placement
	if config.needsClusters() {
		if err := config.listHub(ctx, p.provider.hub); err != nil {
			return nil, err
		}
	}
	is, outputs := tfvalue.Attributes(config.DecidedOutputs(decided, nil, &config.Details)), map[string]any{}
	for _, name := range resultNames() {
		outputs[name] = nil
		if slices.Contains(hubResultNames, name) {
			outputs[name] = is[name]
		}
	}
	outputs["skipped_kinds"] = map[string]int{} // A hub schedules every placement by the objects of its own kind.
	return outputs, nil
}

// plannedDetails are the chosen clusters of the state, without the labels and claims that the apply reads from the hub.
func (p *hubPlacement) plannedDetails() map[string]any {
	clusters := map[string]any{}
	for name, chosen := range p.config.ByCluster(p.last.Chosen, p.last.Groups, &planner.Details{}) {
		attributes := tfvalue.Attributes(chosen)
		if len(p.config.WithLabels) > 0 || p.reader.IsUnknown(tfvalue.Root("with_labels")) {
			attributes["labels"] = tfvalue.Unknown
		}
		if len(p.config.WithClaims) > 0 || p.reader.IsUnknown(tfvalue.Root("with_claims")) {
			attributes["claims"] = tfvalue.Unknown
		}
		clusters[name] = attributes
	}
	return clusters
}

// detailed are the chosen clusters of the state, with the labels and claims that the hub has now.
func (p *hubPlacement) detailed(ctx context.Context) (map[string]planner.ChosenCluster, error) {
	config := *p.config
	if config.needsClusters() {
		if err := config.listHub(ctx, p.provider.hub); err != nil {
			return nil, err
		}
	}
	return config.ByCluster(p.last.Chosen, p.last.Groups, &config.Details), nil
}

// refreshOnHub reads the placement and its decisions from the hub.
func (r *placementResource) refreshOnHub(ctx context.Context, at *home, req resource.ReadRequest, resp *resource.ReadResponse) {
	what := placementTitle(req.State.Raw)
	found := placementOnHub.refresh(ctx, at, what, req, resp)
	if found == nil {
		return
	}
	decided, err := at.client.Decided(ctx, found.ref.Kind, found.ref.Namespace, found.ref.Name)
	if err == nil && decided == nil {
		resp.State.RemoveResource(ctx)
		return
	}
	var outputs map[string]any
	if err == nil {
		resp.Diagnostics.Append(undeclaredSince(what, found)...)
		p := &hubPlacement{home: at, provider: r.provider, config: &placementConfig{}}
		if outputs, err = p.refreshed(ctx, req.State.Raw, found, decided); err == nil {
			resp.Diagnostics.Append(placementDiagnostics(p.config.RefreshFindings(decided))...)
		}
	}
	if err != nil {
		resp.Diagnostics.Append(hubError(what, err))
		return
	}
	if resp.State.Raw, err = fill(ctx, req.State.Raw, outputs); err != nil {
		resp.Diagnostics.AddError("The state cannot be written", err.Error())
	}
}

// refreshed are the attributes that the state gets from the hub. A hub that has not decided the placement yet leaves the decisions
// that the state has: those of a placement that was in the state alone.
func (p *hubPlacement) refreshed(
	ctx context.Context, state tftypes.Value, found *foundObject[manifest.Placement], decided *manifest.Decided,
) (outputs map[string]any, err error) {
	if err := readPrior(ctx, state, p.config); err != nil && !found.isImported {
		return nil, err
	}
	p.config.Placement = decided.Placement
	if found.isImported {
		var object *manifest.Placement
		if object, err = placementOnHub.adopted("", found.Object); err == nil {
			outputs = placementOnHub.argumentsOf(object)
			outputs[uidAttribute] = string(found.UID())
		}
	} else {
		outputs, err = placementOnHub.observed("", found.prior, found.Object)
	}
	if err != nil || !decided.Scheduled && !found.isImported {
		return outputs, err
	}
	results, err := p.decidedOutputs(ctx, decided)
	maps.Copy(outputs, results)
	return outputs, err
}
