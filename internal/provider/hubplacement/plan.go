package hubplacement

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/framework"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/hubresource"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/placementconfig"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/provider/providerdata"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// hubPlacement is a placement on a hub, or one that is going to be there.
type hubPlacement struct {
	*managed.Target
	read      *framework.Reading
	now       func() time.Time
	what      string
	config    *placementconfig.Config
	arguments *Arguments
	reader    *tfvalue.Reader
	// last is the answer in the state, and lastDetails are those that it has; nil without an answer.
	last        *placementconfig.PriorState
	lastDetails planner.Details
	// prior is the placement so far, if it is on this hub.
	prior *manifest.Placement
	// memory is what the placement remembers beside its state, and hadDecided says that the hub has decided it before.
	memory     hubdecision.Memory
	hadDecided bool
	// policyChanged says that the placement itself changed after the accepted decisions.
	policyChanged bool
}

// read reads the configuration and the prior state of a placement on a hub, and finds the mistakes.
func (s *Store) read(ctx context.Context, config, state tftypes.Value) (*hubPlacement, diag.Diagnostics) {
	p := &hubPlacement{Target: s.Target, read: s.Reading, now: s.Now, config: &placementconfig.Config{}, arguments: &Arguments{},
		what: placementconfig.Title(config)}
	var err error
	if p.reader, err = s.Reading.Config(ctx, config, nil, p.config, &p.config.Limit, p.arguments); err != nil {
		return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The configuration cannot be read", err.Error())}
	}
	p.reader.Apart = placementconfig.ObjectAttributes
	if !state.IsNull() {
		arguments := []any{&p.lastDetails}
		if s.Exists() {
			p.prior = &manifest.Placement{}
			arguments = append(arguments, p.prior)
		}
		if p.last, err = placementconfig.ReadPriorState(ctx, s.Reading, state); err == nil {
			err = s.Reading.Prior(ctx, state, arguments...)
		}
		if err != nil {
			return nil, diag.Diagnostics{diag.NewErrorDiagnostic("The state cannot be read", err.Error())}
		}
	}
	if !s.IsHub() {
		return p, framework.Diagnostics(p.reader)
	}
	p.reader.Check(nil, p.config, validate("", &p.config.Placement))
	return p, append(framework.Diagnostics(p.reader), p.refuseWithoutHub(ctx, config)...)
}

// Plan plans a placement on a hub. Its outputs are what the hub has decided: while the placement changes they keep their last
// values, or are unknown if the apply waits for the new ones. What the hub is expected to decide is a warning.
func (s *Store) Plan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	resp.Diagnostics.Append(hubresource.NoteLast(ctx, s.Target, false, resp)...)
	p, diags := s.read(ctx, req.Config.Raw, req.State.Raw)
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	resp.Diagnostics.Append(p.notePredecessor(ctx, resp)...)
	if resp.Diagnostics.Append(p.recall(ctx, req.Private)...); resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(p.config.WarningDiagnostics(p.reader)...)
	planned, diags := p.check(ctx, &req, resp)
	if !diags.HasError() {
		diags = append(p.accept(&planned), diags...)
	}
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	outputs := p.outputs(planned.changes)
	resp.Diagnostics.Append(p.remember(ctx, &planned, resp)...)
	maps.Copy(outputs, hubresource.PlannedIdentity(s.Target))
	outputs["id"] = framework.IDOf(req.Plan.Raw, placementconfig.Keys)
	err := framework.KeepForms(ctx, s.Reading, placementconfig.ReadSome, placementconfig.UnorderedAttributes...)
	if err == nil {
		resp.Plan.Raw, err = framework.Fill(ctx, req.Plan.Raw, outputs)
	}
	if err != nil {
		resp.Diagnostics.AddError("The plan cannot be written", err.Error())
	}
}

// outputs are those of a plan. Changes says that the placement changes, or may change.
func (p *hubPlacement) outputs(changes bool) map[string]any {
	outputs := map[string]any{}
	waits := p.arguments.WaitForDecisions || p.reader.IsUnknown(tfvalue.Root("wait_for_decisions"))
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
		p.reader.IsUnknown(tfvalue.Root("with_labels")) || p.reader.IsUnknown(tfvalue.Root("with_claims"))
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

// check lets the hub check the placement, and says what it is expected to decide, as far as the placement is known.
func (p *hubPlacement) check(
	ctx context.Context, req *resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (plannedChange, diag.Diagnostics) {
	planned := plannedChange{changes: true}
	switch {
	case !p.IsKnownHub():
		return planned, p.unguarded(ctx, req, false)
	case len(p.reader.Unknown()) > 0:
		return planned, p.unchecked(ctx, req, resp)
	}
	change, found := Kind.Plan(ctx, p.Target, p.prior, &p.config.Placement, &p.arguments.Arguments, p.what)
	if found.HasError() {
		return planned, placementconfig.Findings(found)
	}
	var diags diag.Diagnostics
	was := change.Reference
	if planned.replaces, diags = p.replaces(change, resp); planned.replaces {
		was = change.Was
	} else {
		if change.IsSame() {
			planned.changes = false
			return planned, append(diags, p.guard(ctx, was)...)
		}
		last, more := hubresource.LastOf(ctx, p.Target, req, change.Reference)
		if more.HasError() {
			return planned, append(diags, more...)
		}
		more = placementconfig.Findings(change.Check(ctx, last))
		if diags.Append(more...); diags.HasError() {
			return planned, diags
		}
		planned.replaces = change.IsReplaced
	}
	var err error
	if change.Found != nil || planned.replaces {
		if planned.before, err = p.hubState(ctx, was, planned.replaces, p.Client.DecidedListed); err != nil {
			return planned, append(diags, hubresource.HubError(p.what, err))
		}
	} else if p.last != nil {
		// It is decided in the state alone so far.
		planned.before.Clusters = p.accepted()
	}
	after := change.Merged()
	if p.prior == nil && change.Found != nil {
		diags.Append(undeclaredFields(p.what, change.Reference, after, change.Set)...)
	}
	var more diag.Diagnostics
	planned.forecast, more = p.forecast(ctx, planned.before, after)
	return planned, append(diags, more...)
}

// replaces reports whether a placement on the hub cannot become the configured one.
func (p *hubPlacement) replaces(
	change *managed.Planned, resp *resource.ModifyPlanResponse,
) (replaces bool, diags diag.Diagnostics) {
	if p.prior == nil {
		return false, nil
	}
	if change.HasOtherKind() {
		resp.RequiresReplace.Append(path.Root(placementconfig.DialectOCM), path.Root(placementconfig.DialectKubeFleet),
			path.Root(placementconfig.DialectHybrid))
	}
	immutable := p.config.ReplacesObject(p.prior)
	for _, f := range immutable {
		resp.RequiresReplace.Append(path.Root(argumentOf(&f)))
	}
	return change.IsOther() || len(immutable) > 0, placementconfig.Findings(immutable)
}

// argumentOf is the argument that a finding is about.
func argumentOf(f *planner.Finding) string {
	return tfvalue.Locate(nil, reflect.TypeFor[placementconfig.Config](), f.At).Steps()[0].Name
}

// decidedReader reads what the hub has decided for a placement: anew, or from lists that readers share.
type decidedReader func(ctx context.Context, kind *hubobject.Kind, namespace, name string) (*manifest.Decided, error)

// hubState is what the hub has of a placement now, which is replaced or not. Clusters that were accepted last have the workload
// as well, even if the hub has not finished writing its decisions. Read is how the decisions are read.
func (p *hubPlacement) hubState(
	ctx context.Context, of hub.Reference, replaces bool, read decidedReader,
) (before hubdecision.Baseline, err error) {
	decided, err := read(ctx, of.Kind, of.Namespace, of.Name)
	if err != nil || decided == nil {
		return before, err
	}
	if before.Clusters = union(p.accepted(), decided.Names()); replaces {
		before.Replaces, before.Abandons = true, abandons(&decided.Placement)
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
		expected, found, err = p.expect(ctx, before, spec, afterPlan)
	}
	if err != nil {
		return nil, diag.Diagnostics{hubresource.HubError(p.what, err)}
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
		g := &watchedPlacement{hubPlacement: *p, before: &before, spec: spec, last: expected.Forecast}
		diags.Append(placementconfig.Findings(p.Hub.Plan.Watch(g))...)
	}
	return expected.Forecast, diags
}

// fleetTime says which fleet a prediction is for: that which the hub has, or that after the plan.
type fleetTime bool

const (
	beforePlan fleetTime = false
	afterPlan  fleetTime = true
)

// expect predicts what the hub decides for a placement, nil for the configured one. The prediction is nil if a finding is an
// error, and if nothing can be predicted.
func (p *hubPlacement) expect(
	ctx context.Context, before hubdecision.Baseline, spec *manifest.Placement, at fleetTime,
) (*hubdecision.Expectation, planner.Findings, error) {
	config := p.config.WithSpec(spec)
	config.Now, config.FromPlan = p.now().UTC(), bool(at)
	plan := planner.Change{Request: &config.Request, Limit: config.Limit}
	decided := before.Decided
	if decided == nil {
		decided = &manifest.Decided{}
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
	p.Hub.Plan.CountCompared(len(config.Fleet.Manifests.Clusters))
	expected, found := hubdecision.Expect(ctx, &plan, before)
	return expected, found, nil
}
