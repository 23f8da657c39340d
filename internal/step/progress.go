// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// progress is how far the rollout is.
func (c *carry) progress() *Progress {
	p := &Progress{
		Revisions: map[string]string{}, ClustersByState: map[string]string{}, RollbackRevisions: map[string]string{},
		Waves: c.waves, Breached: c.breached, BreachReason: c.breachReason, NextChange: c.nextChange, GivenUpRevisions: []string{},
	}
	if !c.countsAt.IsZero() && (p.NextChange.IsZero() || c.countsAt.Before(p.NextChange)) {
		p.NextChange = c.countsAt
	}
	if next := p.NextChange.Truncate(time.Second); next.Before(p.NextChange) {
		p.NextChange = next.Add(time.Second)
	}
	if c.goesOn = c.goesOn || c.some(func(one *cluster) bool { return one.unnoted }); c.goesOn {
		p.NextChange = c.req.Now
	}
	for i := range c.clusters {
		c.finish(&c.clusters[i])
	}
	p.Phase = c.phase()
	if p.Phase == PhaseSucceeded || p.Phase == PhasePartiallyFailed {
		c.completed = c.req.Revision
		c.tryRevision()
	}
	c.record(p)
	p.WaitsFor = c.waitsFor(p)
	if c.goesOn && p.WaitsFor != "" {
		p.WaitsFor += "; the next plan goes on"
	}
	p.Waves = c.presentWaves()
	p.WavePlaces = PlacesIn(p.Waves)
	c.keepNextChange(p)
	return p
}

// finish sets the state of a cluster, which it keeps with its time.
func (c *carry) finish(cluster *cluster) {
	cluster.state = c.state(cluster)
	if cluster.held && !cluster.isBack() && cluster.state != StateLeaving && cluster.state != StateSkip {
		if since := cluster.statusSince; since.Equal(cluster.gotAt) {
			cluster.stateSince = time.Time{}
		} else if !since.IsZero() && !since.Equal(longAgo) && cluster.state != StateTimeOut {
			cluster.stateSince = since
		}
	}
	cluster.finished = cluster.finished || cluster.state == StateSucceeded
}

// record notes how far the clusters are.
func (c *carry) record(p *Progress) {
	byState := map[State][]string{}
	c.times.Clusters = map[string]ClusterTimes{}
	for i := range c.clusters {
		cluster := &c.clusters[i]
		c.keep(cluster)
		name := cluster.name
		if cluster.state != StateSucceeded && cluster.state != StateWaiting {
			byState[cluster.state] = append(byState[cluster.state], name)
		}
		if cluster.revision == "" {
			continue
		}
		p.Revisions[name] = cluster.revision
		joined := cluster.stable == "" && cluster.revision == c.completed
		if cluster.stable != c.completed && !joined {
			p.RollbackRevisions[name] = cluster.stable
		}
		times := ClusterTimes{
			Since: cluster.got, State: cluster.stateSince, Finished: cluster.finished, Free: cluster.free, Joined: joined,
		}
		if times != (ClusterTimes{Finished: cluster.isAtRest()}) {
			c.times.Clusters[name] = times
		}
	}
	for state, names := range byState {
		p.ClustersByState[string(state)] = strings.Join(names, separator)
	}
	p.CompletedRevision, p.Times = c.completed, c.times
	p.GivenUpRevisions = append(p.GivenUpRevisions, c.givenUp...)
	c.recordMoves(p)
}

// state is how far a cluster is.
func (c *carry) state(cluster *cluster) State {
	switch {
	case cluster.isBack():
		return cluster.state
	case !cluster.chosen:
		return StateLeaving
	case cluster.status == Skip:
		return StateSkip
	case cluster.revision != c.req.Revision:
		return StateWaiting
	case c.begins:
		return cluster.state
	case cluster.outcome == TimedOut:
		return StateTimeOut
	case cluster.outcome == Finished:
		return StateSucceeded
	case cluster.status == Failed:
		return StateFailed
	case cluster.status == Succeeded || cluster.status == NotTrackable:
		return StateSoaking
	}
	return StateProgressing
}

func (c *carry) phase() Phase {
	phase := c.completion()
	switch {
	case c.rollingBack && c.some(func(one *cluster) bool { return one.state == StateRollingBack || c.isAway(one) }):
		return PhaseRollingBack
	case c.rollingBack:
		return PhaseRolledBack
	case c.breached:
		return PhaseBreached
	case phase != "":
		return phase
	case c.req.Paused || c.begins:
		return PhasePaused
	case c.isStuck():
		return PhaseStuck
	}
	return PhaseProgressing
}

// completion is the phase of a rollout with nothing left to do; empty if there is. Without a finished cluster nothing was rolled
// out.
func (c *carry) completion() Phase {
	finished, timedOut := 0, 0
	for i := range c.clusters {
		switch cluster := &c.clusters[i]; {
		case cluster.state == StateSucceeded:
			finished++
		case cluster.state == StateTimeOut:
			timedOut++
		case cluster.state != StateSkip || !cluster.chosen:
			return ""
		}
	}
	switch {
	case c.wait != "" || finished == 0:
		return ""
	case timedOut > 0:
		return PhasePartiallyFailed
	}
	return PhaseSucceeded
}

// isStuck reports whether nothing can go on: every cluster in progress has failed, and no time changes that.
func (c *carry) isStuck() bool {
	if c.goesOn || c.held || !c.nextChange.IsZero() || !c.countsAt.IsZero() {
		return false
	}
	failed, waits := false, false
	for i := range c.clusters {
		switch cluster := &c.clusters[i]; {
		case !cluster.chosen:
		case cluster.outcome == Continues && cluster.status == Failed:
			failed = true
		case cluster.outcome == Continues || cluster.outcome == Starts:
			return false
		case cluster.outcome == Waits || cluster.outcome == TimedOut:
			waits = true
		}
	}
	return failed || waits && c.wait == ""
}

// presentWaves are the waves without the clusters that left.
func (c *carry) presentWaves() []Wave {
	waves := make([]Wave, 0, len(c.waves))
	for _, wave := range c.waves {
		names := make([]string, 0, len(wave.ClusterNames))
		for _, name := range wave.ClusterNames {
			if c.find(name) != nil {
				names = append(names, name)
			}
		}
		if wave.ClusterNames = names; len(names) > 0 || !wave.removal() {
			waves = append(waves, wave)
		}
	}
	return waves
}

// keepNextChange keeps the time of the last plan if it is all that changes and is still ahead: an apply that was later than its
// plan moves the times, and nothing else.
func (c *carry) keepNextChange(p *Progress) {
	priorChange, now := c.prior.NextChange, c.req.Now
	if c.prior.Revision != c.req.Revision || priorChange.IsZero() || !now.Before(priorChange) || !p.NextChange.IsZero() &&
		p.NextChange.Before(priorChange) {
		return
	}
	prior, after := c.prior.Progress, *p
	if after.NextChange = priorChange; !c.req.requiresStatus() {
		after.WaitsFor = prior.WaitsFor // It may have such a time.
	}
	if prior.Equal(&after) {
		p.NextChange, p.WaitsFor = priorChange, after.WaitsFor
	}
}

// Equal compares outputs, regardless of what is remembered of time. An empty map or list equals none. The order in a wave is no
// output.
func (p *Progress) Equal(other *Progress) bool {
	return maps.Equal(p.Revisions, other.Revisions) && maps.Equal(p.ClustersByState, other.ClustersByState) &&
		maps.Equal(p.RollbackRevisions, other.RollbackRevisions) && slices.Equal(p.GivenUpRevisions, other.GivenUpRevisions) &&
		slices.Equal(p.History, other.History) &&
		maps.Equal(p.WaveOf, other.WaveOf) && maps.Equal(p.WaveNames, other.WaveNames) && maps.Equal(p.WaveGroups, other.WaveGroups) &&
		p.Phase == other.Phase && p.CompletedRevision == other.CompletedRevision && p.Breached == other.Breached &&
		p.BreachReason == other.BreachReason && p.WaitsFor == other.WaitsFor && p.NextChange.Equal(other.NextChange)
}
