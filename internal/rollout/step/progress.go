package step

import (
	"fmt"
	"slices"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// progress is how far the rollout is.
func (c *carried) progress() *Progress {
	p := &Progress{
		Revisions: map[string]string{}, PreviousRevisions: map[string]string{}, Since: map[string]time.Time{}, States: map[string]State{},
		Waves: c.waves, Breached: c.breached, BreachReason: c.breachReason, NextChange: c.nextChange, RetriedAt: c.retriedAt(),
	}
	if c.goesOn {
		p.NextChange = c.req.Now
	}
	complete, back := c.wait == "", true
	for i := range c.clusters {
		t := &c.tracks[i]
		state := c.record(p, &c.clusters[i], t)
		complete = complete && (state == StateSucceeded || state == StateSkip || state == StateTimeOut)
		if state == StateRollingBack || t.moved && t.revision == c.req.Revision {
			back = false
		}
	}
	p.Phase = c.phase(complete, back)
	p.Completed, p.BreachedRevision = c.completed, c.breachedRevision
	if p.Phase == PhaseSucceeded {
		p.Completed, p.BreachedRevision = true, ""
	}
	p.WaitsFor = c.waitsFor(p)
	if c.goesOn && p.WaitsFor != "" {
		p.WaitsFor += "; the next plan goes on"
	}
	p.Waves = c.presentWaves()
	return p
}

// record notes how far a cluster is.
func (c *carried) record(p *Progress, of *cluster, t *track) State {
	state := c.state(of, t)
	if state != StateSucceeded && state != StateWaiting {
		p.States[of.name] = state
	}
	if t.revision == "" {
		return state
	}
	p.Revisions[of.name] = t.revision
	if state == StateSucceeded && !of.since.Equal(longAgo) && !of.since.IsZero() {
		t.since = of.since
	}
	if !t.since.IsZero() {
		p.Since[of.name] = t.since
	}
	if t.recorded {
		p.PreviousRevisions[of.name] = t.previous
	}
	return state
}

// state is how far a cluster is.
func (c *carried) state(of *cluster, t *track) State {
	switch {
	case t.state == StateRollingBack || t.state == StateRolledBack:
		return t.state
	case !of.chosen:
		return StateLeaving
	case of.status == Skip:
		return StateSkip
	case t.revision != c.req.Revision:
		return StateWaiting
	case c.req.Given != nil:
		return t.state
	case of.outcome == TimedOut:
		return StateTimeOut
	case of.outcome == Finished:
		return StateSucceeded
	case of.status == Failed:
		return StateFailed
	case of.status == Succeeded:
		return StateSoaking
	}
	return StateProgressing
}

func (c *carried) phase(complete, back bool) Phase {
	switch {
	case c.rollingBack && back:
		return PhaseRolledBack
	case c.rollingBack:
		return PhaseRollingBack
	case c.breached:
		return PhaseBreached
	case complete:
		return PhaseSucceeded
	case c.req.Paused || c.req.Given != nil:
		return PhasePaused
	}
	return PhaseProgressing
}

// waitsFor says what the next step depends on.
func (c *carried) waitsFor(p *Progress) string {
	const again = "set another revision or change retry to go on"
	switch p.Phase {
	case PhaseSucceeded:
		return ""
	case PhaseBreached:
		return "the rollout has stopped: " + p.BreachReason + "; " + again
	case PhaseRolledBack:
		return "the rollout was rolled back: " + p.BreachReason + "; " + again
	case PhaseRollingBack:
		if c.req.Paused {
			return "the rollback is paused"
		}
		return c.names(p, "clusters return to the revision from before", StateRollingBack)
	case PhasePaused:
		if c.req.Given != nil {
			return "revisions is set; nothing moves until it is removed"
		}
		return "the rollout is paused"
	}
	return c.waitsForClusters(p)
}

// waitsForClusters says why clusters wait, or which ones are not finished.
func (c *carried) waitsForClusters(p *Progress) string {
	waiting, why := 0, ""
	for i := range c.clusters {
		if of := &c.clusters[i]; of.outcome == Waits {
			if waiting == 0 {
				why = of.reason
			}
			waiting++
		}
	}
	if waiting == 0 && c.wait != "" && !c.unfinished() {
		return c.wait
	}
	if waiting > 0 {
		verb := "wait"
		if waiting == 1 {
			verb = "waits"
		}
		return fmt.Sprintf("%s %s: %s", excerpt.Count(waiting, "cluster"), verb, why)
	}
	return c.names(p, "not finished", StateProgressing, StateSoaking, StateFailed)
}

// unfinished reports whether a cluster has the revision and is not finished.
func (c *carried) unfinished() bool {
	return slices.ContainsFunc(c.clusters, func(of cluster) bool { return of.outcome == Continues })
}

// names lists the clusters of some states.
func (c *carried) names(p *Progress, what string, states ...State) string {
	var names []string
	for i := range c.clusters {
		for _, state := range states {
			if p.States[c.clusters[i].name] == state {
				names = append(names, c.clusters[i].name)
			}
		}
	}
	return what + ": " + excerpt.List(names, ", ")
}

// presentWaves are the waves without the clusters that left.
func (c *carried) presentWaves() []Wave {
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
