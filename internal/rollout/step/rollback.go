package step

import (
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// rollsBack reports whether clusters return to an earlier revision.
func (c *carry) rollsBack() bool {
	wanted := c.req.Abort || c.req.OnBreach == BreachRollsBack || c.rollingBack
	c.rollingBack = c.breached && wanted && !c.isComplete()
	return c.rollingBack && !c.req.Paused
}

// rollBack returns the clusters to what was complete before. A cluster that was new loses the workload. Those
// that failed, timed out or never reported return at once; the others in the reverse order of the waves, so many at a time.
func (c *carry) rollBack() error {
	c.nextChange = time.Time{}
	busy := 0
	for i := range c.tracks {
		t := &c.tracks[i]
		if !t.isBack() {
			continue
		}
		if err := c.comesBack(i); err != nil {
			return err
		}
		if t.state == StateRollingBack && !t.free {
			busy++
		}
	}
	limit, err := c.rollbackLimit()
	if err != nil {
		return err
	}
	for _, i := range c.backwards() {
		t := &c.tracks[i]
		switch broken := c.isBroken(i); {
		case !c.isAway(t):
		case t.stable == "":
			t.gone = true
		case broken || busy < limit:
			c.move(t, t.stable, StateRollingBack)
			if t.free = broken; !broken {
				busy++
			}
			if err := c.comesBack(i); err != nil {
				return err
			}
		}
	}
	c.drop()
	return c.observeBack()
}

// observeBack observes the clusters while others return.
func (c *carry) observeBack() error {
	back := c.nextChange
	c.readStatuses()
	err := c.decide()
	if err == nil {
		err = c.limit()
	}
	if !back.IsZero() {
		c.changesAt(back)
	}
	return err
}

// isAway reports whether a cluster has another revision than the one that it returns to: the one that was given up now, or one
// before that no rollout has completed.
func (c *carry) isAway(t *track) bool { return t.revision != "" && t.revision != t.stable }

// isBroken reports whether a cluster does not serve anyway: it failed, timed out, is skipped or never reported.
func (c *carry) isBroken(i int) bool {
	of, t := &c.clusters[i], &c.tracks[i]
	switch of.status {
	case Failed, TimeOut, Skip:
		return true
	}
	return !of.reported && !t.finished && c.req.requiresStatus()
}

// comesBack finds out how far a cluster that has returned is.
func (c *carry) comesBack(i int) error {
	of, t := &c.clusters[i], &c.tracks[i]
	deadline, limited, err := c.deadline()
	if err != nil {
		return err
	}
	of.holds = holdsOther
	of.status, of.statusSince = c.stateOf(of, t)
	until := time.Time{}
	if from := c.deadlineFrom(of.statusSince); limited && !from.IsZero() {
		until = from.Add(deadline)
	}
	state := c.stateBack(of, t, until)
	if !t.held {
		// A plan gives a cluster its revision before anything can have become of it.
		c.goesOn = c.goesOn || state != StateRollingBack
		return nil
	}
	if state != t.state {
		t.state, t.stateSince = state, of.statusSince
	}
	t.finished = t.finished || state == StateRolledBack
	return nil
}

// stateBack is how far a cluster that has returned is. Until is its deadline; zero if it has none.
func (c *carry) stateBack(of *cluster, t *track, until time.Time) State {
	switch of.status {
	case Failed:
		return StateRollbackFailed
	case Progressing, NotAvailable:
		if t.state == StateRollbackFailed {
			return t.state
		}
	case NotTrackable:
		of.since = of.statusSince
		if c.strategy.Type != rollout.TypeRollingUpdate || c.isReady(of) {
			return StateRolledBack
		}
	default:
		soaked := of.statusSince.Add(limitsOf(c.strategy).MinSuccessTime.Duration)
		if of.status != Succeeded || !c.now.Before(soaked) {
			return StateRolledBack
		}
		c.changesAt(soaked)
		return StateRollingBack
	}
	if until.IsZero() {
		return StateRollingBack
	}
	if !c.now.Before(until) {
		return StateRollbackFailed
	}
	c.changesAt(until)
	return StateRollingBack
}

// backwards are the positions of the clusters in the reverse order of the waves.
func (c *carry) backwards() []int {
	var positions []int
	for i := range slices.Backward(c.waves) {
		for _, name := range slices.Backward(c.waves[i].ClusterNames) {
			if at, ok := c.position(name); ok {
				positions = append(positions, at)
			}
		}
	}
	return positions
}

// rollbackLimit is how many healthy clusters return at a time.
func (c *carry) rollbackLimit() (int, error) {
	size := c.req.RollbackConcurrency
	if size == nil {
		return len(c.clusters), nil
	}
	limit, err := intstr.GetScaledValueFromIntOrPercent(size, len(c.clusters), true)
	if err != nil {
		return 0, field.Invalid(field.NewPath("rollbackConcurrency"), size.String(), fmt.Sprint(err))
	}
	return max(limit, 1), nil
}
