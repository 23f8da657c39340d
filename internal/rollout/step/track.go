package step

import "time"

// track is what is remembered of a cluster.
type track struct {
	// revision is what the cluster has now; empty if it does not have the workload. Since is when it got it; zero if that is not
	// known.
	revision string
	since    time.Time
	// previous is the revision before; empty if the cluster was new. Recorded says that there is one or the other.
	previous string
	recorded bool
	// moved says that the rollout, or one before that was given up, has changed the revision from previous.
	moved bool
	state State
	// held says that the cluster has had the revision since before this plan.
	held bool
	// gone says that the cluster leaves.
	gone bool
}

// recall takes what is remembered of the clusters.
func (c *carried) recall(has map[string]string) {
	c.tracks = make([]track, len(c.clusters))
	for i := range c.clusters {
		name, t := c.clusters[i].name, &c.tracks[i]
		t.revision, t.held = has[name], has[name] != ""
		if !t.held || c.last.Revisions[name] != t.revision {
			continue
		}
		t.state, t.since = c.last.State(name, c.last.Revision), c.last.Since[name]
		t.previous, t.recorded = c.last.PreviousRevisions[name]
		switch t.revision {
		case c.last.Revision:
			t.moved = t.recorded && !c.last.Completed
		case c.last.BreachedRevision:
			t.moved = t.recorded
		}
	}
}

// begin finds out what is different since the last plan.
func (c *carried) begin() {
	same := c.last.Revision == c.req.Revision
	retried := same && c.last.Retry != c.req.Retry
	if c.breachedRevision = c.last.BreachedRevision; retried {
		c.breachedRevision = ""
	}
	c.completed = same && c.last.Completed
	if same && !retried {
		c.breached, c.breachReason = c.last.Breached, c.last.BreachReason
		c.rollingBack = c.last.Phase == PhaseRollingBack || c.last.Phase == PhaseRolledBack
	}
	if c.req.Abort && !c.breached {
		c.giveUp("it was aborted")
	}
	for i := range c.tracks {
		t := &c.tracks[i]
		if !same {
			c.beginAnew(t)
		} else if retried {
			t.tryAgain(c.req.Now)
		}
		if t.held && t.since.IsZero() && t.state != StateSucceeded && t.revision == c.req.Revision {
			// The plans before had no time.
			t.since = c.req.Now
		}
	}
}

// beginAnew prepares a cluster for another revision than the last one.
func (c *carried) beginAnew(t *track) {
	// A cluster does not return to a revision that was given up.
	t.moved = t.recorded && t.revision == c.last.BreachedRevision
	t.state = StateWaiting
	if t.revision == c.req.Revision && !t.moved {
		// It has had the revision since an earlier rollout.
		t.state = StateSucceeded
	}
}

// tryAgain lets a cluster try the revision again.
func (t *track) tryAgain(now time.Time) {
	switch t.state {
	case StateFailed, StateTimeOut:
		t.state, t.since = StateProgressing, now
	case StateRollingBack, StateRolledBack:
		t.state = StateWaiting
	}
}

// giveUp gives the revision up. One that was complete once stays what clusters return to.
func (c *carried) giveUp(why string) {
	if c.breached, c.breachReason = true, why; !c.completed {
		c.breachedRevision = c.req.Revision
	}
}
