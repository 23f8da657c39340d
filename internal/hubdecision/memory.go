// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package hubdecision

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/decisions"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/placement/diff"
	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/planner"
)

// Memory is what a placement on a hub remembers beside its state. The decisions in the state are those that were accepted last: a
// refresh replaces them only with complete decisions that have all their clusters, and a plan accepts those that drop some.
type Memory struct {
	// Pending are the decisions that the hub has and that drop accepted clusters; nil without any.
	Pending *Pending `json:"pending,omitempty"`
	// Accepted are the decisions that were pending before the plan that accepts them, for its apply.
	Accepted *Pending `json:"accepted,omitempty"`
	// Written is the last change of the placement, until the hub has decided it; nil without any.
	Written *Written `json:"written,omitempty"`
	// HasDecided says that the hub has decided the placement at least once.
	HasDecided bool `json:"hasDecided,omitempty"`
	// Unsatisfied says why the placement is not satisfied on the hub; empty if it is.
	Unsatisfied string `json:"unsatisfied,omitempty"`
}

// Pending are decisions of a hub that a plan has to accept.
type Pending struct {
	Outputs
	// Lost are the accepted clusters that the decisions drop, without those that an earlier plan has accepted as leaving.
	Lost []string `json:"lost"`
	// Changes are all moves from the accepted decisions.
	Changes diff.Changes `json:"changes"`
}

// Written is a change of a placement that the hub may not have decided yet.
type Written struct {
	// At is the time of the apply.
	At time.Time `json:"at"`
	// Before are the clusters that the hub had chosen, and Expected those of the forecast.
	Before   []string `json:"before"`
	Expected []string `json:"expected"`
	// Dropped are the clusters that leave according to the plan of the change. They are not counted again.
	Dropped []string `json:"dropped,omitempty"`
}

// decisionPatience is how long after a change a decision is still expected to be the answer to it. Open Cluster Management
// decides every placement anew after 10 minutes at the latest.
const decisionPatience = 15 * time.Minute

// Observation is what a refresh finds out about the decisions of a hub.
type Observation struct {
	// IsComplete says that the hub has published a whole decision. If it has not, the accepted decisions stay.
	IsComplete bool
	// Lost are the accepted clusters that the hub no longer chooses and that no plan has accepted as leaving, by name.
	Lost []string
	// Late says that the hub has not decided the last change although it should have.
	Late bool
}

// IsAdopted reports whether the decisions replace the accepted ones without a plan.
func (o *Observation) IsAdopted() bool { return o.IsComplete && len(o.Lost) == 0 }

// Observe compares what a hub has published at a time with the accepted clusters. It returns the memory from then on, in which
// the caller sets the pending decisions if clusters are lost.
func (m *Memory) Observe(accepted []string, d *decisions.Decided, now time.Time) (Memory, Observation) {
	next := Memory{Written: m.Written, HasDecided: m.HasDecided}
	if !d.IsComplete() {
		return next, Observation{}
	}
	next.HasDecided = true
	var dropped []string
	if m.Written != nil {
		dropped = m.Written.Dropped
	}
	seen := Observation{IsComplete: true, Lost: without(accepted, append(d.Names(), dropped...))}
	if seen.IsAdopted() {
		next.Written = m.Written.after(d, now)
		seen.Late = next.Written != nil
	}
	return next, seen
}

// after is what is left of a change when the hub has published a whole decision: nothing if the hub has decided it.
func (w *Written) after(d *decisions.Decided, now time.Time) *Written {
	switch names := d.Names(); {
	case w == nil:
		return nil
	case planner.PublishedOn(d.Placement.Dialect()).Generation:
		// A complete decision is one of the present generation.
		return nil
	case SameClusters(names, w.Expected), !SameClusters(names, w.Before):
		return nil
	}
	left := *w
	if now.Sub(w.At) >= decisionPatience {
		left.Dropped = nil
	}
	return &left
}

// Plan is the memory after a plan that accepts the pending decisions and, if written is not nil, changes the placement.
func (m *Memory) Plan(written *Written) Memory {
	next := Memory{Accepted: m.Pending, Written: m.Written, HasDecided: m.HasDecided, Unsatisfied: m.Unsatisfied}
	if m.Pending != nil {
		next.Written = nil
	}
	if written != nil {
		next.Written = written
	}
	return next
}
