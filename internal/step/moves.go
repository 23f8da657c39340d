// Copyright (c) The terraform-provider-multicluster Authors
// SPDX-License-Identifier: MPL-2.0

package step

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/terraform-multicluster/terraform-provider-multicluster/internal/excerpt"
)

// Action is what a step does to clusters.
type Action string

// The actions of a step.
const (
	// ActionAdopt: the clusters are taken over with a revision that they have.
	ActionAdopt Action = "adopt"
	// ActionStart: they get the revision that is rolled out.
	ActionStart Action = "start"
	// ActionReturn: they return to an earlier revision.
	ActionReturn Action = "return"
	// ActionRemove: they lose the workload.
	ActionRemove Action = "remove"
)

// Move is what a step does to clusters, and why.
type Move struct {
	Action Action
	// Revision is what the clusters get; for ActionRemove what they had.
	Revision string
	// Clusters are their names, sorted.
	Clusters []string
	// Reason has no period.
	Reason string
}

// moveKey is what the clusters of a move have in common.
type moveKey struct {
	action           Action
	revision, reason string
}

// actions is the order of the moves.
var actions = []Action{ActionAdopt, ActionReturn, ActionRemove, ActionStart}

// recordMoves notes what the step changes on clusters.
func (c *carry) recordMoves(p *Progress) {
	p.History = append([]string{}, c.prior.History...)
	moved := map[moveKey][]string{}
	for i := range c.clusters {
		cluster := &c.clusters[i]
		if prior := c.prior.Revisions[cluster.name]; cluster.revision != prior {
			key := c.moveOf(cluster, prior)
			p.Starts = p.Starts || key.action == ActionStart
			moved[key] = append(moved[key], cluster.name)
		}
	}
	exists := c.req.members()
	for name, prior := range c.prior.Revisions {
		if c.find(name) == nil {
			key := moveKey{ActionRemove, prior, c.whyRemoved(name, exists)}
			moved[key] = append(moved[key], name)
		}
	}
	if len(moved) == 0 {
		return
	}
	for key, names := range moved {
		slices.Sort(names)
		p.Moves = append(p.Moves, Move{key.action, key.revision, names, key.reason})
	}
	slices.SortFunc(p.Moves, func(a, b Move) int {
		if a.Action != b.Action {
			return slices.Index(actions, a.Action) - slices.Index(actions, b.Action)
		}
		return slices.Compare(a.Clusters, b.Clusters)
	})
	p.History = append(p.History, c.line(p.Moves))
	p.History = p.History[max(0, len(p.History)-maxHistory):]
}

// moveOf says what happens to a cluster that has another revision than before, and why.
func (c *carry) moveOf(cluster *cluster, prior string) moveKey {
	switch {
	case c.begins:
		return moveKey{ActionAdopt, cluster.revision, "initial_revisions has it"}
	case cluster.revision == "":
		return moveKey{ActionRemove, prior, "the cluster had no earlier revision; " + c.breachReason}
	case cluster.isBack() && cluster.free:
		return moveKey{ActionReturn, cluster.revision, "failed, timed out or never reported; " + c.breachReason}
	case cluster.isBack():
		return moveKey{ActionReturn, cluster.revision, c.breachReason}
	}
	return moveKey{ActionStart, cluster.revision, c.whyStarted(cluster)}
}

// whyStarted says which wave a cluster starts with.
func (c *carry) whyStarted(cluster *cluster) string {
	if cluster.wave < len(c.waves) && c.waves[cluster.wave].Name != "" {
		return "wave " + c.waves[cluster.wave].Name
	}
	return fmt.Sprintf("wave %d of %d", cluster.wave+1, len(c.waves))
}

// whyRemoved says why a cluster loses the workload that is no longer in the rollout.
func (c *carry) whyRemoved(name string, exists map[string]bool) string {
	if c.req.Fleet != nil && !exists[name] {
		return "the fleet does not have the cluster"
	}
	return "the cluster is no longer chosen"
}

// line is a step as a line of the history.
func (c *carry) line(moves []Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		verb := map[Action]string{ActionAdopt: "taken over with ", ActionStart: "started ", ActionReturn: "returned to ",
			ActionRemove: "removed "}[m.Action]
		texts[i] = verb + excerpt.Text(m.Revision) + " on " + excerpt.List(m.Clusters, separator) + " (" + excerpt.Text(m.Reason) + ")"
	}
	text := strings.Join(texts, "; ")
	if !c.req.Now.IsZero() {
		text = c.req.Now.UTC().Format(time.RFC3339) + " " + text
	}
	return text
}
