package provider

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubPlacement is a placement that lives on a hub, or is to live there.
type hubPlacement struct {
	*home
	provider  *providerData
	what      string
	config    *placementConfig
	arguments *placementHubArguments
	reader    *tfvalue.Reader
	// last is the answer in the state, and lastDetails are those that it has; nil without an answer.
	last        *priorState
	lastDetails planner.Details
	// prior is the placement so far, if it is on this hub.
	prior *manifest.Placement
}

// onHub reads the configuration and the prior state of a placement on a hub, and finds the mistakes.
func (r *placementResource) onHub(ctx context.Context, at *home, config, state tftypes.Value) (*hubPlacement, diag.Diagnostics) {
	p := &hubPlacement{home: at, provider: r.provider, config: &placementConfig{}, arguments: &placementHubArguments{}, what: placementTitle(config)}
	var err error
	if p.reader, err = readConfig(ctx, config, nil, p.config, &p.config.limit, p.arguments); err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	p.reader.Apart = objectAttributes
	if !state.IsNull() {
		if p.last, err = readPriorState(ctx, state); err == nil && at.stays() {
			p.prior = &manifest.Placement{}
			err = readPrior(ctx, state, p.prior)
		}
		if err == nil {
			err = readPrior(ctx, state, &p.lastDetails)
		}
		if err != nil {
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
		}
	}
	if !at.isOnHub() {
		return p, diagnostics(p.reader)
	}
	p.reader.Check(nil, p.config, validatePlacementOnHub("", &p.config.Placement))
	return p, append(diagnostics(p.reader), p.refuseWithoutHub(ctx, config)...)
}

// placementTitle names the placement of a configuration or a state in sentences.
func placementTitle(of tftypes.Value) string {
	id, isKnown := idOf(of, placementKeys).(string)
	if !isKnown {
		return "The placement"
	}
	return "The placement " + excerpt.Quote(id)
}

// planOnHub plans a placement on a hub. Its outputs are what the hub has decided: while the placement changes they keep their last
// values, or are unknown if the apply waits for the new ones. What the hub is expected to decide is a warning.
func (r *placementResource) planOnHub(ctx context.Context, at *home, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	resp.Diagnostics.Append(noteLast(ctx, at, false, resp)...)
	p, diags := r.onHub(ctx, at, req.Config.Raw, req.State.Raw)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	resp.Diagnostics.Append(p.notePredecessor(ctx, resp)...)
	resp.Diagnostics.Append(p.config.warnings(p.reader)...)
	changes, diags := p.check(ctx, &req, resp)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	outputs := p.outputs(changes)
	maps.Copy(outputs, at.planned())
	outputs["id"] = idOf(req.Plan.Raw, placementKeys)
	err := keepForms(ctx, readPlacement, unorderedAttributes...)
	if err == nil {
		resp.Plan.Raw, err = fill(ctx, req.Plan.Raw, outputs)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// outputs are those of a plan. Changes says that the placement changes, or may change.
func (p *hubPlacement) outputs(changes bool) map[string]any {
	outputs := map[string]any{}
	waits := p.arguments.WaitForDecisions || p.reader.IsUnknown(tfvalue.Root("wait_for_decisions"))
	mayStayOffline := p.isUnknown && !p.isOnHub()
	if p.last == nil || changes && waits || mayStayOffline {
		for _, name := range resultNames() {
			outputs[name] = tfvalue.Unknown
		}
		return outputs
	}
	maps.Copy(outputs, p.last.outputs)
	if p.hasNewDetails() {
		outputs["decisions_by_cluster"] = p.plannedDetails()
	}
	return outputs
}

// hasNewDetails reports whether the chosen clusters have other labels or claims than in the state.
func (p *hubPlacement) hasNewDetails() bool {
	return !slices.Equal(p.config.WithLabels, p.lastDetails.WithLabels) || !slices.Equal(p.config.WithClaims, p.lastDetails.WithClaims) ||
		p.reader.IsUnknown(tfvalue.Root("with_labels")) || p.reader.IsUnknown(tfvalue.Root("with_claims"))
}

// check lets the hub check the placement, and says what it is expected to decide. It reports whether the placement changes, as far as
// that is known.
func (p *hubPlacement) check(ctx context.Context, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (changes bool, diags diag.Diagnostics) {
	switch {
	case !p.isLive():
		return true, p.unguarded(ctx, req, false)
	case len(p.reader.Unknown()) > 0:
		return true, p.unchecked(ctx, req, resp)
	}
	change, was, err := placementOnHub.change(ctx, p.home, p.prior, &p.config.Placement, &p.arguments.hubArguments)
	if err != nil {
		return true, diag.Diagnostics{hubError(p.what, err)}
	}
	replaces, diags := p.replaces(change, was, resp)
	var checked checkedChange
	if !replaces {
		if sameChange(change) {
			return false, diags
		}
		var more diag.Diagnostics
		was = change.Reference
		checked, more = checkChange(ctx, p.home, change, req, p.what)
		if diags.Append(more...); diags.HasError() {
			return true, diags
		}
		replaces = checked.isReplaced
	}
	var before planner.HubState
	switch {
	case checked.found != nil, replaces:
		if before, err = p.hubState(ctx, was); err != nil {
			return true, append(diags, hubError(p.what, err))
		}
		if replaces {
			before.Decided = nil
		}
	case p.last != nil:
		// It is decided in the state alone so far.
		before.Clusters = p.last.Predecessor(false).Clusters
	}
	after := checked.merged(change)
	if p.prior == nil && checked.found != nil {
		diags.Append(undeclaredFields(p.what, after, change.Set)...)
	}
	_, more := p.forecast(ctx, before, after)
	return true, append(diags, more...)
}

// replaces reports whether a placement that lives on the hub cannot become the configured one.
func (p *hubPlacement) replaces(change *hub.Change, was hub.Reference, resp *resource.ModifyPlanResponse) (replaces bool, diags diag.Diagnostics) {
	if p.prior == nil {
		return false, nil
	}
	if was.Kind != change.Kind {
		resp.RequiresReplace.Append(path.Root(dialectOCM), path.Root(dialectKubeFleet))
	}
	immutable := p.config.ReplacesObject(p.prior)
	for _, f := range immutable {
		resp.RequiresReplace.Append(path.Root(argumentOf(&f)))
	}
	return was != change.Reference || len(immutable) > 0, placementDiagnostics(immutable)
}

// argumentOf is the argument that a finding is about.
func argumentOf(f *planner.Finding) string {
	return tfvalue.Locate(nil, reflect.TypeFor[placementConfig](), f.At).Steps()[0].Name
}

// hubState is what the hub has of a placement now.
func (p *hubPlacement) hubState(ctx context.Context, of hub.Reference) (before planner.HubState, err error) {
	before.Decided, err = p.client.Decided(ctx, of.Kind, of.Namespace, of.Name)
	if before.Decided != nil {
		before.Clusters = before.Decided.Names()
	}
	return before, err
}

// forecast predicts what the hub decides after a change. After is the object with the fields that others have set, nil if the hub gets
// what is configured. The forecast is nil after an error, and if nothing can be predicted.
func (p *hubPlacement) forecast(ctx context.Context, before planner.HubState, after *hub.Object) (*planner.Forecast, diag.Diagnostics) {
	config, err := p.config.onHub(after)
	if err != nil {
		return nil, diag.Diagnostics{hubError(p.what, err)}
	}
	config.Now = p.provider.now().UTC()
	plan := planner.Change{Request: &config.Request, Limit: config.limit}
	var unforeseen error
	if decided := before.Decided; decided != nil {
		unforeseen = config.Predictable(decided)
	} else {
		unforeseen = config.Predictable(&manifest.Decided{})
	}
	if unforeseen == nil || config.needsClusters() {
		switch err := config.listHub(ctx, p.provider.hub); {
		case err == nil:
		case lacksFleet(err) && !config.needsClusters():
			unforeseen = err
		default:
			return nil, diag.Diagnostics{hubError(p.what, err)}
		}
	}
	if unforeseen != nil {
		return nil, placementDiagnostics(plan.Unforeseen(before, unforeseen))
	}
	forecast, found := plan.Forecast(ctx, before)
	return forecast, placementDiagnostics(found)
}

// needsClusters reports whether the outputs have labels or claims of the clusters.
func (c *placementConfig) needsClusters() bool { return len(c.WithLabels)+len(c.WithClaims) > 0 }
