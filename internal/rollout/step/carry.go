package step

import (
	"maps"
	"reflect"
	"slices"
	"time"
)

// carried is one step of a rollout that is carried from apply to apply.
type carried struct {
	world
	req *CarryRequest
	// last is the memory; empty for a rollout that begins.
	last *Memory
	// tracks are what is remembered of the clusters, at the same positions.
	tracks []track

	breached         bool
	breachReason     string
	breachedRevision string
	completed        bool
	// rollingBack says that clusters return to the revision from before.
	rollingBack bool
	// goesOn says that the next plan goes on although nothing changes.
	goesOn bool
}

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

// Carry computes what the clusters shall have now. Last is nil for a rollout that begins. The request is a valid one. An error is
// a *field.Error or a *placement.Misconfiguration.
//
// It repeats the pass of the strategy as long as one changes something, as the controllers of the hubs do: with the same request
// it changes nothing more until NextChange.
func Carry(req *CarryRequest, last *Memory) (*Progress, error) {
	c, err := newCarried(req, last)
	if err != nil {
		return nil, err
	}
	if req.Given == nil {
		c.begin()
		if err := c.settle(); err != nil {
			return nil, err
		}
		if c.rollsBack() {
			if err := c.rollBack(); err != nil {
				return nil, err
			}
		}
	} else {
		c.adopt()
	}
	return c.progress(), nil
}

// timeless is the time of a rollout without one, in which nothing depends on the time: every success was long ago.
var timeless = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func newCarried(req *CarryRequest, last *Memory) (*carried, error) {
	if last == nil {
		last = &Memory{}
	}
	c := &carried{req: req, last: last, world: world{
		strategy: &req.Strategy, groups: req.groups(), number: req.NumberOfClusters, now: req.Now, stays: true,
		approved: approvalsOf(&req.Request),
	}}
	if c.now.IsZero() {
		c.now = timeless
	}
	has := last.Revisions
	if req.Given != nil {
		has = req.Given
	}
	chosen := map[string]bool{}
	for _, g := range c.groups {
		for _, name := range g.Clusters {
			chosen[name] = true
		}
	}
	exists := make(map[string]bool, len(req.Fleet))
	for i := range req.Fleet {
		exists[req.Fleet[i].Name] = true
	}
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
		t.previous, t.recorded = lookup(c.last.PreviousRevisions, name)
		switch t.revision {
		case c.last.Revision:
			t.moved = t.recorded && !c.last.Completed
		case c.last.BreachedRevision:
			t.moved = t.recorded
		}
	}
}

func lookup(m map[string]string, name string) (text string, ok bool) {
	text, ok = m[name]
	return text, ok
}

// setWaves keeps the waves of the rollout as long as it and its strategy are the same.
func (c *carried) setWaves() error {
	fresh, err := c.fresh()
	if err != nil {
		return err
	}
	c.waves = fresh
	if c.last.Revision == c.req.Revision && reflect.DeepEqual(&c.last.Strategy, c.strategy) {
		c.waves, err = c.keepWaves(c.last.Waves, fresh)
	}
	return err
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

// settle repeats the pass as long as it changes something. Every pass that does starts, removes or gives up a cluster.
func (c *carried) settle() error {
	clusters, tracks := slices.Clone(c.clusters), slices.Clone(c.tracks)
	for range 3*len(c.clusters) + 2 {
		c.look()
		if err := c.pass(); err != nil {
			return err
		}
		if c.breach != "" && !c.breached {
			// Nothing starts in the plan that stops the rollout.
			c.giveUp(c.breach)
			c.goesOn = false
			c.clusters, c.tracks = clusters, tracks
			continue
		}
		if !c.apply() {
			break
		}
	}
	return nil
}

// apply does what a pass has decided, and reports whether there was something to do.
func (c *carried) apply() bool {
	still := c.req.Paused || c.breached
	changed, done := false, true
	for i := range c.clusters {
		of, t := &c.clusters[i], &c.tracks[i]
		switch {
		case of.outcome == TimedOut && t.state != StateTimeOut:
			t.state, changed = StateTimeOut, true
		case of.outcome == Starts && !still:
			c.move(t, c.req.Revision, StateProgressing)
			changed = true
		case of.outcome == Leaves && !still:
			t.gone, changed = true, true
		}
		if of.chosen {
			done = done && (of.outcome == Finished || of.outcome == TimedOut || of.outcome == Continues && of.status == Failed)
		}
	}
	if done && !still && !changed && c.strategy.IsOCM() {
		// The clusters that are no longer chosen are the last wave.
		for i := range c.clusters {
			if !c.clusters[i].chosen {
				c.tracks[i].gone, changed = true, true
			}
		}
	}
	c.drop()
	return changed
}

// move gives a cluster a revision.
func (c *carried) move(t *track, revision string, state State) {
	if !t.moved {
		t.previous, t.recorded, t.moved = t.revision, true, true
	}
	if t.previous == revision {
		t.previous, t.recorded, t.moved = "", false, false
	}
	t.revision, t.since, t.held, t.state = revision, c.req.Now, false, state
}

// drop takes away the clusters that leave.
func (c *carried) drop() {
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

// adopt takes the revisions that are given: the clusters have them already.
func (c *carried) adopt() {
	for i := range c.tracks {
		t := &c.tracks[i]
		if t.held && t.state == "" {
			t.state = StateSucceeded
		}
	}
	c.look()
}
