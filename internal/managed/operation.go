// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package managed

import (
	"context"
	"encoding/json"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/finding"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/hub"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/tfvalue"
)

// Operation is a plan, a write, a refresh or a destruction of an object, with what Terraform has of it.
type Operation[T any] struct {
	*Target
	Kind *Kind[T]
	// What names the object in sentences.
	What string
	Now  func() time.Time
	// Object, Arguments and Reader are what was read of the configuration. Refreshes and destructions have none.
	Object    *T
	Arguments *Arguments
	Reader    *tfvalue.Reader
	// Configured reports whether an argument is null in the configuration, and whether it is known.
	Configured func(name string) (isNull, isKnown bool)
	// IsPlanned reports whether the plan that is applied knows an attribute.
	IsPlanned func(name string) bool
	// IsRenamed says that the plan has another id than the state.
	IsRenamed bool
	// State is the state so far; nil without one.
	State *State
	// Prior is the object that the state has on a hub, nil if it has none there.
	Prior *T
	// Stays says that the object of the state stays on its hub when the resource is destroyed or replaced.
	Stays       bool
	Notes       Notes
	expectation Expectation
}

// State is the state of an object.
type State struct {
	// OnDestroy is what it says about destroying the object.
	OnDestroy string
	// Read reads its attributes into structs, and Values returns some of them as they are.
	Read   func(targets ...any) error
	Values func(names ...string) (map[string]any, error)
}

// Notes are what is kept beside a state, by key.
type Notes struct {
	// Get returns what was kept, as JSON; nil if there is nothing.
	Get func(key string) []byte
	// Kept is what is kept from now on; nil removes it.
	Kept map[string]any
}

// Keep keeps something.
func (n *Notes) Keep(key string, what any) {
	if n.Kept == nil {
		n.Kept = map[string]any{}
	}
	n.Kept[key] = what
}

// ReadNote reads what was kept. It is nil if there is nothing that can be read.
func ReadNote[T any](n *Notes, key string) *T {
	if n.Get == nil {
		return nil
	}
	var what T
	if err := json.Unmarshal(n.Get(key), &what); err != nil {
		return nil
	}
	return &what
}

// Outcome is what an operation has found and what Terraform gets.
type Outcome struct {
	finding.List
	// IsFlawed says that the operation has ended because the reader of the configuration has found mistakes.
	IsFlawed bool
	// Outputs are attributes by name; nil if the state stays as it is.
	Outputs map[string]any
	// Replaces are the attributes because of which the resource is replaced.
	Replaces []string
	// IsGone says that the object does not exist any more.
	IsGone bool
}

// Add adds findings, and reports whether none of them is an error.
func (r *Outcome) Add(findings finding.List) bool {
	r.List = append(r.List, findings...)
	return !findings.HasError()
}

// HasFailed reports whether the operation has ended.
func (r *Outcome) HasFailed() bool { return r.IsFlawed || r.HasError() }

// Expectation is what controllers of a hub are expected to decide about an object.
type Expectation interface {
	// Plan adds to a plan after the hub has checked the change. Planned is nil as long as the hub or a part of the configuration is
	// not known.
	Plan(ctx context.Context, planned *Planned, into *Outcome)
	// Before is called in an apply before the object is written. The context ends with the timeout.
	Before(ctx context.Context, planned *Planned) finding.List
	// After returns outputs of an apply after the object was written. Limited ends with the timeout.
	After(limited, ctx context.Context, planned *Planned, written *hub.Object) (map[string]any, finding.List)
}

// Begin reads the object of the state on a hub, and finds out what controllers are expected to decide.
func (o *Operation[T]) Begin(ctx context.Context) *Outcome {
	out := &Outcome{}
	if o.Remains() {
		o.Prior, o.Stays = new(T), o.Kind.Leaves(o.State.OnDestroy)
		if !out.Add(o.readState(o.Prior)) {
			return out
		}
	}
	if o.Kind.Expect != nil && o.Hub != nil {
		var findings finding.List
		o.expectation, findings = o.Kind.Expect(ctx, o)
		out.Add(findings)
		out.IsFlawed = o.Reader.HasMistakes()
	}
	return out
}

// readState reads the state into structs.
func (o *Operation[T]) readState(targets ...any) finding.List {
	if err := o.State.Read(targets...); err != nil {
		return failure("The state cannot be read", err.Error())
	}
	return nil
}
