// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/consumers"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// expect reads what a placement remembers of its hub, and finds the mistakes in it.
func expect(_ context.Context, o *managed.Operation[Config]) (managed.Expectation, planner.Findings) {
	p, err := newOperation(o, o.Object)
	if err != nil {
		return nil, planner.Findings{{Title: "The state cannot be read", Text: err.Error()}}
	}
	if o.Reader.Independent = ObjectAttributes; o.IsHub() {
		o.Reader.Check(nil, o.Object, validate(&o.Object.Placement))
		refuseWithoutHub(o)
	}
	if !o.Reader.HasMistakes() {
		Warn(o.Reader, o.Object, &o.Object.Request, &o.Object.Limit)
	}
	return p, nil
}

// plannedChange is what a plan does with a placement on a hub.
type plannedChange struct {
	// changes says that the placement changes, or may change, and replaces that it is replaced.
	changes, replaces bool
	// prior is what the hub has, and forecast what it is expected to decide; nil if nothing changes, and if nothing can be
	// predicted.
	prior    hubdecision.Baseline
	forecast *hubdecision.Forecast
}

// Plan expects what the hub decides after the change, and warns of it. The outputs are what it has decided: while the placement
// changes they keep their last values, or are unknown if the apply waits for the new ones.
func (p *operation) Plan(ctx context.Context, change *managed.Planned, out *managed.Outcome) {
	if p.priorDecisions != nil {
		p.Notes.Keep(PredecessorKey, planner.Predecessor{Clusters: p.priorDecisions.Predecessor(false).Clusters})
	}
	planned, findings := p.plan(ctx, change, out)
	var expected any
	if !findings.HasError() {
		var more planner.Findings
		expected, more = p.expected(ctx, change, planned)
		findings = slices.Concat(p.accept(ctx, change, planned), findings, more)
	}
	if !out.Add(findings) {
		return
	}
	maps.Copy(out.Outputs, p.outputs(planned.changes))
	out.Outputs[ExpectedOutput] = expected
	p.remember(planned)
}

// outputs are those of a plan. Changes says that the placement changes, or may change.
func (p *operation) outputs(changes bool) map[string]any {
	outputs := map[string]any{}
	waits := p.Object.WaitForDecisions || p.isUnknown("wait_for_decisions")
	mayStayOffline := p.IsUnknown && !p.IsHub()
	if p.priorDecisions == nil || changes && waits || mayStayOffline || p.memory.Pending != nil && p.isLimitUnknown() {
		for _, name := range resultNames {
			outputs[name] = tfvalue.Unknown
		}
		return outputs
	}
	if maps.Copy(outputs, p.priorDecisions.outputs); p.memory.Pending != nil {
		maps.Copy(outputs, hubOutputs(&p.memory.Pending.Outputs, p.memory.Pending.Changes))
	}
	if p.hasNewDetails() {
		outputs["decisions_by_cluster"] = p.plannedDetails()
	}
	return outputs
}

// plan says what the hub is expected to decide, as far as the placement is known.
func (p *operation) plan(
	ctx context.Context, change *managed.Planned, out *managed.Outcome,
) (*plannedChange, planner.Findings) {
	planned := &plannedChange{changes: true}
	switch {
	case !p.IsKnownHub():
		return planned, p.unguarded(false)
	case change == nil:
		return planned, p.unchecked(out)
	case change.HasOtherKind():
		out.Replaces = append(out.Replaces, dialectNames...)
	}
	prior := change.Reference
	switch planned.replaces = change.IsOther() || change.IsReplaced; {
	case change.IsOther():
		if prior = change.PriorReference; prior.Kind == hubobject.Placement && !p.Stays {
			p.Hub.Plan.Decides(prior.Namespace, prior.Name, nil)
		}
	case change.IsSame():
		planned.changes = false
		return planned, p.guard(ctx, prior)
	}
	var err error
	if change.Found != nil || planned.replaces {
		if planned.prior, err = p.baseline(ctx, prior, planned.replaces, p.Client.Shared); err != nil {
			return planned, p.failed(err)
		}
	} else if p.priorDecisions != nil {
		// It is decided in the state alone so far.
		planned.prior.Clusters = p.accepted()
	}
	after := change.Merged()
	var findings, more planner.Findings
	if p.Prior == nil && change.Found != nil {
		findings = p.undeclared(change.Reference, after, change.Set)
	}
	planned.forecast, more = p.predict(ctx, planned.prior, after)
	if findings = append(findings, more...); !findings.HasError() {
		findings = slices.Concat(findings, p.nearest(ctx, planned, after), p.manifests(ctx, planned, after))
	}
	return planned, findings
}

// manifests warns of the clusters that the placement keeps and that get other manifests, and of what it selects. After is the
// object after the change.
func (p *operation) manifests(ctx context.Context, planned *plannedChange, after *hub.Object) planner.Findings {
	spec, err := specOf(after)
	if p.config.KubeFleet == nil || err != nil {
		return nil
	}
	spec = cmp.Or(spec, &p.config.Placement)
	clusters := planned.prior.Clusters
	if planned.forecast != nil {
		clusters = planned.forecast.ClusterNames
	}
	change := hubview.Change{Planned: hubview.PlacementObject(spec, clusters)}
	if prior := planned.prior.Decided; prior != nil {
		change.Prior = hubview.PlacementObject(&prior.Placement, planned.prior.Clusters)
	} else if planned.replaces && p.Prior != nil && !p.Stays {
		change.Prior = hubview.PlacementObject(&p.Prior.Placement, nil)
	}
	return p.Hub.Plan.Change(ctx, p.What, change)
}

// specOf reads a placement from its object; nil is none.
func specOf(object *hub.Object) (*manifest.Placement, error) {
	if object == nil {
		return nil, nil //nolint:nilnil // No object is no error.
	}
	raw, err := json.Marshal(object.Fields)
	if err != nil {
		return nil, err
	}
	spec, err := manifest.ReadStoredPlacement(raw)
	return &spec, err
}

// predict predicts what the hub decides after a change. After is the object with the fields that others have set, nil if the hub
// gets what is configured. The forecast is nil after an error, and if nothing can be predicted.
func (p *operation) predict(
	ctx context.Context, baseline hubdecision.Baseline, after *hub.Object,
) (*hubdecision.Forecast, planner.Findings) {
	spec, err := specOf(after)
	var expected *hubdecision.Expectation
	var findings planner.Findings
	if err == nil {
		predict := func(planned *hubview.Planned) { expected, findings, err = p.expect(ctx, baseline, spec, planned, true) }
		if p.config.OCM != nil {
			p.Hub.Plan.InTurn(predict)
		} else {
			predict(p.Hub.Plan.Planned())
		}
	}
	switch {
	case err != nil:
		return nil, p.failed(err)
	case expected == nil:
		return nil, findings
	}
	if findings = expected.Findings(ctx); findings.HasError() {
		return nil, findings
	}
	if baseline.Clusters != nil && !baseline.Replaces {
		findings = append(findings, p.Hub.Plan.Watch(&fleetMoves{
			operation: *p, isChanged: true, spec: spec, prior: &baseline, predicted: expected.Forecast,
		})...)
	}
	return expected.Forecast, findings
}

// expect predicts what the hub decides with a fleet for a placement, nil for the configured one. IsChanged says that the plan
// changes the placement, too, before or after it changes the fleet. The prediction is nil if a finding is an error, and if
// nothing can be predicted.
func (p *operation) expect(
	ctx context.Context, baseline hubdecision.Baseline, spec *manifest.Placement, fleet *hubview.Planned, isChanged bool,
) (*hubdecision.Expectation, planner.Findings, error) {
	request := p.requested(spec)
	request.Now = p.Now().UTC()
	transition := &planner.Transition{Request: &request, Limit: p.config.Limit}
	unforeseen := request.Predictable(cmp.Or(baseline.Decided, &decisions.Decided{}))
	if unforeseen == nil || p.needsClusters() {
		switch err := p.readFleet(ctx, &request, fleet); {
		case err == nil:
		case hubview.LacksFleet(err) && !p.needsClusters():
			unforeseen = err
		default:
			return nil, nil, err
		}
	}
	if unforeseen != nil {
		return nil, hubdecision.Unforeseen(transition, baseline, unforeseen), nil
	}
	p.Hub.Plan.Count(len(request.Fleet.Manifests.Clusters))
	var undeleted *planner.Fleet
	if isChanged && fleet.Deletes() {
		other := request
		if err := p.readFleet(ctx, &other, fleet.BeforeDeletions()); err != nil {
			return nil, nil, err
		}
		undeleted = &other.Fleet
		p.Hub.Plan.Count(4 * len(undeleted.Manifests.Clusters))
	}
	expected, findings := hubdecision.Expect(ctx, transition, baseline, undeleted)
	if expected == nil {
		return nil, findings, nil
	}
	if request.OCM != nil {
		if isChanged {
			p.Hub.Plan.Decides(request.Namespace, request.Name, expected.Published())
		}
		if err := p.after(ctx, expected, &request, fleet); err != nil {
			return expected, findings, err
		}
	}
	move := &consumers.Move{IsDeleted: baseline.Replaces}
	move.Left, move.Joined = expected.Moving()
	var err error
	expected.Consequences, err = p.Client.Consequences(ctx, cmp.Or(baseline.Decided, baseline.Replaced), move)
	return expected, findings, err
}

// after tells a prediction which other placements of the plan it takes as decided before.
func (p *operation) after(
	ctx context.Context, expected *hubdecision.Expectation, request *planner.Request, planned *hubview.Planned,
) error {
	var prior []string
	for _, ref := range planned.Predicted() {
		if other := (manifest.Placement{Namespace: ref.Namespace, Name: ref.Name}); other.FullName() != request.FullName() {
			prior = append(prior, other.FullName())
		}
	}
	if len(prior) == 0 || !expected.CountsOthers() {
		return nil
	}
	undecided := *request
	if err := p.readFleet(ctx, &undecided, planned.BeforeDecisions()); err != nil {
		return err
	}
	p.Hub.Plan.Count(len(undecided.Fleet.Manifests.Clusters))
	expected.After(ctx, prior, &undecided.Fleet)
	return nil
}

// unchecked are the findings about a change of which a part is not known yet. Terraform plans it once more during apply, when it
// is checked before anything is written. A replacement is not: its placement is deleted before that plan.
func (p *operation) unchecked(out *managed.Outcome) planner.Findings {
	immutable, names := p.knownImmutable(), p.mayBeReplaced()
	for _, refused := range immutable {
		names = append(names, managed.ArgumentOf[Config](&refused))
	}
	out.Replaces = append(out.Replaces, names...)
	findings := append(immutable, p.unguarded(len(names) > 0)...)
	if findings.HasError() {
		return findings
	}
	return append(findings, planner.Finding{Warning: true, Title: p.What + " is checked during apply", Text: "Some values are " +
		"unknown until apply, so the change cannot be validated, and what the hub will decide cannot be predicted."})
}

// unguarded refuses a replacement that cannot be checked, if max_moves limits the moves.
func (p *operation) unguarded(replaces bool) planner.Findings {
	change := p.limited()
	switch {
	case p.State == nil:
		change.Replaced = managed.ReadNote[planner.Predecessor](&p.Notes, PredecessorKey)
	case p.priorDecisions != nil && (replaces || p.IsRenamed):
		change.Replaced = p.priorDecisions.Predecessor(false)
	}
	return change.Unguarded(p.isUnknown("max_moves"))
}

// knownImmutable are the changes that a hub refuses, of the arguments that are known as a whole.
func (p *operation) knownImmutable() planner.Findings {
	if p.Prior == nil {
		return nil
	}
	unknown := p.Reader.Unknown()
	return slices.DeleteFunc(p.config.ReplacesObject(&p.Prior.Placement), func(f planner.Finding) bool {
		name := managed.ArgumentOf[Config](&f)
		return slices.ContainsFunc(unknown, func(path *tfvalue.Path) bool { return path.Steps()[0].Name == name })
	})
}

// mayBeReplaced are the attributes that are not known yet and that a hub does not let change.
func (p *operation) mayBeReplaced() (names []string) {
	if p.Prior == nil {
		return nil
	}
	const kubeFleet = string(placement.DialectKubeFleet)
	switch dialect := p.Prior.Dialect(); {
	case !p.isUnknown(string(dialect)) && !slices.Contains(p.config.Dialects(), dialect):
		return slices.Clone(dialectNames)
	case p.Prior.KubeFleet == nil:
		return nil
	case p.Reader.IsUnknown(tfvalue.Root(kubeFleet).Attribute("placement_type")):
		names = append(names, kubeFleet)
	}
	if p.isUnknown("status_reporting_scope") {
		names = append(names, "status_reporting_scope")
	}
	return names
}
