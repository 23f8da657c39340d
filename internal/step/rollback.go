// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

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
	wanted := c.req.OnBreach == BreachRollsBack || c.rollingBack
	if c.isComplete() {
		// A rollout of the completed revision is a way back itself. Abort finishes it at once.
		wanted = slices.ContainsFunc(c.tracks, func(t track) bool { return t.isBack() || c.isAway(&t) })
	}
	c.rollingBack = c.breached && (c.req.Abort && (wanted || !c.isComplete()) || wanted && !c.isComplete())
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
		case c.returnsTo(t) == "":
			t.gone = true
		case broken || busy < limit:
			c.move(t, c.returnsTo(t), StateRollingBack)
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
func (c *carry) isAway(t *track) bool { return t.revision != "" && t.revision != c.returnsTo(t) }

// returnsTo is what a cluster returns to; empty if it loses the workload. One that was new keeps the completed revision, and in a
// rollout of that one every cluster gets it.
func (c *carry) returnsTo(t *track) string {
	if c.isComplete() || t.stable == "" && t.revision == c.completed {
		return c.completed
	}
	return t.stable
}

// isBroken reports whether a cluster does not serve anyway: it failed, timed out, is skipped or never reported.
func (c *carry) isBroken(i int) bool {
	cluster, t := &c.clusters[i], &c.tracks[i]
	switch cluster.status {
	case Failed, TimeOut, Skip:
		return true
	}
	return !cluster.reported && !t.finished && c.req.requiresStatus()
}

// comesBack finds out how far a cluster that has returned is.
func (c *carry) comesBack(i int) error {
	cluster, t := &c.clusters[i], &c.tracks[i]
	deadline, limited, err := c.deadline()
	if err != nil {
		return err
	}
	cluster.holds = holdsOther
	cluster.status, cluster.statusSince = c.stateOf(cluster, t)
	until := time.Time{}
	if from := c.deadlineFrom(cluster.statusSince); limited && !from.IsZero() {
		until = from.Add(deadline)
	}
	state := c.stateBack(cluster, t, until)
	if !t.held {
		// A plan gives a cluster its revision before anything can have become of it.
		c.goesOn = c.goesOn || state != StateRollingBack
		return nil
	}
	if state != t.state {
		t.state, t.stateSince = state, cluster.statusSince
	}
	t.finished = t.finished || state == StateRolledBack
	return nil
}

// stateBack is how far a cluster that has returned is. Until is its deadline; zero if it has none.
func (c *carry) stateBack(cluster *cluster, t *track, until time.Time) State {
	done, doneAt := c.isDone(cluster)
	switch {
	case cluster.status == Failed:
		return StateRollbackFailed
	case done:
		return StateRolledBack
	case !doneAt.IsZero():
		until = doneAt
	case t.state == StateRollbackFailed:
		return t.state
	case until.IsZero():
		return StateRollingBack
	case !c.now.Before(until):
		return StateRollbackFailed
	}
	c.changesAt(until)
	return StateRollingBack
}

// isDone reports whether the revision that a cluster has is complete, for as long as the strategy asks for. If it is not yet,
// doneAt is when it will be; zero if that is not known.
func (c *carry) isDone(cluster *cluster) (done bool, doneAt time.Time) {
	switch {
	case cluster.status == Available || cluster.status == NotTrackable && c.strategy.Type != rollout.TypeRollingUpdate:
		return true, doneAt
	case cluster.status == Succeeded:
		doneAt = cluster.statusSince.Add(limitsOf(c.strategy).MinSuccessTime.Duration)
	case cluster.status == NotTrackable:
		// Exactly at that time it is not ready yet. Times are in seconds.
		doneAt = c.readyAt(cluster.statusSince).Add(time.Second)
	default:
		return false, doneAt
	}
	return !c.now.Before(doneAt), doneAt
}

// backwards are the positions of the clusters in the reverse order of the waves.
func (c *carry) backwards() []int {
	var positions []int
	for i := range slices.Backward(c.waves) {
		for _, name := range slices.Backward(c.waves[i].ClusterNames) {
			if position, ok := c.position(name); ok {
				positions = append(positions, position)
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
