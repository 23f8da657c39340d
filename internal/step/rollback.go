// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/rollout"
)

// rollsBack reports whether clusters return to an earlier revision.
func (c *carry) rollsBack() bool {
	wanted := c.req.OnBreach == BreachRollsBack || c.rollingBack
	if c.isComplete() {
		// A rollout of the completed revision is a way back itself. Abort finishes it at once.
		wanted = c.some(func(one *cluster) bool { return one.isBack() || c.isAway(one) })
	}
	c.rollingBack = c.breached && (c.req.Abort && (wanted || !c.isComplete()) || wanted && !c.isComplete())
	return c.rollingBack && !c.req.Paused
}

// rollBack returns the clusters to what was complete before. A cluster that was new loses the workload. Those
// that failed, timed out or never reported return at once; the others in the reverse order of the waves, so many at a time.
func (c *carry) rollBack() error {
	c.nextChange = time.Time{}
	busy := 0
	for i := range c.clusters {
		if cluster := &c.clusters[i]; cluster.isBack() {
			c.comesBack(cluster)
			if cluster.state == StateRollingBack && !cluster.free {
				busy++
			}
		}
	}
	limit := c.rollbackLimit()
	for _, cluster := range c.backwards() {
		switch broken := c.isBroken(cluster); {
		case !c.isAway(cluster):
		case c.returnsTo(cluster) == "":
			cluster.gone = true
		case broken || busy < limit:
			c.move(cluster, c.returnsTo(cluster), StateRollingBack)
			if cluster.free = broken; !broken {
				busy++
			}
			c.comesBack(cluster)
		}
	}
	c.drop()
	return c.observeBack()
}

// observeBack observes the clusters while others return.
func (c *carry) observeBack() error {
	back := c.nextChange
	c.readStatuses()
	if err := c.decide(); err != nil {
		return err
	}
	c.limit()
	if !back.IsZero() {
		c.changesAt(back)
	}
	return nil
}

// isAway reports whether a cluster has another revision than the one that it returns to: the one that was given up now, or one
// before that no rollout has completed.
func (c *carry) isAway(cluster *cluster) bool {
	return cluster.revision != "" && cluster.revision != c.returnsTo(cluster)
}

// returnsTo is what a cluster returns to; empty if it loses the workload. One that was new keeps the completed revision, and in a
// rollout of that one every cluster gets it.
func (c *carry) returnsTo(cluster *cluster) string {
	if c.isComplete() || cluster.stable == "" && cluster.revision == c.completed {
		return c.completed
	}
	return cluster.stable
}

// isBroken reports whether a cluster does not serve anyway: it failed, timed out, is skipped or never reported.
func (c *carry) isBroken(cluster *cluster) bool {
	switch cluster.status {
	case Failed, TimeOut, Skip:
		return true
	}
	return !cluster.reported && !cluster.finished && c.req.requiresStatus()
}

// comesBack finds out how far a cluster that has returned is.
func (c *carry) comesBack(cluster *cluster) {
	cluster.holds = holdsOther
	cluster.status, cluster.statusSince = c.stateOf(cluster)
	until := time.Time{}
	deadline, limited := c.deadline()
	if from := c.deadlineFrom(cluster.statusSince); limited && !from.IsZero() {
		until = from.Add(deadline)
	}
	state := c.stateBack(cluster, until)
	if !cluster.held {
		// A plan gives a cluster its revision before anything can have become of it.
		c.goesOn = c.goesOn || state != StateRollingBack
		return
	}
	if state != cluster.state {
		cluster.state, cluster.stateSince = state, cluster.statusSince
	}
	cluster.finished = cluster.finished || state == StateRolledBack
}

// stateBack is how far a cluster that has returned is. Until is its deadline; zero if it has none.
func (c *carry) stateBack(cluster *cluster, until time.Time) State {
	done, doneAt := c.isDone(cluster)
	switch {
	case cluster.status == Failed:
		return StateRollbackFailed
	case done:
		return StateRolledBack
	case !doneAt.IsZero():
		until = doneAt
	case cluster.state == StateRollbackFailed:
		return cluster.state
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
		doneAt = cluster.statusSince.Add(c.strategy.Limits().MinSuccessTime.Duration)
	case cluster.status == NotTrackable:
		// Exactly at that time it is not ready yet. Times are in seconds.
		doneAt = c.readyAt(cluster.statusSince).Add(time.Second)
	default:
		return false, doneAt
	}
	return !c.now.Before(doneAt), doneAt
}

// backwards are the clusters in the reverse order of the waves.
func (c *carry) backwards() []*cluster {
	var clusters []*cluster
	for i := range slices.Backward(c.waves) {
		for _, name := range slices.Backward(c.waves[i].ClusterNames) {
			if cluster := c.find(name); cluster != nil {
				clusters = append(clusters, cluster)
			}
		}
	}
	return clusters
}

// rollbackLimit is how many healthy clusters return at a time.
func (c *carry) rollbackLimit() int {
	if c.req.RollbackConcurrency == nil {
		return len(c.clusters)
	}
	limit, _ := intstr.GetScaledValueFromIntOrPercent(c.req.RollbackConcurrency, len(c.clusters), true) // Validate finds mistakes.
	return max(limit, 1)
}
