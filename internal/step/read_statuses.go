// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// longAgo is when something happened whose time no longer matters.
var longAgo = time.Unix(0, 0).UTC()

// readStatuses tells the strategy what the clusters have, and in which state it is.
func (c *carry) readStatuses() {
	c.countsAt = time.Time{}
	for i := range c.clusters {
		cluster := &c.clusters[i]
		cluster.status, cluster.since, cluster.statusSince = "", time.Time{}, time.Time{}
		cluster.holds, cluster.reported = holdsNone, false
		cluster.started = cluster.revision == c.req.Revision && (cluster.stable != c.req.Revision || c.isComplete())
		switch cluster.revision {
		case "":
		case c.req.Revision:
			cluster.holds = holdsTarget
		default:
			cluster.holds = holdsOther
		}
		if s, ok := c.req.ClusterStatus[cluster.name]; ok && s.Status == Skip && (s.Revision == "" || s.Revision == c.req.Revision) {
			// This says what to do with the cluster, not what has become of a revision.
			cluster.status = Skip
		} else if cluster.holds != holdsNone {
			c.observe(cluster)
		}
	}
}

// observe finds out in which state a cluster with the workload is.
func (c *carry) observe(cluster *cluster) {
	cluster.status, cluster.statusSince = c.stateOf(cluster)
	if (!cluster.held || cluster.again && !cluster.reported) && c.isNews(cluster.status, cluster.statusSince) {
		// A plan gives a cluster its revision, or tries it again, before anything can have become of it.
		cluster.status, cluster.statusSince, c.goesOn = c.working(), cluster.inState(), true
	}
	if cluster.held && cluster.holds == holdsOther && cluster.revision == c.completed && !cluster.isBack() {
		// It has joined a rollout that was complete.
		done, doneAt := c.isDone(cluster)
		if cluster.finished = cluster.finished || done; !cluster.finished && !doneAt.IsZero() {
			c.countsFrom(doneAt)
		}
		c.keep(cluster)
	}
	cluster.since = cluster.statusSince
	if cluster.status == Progressing || cluster.status == Failed || cluster.status == NotAvailable {
		cluster.since = c.deadlineFrom(cluster.statusSince)
	}
}

// deadlineFrom is when progress_deadline begins for a state that began at a time: with the state, or when the rollout was resumed
// or tried again. It is zero while the rollout is paused, and if it is not known.
func (c *carry) deadlineFrom(since time.Time) time.Time {
	if c.req.Paused || since.IsZero() {
		return time.Time{}
	}
	return later(since, later(c.times.Resumed.at(c.req.Now), c.times.Retried.at(c.req.Now)))
}

// later is the later one of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// stateOf is the state of the revision that a cluster has, and since when.
func (c *carry) stateOf(cluster *cluster) (Status, time.Time) {
	s, given := c.req.ClusterStatus[cluster.name]
	counts := given && c.counts(&s, cluster)
	good := counts && s.isGood()
	finished := cluster.state == StateSucceeded ||
		cluster.finished && (cluster.state == StateWaiting || cluster.state == StateRolledBack)
	retried := c.times.Retried.at(c.req.Now)
	// A failure that is older than the retry is the reason for the new attempt. The cluster is not known to be any better.
	dropped := counts && s.isFailure() && !s.LastTransitionTime.IsZero() && s.LastTransitionTime.Before(retried)
	cluster.reported = counts && !dropped
	switch {
	case cluster.state == StateTimeOut && !good:
		return TimeOut, cluster.inState()
	case dropped:
		return c.working(), c.sinceOf(c.working(), time.Time{}, cluster)
	case finished && (good || !counts):
		// It was complete once, for as long as the strategy asks for.
		if c.strategy.IsOCM() {
			return Succeeded, longAgo
		}
		return Available, cluster.inState()
	case counts && s.Status == ToApply:
		return Progressing, c.sinceOf(Progressing, time.Time{}, cluster)
	case counts:
		return s.Status, c.sinceOf(s.Status, s.LastTransitionTime, cluster)
	case cluster.state == StateFailed:
		// It was seen to fail, and nothing else was seen since.
		return Failed, cluster.inState()
	case c.req.requiresStatus():
		return c.working(), c.sinceOf(c.working(), time.Time{}, cluster)
	}
	since := cluster.gotAt
	if since.IsZero() {
		since = cluster.stateSince
	}
	since = later(since, retried)
	switch c.strategy.Type {
	case rollout.TypeRollingUpdate:
		return NotTrackable, since
	case rollout.TypeExternal:
		return Available, since
	}
	return Succeeded, since
}

// isFailure reports whether the status is one of a revision that failed.
func (s *ClusterStatus) isFailure() bool { return s.Status == Failed || s.Status == TimeOut }

// isGood reports whether the status is one of a revision that is complete.
func (s *ClusterStatus) isGood() bool {
	return s.Status == Succeeded || s.Status == Available || s.Status == NotTrackable
}

// sinceOf is since when a cluster has a status whose time may be known: not before it got the revision, in which nothing can have
// become of it. Without a time, a status that the cluster had in the last plan is as old as then, and any other begins now.
func (c *carry) sinceOf(status Status, since time.Time, cluster *cluster) time.Time {
	switch {
	case since.After(cluster.gotAt):
		return since
	case !since.IsZero() || !cluster.held:
		return cluster.gotAt
	case cluster.state.has(status):
		return cluster.inState()
	}
	return later(c.req.Now, cluster.gotAt)
}

// has reports whether a cluster in the state has a status.
func (s State) has(status Status) bool {
	switch s {
	case StateProgressing, StateRollingBack:
		return status == Progressing || status == NotAvailable
	case StateFailed, StateRollbackFailed:
		return status == Failed
	case StateTimeOut:
		return status == TimeOut
	case StateSoaking, StateSucceeded, StateRolledBack:
		return status == Succeeded || status == Available || status == NotTrackable
	}
	return false
}

// counts reports whether a status is about the revision that the cluster has: it names the revision, and it is neither older than
// that nor in the future. Without a revision it needs a time. A revision that was complete once may be older: a cluster that was
// to get another one, and never did, has it since before.
func (c *carry) counts(s *ClusterStatus, cluster *cluster) bool {
	since := s.LastTransitionTime
	switch {
	case s.Revision != "" && s.Revision != cluster.revision:
		return false
	case since.IsZero():
		return s.Revision != ""
	case since.After(c.now):
		c.countsFrom(since)
		return false
	case s.isBefore(cluster.gotAt) &&
		(s.Revision == "" || cluster.revision != cluster.stable || cluster.finished && !s.isGood()):
		return false
	}
	from := cluster.inState()
	return s.Revision != "" || !from.IsZero() && (!cluster.gotAt.IsZero() || !s.isBefore(from))
}

// countsFrom notes a time at which a status says more than now.
func (c *carry) countsFrom(moment time.Time) {
	if c.countsAt.IsZero() || moment.Before(c.countsAt) {
		c.countsAt = moment
	}
}

// isBefore reports whether a status is older than what happened at a time. The clock of the cluster or of the hub may be behind
// that of the machine that applies, and its times are whole seconds: a status that names its revision may be a little older. It
// would never count otherwise, because a condition keeps its time.
func (s *ClusterStatus) isBefore(moment time.Time) bool {
	moment = moment.Truncate(time.Second)
	if s.Revision != "" {
		moment = moment.Add(-clockSkew)
	}
	return s.LastTransitionTime.Before(moment)
}

// isNews reports whether a state says more than that the revision was given to the cluster.
func (c *carry) isNews(status Status, since time.Time) bool {
	switch status {
	case Progressing, NotAvailable:
		return false
	case Succeeded:
		return !c.now.Before(since.Add(c.strategy.Limits().MinSuccessTime.Duration))
	case NotTrackable:
		return c.strategy.Type != rollout.TypeRollingUpdate
	}
	return true
}

// working is the state of a revision that is not complete.
func (c *carry) working() Status {
	if c.strategy.IsOCM() {
		return Progressing
	}
	return NotAvailable
}

func (r *CarryRequest) requiresStatus() bool { return r.RequireStatus == nil || *r.RequireStatus }
