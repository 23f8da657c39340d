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
	if c.goesOn = c.goesOn || slices.ContainsFunc(c.tracks, func(t track) bool { return t.unnoted }); c.goesOn {
		p.NextChange = c.req.Now
	}
	states := make([]State, len(c.clusters))
	for i := range c.clusters {
		states[i] = c.finish(&c.clusters[i], &c.tracks[i])
	}
	p.Phase = c.phase(states)
	if p.Phase == PhaseSucceeded || p.Phase == PhasePartiallyFailed {
		c.completed = c.req.Revision
		c.tryRevision()
	}
	for i := range c.tracks {
		c.keep(&c.tracks[i])
	}
	c.record(p, states)
	p.WaitsFor = c.waitsFor(p, states)
	if c.goesOn && p.WaitsFor != "" {
		p.WaitsFor += "; the next plan goes on"
	}
	p.Waves = c.presentWaves()
	p.WavePlaces = PlacesIn(p.Waves)
	c.keepNextChange(p)
	return p
}

// finish is the state of a cluster, which it keeps with its time.
func (c *carry) finish(cluster *cluster, t *track) State {
	state := c.state(cluster, t)
	back := state == StateRollingBack || state == StateRolledBack || state == StateRollbackFailed
	if t.held && !back && state != StateLeaving && state != StateSkip {
		if since := cluster.statusSince; since.Equal(t.since) {
			t.stateSince = time.Time{}
		} else if !since.IsZero() && !since.Equal(longAgo) && state != StateTimeOut {
			t.stateSince = since
		}
	}
	t.finished = t.finished || state == StateSucceeded
	return state
}

// record notes how far the clusters are.
func (c *carry) record(p *Progress, states []State) {
	byState := map[string][]string{}
	c.times.Clusters = map[string]ClusterTimes{}
	for i := range c.clusters {
		name, t := c.clusters[i].name, &c.tracks[i]
		if state := states[i]; state != StateSucceeded && state != StateWaiting {
			byState[string(state)] = append(byState[string(state)], name)
		}
		if t.revision == "" {
			continue
		}
		p.Revisions[name] = t.revision
		joined := t.stable == "" && t.revision == c.completed
		if t.stable != c.completed && !joined {
			p.RollbackRevisions[name] = t.stable
		}
		t.state = states[i]
		times := ClusterTimes{Since: t.got, State: t.stateSince, Finished: t.finished, Free: t.free, Joined: joined}
		if times != (ClusterTimes{Finished: t.isAtRest()}) {
			c.times.Clusters[name] = times
		}
	}
	for state, names := range byState {
		p.ClustersByState[state] = strings.Join(names, separator)
	}
	p.CompletedRevision, p.Times = c.completed, c.times
	p.GivenUpRevisions = append(p.GivenUpRevisions, c.givenUp...)
	c.recordMoves(p)
}

// state is how far a cluster is.
func (c *carry) state(cluster *cluster, t *track) State {
	switch {
	case t.isBack():
		return t.state
	case !cluster.chosen:
		return StateLeaving
	case cluster.status == Skip:
		return StateSkip
	case t.revision != c.req.Revision:
		return StateWaiting
	case c.begins:
		return t.state
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

func (c *carry) phase(states []State) Phase {
	back := !slices.Contains(states, StateRollingBack)
	for i := range c.tracks {
		back = back && !c.isAway(&c.tracks[i])
	}
	phase := c.completion(states)
	switch {
	case c.rollingBack && back:
		return PhaseRolledBack
	case c.rollingBack:
		return PhaseRollingBack
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
func (c *carry) completion(states []State) Phase {
	finished, timedOut := 0, 0
	for i, state := range states {
		switch {
		case state == StateSucceeded:
			finished++
		case state == StateTimeOut:
			timedOut++
		case state != StateSkip || !c.clusters[i].chosen:
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
	failed, waits, timedOut := 0, 0, 0
	for i := range c.clusters {
		switch cluster := &c.clusters[i]; {
		case !cluster.chosen:
		case cluster.outcome == Continues && cluster.status == Failed:
			failed++
		case cluster.outcome == Continues || cluster.outcome == Starts:
			return false
		case cluster.outcome == Waits:
			waits++
		case cluster.outcome == TimedOut:
			timedOut++
		}
	}
	return failed > 0 || waits+timedOut > 0 && c.wait == ""
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
