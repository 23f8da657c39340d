// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubplacement

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubPlacement is an operation on a placement on a hub, or on one that is going to be there.
type hubPlacement struct {
	*hubresource.Operation[Placement]
	// config is the configuration, and that of the state when the placement is read.
	config *placementconfig.Config
	// last is the prior result, nil without one. lastDetails are the details that it was written with.
	last        *placementconfig.PriorState
	lastDetails planner.Details
	// memory is what the placement remembers beside its state. HadDecided says that the hub has decided it before, and hadPending
	// that the state shows moves that no plan has accepted.
	memory                 hubdecision.Memory
	hadDecided, hadPending bool
	// policyChanged says that the placement itself changed after the accepted decisions.
	policyChanged bool
	// isPlanned says that the outputs of an apply are those of its plan, and waits that it waits for the decisions.
	isPlanned, waits bool
	wait             decisionWait
}

// Expect reads what a placement remembers of its hub, and finds the mistakes in it.
func Expect(ctx context.Context, o *hubresource.Operation[Placement]) (hubresource.Expectation, diag.Diagnostics) {
	p := &hubPlacement{Operation: o, config: &o.Object.Config}
	o.Reader.Independent = placementconfig.ObjectAttributes
	if !o.State.IsNull() {
		var err error
		p.last, err = placementconfig.ReadPriorState(ctx, o.Reading, o.State)
		switch {
		case err != nil:
		case o.Prior != nil:
			p.lastDetails = o.Prior.Details
		default:
			err = o.Reading.Prior(ctx, o.State, &p.lastDetails)
		}
		if err != nil {
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
		}
	}
	var refused diag.Diagnostics
	if o.IsHub() {
		o.Reader.Check(nil, p.config, validate(&p.config.Placement))
		refused = p.refuseWithoutHub(ctx)
	}
	if diags := append(framework.Diagnostics(o.Reader), refused...); diags.HasError() {
		return nil, diags
	}
	p.config.Warn(o.Reader)
	if o.Private == nil {
		return p, nil
	}
	return p, p.recall(ctx)
}

// Plan expects what the hub is going to decide, and warns of it. The outputs are what it has decided: while the placement changes
// they keep their last values, or are unknown if the apply waits for the new ones.
func (p *hubPlacement) Plan(
	ctx context.Context, change *managed.Planned, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (map[string]any, diag.Diagnostics) {
	diags := p.notePredecessor(ctx, resp)
	planned, more := p.plan(ctx, change, req, resp)
	if !more.HasError() {
		more = append(p.accept(&planned), more...)
	}
	if diags.Append(more...); diags.HasError() {
		return nil, diags
	}
	outputs := p.outputs(planned.changes)
	return outputs, append(diags, p.remember(ctx, &planned, resp)...)
}

// outputs are those of a plan. Changes says that the placement changes, or may change.
func (p *hubPlacement) outputs(changes bool) map[string]any {
	outputs := map[string]any{}
	waits := p.Object.WaitForDecisions || p.Reader.IsUnknown(tfvalue.Root("wait_for_decisions"))
	mayStayOffline := p.IsUnknown && !p.IsHub()
	if p.last == nil || changes && waits || mayStayOffline || p.memory.Pending != nil && p.isLimitUnknown() {
		for _, name := range placementconfig.ResultNames() {
			outputs[name] = tfvalue.Unknown
		}
		return outputs
	}
	if maps.Copy(outputs, p.last.Computed); p.memory.Pending != nil {
		maps.Copy(outputs, hubOutputs(&p.memory.Pending.Outputs, p.memory.Pending.Changes))
	}
	if p.hasNewDetails() {
		outputs["decisions_by_cluster"] = p.plannedDetails()
	}
	return outputs
}

// hasNewDetails reports whether the chosen clusters have other labels or claims than in the state.
func (p *hubPlacement) hasNewDetails() bool {
	return !slices.Equal(p.config.WithLabels, p.lastDetails.WithLabels) ||
		!slices.Equal(p.config.WithClaims, p.lastDetails.WithClaims) ||
		p.Reader.IsUnknown(tfvalue.Root("with_labels")) || p.Reader.IsUnknown(tfvalue.Root("with_claims"))
}

// plannedChange is what a plan does with a placement on a hub.
type plannedChange struct {
	// changes says that the placement changes, or may change, and replaces that it is replaced.
	changes, replaces bool
	// before is what the hub has, and forecast what it is expected to decide; nil if nothing changes, and if nothing can be
	// predicted.
	before   hubdecision.Baseline
	forecast *hubdecision.Forecast
}

// plan says what the hub is expected to decide, as far as the placement is known.
func (p *hubPlacement) plan(
	ctx context.Context, change *managed.Planned, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (plannedChange, diag.Diagnostics) {
	planned := plannedChange{changes: true}
	switch {
	case !p.IsKnownHub():
		return planned, p.unguarded(ctx, req, false)
	case change == nil:
		return planned, p.unchecked(ctx, req, resp)
	case change.HasOtherKind():
		for _, dialect := range placementconfig.Dialects {
			resp.RequiresReplace.Append(path.Root(dialect))
		}
	}
	was := change.Reference
	switch planned.replaces = change.IsOther() || change.IsReplaced; {
	case change.IsOther():
		was = change.Was
	case change.IsSame():
		planned.changes = false
		return planned, p.guard(ctx, was)
	}
	var err error
	if change.Found != nil || planned.replaces {
		if planned.before, err = p.hubState(ctx, was, planned.replaces, p.Client.Shared); err != nil {
			return planned, diag.Diagnostics{hubresource.HubError(p.What, err)}
		}
	} else if p.last != nil {
		// It is decided in the state alone so far.
		planned.before.Clusters = p.accepted()
	}
	after := change.Merged()
	var diags, more diag.Diagnostics
	if p.Prior == nil && change.Found != nil {
		diags = undeclaredFields(p.What, change.Reference, after, change.Set)
	}
	planned.forecast, more = p.forecast(ctx, planned.before, after)
	if diags.Append(more...); !diags.HasError() {
		diags.Append(p.manifests(ctx, &planned, after)...)
	}
	return planned, diags
}

// manifests warns of the clusters that the placement keeps and that get other manifests. After is the object after the change.
func (p *hubPlacement) manifests(ctx context.Context, planned *plannedChange, after *hub.Object) diag.Diagnostics {
	before := planned.before.Decided
	spec, err := placementOf(after)
	if p.config.KubeFleet == nil || before == nil || spec == nil || err != nil {
		return nil
	}
	clusters := planned.before.Clusters
	if planned.forecast != nil {
		clusters = planned.forecast.ClusterNames
	}
	return placementconfig.Findings(p.Hub.Plan.Change(ctx, p.What, hubview.Change{
		Prior: hubview.PlacementObject(&before.Placement, planned.before.Clusters), Planned: hubview.PlacementObject(spec, clusters),
	}))
}

// hubState is what the hub has of a placement now, which is replaced or not. Clusters that were accepted last have the workload
// as well, even if the hub has not finished writing its decisions.
func (p *hubPlacement) hubState(
	ctx context.Context, of hub.Reference, replaces bool, view hubview.View,
) (before hubdecision.Baseline, err error) {
	decided, err := view.Decided(ctx, of)
	if err != nil || decided == nil {
		return before, err
	}
	if before.Clusters = union(p.accepted(), decided.Names()); replaces {
		before.Replaces, before.Abandons = true, p.Stays || abandons(&decided.Placement)
		return before, nil
	}
	before.Decided = decided
	if p.memory.Pending != nil {
		before.Lost = p.memory.Pending.Lost
	}
	if p.memory.Written != nil {
		before.Dropped = p.memory.Written.Dropped
	}
	return before, nil
}

// abandons reports whether the clusters keep the workload when the hub deletes a placement.
func abandons(of *manifest.Placement) bool {
	return of.Strategy != nil && of.Strategy.DeleteStrategy != nil &&
		of.Strategy.DeleteStrategy.PropagationPolicy == rollout.PropagationAbandon
}

// union are the names of two lists, each once. It is not nil.
func union(a, b []string) []string {
	all := append(append([]string{}, a...), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// forecast predicts what the hub decides after a change. After is the object with the fields that others have set, nil if the hub
// gets what is configured. The forecast is nil after an error, and if nothing can be predicted.
func (p *hubPlacement) forecast(
	ctx context.Context, before hubdecision.Baseline, after *hub.Object,
) (*hubdecision.Forecast, diag.Diagnostics) {
	spec, err := placementOf(after)
	var expected *hubdecision.Expectation
	var found planner.Findings
	if err == nil {
		expected, found, err = p.expect(ctx, before, spec, p.Hub.Plan.Planned(), true)
	}
	if err != nil {
		return nil, diag.Diagnostics{hubresource.HubError(p.What, err)}
	}
	if expected == nil {
		return nil, placementconfig.Findings(found)
	}
	found = expected.Findings(ctx)
	diags := placementconfig.Findings(found)
	if found.HasError() {
		return nil, diags
	}
	if before.Clusters != nil && !before.Replaces {
		question := (&predictor{hubPlacement: *p, spec: spec}).question()
		question.Prior, question.Expected = &before, expected.Forecast
		diags.Append(placementconfig.Findings(p.Hub.Plan.Watch(question))...)
	}
	return expected.Forecast, diags
}

// expect predicts what the hub decides with a fleet for a placement, nil for the configured one. IsChanged says that the plan
// changes the placement, too, before or after it changes the fleet. The prediction is nil if a finding is an error, and if
// nothing can be predicted.
func (p *hubPlacement) expect(
	ctx context.Context, before hubdecision.Baseline, spec *manifest.Placement, fleet *hubview.Planned, isChanged bool,
) (*hubdecision.Expectation, planner.Findings, error) {
	config := p.config.WithSpec(spec)
	config.Now, config.View = p.Now().UTC(), fleet
	plan := planner.Change{Request: &config.Request, Limit: config.Limit}
	decided := before.Decided
	if decided == nil {
		decided = &decisions.Decided{}
	}
	unforeseen := config.Predictable(decided)
	if unforeseen == nil || config.NeedsClusters() {
		switch err := config.ListHub(ctx, p.Hub); {
		case err == nil:
		case providerdata.LacksFleet(err) && !config.NeedsClusters():
			unforeseen = err
		default:
			return nil, nil, err
		}
	}
	if unforeseen != nil {
		return nil, hubdecision.Unforeseen(&plan, before, unforeseen), nil
	}
	p.Hub.Plan.Count(len(config.Fleet.Manifests.Clusters))
	var undeleted *planner.Fleet
	if isChanged && fleet.Deletes() {
		of := *config
		of.View = fleet.BeforeDeletions()
		if err := of.ListHub(ctx, p.Hub); err != nil {
			return nil, nil, err
		}
		undeleted = &of.Fleet
		p.Hub.Plan.Count(4 * len(undeleted.Manifests.Clusters))
	}
	expected, found := hubdecision.Expect(ctx, &plan, before, undeleted)
	return expected, found, nil
}
