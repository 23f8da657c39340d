// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

// Package effects says what a plan changes on a hub besides the objects themselves, such as the decisions of placements, and
// whether the hub takes an override beside the others. Each change is asked the same questions over the hub before it and after
// it. It knows nothing of Terraform.
package effects

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubobject"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hubview"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/world"
)

// Plan is what a process plans on a hub. Terraform plans resources in the order of their references and otherwise in any order:
// what is planned later of two changes, or of a change and a placement, reports what both have to do with each other.
type Plan struct {
	Client *hubview.Client
	// Compare warns of a changed placement that is decided as before today, and otherwise after a change of the fleet. It is nil if
	// nothing asks for that.
	Compare func(ctx context.Context, what string, fleet planner.Fleet, from, to world.Placement, now time.Time) finding.List

	// turn is held while a placement is predicted that counts the decisions of others.
	turn sync.Mutex

	mu        sync.Mutex
	questions []Question
	// changes only grow in place, so that a view keeps those that were planned when it was made.
	changes []hubview.Change
	// unknown are the objects of which a part is not known yet, as sentences name them.
	unknown []string
	// counted are the clusters of all predictions.
	counted int
}

// Question is asked about the changes of a plan.
type Question interface {
	// Covers reports whether a change of an object of a kind matters.
	Covers(kind *hubobject.Kind) bool
	// Ask says what a change changes.
	Ask(ctx context.Context, change *Change) (finding.List, error)
	// NotKnown are the findings about a change that cannot be compared, and why not. Of one with unknown values, only What is known.
	NotKnown(change *Change, why error) finding.List
}

// Change is a planned change, which What names in sentences. After is the hub after it.
type Change struct {
	hubview.Change
	What  string
	After *hubview.Planned
	plan  *Plan
}

// maxCounted bounds the predictions for a plan: the clusters of all of them together. It is about half a minute of Open Cluster
// Management's scheduler.
const maxCounted = 25_000_000

// ErrUnknownValues says that a change is not known as a whole.
var ErrUnknownValues = errors.New("some values are unknown until apply")

// UnknownValues is the sentence about a change with unknown values.
func (c *Change) UnknownValues() string {
	return "Some values are unknown until apply, of: " + c.What + ". "
}

// FleetQuestion is a question about the decisions of placements.
type FleetQuestion struct{}

// Covers reports whether the decisions about placements depend on a kind.
func (FleetQuestion) Covers(kind *hubobject.Kind) bool {
	return slices.Contains(hubobject.PlannedKinds, kind)
}

// NewPlan returns the plan of a hub. The lists of the hub have an object of a fleet that was written, so that it is no longer
// planned.
func NewPlan(client *hubview.Client) *Plan {
	p := &Plan{Client: client}
	forget := client.Written
	client.Written = func(name hub.Reference) {
		forget(name)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.changes = slices.DeleteFunc(slices.Clone(p.changes), func(change hubview.Change) bool {
			return change.Has(name) && slices.Contains(hubobject.PlannedKinds, name.Kind)
		})
	}
	return p
}

// Watch asks a question about what is planned from now on, and says what is not known of what was planned before.
func (p *Plan) Watch(question Question) finding.List {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.questions = append(p.questions, question)
	if len(p.unknown) == 0 {
		return nil
	}
	return question.NotKnown(&Change{What: excerpt.List(p.unknown, ", ")}, ErrUnknownValues)
}

// Unknown notes an object of one of the kinds of which a part is not known yet.
func (p *Plan) Unknown(what string, kinds []*hubobject.Kind) (findings finding.List) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unknown = append(p.unknown, what)
	for _, question := range p.questions {
		if slices.ContainsFunc(kinds, question.Covers) {
			findings = append(findings, question.NotKnown(&Change{What: what}, ErrUnknownValues)...)
		}
	}
	return findings
}

// Change notes a change, and says what it changes besides.
func (p *Plan) Change(ctx context.Context, what string, planned hubview.Change) (findings finding.List) {
	change, questions := p.note(what, planned)
	for _, question := range questions {
		if !question.Covers(change.Kind()) {
			continue
		}
		more, err := question.Ask(ctx, change)
		if findings = append(findings, more...); err != nil && ctx.Err() == nil {
			findings = append(findings, question.NotKnown(change, err)...)
		}
	}
	return findings
}

// note notes a change, and returns the questions about it.
func (p *Plan) note(what string, planned hubview.Change) (*Change, []Question) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changes = append(p.changes, planned)
	return &Change{planned, what, p.planned(), p}, slices.Clip(p.questions)
}

// Before is the hub after what was planned of other objects before the change.
func (c *Change) Before() *hubview.Planned {
	isOther := func(object *hubview.Object) bool { return !c.Has(object.Reference) }
	isSame := func(prior hubview.Change) bool { return !slices.ContainsFunc(prior.Objects(), isOther) }
	return &hubview.Planned{View: c.After.View, Changes: slices.DeleteFunc(slices.Clone(c.After.Changes), isSame)}
}

// Decides notes what the hub is expected to decide for a placement that the plan creates or changes; nothing for one that it
// deletes. The placements that are planned later count it.
func (p *Plan) Decides(namespace, name string, published []placement.PlacementDecision) {
	object := hubview.DecisionsObject(namespace, name, published)
	change := hubview.Change{Planned: object}
	if published == nil {
		change = hubview.Change{Prior: object}
	}
	p.note("", change)
}

// InTurn runs the prediction of a placement that counts the decisions of others while no other one runs: it counts the decisions
// of those that were planned before, and is counted by those after it.
func (p *Plan) InTurn(predict func(planned *hubview.Planned)) {
	p.turn.Lock()
	defer p.turn.Unlock()
	predict(p.Planned())
}

// Planned is the hub as it is after what was planned until now.
func (p *Plan) Planned() *hubview.Planned {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.planned()
}

func (p *Plan) planned() *hubview.Planned {
	return &hubview.Planned{View: p.Client.Shared, Changes: p.changes}
}

// Count counts the clusters of predictions, and reports whether those for the plan have too many together.
func (p *Plan) Count(clusters int) (isTooLarge bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counted += clusters
	return p.counted > maxCounted
}

// CheckSiblings finds what the hub refuses of a planned override because of the others: those that it has, and those that the
// same plan has created or changed before. One that gets another name does not count.
func (p *Plan) CheckSiblings(ctx context.Context, override *hubobject.Override) (field.ErrorList, error) {
	planned := hubview.OverrideObject(override.Rendered())
	change, _ := p.note("", hubview.Change{Planned: planned})
	prior := change.Before()
	prior.View = p.Client.Live
	siblings, err := prior.Overrides(ctx, planned.Kind, planned.Namespace)
	return planned.Override.ValidateBeside(siblings), err
}
