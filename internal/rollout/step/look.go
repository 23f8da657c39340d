package step

import (
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// longAgo is when something happened whose time does not matter any more.
var longAgo = time.Unix(0, 0).UTC()

// look tells the strategy what the clusters have, and in which state it is.
func (c *carried) look() {
	for i := range c.clusters {
		of, t := &c.clusters[i], &c.tracks[i]
		of.status, of.since, of.holds = "", time.Time{}, holdsNone
		of.started = t.revision == c.req.Revision && (t.moved || c.completed)
		switch t.revision {
		case "":
		case c.req.Revision:
			of.holds = holdsTarget
		default:
			of.holds = holdsOther
		}
		if s, ok := c.req.ClusterStatus[of.name]; ok && s.Status == Skip && (s.Revision == "" || s.Revision == c.req.Revision) {
			// This says what to do with the cluster, not what has become of a revision.
			of.status = Skip
		} else if of.holds != holdsNone {
			of.status, of.since = c.stateOf(of, t)
			if !t.held && c.isNews(of.status, of.since) {
				// A plan gives a cluster its revision before anything can have become of it.
				of.status, of.since, c.goesOn = c.working(), t.since, true
			}
		}
	}
}

// stateOf is the state of the revision that a cluster has, and since when.
func (c *carried) stateOf(of *cluster, t *track) (Status, time.Time) {
	s, given := c.req.ClusterStatus[of.name]
	counts := given && c.counts(&s, t)
	good := counts && (s.Status == Succeeded || s.Status == Available || s.Status == NotTrackable)
	atRest := of.holds == holdsOther && !t.moved && t.state != StateRollingBack
	switch {
	case t.state == StateTimeOut && !good:
		return TimeOut, t.since
	case (t.state == StateSucceeded || atRest) && (good || !counts):
		// It was complete once, for as long as the strategy asks for.
		if c.strategy.IsOCM() {
			return Succeeded, longAgo
		}
		return Available, t.since
	case counts && s.Status == ToApply:
		return Progressing, t.since
	case counts && s.LastTransitionTime.After(t.since):
		return s.Status, s.LastTransitionTime
	case counts:
		// Nothing can have become of a revision before the cluster got it: a state that is older is one of the revision before.
		return s.Status, t.since
	case c.req.requiresStatus():
		return c.working(), t.since
	}
	switch c.strategy.Type {
	case rollout.TypeRollingUpdate:
		return NotTrackable, t.since
	case rollout.TypeExternal:
		return Available, t.since
	}
	return Succeeded, t.since
}

// counts reports whether a status is about the revision that the cluster has: it names the revision, or it is not older than it.
func (c *carried) counts(s *ClusterStatus, t *track) bool {
	at := s.LastTransitionTime
	switch {
	case s.Revision != "" && s.Revision != t.revision:
		return false
	case !at.IsZero() && at.Before(c.retriedAt()) && !t.since.Before(c.retriedAt()):
		// It is what made somebody try again.
		return false
	case s.Revision != "":
		return true
	}
	return !at.IsZero() && !t.since.IsZero() && !at.Before(t.since)
}

// isNews reports whether a state says more than that the revision was given to the cluster.
func (c *carried) isNews(status Status, since time.Time) bool {
	switch status {
	case Progressing, NotAvailable:
		return false
	case Succeeded:
		return !c.now.Before(since.Add(limitsOf(c.strategy).MinSuccessTime.Duration))
	case NotTrackable:
		return c.strategy.Type != rollout.TypeRollingUpdate
	}
	return true
}

// working is the state of a revision that is not complete.
func (c *carried) working() Status {
	if c.strategy.IsOCM() {
		return Progressing
	}
	return NotAvailable
}

func (r *CarryRequest) requiresStatus() bool { return r.RequireStatus == nil || *r.RequireStatus }

// retriedAt is when failed clusters were tried again; zero if they never were.
func (c *carried) retriedAt() time.Time {
	switch {
	case c.last.Revision != c.req.Revision:
		return time.Time{}
	case c.last.Retry != c.req.Retry:
		return c.req.Now
	}
	return c.last.RetriedAt
}
