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

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// carry is one step of a rollout from apply to apply.
type carry struct {
	strategyPass
	req *CarryRequest
	// begins says that the rollout takes over what the clusters have, and does nothing else.
	begins bool
	// prior is the memory; empty for a rollout that begins.
	prior *Memory
	times Times

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
	c := newCarry(req, prior, prior.Revisions)
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
		if absent := req.Absent(); absent != nil { // No stage selects a cluster that the fleet does not have.
			return nil, absent
		}
		return nil, c.unplaced
	}
	return p, nil
}

// withoutTime is the time of a rollout without one, in which nothing depends on the time: every success was long ago.
var withoutTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// newCarry is a step of a rollout whose clusters have these revisions.
func newCarry(req *CarryRequest, prior *Memory, has map[string]string) *carry {
	others := maps.Clone(has)
	if exists := req.members(); req.Fleet != nil {
		// A cluster that is neither chosen nor in the fleet has nothing that could be removed.
		maps.DeleteFunc(others, func(name, _ string) bool { return !exists[name] })
	}
	c := &carry{
		req: req, prior: prior, completed: prior.CompletedRevision,
		strategyPass: *newStrategyPass(&req.Request, maps.Keys(others)),
	}
	c.stays, c.approvalGroups = true, req.ApprovalGroups
	if c.now.IsZero() {
		c.now = withoutTime
	}
	c.recall(has)
	c.setWaves()
	return c
}

// setWaves keeps the waves of the rollout as long as it and its strategy are the same.
func (c *carry) setWaves() {
	c.waves, c.unplaced = c.fresh()
	if c.unplaced != nil {
		c.waves = c.unstaged()
	}
	if c.prior.Revision == c.req.Revision && reflect.DeepEqual(&c.prior.Strategy, c.strategy) {
		c.waves = c.keepWaves(c.prior.Waves, c.waves)
	}
	if c.strategy.IsOCM() {
		c.groups = groupsOf(c.waves)
	}
}

// leavesOut reports whether a chosen cluster in no stage would get the revision now: nothing else is what it waits for.
func (c *carry) leavesOut() bool {
	unstaged := c.membersOf(len(c.strategy.Stages))
	return !c.req.Paused && !c.breached && c.wait == "" && slices.ContainsFunc(unstaged, func(c *cluster) bool {
		return c.holds != holdsTarget && c.status != Skip
	})
}

// Begin is a rollout that begins with the initial revisions: the clusters have them already, and return to them. Carry goes on
// from there.
func Begin(req *CarryRequest) *Memory {
	c := newCarry(req, &Memory{}, req.Initial)
	c.begins, c.completed = true, c.adopted()
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.held {
			cluster.state, cluster.finished, cluster.stable = StateSucceeded, true, cluster.revision
		}
	}
	c.readStatuses()
	p := c.progress()
	return &Memory{Strategy: req.Strategy, Revision: req.Revision, Retry: req.Retry, Paused: req.Paused, Progress: *p}
}

// adopted is the revision that all chosen clusters are taken over with or, apart from the one that is rolled out, most clusters;
// empty if there is none.
func (c *carry) adopted() string {
	isChosen := func(one *cluster) bool { return one.chosen }
	isOther := func(one *cluster) bool { return one.chosen && one.revision != c.req.Revision }
	if c.some(isChosen) && !c.some(isOther) {
		return c.req.Revision
	}
	counts := map[string]int{}
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.held && cluster.revision != c.req.Revision {
			counts[cluster.revision]++
		}
	}
	most := ""
	for _, revision := range slices.Sorted(maps.Keys(counts)) {
		if counts[revision] > counts[most] {
			most = revision
		}
	}
	return most
}

// InitialWarnings finds clusters of the initial revisions that nothing knows.
func (r *CarryRequest) InitialWarnings() field.ErrorList {
	known := r.members()
	maps.Copy(known, r.chosen())
	var errs field.ErrorList
	for _, name := range slices.Sorted(maps.Keys(r.Initial)) {
		if !known[name] {
			errs = append(errs, field.Forbidden(initialRevisions.Key(name), "neither the chosen clusters nor the fleet have a cluster of "+
				"this name, so it leaves the rollout"+excerpt.DidYouMean(name, slices.Sorted(maps.Keys(known)))))
		}
	}
	return errs
}
