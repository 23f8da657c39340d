// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// again says how a rollout that has stopped goes on.
const again = "set another revision, or change retry, to go on"

// waitsFor says what the next step depends on: failures first.
func (c *carry) waitsFor(p *Progress) string {
	switch p.Phase {
	case PhaseSucceeded:
		return ""
	case PhasePartiallyFailed:
		return c.failures(StateTimeOut) + "; repair the cluster and change retry, or set another revision"
	case PhaseBreached:
		return clauses("the rollout has stopped: "+p.BreachReason, c.failures(StateFailed, StateTimeOut), c.howToGoOn())
	case PhaseRolledBack:
		return clauses("the rollout was rolled back: "+p.BreachReason, c.failures(StateRollbackFailed), c.newcomers(),
			c.howToGoOn())
	case PhaseRollingBack:
		return c.waitsForReturn()
	case PhasePaused:
		return clauses(c.failures(StateFailed), "the rollout is paused")
	case PhaseStuck:
		return clauses(c.failures(StateFailed, StateTimeOut), c.others(), "nothing else can start: repair "+c.them()+
			" and change retry, set progress_deadline to give clusters up, or set another revision")
	}
	failures := c.failures(StateFailed)
	if _, limited := c.deadline(); failures != "" && !limited {
		failures += ": repair it, or set progress_deadline to give it up"
	}
	return clauses(failures, c.others())
}

// clauses joins the parts of a sentence that are there.
func clauses(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}

// howToGoOn is the way out of a breach.
func (c *carry) howToGoOn() string {
	const recovered = "it goes on when the clusters have recovered"
	switch {
	case c.isComplete() && c.req.Abort:
		return "remove abort to go on"
	case c.isComplete() && c.some(c.isAway):
		return recovered + "; abort = true returns all other clusters now"
	case c.isComplete():
		return recovered
	case c.follows():
		return recovered + "; or set another revision, or change retry"
	}
	return again
}

// newcomers says which chosen clusters do not get the workload, because nothing starts.
func (c *carry) newcomers() string {
	names := c.namesOf(func(one *cluster) bool { return one.chosen && one.revision == "" })
	if names == nil {
		return ""
	}
	return "without the workload until the rollout goes on: " + excerpt.List(names, ", ")
}

// them stands for the clusters that failed.
func (c *carry) them() string {
	if c.some(func(one *cluster) bool { return one.state == StateFailed || one.state == StateTimeOut }) {
		return "them"
	}
	return "the clusters that are not available"
}

// waitsForReturn says what a rollback waits for.
func (c *carry) waitsForReturn() string {
	if c.req.Paused {
		return "the rollback is paused"
	}
	text := ""
	if names := c.namesOf(func(one *cluster) bool { return one.state == StateRollingBack }); names != nil {
		text = "not complete again: " + excerpt.List(names, ", ")
	}
	if waiting := len(c.namesOf(c.isAway)); waiting > 0 {
		text = clauses(text, excerpt.Count(waiting, "cluster")+" yet to return")
	}
	return clauses("the rollout is rolled back: "+c.breachReason, c.failures(StateRollbackFailed), text, c.newcomers())
}

// namedFailures is how many clusters that failed are described.
const namedFailures = 3

// failures says which clusters are in states of a failure, since when, and why.
func (c *carry) failures(failed ...State) string {
	var texts []string
	for _, state := range failed {
		for i := range c.clusters {
			if cluster := &c.clusters[i]; cluster.state == state {
				texts = append(texts, c.failure(cluster))
			}
		}
	}
	return excerpt.First(texts, namedFailures, ", ", 0)
}

// whyBreached is the breach with the clusters that failed: later they may have another revision, or none.
func (c *carry) whyBreached() string {
	var names []string
	for i := range c.clusters {
		cluster := &c.clusters[i]
		if !cluster.chosen || cluster.holds != holdsTarget || cluster.status != Failed && cluster.outcome != TimedOut {
			continue
		}
		if c.breachGroup != nil && (cluster.wave >= len(c.waves) || c.waves[cluster.wave].Group == nil ||
			*c.waves[cluster.wave].Group != *c.breachGroup) {
			continue
		}
		name := cluster.name
		if s := c.req.ClusterStatus[name]; cluster.reported && s.Message != "" {
			name += ": " + excerpt.Text(s.Message)
		}
		names = append(names, name)
	}
	return strings.Replace(c.breach, " failed", " failed ("+excerpt.First(names, namedFailures, ", ", 0)+")", 1)
}

// failure says what has become of a cluster. Its time is that of its status or, without one, that of the plan that saw it first.
// A failure that is as old as the revision has none: when the apply was is not known when it is planned.
func (c *carry) failure(cluster *cluster) string {
	text := cluster.name + map[State]string{
		StateFailed: " has failed", StateTimeOut: " has timed out", StateRollbackFailed: " is not back: its earlier revision failed " +
			"or timed out",
	}[cluster.state]
	s := c.req.ClusterStatus[cluster.name]
	if !cluster.reported {
		s = ClusterStatus{}
	}
	switch since := s.LastTransitionTime; {
	case cluster.state != StateFailed:
	case !since.IsZero() && !since.Before(cluster.gotAt):
		text += " since " + since.UTC().Format(time.RFC3339)
	case !cluster.stateSince.IsZero():
		text += ", first seen at " + cluster.stateSince.UTC().Format(time.RFC3339)
	}
	if s.Message != "" {
		text += " (" + excerpt.Text(s.Message) + ")"
	}
	return text
}

// others says why clusters wait, or which ones are not finished.
func (c *carry) others() string {
	waiting, why, chosen := 0, "", 0
	var working, skipped []string
	for i := range c.clusters {
		cluster := &c.clusters[i]
		if !cluster.chosen {
			continue
		}
		chosen++
		switch {
		case cluster.outcome == Waits:
			if waiting == 0 {
				why = cluster.reason
			}
			waiting++
		case cluster.status == Skip:
			skipped = append(skipped, cluster.name)
		case cluster.outcome == Starts || cluster.outcome == Continues && cluster.status != Failed:
			working = append(working, cluster.name)
		}
	}
	switch {
	case chosen == 0:
		return "no cluster is chosen"
	case len(skipped) == chosen:
		return "every chosen cluster is skipped"
	case waiting == 0 && c.wait != "" && !c.some(func(one *cluster) bool { return one.outcome == Continues }):
		return c.wait
	}
	if waiting > 0 {
		return excerpt.Agree(waiting, "cluster", "waits", "wait") + ": " + why
	}
	if len(working) == 0 {
		return ""
	}
	return notFinished(working)
}

// namesOf are the names of such clusters.
func (c *carry) namesOf(matches func(*cluster) bool) []string {
	var names []string
	for i := range c.clusters {
		if matches(&c.clusters[i]) {
			names = append(names, c.clusters[i].name)
		}
	}
	return names
}
