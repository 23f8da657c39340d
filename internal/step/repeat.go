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
	clusters, resumed := slices.Clone(c.clusters), false
	for range 3*len(c.clusters) + 4 {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("the rollout was interrupted: %w", err)
		}
		c.readStatuses()
		if err := c.decide(); err != nil {
			return err
		}
		c.limit()
		if c.breach != "" && !c.breached {
			// Nothing starts in the plan that stops the rollout.
			c.giveUp(c.whyBreached())
			c.goesOn = false
			c.clusters = slices.Clone(clusters)
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
		cluster := &c.clusters[i]
		switch {
		case cluster.outcome == TimedOut && cluster.state != StateTimeOut:
			cluster.state, cluster.stateSince, changed = StateTimeOut, c.req.Now, true
		case cluster.outcome == Starts && !still:
			c.move(cluster, c.req.Revision, StateProgressing)
			changed = true
		case cluster.outcome == Leaves && !still:
			cluster.gone, changed = true, true
		}
	}
	c.drop()
	return changed
}

// move gives a cluster a revision.
func (c *carry) move(cluster *cluster, revision string, state State) {
	stable := cluster.stable
	if cluster.revision == "" {
		stable = ""
	}
	cluster.track = track{revision: revision, got: c.thisApply(), gotAt: c.req.Now, stable: stable, state: state}
}

// drop takes away the clusters that leave. A chosen cluster stays in the rollout when it loses its workload.
func (c *carry) drop() {
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.gone && cluster.chosen {
			cluster.track = track{state: StateWaiting}
		}
	}
	c.clusters = slices.DeleteFunc(c.clusters, func(one cluster) bool { return one.gone })
}
