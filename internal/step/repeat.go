// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"context"
	"fmt"
	"slices"
)

// repeat runs the pass again as long as it changes something. Every pass that does starts, removes or gives up a cluster.
func (c *carry) repeat(ctx context.Context) error {
	clusters, tracks := slices.Clone(c.clusters), slices.Clone(c.tracks)
	resumed := false
	for range 3*len(c.clusters) + 4 {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("the rollout was interrupted: %w", err)
		}
		c.readStatuses()
		if err := c.decide(); err != nil {
			return err
		}
		if err := c.limit(); err != nil {
			return err
		}
		if c.breach != "" && !c.breached {
			// Nothing starts in the plan that stops the rollout.
			c.giveUp(c.whyBreached())
			c.goesOn = false
			c.clusters, c.tracks = slices.Clone(clusters), slices.Clone(tracks)
			continue
		}
		switch {
		case c.apply():
		case c.follows() && c.breach == "" && !resumed:
			c.breached, c.breachReason, resumed = false, "", true
			c.tryRevision()
		default:
			c.followBreach()
			return nil
		}
	}
	return nil
}

// follows reports whether a rollout is stopped only as long as the clusters say so, as on a hub: it was complete once, or nothing
// is rolled back.
func (c *carry) follows() bool {
	return c.breached && !c.req.Abort && (c.isComplete() || c.req.OnBreach != BreachRollsBack && !c.rollingBack)
}

// followBreach gives a complete rollout that is stopped the reason that the next plan finds.
func (c *carry) followBreach() {
	if c.isComplete() && c.follows() && c.breach != "" {
		c.breachReason = c.whyBreached()
	}
}

// apply does what a pass has decided, and reports whether there was something to do.
func (c *carry) apply() bool {
	still := c.req.Paused || c.breached
	changed := false
	for i := range c.clusters {
		cluster, t := &c.clusters[i], &c.tracks[i]
		switch {
		case cluster.outcome == TimedOut && t.state != StateTimeOut:
			t.state, t.stateSince, changed = StateTimeOut, c.req.Now, true
		case cluster.outcome == Starts && !still:
			c.move(t, c.req.Revision, StateProgressing)
			changed = true
		case cluster.outcome == Leaves && !still:
			t.gone, changed = true, true
		}
	}
	c.drop()
	return changed
}

// move gives a cluster a revision.
func (c *carry) move(t *track, revision string, state State) {
	if t.revision == "" {
		t.stable = ""
	}
	*t = track{revision: revision, got: c.thisApply(), since: c.req.Now, stable: t.stable, state: state}
}

// drop takes away the clusters that leave.
func (c *carry) drop() {
	if !slices.ContainsFunc(c.tracks, func(t track) bool { return t.gone }) {
		return
	}
	clusters, tracks := make([]cluster, 0, len(c.clusters)), make([]track, 0, len(c.tracks))
	for i := range c.clusters {
		// A chosen cluster stays in the rollout when it loses its workload.
		if t := c.tracks[i]; !t.gone {
			clusters, tracks = append(clusters, c.clusters[i]), append(tracks, t)
		} else if c.clusters[i].chosen {
			clusters, tracks = append(clusters, c.clusters[i]), append(tracks, track{state: StateWaiting})
		}
	}
	c.clusters, c.tracks = clusters, tracks
}
