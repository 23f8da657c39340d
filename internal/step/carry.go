// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// carry is one step of a rollout from apply to apply.
type carry struct {
	strategyPass
	req *CarryRequest
	// begins says that the rollout takes over what the clusters have, and does nothing else.
	begins bool
	// prior is the memory; empty for a rollout that begins.
	prior *Memory
	// tracks are what is remembered of the clusters, at the same positions.
	tracks []track
	times  Times

	breached     bool
	breachReason string
	// completed is the last revision that was complete or taken over, and givenUp are those that were given up.
	completed string
	givenUp   []string
	// rollingBack says that clusters return to an earlier revision.
	rollingBack bool
	// goesOn says that the next plan goes on although nothing changes.
	goesOn bool
	// unplaced is why clusters are in no stage; nil if each is in one.
	unplaced error
	// countsAt is the first time at which a status says more than now: it is in the future, or not complete for long enough.
	countsAt time.Time
}

// Carry computes what the clusters shall have now. Prior is nil for a rollout that begins. The request is a valid one. An error
// is a *field.Error or a *placement.Misconfiguration.
//
// It repeats the pass of the strategy as long as one changes something, as the controllers of the hubs do: with the same request
// it changes nothing more until NextChange.
func Carry(ctx context.Context, req *CarryRequest, prior *Memory) (*Progress, error) {
	prior = cmp.Or(prior, &Memory{})
	c, err := newCarry(req, prior, prior.Revisions)
	if err != nil {
		return nil, err
	}
	c.begin()
	if err := c.repeat(ctx); err != nil {
		return nil, err
	}
	if c.rollsBack() {
		if err := c.rollBack(); err != nil {
			return nil, err
		}
	}
	p := c.progress()
	if c.unplaced != nil && (p.Starts || c.leavesOut()) {
		return nil, c.unplaced
	}
	return p, nil
}

// withoutTime is the time of a rollout without one, in which nothing depends on the time: every success was long ago.
var withoutTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// newCarry is a step of a rollout whose clusters have these revisions.
func newCarry(req *CarryRequest, prior *Memory, has map[string]string) (*carry, error) {
	c := &carry{req: req, prior: prior, completed: prior.CompletedRevision, strategyPass: strategyPass{
		strategy: &req.Strategy, groups: req.groups(), number: req.NumberOfClusters, now: req.Now, stays: true,
		approvalGroups: req.ApprovalGroups,
	}}
	if c.now.IsZero() {
		c.now = withoutTime
	}
	chosen, exists := req.chosen(), req.members()
	names := slices.Collect(maps.Keys(chosen))
	for name := range has {
		// A cluster that is neither chosen nor in the fleet has nothing that could be removed.
		if req.Fleet == nil || exists[name] {
			names = append(names, name)
		}
	}
	c.add(names, len(chosen), req.Fleet)
	c.recall(has)
	if err := c.setWaves(); err != nil {
		return nil, err
	}
	c.numberGroups()
	return c, nil
}

// setWaves keeps the waves of the rollout as long as it and its strategy are the same.
func (c *carry) setWaves() error {
	fresh, err := c.fresh()
	switch {
	case err != nil && c.strategy.Type != rollout.TypeExternal:
		return err
	case err != nil:
		fresh, c.unplaced = c.unstaged(), err
	}
	c.waves = fresh
	if c.prior.Revision == c.req.Revision && reflect.DeepEqual(&c.prior.Strategy, c.strategy) {
		c.waves, err = c.keepWaves(c.prior.Waves, fresh)
		return err
	}
	return nil
}

// leavesOut reports whether a chosen cluster in no stage would get the revision now: nothing else is what it waits for.
func (c *carry) leavesOut() bool {
	unstaged := c.membersOf(len(c.strategy.Stages))
	return !c.req.Paused && !c.breached && c.wait == "" && slices.ContainsFunc(unstaged, func(c *cluster) bool {
		return c.holds != holdsTarget && c.status != Skip
	})
}
