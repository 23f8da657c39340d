// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"time"
)

// track is what is remembered of a cluster.
type track struct {
	// revision is what the cluster has now; empty if it does not have the workload. Got is when it got it, and gotAt is that time
	// for this plan; zero if it is not known.
	revision string
	got      Moment
	gotAt    time.Time
	// stable is what the cluster returns to; empty if it loses the workload then.
	stable string
	state  State
	// stateSince is since when the cluster is in its state; zero if that is as old as gotAt.
	stateSince time.Time
	// finished says that the cluster was finished with its revision once.
	finished bool
	// free says that the cluster returned without taking a place.
	free bool
	// held says that the cluster has had the revision since before this plan, and again that this plan tries it again.
	held, again bool
	// unnoted says that the memory has no times of the cluster although it is in motion. An apply notes them.
	unnoted bool
	// gone says that the cluster leaves.
	gone bool
}

// inState is since when the cluster is in its state.
func (t *track) inState() time.Time {
	if t.stateSince.IsZero() {
		return t.gotAt
	}
	return t.stateSince
}

// recall takes what is remembered of the clusters.
func (c *carry) recall(has map[string]string) {
	state := c.prior.StatesOf(c.prior.Revision)
	for i := range c.clusters {
		cluster := &c.clusters[i]
		name := cluster.name
		if cluster.revision, cluster.held = has[name], has[name] != ""; !cluster.held {
			cluster.state = StateWaiting
			continue
		}
		if c.prior.Revisions[name] != "" {
			cluster.stable = c.prior.ReturnsTo(name)
		}
		if c.prior.Revisions[name] != cluster.revision {
			continue
		}
		cluster.state = state(name)
		if times, ok := c.prior.Times.Clusters[name]; ok {
			cluster.got, cluster.gotAt, cluster.stateSince = times.Since, times.Since.at(c.req.Now), times.State
			cluster.finished, cluster.free = times.Finished, times.Free
			if times.Joined {
				cluster.stable = ""
			}
		} else if cluster.finished = cluster.isAtRest(); !cluster.finished && !c.req.Now.IsZero() {
			// An earlier version has not noted when it began: it begins with this plan.
			cluster.stateSince, cluster.unnoted = c.req.Now, true
			cluster.again = cluster.state == StateProgressing || cluster.state == StateSoaking
		}
		if cluster.state == StateLeaving || cluster.state == StateSkip || !cluster.chosen && !cluster.isBack() {
			cluster.state = c.withoutChoice(cluster)
		}
	}
}

// isAtRest reports whether the state is one of a revision that was complete once.
func (t *track) isAtRest() bool {
	switch t.state {
	case StateSucceeded, StateWaiting, StateLeaving, StateSkip, StateRolledBack:
		return true
	}
	return false
}

// isBack reports whether the cluster has returned to an earlier revision.
func (t *track) isBack() bool {
	return t.state == StateRollingBack || t.state == StateRolledBack || t.state == StateRollbackFailed
}

// withoutChoice is the state of a cluster that has left the decisions or was skipped, in the plan in which that happens and when
// it is back.
func (c *carry) withoutChoice(cluster *cluster) State {
	switch {
	case cluster.revision != c.prior.Revision:
		return StateWaiting
	case cluster.finished:
		return StateSucceeded
	}
	return StateProgressing
}

// begin finds out what is different since the last plan.
func (c *carry) begin() {
	same := c.prior.Revision == c.req.Revision
	retried := same && c.req.retries(c.prior)
	c.times = Times{Resumed: c.prior.Times.Resumed, Retried: c.prior.Times.Retried, Attempt: c.prior.Times.Attempt}
	if c.prior.Paused && !c.req.Paused {
		c.times.Resumed = c.thisApply()
	}
	if retried {
		c.times.Retried, c.times.Attempt = c.thisApply(), c.req.Retry
	} else if !same {
		c.times.Retried, c.times.Attempt = Moment{}, ""
	}
	c.givenUp = c.prior.GivenUpRevisions
	if retried || !same {
		c.tryRevision()
	} else if !c.isComplete() {
		c.breached, c.breachReason = c.prior.Breached, c.prior.BreachReason
		c.rollingBack = c.prior.Phase == PhaseRollingBack || c.prior.Phase == PhaseRolledBack
	}
	if !same && c.req.Revision != c.completed && c.prior.ended() {
		c.completed = c.prior.Revision
	}
	c.approved = approvals{c.req.ApprovedStages[c.attempt()], c.attempt()}
	if c.req.Abort && !c.breached {
		c.giveUp("it was aborted")
	}
	for i := range c.clusters {
		cluster := &c.clusters[i]
		switch {
		case !same, cluster.isBack() && c.isComplete() && !c.req.Abort:
			c.beginAnew(cluster)
		case retried:
			c.tryAgain(cluster)
		}
	}
	c.removeUnchosen()
}

// retries reports whether retry has changed. Without it, the rollout is the attempt that it was.
func (r *CarryRequest) retries(prior *Memory) bool { return r.Retry != "" && r.Retry != prior.Retry }

// thisApply is the moment of the apply of this plan.
func (c *carry) thisApply() Moment { return Moment{Planned: c.req.Now, Pending: true} }

// isComplete reports whether the revision is the last one that was complete. Then nothing returns to an earlier one: a rollout of
// it is a way back itself, or has reached its end.
func (c *carry) isComplete() bool { return c.completed == c.req.Revision }

// ended reports whether the rollout has reached every cluster, and those that failed are tolerated and not given up. Clusters
// that finished it return to it later, as to one that has partially failed.
func (m *Memory) ended() bool {
	finished, rest := m.finished()
	return !m.Breached && finished > 0 && rest == 0
}

// finished is how many chosen clusters have finished the revision, and how many are left that neither failed nor are skipped.
func (m *Memory) finished() (finished, rest int) {
	state := m.StatesOf(m.Revision)
	for i := range m.Waves {
		if m.Waves[i].removal() {
			continue
		}
		for _, name := range m.Waves[i].ClusterNames {
			switch state(name) {
			case StateSucceeded:
				finished++
			case StateFailed, StateTimeOut, StateSkip:
			default:
				rest++
			}
		}
	}
	return finished, rest
}

// keep lets a cluster return to the completed revision if it has finished it.
func (c *carry) keep(cluster *cluster) {
	if cluster.finished && cluster.revision != "" && cluster.revision == c.completed {
		cluster.stable = cluster.revision
	}
}

// beginAnew prepares a cluster for another revision than the last one, or for going on after it returned.
func (c *carry) beginAnew(cluster *cluster) {
	cluster.free = false
	switch {
	case !cluster.held || cluster.revision != c.req.Revision:
		cluster.state = StateWaiting
	case cluster.finished:
		cluster.state = StateSucceeded
	case cluster.state != StateFailed && cluster.state != StateTimeOut:
		cluster.state = StateProgressing
	}
}

// tryAgain lets a cluster try the revision again.
func (c *carry) tryAgain(cluster *cluster) {
	switch {
	case cluster.state == StateFailed || cluster.state == StateTimeOut:
		cluster.state, cluster.stateSince, cluster.again = StateProgressing, c.req.Now, true
	case cluster.isBack():
		c.beginAnew(cluster)
	}
}

// removeUnchosen removes the clusters that are no longer chosen: Open Cluster Management removes their workload in its next pass.
func (c *carry) removeUnchosen() {
	if !c.strategy.IsOCM() || c.req.Paused {
		return
	}
	for i := range c.clusters {
		c.clusters[i].gone = !c.clusters[i].chosen
	}
	c.drop()
}

// tryRevision makes the revision one that was not given up.
func (c *carry) tryRevision() {
	c.givenUp = slices.DeleteFunc(slices.Clone(c.givenUp), func(revision string) bool { return revision == c.req.Revision })
}

// giveUp stops the rollout. A revision that was complete once is not given up.
func (c *carry) giveUp(why string) {
	if c.breached, c.breachReason = true, why; c.isComplete() || slices.Contains(c.givenUp, c.req.Revision) {
		return
	}
	c.givenUp = append(slices.Clone(c.givenUp), c.req.Revision)
	c.givenUp = c.givenUp[max(0, len(c.givenUp)-maxHistory):]
}
