// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package placed

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubdecision"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/managed"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/manifest"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// The keys of the notes beside the state of a placement: what it remembers, and the clusters of the state. With -replace
// Terraform plans once more without the state, and PredecessorKey is all that such a plan knows of it.
const (
	MemoryKey      = "hub"
	PredecessorKey = "decisions"
)

// resultNames are the outputs of a placement, and hubResultNames those that a hub has. The others are null there.
var (
	resultNames    = tfvalue.Names(reflect.TypeFor[planner.Outputs]())
	hubResultNames = tfvalue.Names(reflect.TypeFor[hubdecision.Outputs]())
)

// accepted are the decisions that a state has.
type accepted struct {
	planner.State
	// Chosen are the whole decisions.
	Chosen []planner.Decision `json:"decisions,omitempty"`
	// Expected is what the plan of the last change has expected.
	Expected *hubdecision.Expected `json:"expected,omitempty"`
	// outputs are the computed attributes, by name.
	outputs map[string]any
}

// operation is one on a placement on a hub, or on one that is written there.
type operation struct {
	*managed.Operation[Config]
	// config is the configuration, and that of the state when the placement is read.
	config *Config
	// priorDecisions are those of the state, nil without them. priorDetails are the details that they were written with.
	priorDecisions *accepted
	priorDetails   planner.Details
	// memory is what the placement remembers beside its state. HadDecided says that the hub has decided it before, and hadPending
	// that the state shows moves that no plan has accepted.
	memory                 hubdecision.Memory
	hadDecided, hadPending bool
	// policyChanged says that the placement itself changed after the accepted decisions.
	policyChanged bool
	// isPlanned says that the outputs of an apply are those of its plan, and waits that it waits for the decisions.
	isPlanned, waits bool
	// priorHub is what the hub had before the write that is waited for, and forecast what it is expected to decide.
	priorHub hubdecision.Baseline
	forecast *hubdecision.Forecast
}

// newOperation reads what the placement remembers and what its state has.
func newOperation(o *managed.Operation[Config], config *Config) (*operation, error) {
	p := &operation{Operation: o, config: config}
	if memory := managed.ReadNote[hubdecision.Memory](&o.Notes, MemoryKey); memory != nil {
		p.memory, p.hadDecided, p.policyChanged = *memory, memory.HasDecided, memory.Written != nil
		p.hadPending = memory.Pending != nil
	}
	if o.State == nil {
		return p, nil
	}
	prior := &accepted{}
	if err := o.State.Read(prior, &p.priorDetails); err != nil || prior.Decisions == nil {
		// Nothing is decided yet, or the placement was just imported.
		return p, err
	}
	var err error
	prior.outputs, err = o.State.Values(resultNames...)
	p.priorDecisions = prior
	return p, err
}

// isUnknown reports whether an argument is not known yet.
func (p *operation) isUnknown(argument string) bool {
	return p.Reader.IsUnknown(tfvalue.Root(argument))
}

// failed is the error of a hub about the placement.
func (p *operation) failed(err error) planner.Findings {
	return planner.Findings{managed.ErrorFinding(p.What, err)}
}

// limited is the configuration as a change.
func (p *operation) limited() *planner.Transition {
	return &planner.Transition{Request: &p.config.Request, Limit: p.config.Limit}
}

// accepted are the clusters of the decisions in the state.
func (p *operation) accepted() []string {
	if p.priorDecisions == nil {
		return nil
	}
	return p.priorDecisions.Predecessor(false).Clusters
}

// decidedOutputs are the outputs of what a hub has decided.
func (p *operation) decidedOutputs(
	ctx context.Context, decided *decisions.Decided, moves diff.Changes,
) (map[string]any, error) {
	request, err := p.detailed(ctx, &decided.Placement)
	if err != nil {
		return nil, err
	}
	return hubOutputs(hubdecision.OutputsOf(request, decided, nil, &p.config.Details), moves), nil
}

// detailed is the request for a placement that the hub has, nil for the configured one, with the clusters whose labels or claims
// are asked for.
func (p *operation) detailed(ctx context.Context, spec *manifest.Placement) (*planner.Request, error) {
	request := p.requested(spec)
	if !p.needsClusters() {
		return &request, nil
	}
	return &request, p.readFleet(ctx, &request, p.Client.Shared)
}

// requested is the request for a placement that the hub has; nil for the configured one.
func (p *operation) requested(spec *manifest.Placement) planner.Request {
	request := p.config.Request
	if spec != nil {
		request.Placement = *spec
	}
	if request.Hybrid != nil {
		request.Kind = cmp.Or(request.Kind, p.Hub.Kind)
	}
	return request
}

// readFleet lists what the scheduler of a placement uses into its request, as a view has it.
func (p *operation) readFleet(ctx context.Context, request *planner.Request, view hubview.View) (err error) {
	request.Fleet.Manifests, err = p.Client.FleetOf(ctx, view, &request.Placement, request.Kind)
	return err
}

// needsClusters reports whether the outputs have labels or claims of the clusters.
func (p *operation) needsClusters() bool {
	return len(p.config.WithLabels)+len(p.config.WithClaims) > 0
}

// hubOutputs are all outputs of a placement on a hub, by name.
func hubOutputs(decided *hubdecision.Outputs, moves diff.Changes) map[string]any {
	values, outputs := tfvalue.Attributes(decided), map[string]any{}
	for _, name := range resultNames {
		outputs[name] = nil
		if slices.Contains(hubResultNames, name) {
			outputs[name] = values[name]
		}
	}
	outputs["skipped_kinds"] = map[string]int{} // A hub schedules every placement by the objects of its own kind.
	outputs["moves"] = planner.MovesOf(moves)
	return outputs
}

// chosen are the decisions of a plan that does not wait for others: the pending ones, or those of the state.
func (p *operation) chosen() []planner.Decision {
	if p.memory.Pending != nil {
		return p.memory.Pending.Decisions
	}
	return p.priorDecisions.Chosen
}

// plannedDetails are the chosen clusters of a plan, without the labels and claims that the apply reads from the hub.
func (p *operation) plannedDetails() map[string]any {
	clusters := map[string]any{}
	for name, cluster := range p.config.ByCluster(p.chosen(), &planner.Details{}) {
		attributes := tfvalue.Attributes(cluster)
		if len(p.config.WithLabels) > 0 || p.isUnknown("with_labels") {
			attributes["labels"] = tfvalue.Unknown
		}
		if len(p.config.WithClaims) > 0 || p.isUnknown("with_claims") {
			attributes["claims"] = tfvalue.Unknown
		}
		clusters[name] = attributes
	}
	return clusters
}

// writtenDetails are the chosen clusters of a plan, with the labels and claims that the hub has now.
func (p *operation) writtenDetails(ctx context.Context) (map[string]planner.ChosenCluster, error) {
	request, err := p.detailed(ctx, nil)
	if err != nil {
		return nil, err
	}
	return request.ByCluster(p.chosen(), &p.config.Details), nil
}

// hasNewDetails reports whether the chosen clusters have other labels or claims than in the state.
func (p *operation) hasNewDetails() bool {
	return !slices.Equal(p.config.WithLabels, p.priorDetails.WithLabels) ||
		!slices.Equal(p.config.WithClaims, p.priorDetails.WithClaims) ||
		p.isUnknown("with_labels") || p.isUnknown("with_claims")
}

// moves are the moves from the accepted decisions to those of the hub. Their reasons need the fleet of the hub.
func (p *operation) moves(ctx context.Context, decided *decisions.Decided) (diff.Changes, error) {
	request, hasFleet, err := p.withFleet(ctx, decided)
	if err != nil {
		return diff.Changes{}, err
	}
	return hubdecision.Moves(ctx, request, p.priorDecisions.Predecessor(p.policyChanged), decided, hasFleet), ctx.Err()
}

// withFleet is the request of what the hub has decided, with the fleet of the hub if the credentials may list it.
func (p *operation) withFleet(
	ctx context.Context, decided *decisions.Decided,
) (request *planner.Request, hasFleet bool, err error) {
	copied := p.requested(&decided.Placement)
	copied.Now = p.Now().UTC()
	if err = p.readFleet(ctx, &copied, p.Client.Shared); err != nil && hubview.LacksFleet(err) {
		return &copied, false, nil
	}
	return &copied, err == nil, err
}

// baseline is what the hub has of a placement now, which is replaced or not. Clusters that were accepted last have the workload
// as well, even if the hub has not finished writing its decisions.
func (p *operation) baseline(
	ctx context.Context, ref hub.Reference, replaces bool, view hubview.View,
) (baseline hubdecision.Baseline, err error) {
	decided, err := view.Decided(ctx, ref)
	if err != nil || decided == nil {
		return baseline, err
	}
	return p.baselineOf(decided, replaces), nil
}

func (p *operation) baselineOf(decided *decisions.Decided, replaces bool) (baseline hubdecision.Baseline) {
	// They are not nil, even if there are none: there is a placement.
	baseline.Clusters = append(append([]string{}, p.accepted()...), decided.Names()...)
	slices.Sort(baseline.Clusters)
	if baseline.Clusters = slices.Compact(baseline.Clusters); replaces {
		baseline.Replaces, baseline.Replaced, baseline.Abandons = true, decided, p.Stays || abandons(&decided.Placement)
		return baseline
	}
	baseline.Decided = decided
	if p.memory.Pending != nil {
		baseline.Lost = p.memory.Pending.Lost
	}
	if p.memory.Written != nil {
		baseline.Dropped = p.memory.Written.Dropped
	}
	return baseline
}

// abandons reports whether the clusters keep the workload when the hub deletes a placement.
func abandons(p *manifest.Placement) bool {
	return p.Strategy != nil && p.Strategy.DeleteStrategy != nil &&
		p.Strategy.DeleteStrategy.PropagationPolicy == rollout.PropagationAbandon
}

// undeclared is the warning about fields of an object that change the decisions and that the configuration does not set.
func (p *operation) undeclared(ref hub.Reference, object *hub.Object, set hubobject.Applied) planner.Findings {
	conflicts := object.Undeclared(ref.Kind, set)
	if len(conflicts) == 0 {
		return nil
	}
	return planner.Findings{{Warning: true, Title: p.What + " has fields on the hub that the configuration does not set",
		Text: "The hub decides by these fields, too:\n" + managed.ConflictLines(conflicts) + "Predictions take them into account. " +
			UndeclaredAdvice(ref)}}
}

// UndeclaredAdvice says what to do about such fields: an apply cannot remove a field that another manager has set.
func UndeclaredAdvice(ref hub.Reference) string {
	command := "kubectl edit " + ref.Kind.String() + " " + ref.Name
	if ref.Namespace != "" {
		command += " --namespace=" + ref.Namespace
	}
	return "Terraform does not remove fields of other field managers. Set them in the configuration to manage them, or remove " +
		"them with:\n" + command
}
